"""Small words of a question that a graph has as a value: "for" and "against" of a vote."""

from collections.abc import Collection

from pog_agent.run.context import RunContext
from pog_agent.terms import Term


async def small_words_of_facts(
    question: str, relations: Collection[Term], run: RunContext, read: Collection[str] = ()
) -> list[str]:
    """Small words of a question that are texts of facts, and were not read so: who voted "against" it.

    The `read` texts restrict the facts already.
    """
    schema = await run.graph_schema()
    said = schema.small_texts(question) if schema is not None else ()
    if schema is None or not said:
        return []
    summary = schema.summary
    owners = {item.source for item in summary.links if item.relation in relations}
    owners |= {item.source for item in summary.attributes if item.relation in relations}
    own = {item.relation for item in summary.attributes if item.source in owners} - {*relations}
    name = {item: summary.names_of(item).shown(run.config.language_list) for item in own}
    return [
        f"the question says {word!r}, which may be a {name[relation]!r}, and that was not looked at"
        for word, relation in sorted(said)
        if relation in own and word not in read
    ]
