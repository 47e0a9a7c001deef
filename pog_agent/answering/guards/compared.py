"""What the values at the end of a path leave out, where the greatest or least of them is asked for."""

from collections.abc import Sequence
from typing import Final

from pog_agent.answering.guards.examined import Examined
from pog_agent.kg.schema.summary import SchemaSummary
from pog_agent.language.english import english_pattern
from pog_agent.models import EXTREMES, TopicEntity
from pog_agent.models.findings.finding import Finding, finding
from pog_agent.reading.schema.measures_beside import beside_an_extreme
from pog_agent.run.context import RunContext
from pog_agent.terms import Term, is_literal

MOST_COMPARED: Final = 1_000
"""So many values are looked at for things that have several."""
_MOST: Final = english_pattern("judged_answers", "most")


async def values_not_compared(answer: Examined, run: RunContext) -> list[Finding]:
    """Attributes that things of the class have instead of the compared one, and that there is one value alone."""
    key = answer.draft.key_position
    things = [term for term in answer.resolution.terms if not is_literal(term)]
    if answer.draft.operation not in EXTREMES or not key or not things:
        return []
    schema = await run.graph_schema()
    if schema is None:
        return []
    types = await run.kg.types(things)
    classes = {wide for own in types.values() for kind in own for wide in schema.summary.above.get(kind, (kind,))}
    relations = {item.pattern.key.steps[key - 1].relation for item in answer.resolution.cited}
    pairs = [(relation, kind) for relation in sorted(relations) for kind in sorted(classes)]
    others = (beside_an_extreme(schema.lexicon, relation, kind) for relation, kind in pairs)
    flaws = [finding("measure-beside", schema.lexicon.label(other)) for other in others if other is not None]
    flaws += _values_not_added(answer)
    has_others = len(answer.resolution.candidates) == 1 and _has_others(answer.topics, classes, schema.summary)
    return [*dict.fromkeys(flaws), *([finding("only-one-value")] if has_others else [])]


def _values_not_added(answer: Examined) -> list[Finding]:
    """That a thing has several of the values, each of another nameless fact, of which "the most" is their sum."""
    key, cue = answer.draft.key_position or 0, _MOST.search(answer.rest)
    values: dict[Term, set[tuple[Term, ...]]] = {}
    for item in answer.resolution.cited if cue else ():
        paths = item.some_paths(MOST_COMPARED)
        if len(paths) == MOST_COMPARED:
            return [finding("not-compared", f"{MOST_COMPARED:,} values")]
        for path in paths:
            if len(path) > key > item.position + 1:
                values.setdefault(path[item.position], set()).add(path[item.position + 1 : key + 1])
    if cue and any(len(found) > 1 for found in values.values()):
        return [finding("values-not-added", cue.group())]
    return []


def _has_others(topics: Sequence[TopicEntity], classes: set[Term], summary: SchemaSummary) -> bool:
    """Whether the question names a class of a thing that has other things, too, and nothing else."""
    named = [summary.class_of(topic.iri) for topic in topics if topic.iri in classes]
    is_of_all = all(topic.optional for topic in topics if topic.iri not in classes)
    return is_of_all and any(known is not None and known.instances > 1 for known in named)
