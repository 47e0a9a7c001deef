"""What the steps of Think-on-Graph share: where a relation leads, random choice, candidates in words."""

from collections.abc import Mapping, Sequence
from random import Random

from pog_agent.answering.shown_paths import clipped, naming_of, single_node, term_labels
from pog_agent.models import PatternKey, PatternRef, ShownNode
from pog_agent.models.shown import pattern_line
from pog_agent.reasoner.shown import ShownEntity
from pog_agent.run.context import RunContext
from pog_agent.state import Branch
from pog_agent.subgraph.patterns.single import targets_by
from pog_agent.terms import Term, Triple, is_literal

JOINED_SHOWN = 6
NOT_WHOLE = "the beam left out entities that a relation on its paths leads to: a list may not be whole"


async def targets(run: RunContext, branches: Sequence[Branch]) -> list[list[Term]]:
    """What each branch leads to (entity search)."""
    around = await run.workspace.surroundings.edges_of([branch.stem.nodes[-1] for branch in branches])
    return [targets_by(item.stem, item.step, around[item.stem.nodes[-1]]) for item in branches]


def going_on(beam: Sequence[PatternRef]) -> list[PatternKey]:
    """The paths that can be walked on: nothing leads out of a literal."""
    return [ref.key for ref in beam if not is_literal(ref.key.nodes[-1])]


def shuffled(terms: Sequence[Term], branch: Branch, seed: int) -> list[Term]:
    """The terms in an order that depends on the seed and the branch alone."""
    order = sorted(terms)
    Random(f"{seed} {branch.stem.nodes} {branch.step.relation} {branch.step.forward}").shuffle(order)
    return order


async def walked_text(run: RunContext, key: PatternKey) -> str:
    """A path of single nodes in one line; it may end in a relation."""
    labels = await _labels(run, key.nodes)
    words = await run.relation_labels([step.relation for step in key.steps])
    nodes = [single_node(node, labels) for node in key.nodes]
    names = [words[step.relation] for step in key.steps]
    forward = [step.forward for step in key.steps]
    whole = len(nodes) - 1
    text = pattern_line(nodes, names[:whole], forward[:whole])
    if whole == key.length:
        return text
    return f"{text} - {names[-1]} ->" if forward[-1] else f"{text} <- {names[-1]} -"


async def shown_entities(run: RunContext, terms: Sequence[Term]) -> tuple[ShownEntity, ...]:
    """The terms numbered from 1 in the order given: name and class, an unnamed one by what it joins."""
    labels = await _labels(run, terms)
    types = (await naming_of(run, terms)).types
    unnamed = [term for term in terms if labels[term] == term and not is_literal(term)]
    joined = await _joined(run, unnamed)
    shown = []
    for number, term in enumerate(terms, start=1):
        node = single_node(term, labels).model_copy(update={"types": types.get(term, ())})
        shown.append(ShownEntity(number=number, text=_text(node, joined.get(term, ())), node=node))
    return tuple(shown)


def _text(node: ShownNode, joined: Sequence[str]) -> str:
    if not node.labels:
        return f"unnamed, joins: {', '.join(joined)}" if joined else "unnamed"
    return f"{node.labels[0]} ({', '.join(node.types)})" if node.types else node.labels[0]


async def _joined(run: RunContext, terms: Sequence[Term]) -> Mapping[Term, list[str]]:
    """Names and values beside each unnamed entity, the first few."""
    around = await run.workspace.surroundings.edges_of(terms)
    beside = {term: _beside(term, around[term]) for term in terms}
    labels = await _labels(run, sorted({other for others in beside.values() for other in others}))
    return {
        term: [labels[other] for other in others if labels[other] != other][:JOINED_SHOWN]
        for term, others in beside.items()
    }


def _beside(term: Term, triples: Sequence[Triple]) -> list[Term]:
    return sorted({end for head, _, tail in triples for end in (head, tail) if end != term})


async def _labels(run: RunContext, terms: Sequence[Term]) -> dict[Term, str]:
    """Labels as they are shown; an unnamed entity keeps its IRI, by which it is known to have none."""
    labels = await term_labels(run, terms)
    return {term: label if label == term else clipped(label) for term, label in labels.items()}
