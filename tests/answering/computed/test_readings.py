"""Rivals of a composed query, and what its question takes for granted."""

import asyncio
from typing import Any

import pytest

from pog_agent.answering.computed.readings import SettledReading, says_something, settled_reading
from pog_agent.answering.computed.witnesses import GraphReader
from pog_agent.models import ElementReading, QueryDraft, Reading
from pog_agent.models.findings.finding import finding
from pog_agent.models.query import Query, QueryResult
from pog_agent.models.query_draft import ReadQuery
from pog_agent.run.context import RunContext
from pog_agent.terms import XSD, literal
from tests.answering.computed.museums import COUNTRY, MUSEUM, OF_FRANCE, VISITED, answered, flaws, triples
from tests.finding_ids import ids
from tests.query.written import column, count, edge, greatest, number, one_of, pattern, rows, scalar

FRENCH = rows(OF_FRANCE, column("museum"))
BRITISH = rows(pattern(MUSEUM, COUNTRY, one_of("country", "uk")), column("museum"))
NONE = rows(pattern(MUSEUM, COUNTRY, one_of("country", "atlantis")), column("museum"))
DIRECTED = rows(pattern(MUSEUM, edge("museum", "director", "ann"), one_of("ann", "ann")), column("museum"))
LIKE_FRENCH = rows(pattern(*OF_FRANCE.elements, edge("museum", "director", "who")), column("museum"))


def read(*queries: Query) -> tuple[ReadQuery, ...]:
    """Readings of which only the queries are known."""
    return tuple(ReadQuery(query=query) for query in queries)


def settled(run: RunContext, query: Query, **draft: Any) -> SettledReading:
    return asyncio.run(settled_reading(QueryDraft(query=query, **draft), query, GraphReader(run)))


def test_a_query_without_rivals_is_settled(museums: RunContext) -> None:
    found = settled(museums, FRENCH)
    assert (found.read.query, found.flaws) == (FRENCH, ())
    assert len(found.result.rows) == 2


def test_a_rival_with_another_result_is_a_flaw_with_its_answers(museums: RunContext) -> None:
    found = settled(museums, FRENCH, rivals=read(BRITISH))
    assert found.read.query == FRENCH
    assert ids(found.flaws) == ["other-reading"]


def test_rivals_with_other_results_are_alternatives_that_are_less_sure(museums: RunContext) -> None:
    rivals = read(BRITISH, LIKE_FRENCH, NONE, rows(pattern(MUSEUM), column("museum")))
    alone = answered(museums, FRENCH)
    answer = answered(museums, FRENCH, rivals=rivals)
    assert alone.confidence is not None and answer.confidence is not None
    assert (alone.alternatives, answer.confidence < alone.confidence) == ((), True)
    first, second = answer.alternatives
    assert (first.path, [item.label for item in first.answers]) == (
        "museums with UK as country",
        ["Tate"],
    )
    assert len(second.answers) == 5
    assert all(other.confidence < alone.confidence for other in answer.alternatives)


def test_things_of_which_the_graph_does_not_tell_are_a_flaw(museums: RunContext) -> None:
    found = settled(museums, FRENCH, untold=(BRITISH, NONE))
    assert (ids(found.flaws), found.untold) == (["not-told"], found.flaws)


def test_a_no_is_none_where_the_graph_does_not_tell(museums: RunContext) -> None:
    nowhere = Query(form="exists", pattern=NONE.pattern)
    assert answered(museums, nowhere, untold=(BRITISH,)).status == "abstained"
    assert answered(museums, nowhere, untold=(BRITISH,)).reason.startswith("the graph does not tell whether")
    assert [item.value for item in answered(museums, nowhere, untold=(NONE,)).answers] == ["false"]
    anywhere = Query(form="exists", pattern=FRENCH.pattern)
    assert answered(museums, anywhere, untold=(BRITISH,)).status == "partial"


def test_a_rival_with_the_same_result_or_none_is_no_flaw(museums: RunContext) -> None:
    assert settled(museums, FRENCH, rivals=read(DIRECTED, LIKE_FRENCH, NONE)).flaws == ()


def test_one_rival_with_another_result_is_told(museums: RunContext) -> None:
    all_of_them = rows(pattern(MUSEUM), column("museum"))
    found = settled(museums, BRITISH, rivals=read(all_of_them, FRENCH))
    assert ids(found.flaws) == ["other-reading"]


