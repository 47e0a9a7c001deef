"""Stretches of paths in words: what leads to an entity, to stand before what is written about it."""

from collections.abc import Sequence
from dataclasses import dataclass

from pog_agent.answering.walked_paths import shown_entities
from pog_agent.models import Step
from pog_agent.run.context import RunContext
from pog_agent.terms import Term


@dataclass(frozen=True)
class Stretch:
    """The end of a path: nodes in walking order, and the steps between them. One step is a triple."""

    nodes: tuple[Term, ...]
    steps: tuple[Step, ...]


async def stretch_sentences(stretches: Sequence[Stretch], run: RunContext) -> list[str]:
    """Each stretch in one line, in the direction of its last step; what stands inside it is left out."""
    words = await run.relation_labels(sorted({step.relation for item in stretches for step in item.steps}))
    ends = list(dict.fromkeys(node for item in stretches for node in (item.nodes[0], item.nodes[-1])))
    names = {term: item.text for term, item in zip(ends, await shown_entities(run, ends), strict=True)}
    sentences = []
    for item in stretches:
        parts = [names[item.nodes[0]], *(words[step.relation] for step in item.steps), names[item.nodes[-1]]]
        sentences.append(" ".join(parts if item.steps[-1].forward else reversed(parts)))
    return sentences
