"""A query is said as a noun phrase and as the question that it answers."""

import asyncio

import pytest

from pog_agent.answering.computed.query_words import QueryWords, words_of
from pog_agent.language.cues import cue_book
from pog_agent.models.query import Combination, Constant, Edge, GraphPattern, InstanceOf, Query, TextTest
from pog_agent.run.context import RunContext
from tests.answering.computed.museums import AREA, COUNTRY, MUSEUM, OF_FRANCE, VISITED, VISITORS, compiled, run_of
from tests.query.written import (
    aggregate,
    column,
    compared,
    constant,
    count,
    edge,
    greatest,
    instance,
    number,
    one_of,
    pattern,
    rows,
    scalar,
    without,
)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> RunContext:
    return run_of(compiled(tmp_path_factory.mktemp("museums")))


ANN = one_of("ann", "ann")
BY_ANN = edge("museum", "director", "ann")
MANY = compared(VISITORS, ">", constant("500"))


def either(*patterns: GraphPattern) -> Combination:
    return Combination(operation="union", patterns=patterns, variables=("museum",))


QUESTIONS = {
    "which are the museums with France as country?": rows(OF_FRANCE, column("museum")),
    "what is the country of Louvre?": rows(pattern(one_of("museum", "louvre"), COUNTRY), column("country")),
    "what has Ann as director?": rows(pattern(ANN, BY_ANN), column("museum")),
    "which are the countries of a museum with Ann as director?": rows(
        pattern(MUSEUM, COUNTRY, BY_ANN, ANN), column("country")
    ),
    "which is the museum with the highest visitors?": greatest(
        pattern(*VISITED), "museum", column("visitors", VISITORS)
    ),
    "which are the museums with visitors more than 500?": rows(pattern(*VISITED, MANY), column("museum")),
    "which are the museums at place 2-3 by visitors, the highest first?": greatest(
        pattern(*VISITED), "museum", column("visitors", VISITORS), ranks=(2, 3)
    ),
    "which are the museums with motto containing 'Art'?": rows(
        pattern(MUSEUM, edge("museum", "motto", "motto"), TextTest(variable="motto", test="contains", text="Art")),
        column("museum"),
    ),
    "which are the museums with France as country or with Ann as director?": rows(
        pattern(MUSEUM, either(pattern(COUNTRY, one_of("country", "france")), pattern(BY_ANN, ANN))),
        column("museum"),
    ),
    "which is the museum with the highest number of 'thing shown at it'?": rows(
        pattern(MUSEUM, edge("v1", "shownAt", "museum")),
        column("museum"),
        column("key", count("v1")),
        order_by=["-key"],
        ranks=(1, 1),
    ),
    "which are the museums without director?": rows(
        pattern(MUSEUM, without(edge("museum", "director", "who"))), column("museum")
    ),
    "how many museums with France as country are there?": scalar(OF_FRANCE, count("museum")),
    "what is the average visitors of museums?": scalar(
        pattern(*VISITED), aggregate("average", "museum", VISITORS)
    ),
    "is there a museum with visitors more than 500?": Query(form="exists", pattern=pattern(*VISITED, MANY)),
    "is Louvre one with Ann as director?": Query(
        form="exists", pattern=pattern(one_of("museum", "louvre"), BY_ANN, ANN)
    ),
    "is Louvre a gallery?": Query(
        form="exists", pattern=pattern(one_of("museum", "louvre"), instance("museum", "Gallery"))
    ),
    "is France one with area more than area of UK?": Query(
        form="exists",
        pattern=pattern(
            *(one_of("country", "france"), AREA, one_of("other", "uk"), edge("other", "area", "less")),
            compared(number("area"), ">", number("less")),
        ),
    ),
}


@pytest.mark.parametrize(("said", "query"), QUESTIONS.items(), ids=QUESTIONS)
def test_a_query_is_said_as_a_question(said: str, query: Query, run: RunContext) -> None:
    assert asyncio.run(words_of(query, run)).question(query) == said


def test_a_noun_phrase_fits_its_number(run: RunContext) -> None:
    query = rows(OF_FRANCE, column("museum"))
    noun = asyncio.run(words_of(query, run)).noun(query)
    assert noun.counted(1) == "1 museum with France as country"
    assert noun.counted(1_200) == "1,200 museums with France as country"


def test_what_a_class_and_its_relation_are_called_is_said_once() -> None:
    book = cue_book("en")
    assert book is not None
    words = QueryWords({"urn:c": "Mascot", "urn:team": "Yankees"}, {"urn:r": "mascot of"}, book)
    elements = (InstanceOf(variable="x", class_="urn:c"), Edge(source="x", relation="urn:r", target="t"))
    query = rows(pattern(*elements, Constant(variable="t", terms=("urn:team",))), column("x"))
    assert words.question(query) == "which are the mascots of Yankees?"