def test_a_rival_answers_where_the_query_has_no_result(museums: RunContext) -> None:
    found = settled(museums, NONE, rivals=read(FRENCH))
    assert found.read.query == FRENCH
    assert ids(found.flaws) == ["best-reading-empty"]


def test_of_two_rivals_with_results_the_first_answers_and_the_other_is_told(museums: RunContext) -> None:
    found = settled(museums, NONE, rivals=read(FRENCH, BRITISH))
    assert found.read.query == FRENCH
    assert found.flaws[0].message.endswith("UK as country: Tate")
    assert len(found.flaws) == 2


def test_no_result_at_all_stays_with_the_query(museums: RunContext) -> None:
    found = settled(museums, NONE, rivals=read(NONE))
    assert (found.read.query, found.result.rows, found.flaws) == (NONE, (), ())


def test_what_is_taken_for_granted_must_hold(museums: RunContext) -> None:
    held, missing = (Query(form="exists", pattern=item) for item in (OF_FRANCE, NONE.pattern))
    assert settled(museums, FRENCH, presupposed=(held,)).flaws == ()
    (flaw,) = settled(museums, FRENCH, presupposed=(held, missing)).flaws
    assert flaw.id == "presupposition-lacking"
    assert "Atlantis" in flaw.message


def test_several_answers_where_one_is_asked_for_are_a_flaw(museums: RunContext) -> None:
    assert ids(settled(museums, FRENCH, asks_for_one=True).flaws) == ["several-fit"]
    assert settled(museums, BRITISH, asks_for_one=True).flaws == ()


def test_ties_of_a_rank_are_no_flaw(museums: RunContext) -> None:
    most = greatest(pattern(*VISITED), "museum", column("key_visitors", number("visitors")))
    found = settled(museums, most, asks_for_one=True)
    assert (len(found.result.rows), found.flaws) == (2, ())


def test_the_values_that_rank_are_no_answers_of_their_own(museums: RunContext) -> None:
    several = rows(
        pattern(MUSEUM, edge("museum", "director", "ann"), one_of("ann", "ann"), *VISITED[1:]),
        column("ann"),
        column("key_visitors", number("visitors")),
    )
    assert settled(museums, several, asks_for_one=True).flaws == ()


@pytest.mark.parametrize(
    ("result", "expected"),
    [
        (QueryResult(), False),
        (QueryResult(truth=False), False),
        (QueryResult(truth=True), True),
        (QueryResult(columns=("n",), rows=((literal("0", XSD + "integer"),),)), False),
        (QueryResult(columns=("n",), rows=((literal("2", XSD + "integer"),),)), True),
        (QueryResult(columns=("x",), rows=(("urn:a",),)), True),
    ],
)
def test_a_0_and_a_no_say_nothing(result: QueryResult, expected: bool) -> None:
    assert says_something(result) is expected


def test_a_count_of_0_gives_way_to_a_rival(museums: RunContext) -> None:
    none, french = scalar(NONE.pattern, count("museum")), scalar(OF_FRANCE, count("museum"))
    answer = answered(museums, none, rivals=read(french))
    assert (answer.status, answer.text, answer.query) == ("partial", "2", french)
    assert flaws(answer) == ["best-reading-empty"]


def test_the_evidence_is_that_of_the_reading_that_answers(museums: RunContext) -> None:
    answer = answered(museums, NONE, rivals=read(BRITISH))
    assert answer.text == "Tate"
    assert ("tate", "country", "uk") in triples(answer)
    assert answer.sparql is not None
    assert "atlantis" not in answer.sparql


def test_the_reading_and_the_flaws_are_those_of_the_query_that_answers(museums: RunContext) -> None:
    of_none, of_british = (Reading(elements=(ElementReading(role="relation", text=text),)) for text in ("a", "b"))
    rivals = (ReadQuery(query=BRITISH, reading=of_british, flaws=(finding("class-wider", "b"),)),)
    answer = answered(
        museums, NONE, reading=of_none, flaws=(finding("operation-unasked", "a count"),), rivals=rivals
    )
    assert answer.reading == of_british
    assert flaws(answer) == ["class-wider", "best-reading-empty"]
    kept = answered(
        museums, FRENCH, reading=of_none, flaws=(finding("operation-unasked", "a count"),), rivals=rivals
    )
    assert (kept.reading, flaws(kept)[0]) == (of_none, "operation-unasked")
