"""What speaks against a query beside the words of its question: names, directions, times, namesakes."""

from collections.abc import Collection, Sequence

from pog_agent.answering.computed.doubts.answers import (
    lone_value,
    named_answer_flaws,
    namesake_flaws,
    places_beside,
    turned_relations,
)
from pog_agent.answering.computed.doubts.contrasts import contrasts_of_query
from pog_agent.answering.computed.doubts.orders import order_flaws, untaken_steps
from pog_agent.answering.computed.doubts.populations import stated_populations
from pog_agent.answering.computed.doubts.presents import (
    ends_not_looked_at,
    pasts_not_looked_at,
    plans_not_spoken_of,
)
from pog_agent.answering.computed.doubts.small_words import small_words_of_facts
from pog_agent.answering.computed.doubts.untrue_facts import ended_extremes, facts_not_so
from pog_agent.answering.computed.query_parts import classes_of, relations_of
from pog_agent.answering.computed.query_words import words_of
from pog_agent.answering.computed.witnesses import GraphReader
from pog_agent.models import AnswerItem
from pog_agent.models.findings.finding import Finding
from pog_agent.models.query import Query
from pog_agent.reading.wording import without_topics
from pog_agent.state import PogState


async def doubts_of_query(
    query: Query,
    answers: Sequence[AnswerItem],
    state: PogState,
    reader: GraphReader,
    *,
    kinds: Collection[str] = (),
    names: Collection[str] = (),
    carried: Collection[str] = (),
) -> list[Finding]:
    """What speaks against the answers of a query, in the order in which it is told.

    `kinds` are the classes of what stands there, and `names` its names, as far as the query does not say them. Of
    what a question states, some texts are `carried` by facts that the query stands on. Raises
    `GraphUnavailableError`.
    """
    run, question, topics = reader.run, state["question"], state.get("topics", ())
    words, rest = await words_of(query, run), without_topics(question, topics)
    relations = relations_of(query)
    return [
        *turned_relations(query, state, words),
        *named_answer_flaws(query, answers, state),
        *await namesake_flaws(query, state, reader),
        *order_flaws(query, question, words),
        *await contrasts_of_query(query, state, words, run, [*kinds, *carried]),
        *untaken_steps(query, rest, words, kinds),
        *await pasts_not_looked_at(rest, relations, run),
        *await plans_not_spoken_of(rest, relations, run),
        *await facts_not_so(query, rest, reader),
        *await ended_extremes(query, answers, rest, reader),
        *await small_words_of_facts(rest, relations, run, carried, named=[*words.named, *names]),
        *await places_beside(query, question, words, reader),
        *await lone_value(query, question, reader),
        *await ends_not_looked_at(question, relations, [item.class_ for item in classes_of(query)], run),
        *(await stated_populations(question, topics, run) if query.is_grouped else ()),
    ]
