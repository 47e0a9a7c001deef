"""What the values at the end of a path leave out, where the greatest or least of them is asked for."""

import re
from collections.abc import Sequence
from typing import Final

from pog_agent.answering.guards.examined import Examined
from pog_agent.kg.schema.summary import SchemaSummary
from pog_agent.models import EXTREMES, TopicEntity
from pog_agent.models.findings.finding import Finding, finding
from pog_agent.reading.extremes import ATTRIBUTES
from pog_agent.reading.schema.measures_beside import beside_an_extreme
from pog_agent.reading.stems import begins_alike
from pog_agent.run.context import RunContext
from pog_agent.terms import Term, is_literal
from pog_agent.words import stem

MOST_COMPARED: Final = 1_000
"""So many values are looked at for things that have several."""
_MOST: Final = re.compile(r"\b(?:most|fewest|least)\b", re.IGNORECASE)
_HOW_BIG: Final = re.compile(r"\bhow\s+(?P<how>big|large|small)\b", re.IGNORECASE)


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
            return [finding("values-not-looked-at", MOST_COMPARED)]
        for path in paths:
            if len(path) > key > item.position + 1:
                values.setdefault(path[item.position], set()).add(path[item.position + 1 : key + 1])
    if cue and any(len(found) > 1 for found in values.values()):
        return [finding("values-not-added", cue.group())]
    return []


async def other_measures(answer: Examined, run: RunContext) -> list[Finding]:
    """What "how big" is measured by first, where the answer is another measure and such things have both."""
    said = _HOW_BIG.search(answer.rest)
    schema = await run.graph_schema() if said and answer.draft.operation == "none" else None
    if said is None or schema is None:
        return []
    flaws: dict[Finding, None] = {}
    for item in answer.resolution.cited:
        step = item.pattern.key.steps[item.position - 1]
        owners = {own.source for own in schema.summary.attributes if own.relation == step.relation}
        beside = {own.relation for own in schema.summary.attributes if own.source in owners}
        ranks = {
            relation: _rank(said["how"], schema.lexicon.label(relation)) for relation in beside | {step.relation}
        }
        better = [relation for relation, rank in sorted(ranks.items()) if rank < ranks[step.relation]]
        is_said = begins_alike(schema.lexicon.label(step.relation).casefold().split(), [answer.rest])
        if better and not is_said:
            label = schema.lexicon.label(better[0])
            flaws[finding("other-measure", said.group(), label)] = None
    return [*flaws]


def _rank(adjective: str, label: str) -> int:
    """Which of the measures of an adjective a relation is named after, the usual one first."""
    names, stems = ATTRIBUTES[adjective.casefold()], {stem(word) for word in label.casefold().split()}
    return next((place for place, name in enumerate(names) if stem(name) in stems), len(names))


def _has_others(topics: Sequence[TopicEntity], classes: set[Term], summary: SchemaSummary) -> bool:
    """Whether the question names a class of a thing that has other things, too, and nothing else."""
    named = [summary.class_of(topic.iri) for topic in topics if topic.iri in classes]
    is_of_all = all(topic.optional for topic in topics if topic.iri not in classes)
    return is_of_all and any(known is not None and known.instances > 1 for known in named)
