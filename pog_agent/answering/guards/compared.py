"""What the values at the end of a path leave out, where the greatest or least of them is asked for."""

from collections.abc import Sequence

from pog_agent.answering.guards.examined import Examined
from pog_agent.kg.schema.summary import SchemaSummary
from pog_agent.models import EXTREMES, TopicEntity
from pog_agent.reading.schema.measures_beside import NOT_COMPARED, beside_an_extreme
from pog_agent.reading.senses.event_order import ONE_VALUE
from pog_agent.run.context import RunContext
from pog_agent.terms import Term, is_literal


async def values_not_compared(answer: Examined, run: RunContext) -> list[str]:
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
    flaws = [NOT_COMPARED.format(schema.lexicon.label(other)) for other in others if other is not None]
    has_others = len(answer.resolution.candidates) == 1 and _has_others(answer.topics, classes, schema.summary)
    return [*dict.fromkeys(flaws), *([ONE_VALUE] if has_others else [])]


def _has_others(topics: Sequence[TopicEntity], classes: set[Term], summary: SchemaSummary) -> bool:
    """Whether the question names a class of a thing that has other things, too, and nothing else."""
    named = [summary.class_of(topic.iri) for topic in topics if topic.iri in classes]
    is_of_all = all(topic.optional for topic in topics if topic.iri not in classes)
    return is_of_all and any(known is not None and known.instances > 1 for known in named)
