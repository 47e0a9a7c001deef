"""What a language model says is held against the most probable query; what rules say is not."""

import asyncio
from dataclasses import replace
from typing import Any, cast

import pytest

from pog_agent.answering.proposed import answer as proposed
from pog_agent.answering.run_report import doubted
from pog_agent.asking.generating.shapes import CandidateQuery
from pog_agent.asking.ranking.rank import QueryRanking, RankedQuery
from pog_agent.asking.ranking.results import ReadCandidate
from pog_agent.models import Answer
from pog_agent.models.findings.finding import finding
from pog_agent.models.query import Query
from pog_agent.query.evaluate import evaluate
from pog_agent.reasoner.offline.reasoner import OfflineReasoner
from pog_agent.run.context import RunContext
from tests.answering.computed.museums import OF_FRANCE, answered, compiled, flaws, run_of
from tests.query.written import column, edge, instance, one_of, pattern, rows

FRENCH = rows(OF_FRANCE, column("museum"))
OF_SPAIN = pattern(instance("museum", "Museum"), edge("museum", "country", "country"), one_of("country", "spain"))
SPANISH = rows(OF_SPAIN, column("museum"))


class Speaking(OfflineReasoner):
    """A reasoner that counts as a language model."""

    @property
    def understands_language(self) -> bool:
        return True


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> RunContext:
    return run_of(compiled(tmp_path_factory.mktemp("museums")))


STATE: Any = {"question": "Which museums are in France?"}


def probable(query: Query, probability: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on this query is the most probable one, so much."""

    async def ranking(question: str, run: RunContext) -> QueryRanking:
        result = await evaluate(query, run.kg, index=run.query_index)
        read = ReadCandidate(cast(CandidateQuery, None), query, result)
        return QueryRanking((RankedQuery(read, probability),), 0.0)

    monkeypatch.setattr(proposed, "_ranking", ranking)


def held(
    run: RunContext, query: Query, probability: float, monkeypatch: pytest.MonkeyPatch, *, speaks: bool = True
) -> Answer:
    """The museums of France, supported, where this query is so probable."""
    probable(query, probability, monkeypatch)
    answer = answered(run, FRENCH)
    assert answer.status == "supported"
    reasoner = Speaking(run.encoder) if speaks else run.reasoner
    return asyncio.run(proposed.with_proposals(answer, STATE, replace(run, reasoner=reasoner)))


def test_a_very_probable_query_that_gives_something_else_is_a_doubt_and_another_reading(
    run: RunContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = held(run, SPANISH, 0.9, monkeypatch)
    assert (answer.status, answer.text, flaws(answer)) == ("partial", "Louvre, Orsay", ["query-gives-other"])
    assert [(item.path, item.answers[0].label) for item in answer.alternatives] == [
        ("which are the museums with Spain as country?", "Prado")
    ]


@pytest.mark.parametrize(
    ("query", "probability", "speaks"),
    [(SPANISH, 0.7, True), (FRENCH, 0.9, True), (SPANISH, 0.9, False)],
    ids=["less probable", "the same answers", "rules"],
)
def test_else_the_answer_stays_as_it_is(
    run: RunContext, query: Query, probability: float, speaks: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = held(run, query, probability, monkeypatch, speaks=speaks)
    assert (answer.status, answer.findings, answer.alternatives) == ("supported", (), ())


@pytest.mark.parametrize(
    ("best", "doubt", "expected"),
    [
        ((SPANISH, 0.9), "word-unread", ["word-unread", "query-gives-other"]),
        ((FRENCH, 0.9), "word-unread", ["word-unread"]),
        ((SPANISH, 0.7), "word-unread", ["word-unread"]),
        ((SPANISH, 0.9), "language-not-read", ["language-not-read"]),
    ],
    ids=["others", "the same answers", "less probable", "a language that nothing ranks"],
)
def test_a_very_probable_query_speaks_against_words_in_doubt_and_settles_none(
    run: RunContext, best: tuple[Query, float], doubt: str, expected: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    probable(*best, monkeypatch)
    unsure = doubted(answered(run, FRENCH), finding(doubt, "in"))
    speaking = replace(run, reasoner=Speaking(run.encoder))
    answer = asyncio.run(proposed.weighed_answer(unsure, STATE, speaking))
    assert (answer.status, flaws(answer)) == ("partial", expected)
