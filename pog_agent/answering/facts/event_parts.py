"""What the schema tells of the parts of events: whether one relation alone leads to a kind of thing or a date."""

from pog_agent.run.context import RunContext
from pog_agent.terms import XSD, Term

_DATES = frozenset(f"{XSD}{name}" for name in ("date", "dateTime", "gYear", "gYearMonth"))


async def is_only_part(relation: Term, run: RunContext) -> bool:
    """Whether events have no other relation to things of a kind. An endpoint's are not known."""
    schema = await run.graph_schema()
    links = schema.summary.links if schema is not None else ()
    is_known = any(link.relation == relation for link in links)
    return is_known and not await parts_beside(relation, run)


async def parts_beside(relation: Term, run: RunContext) -> frozenset[Term]:
    """The other relations of the same events to things of the same kind. An endpoint's are not known."""
    schema = await run.graph_schema()
    links = schema.summary.links if schema is not None else ()
    ends = {(link.source, link.target) for link in links if link.relation == relation}
    return frozenset(link.relation for link in links if (link.source, link.target) in ends) - {relation}


async def dates_beside(relation: Term, run: RunContext) -> frozenset[Term] | None:
    """The relations to dates that events have beside one; None where that is none, or is not known (endpoints)."""
    schema = await run.graph_schema()
    attributes = [item for item in schema.summary.attributes if item.datatype in _DATES] if schema else []
    sources = {item.source for item in attributes if item.relation == relation}
    return (
        frozenset(item.relation for item in attributes if item.source in sources) - {relation} if sources else None
    )
