"""Whether the relations of a query are the opposite of what its question says, or lack what changes it."""

from collections.abc import Collection

from pog_agent.answering.computed.query_words import QueryWords
from pog_agent.models.findings.finding import Finding
from pog_agent.models.query import Query
from pog_agent.models.query_walk import read_variables
from pog_agent.reading.contrasts.account import ContrastedRelation, contrast_flaws
from pog_agent.reading.query_account.parts import QueryParts, RelationPart, shown_variables
from pog_agent.reading.question_words import QuestionWords
from pog_agent.reading.wording import read_wording
from pog_agent.run.context import RunContext
from pog_agent.state import PogState
from pog_agent.terms import is_literal, literal_value


async def contrasts_of_query(
    query: Query, state: PogState, words: QueryWords, run: RunContext, said: Collection[str] = ()
) -> list[Finding]:
    """What the question says and the relations of a query contradict, or do not tell.

    `said` are other names that its answers stand on.
    """
    if not run.reads(state["question"], state.get("topics", ())):
        return []
    parts = QueryParts.of_query(query)
    aliases = await run.relation_aliases(sorted({part.iri for part in parts.relations}))
    shown = set(shown_variables(query))
    keys = {(part.scope, name) for part in parts.ranked for name in read_variables(part.key)}

    def contrasted(part: RelationPart) -> ContrastedRelation:
        is_at_an_end = (part.source in shown) != (part.target in shown)
        onward = part.target in shown if is_at_an_end else None
        return ContrastedRelation(words.relations[part.iri], aliases[part.iri], onward)

    values = [literal_value(term) for part in parts.terms for term in part.terms if is_literal(term)]
    question, topics = state["question"], state.get("topics", ())
    found = contrast_flaws(
        QuestionWords(question, topics, read_wording(question, topics)),
        [contrasted(part) for part in parts.relations if not part.negated],
        [
            *said,
            *values,
            *(words.labels[part.iri] for part in parts.classes),
            *(test.text for test in parts.texts),
        ],
        orders=not keys <= shown,
        aggregates=bool(parts.ranked or parts.aggregates),
    )
    return list(found)
