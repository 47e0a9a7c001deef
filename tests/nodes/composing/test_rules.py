"""Which queries that rules composed are kept, beside the paths that were found."""

import asyncio
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from pog_agent.config import PogConfig
from pog_agent.models import QueryDraft, Reading, SpanReading, Sufficiency
from pog_agent.models.findings.finding import finding
from pog_agent.models.query import Query
from pog_agent.models.query_draft import ReadQuery
from pog_agent.nodes.composing.compose_query import compose_query
from pog_agent.ranking.encoder import LexicalEncoder
from pog_agent.reading.schema.vocabulary import QueryVocabulary
from pog_agent.reasoner.base import Reply
from pog_agent.reasoner.offline.reasoner import OfflineReasoner
from pog_agent.reasoner.shown import QuestionContext
from pog_agent.reasoner.steps.compose_query import ComposeQuery
from pog_agent.state import PogState
from tests.query.written import column, instance, pattern, rows
from tests.reading.composing.cases import questioned

QUERY = rows(pattern(instance("x", "Bread")), column("x"))
ENOUGH, TOO_LITTLE = Sufficiency(sufficient=True), Sufficiency(sufficient=False)
UNREAD = Reading(spans=(SpanReading(text="old", start=0, end=3, role="unread"),))


class Composing(OfflineReasoner):
    """Gives one draft to every question."""

    def __init__(self, draft: QueryDraft) -> None:
        super().__init__(LexicalEncoder())
        self._draft = draft

    async def ask(self, step: Any) -> Reply[Any]:
        reply = await super().ask(step)
        return Reply(self._draft, reply.usage)


def kept(draft: QueryDraft, verdict: Sufficiency | None = TOO_LITTLE, **settings: Any) -> QueryDraft:
    """What the step keeps of a draft."""
    return composed(Composing(draft), "Which breads are there?", verdict, **settings)


def composed(reasoner: OfflineReasoner, question: str, verdict: Sufficiency | None, **settings: Any) -> QueryDraft:
    draft = updated(reasoner, question, verdict, **settings)["query_draft"]
    assert draft is not None
    return draft


def updated(reasoner: OfflineReasoner, question: str, verdict: Sufficiency | None, **settings: Any) -> PogState:
    named = replace(questioned("bakeries").vocabulary(question), notices=("texts are missing",))

    async def vocabulary(state: PogState) -> QueryVocabulary | None:
        return named

    def context(state: PogState) -> QuestionContext:
        return QuestionContext(question=state["question"])

    async def by_rules(state: PogState, known: QueryVocabulary) -> Reply[Any]:
        return await reasoner.ask(ComposeQuery(context(state), known))

    run: Any = SimpleNamespace(
        reasoner=reasoner, vocabulary=vocabulary, composed=by_rules, config=PogConfig(**settings)
    )
    state: Any = {"question": question, "topics": []} | ({"verdict": verdict} if verdict else {})
    return asyncio.run(compose_query(state, run))


@pytest.mark.parametrize("verdict", [ENOUGH, TOO_LITTLE, None])
def test_a_query_without_a_flaw_is_kept(verdict: Sufficiency | None) -> None:
    assert kept(QueryDraft(query=QUERY), verdict).query == QUERY


@pytest.mark.parametrize(
    ("draft", "verdict", "expected"),
    [
        (QueryDraft(query=QUERY, flaws=(finding("operation-unasked", "a count"),)), TOO_LITTLE, QUERY),
        (QueryDraft(query=QUERY, flaws=(finding("operation-unasked", "a count"),)), None, QUERY),
        (QueryDraft(query=QUERY, flaws=(finding("operation-unasked", "a count"),)), ENOUGH, None),
        (QueryDraft(query=QUERY, reading=UNREAD), TOO_LITTLE, QUERY),
        (QueryDraft(query=QUERY, reading=UNREAD), ENOUGH, None),
        (
            QueryDraft(query=QUERY, flaws=(finding("operation-unasked", "a count"), finding("schema-unknown"))),
            TOO_LITTLE,
            None,
        ),
        (
            QueryDraft(query=QUERY, flaws=(finding("operation-unasked", "a count"),), reading=UNREAD),
            TOO_LITTLE,
            None,
        ),
    ],
)
def test_paths_that_suffice_go_before_a_query_with_a_flaw(
    draft: QueryDraft, verdict: Sufficiency | None, expected: Query | None
) -> None:
    found = kept(draft, verdict)
    assert (found.query, found.reading) == (expected, draft.reading)


def test_a_query_that_is_left_out_leaves_no_flaw_behind() -> None:
    found = kept(
        QueryDraft(
            query=QUERY,
            flaws=(finding("operation-unasked", "a count"),),
            asks_for_one=True,
            rivals=(ReadQuery(query=QUERY),),
        ),
        ENOUGH,
    )
    assert (found.flaws, found.rivals, found.asks_for_one) == ((), (), False)


def test_what_of_the_graph_is_not_known_is_said_beside_a_query() -> None:
    several = (finding("operation-unasked", "a count"), finding("schema-unknown"))
    for flaws, expected in (((), ["texts are missing"]), (several, [])):
        reasoner = Composing(QueryDraft(query=QUERY, flaws=flaws))
        assert updated(reasoner, "Which breads are there?", TOO_LITTLE)["warnings"] == expected


def test_rules_read_english_alone() -> None:
    assert kept(QueryDraft(query=QUERY), languages="de").query is None
    assert kept(QueryDraft(query=QUERY), languages="en,de").query == QUERY


def test_the_reason_of_no_query_is_kept() -> None:
    found = composed(OfflineReasoner(LexicalEncoder()), "Which croissants are there?", TOO_LITTLE)
    assert found.query is None
    assert found.reason == "nothing that the question asks for is a class or relation of the graph"


def test_the_rules_are_asked_even_where_paths_suffice() -> None:
    found = composed(OfflineReasoner(LexicalEncoder()), "How many breads are there?", ENOUGH)
    assert found.query is not None
    assert questioned("bakeries").rows(found.query) == ["5"]
