"""Where a question says a text that the graph has as a value of something on the cited paths: "leaf repair"."""

from collections.abc import Collection

from pog_agent.kg.schema.summary import SchemaSummary
from pog_agent.reading.names import NamePlace
from pog_agent.run.context import RunContext
from pog_agent.terms import Term


def attributes_beside(relations: Collection[Term], summary: SchemaSummary) -> set[Term]:
    """The attributes that what has some relations has as well, these included."""
    owners = {item.source for item in summary.links if item.relation in relations}
    owners |= {item.source for item in summary.attributes if item.relation in relations}
    return {item.relation for item in summary.attributes if item.source in owners}


async def said_values(question: str, relations: Collection[Term], run: RunContext) -> list[NamePlace]:
    """The texts of attributes of what has some relations: the attribute in words, and where the question says it.

    A text of several words may be that of anything. None are known of an endpoint.
    """
    schema = await run.graph_schema()
    if schema is None:
        return []
    own = attributes_beside(relations, schema.summary)
    return [
        (schema.summary.names_of(item.relation).shown(run.config.language_list), item.start, item.end)
        for item in schema.texts_in(question)
        if item.relation in own or " " in item.text
    ]
