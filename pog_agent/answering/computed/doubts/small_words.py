"""Words of a question that a graph has as a value: "for" and "against" of a vote, "won" by the text "winner"."""

from collections.abc import Collection

from pog_agent.answering.facts.said_values import attributes_beside
from pog_agent.models.findings.finding import Finding, finding
from pog_agent.reading.stems import begins_alike
from pog_agent.run.context import RunContext
from pog_agent.terms import Term


async def small_words_of_facts(
    question: str,
    relations: Collection[Term],
    run: RunContext,
    read: Collection[str] = (),
    *,
    named: Collection[str],
) -> list[Finding]:
    """Words of a question that are texts of facts, and were not read so: who voted "against" it, what "won".

    The `read` texts restrict the facts already. What is `named` there may have the verb, too.
    """
    schema = await run.graph_schema()
    if schema is None:
        return []
    verbs = schema.texts_of_deeds(question)
    said = schema.small_texts(question) | {item for item in verbs if not begins_alike(item[:1], named)}
    if not said:
        return []
    summary = schema.summary
    own = attributes_beside(relations, summary) - {*relations}
    name = {item: summary.names_of(item).shown(run.config.language_list) for item in own}
    return [
        finding("small-word", word, name[relation])
        for word, relation in sorted(said)
        if relation in own and word not in read
    ]
