"""What keeps a computed answer from being supported, and when there is none."""

from pathlib import Path
from typing import Any

import pytest

from pog_agent.answering.computed.doubts.answers import MOST_NAMESAKES
from pog_agent.models import Reading, SpanReading
from pog_agent.models.findings.finding import finding
from pog_agent.models.query import Arithmetic, Query, VariableValue
from pog_agent.query.limits import QueryLimits
from pog_agent.run.context import RunContext
from pog_agent.terms import RDF_TYPE
from tests.answering.computed.museums import (
    COUNTRY,
    MUSEUM,
    OF_FRANCE,
    SEATS,
    VISITED,
    VISITORS,
    answered,
    compiled,
    flaws,
    remembered,
    run_of,
    texts,
    topic,
)
from tests.pipeline_fixtures import small_graph
from tests.query.written import (
    EX,
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

FRENCH = rows(OF_FRANCE, column("museum"))
HEAD = "@prefix : <http://example.org/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n"


def test_values_that_cannot_be_read_make_an_answer_partial(museums: RunContext) -> None:
    query = greatest(pattern(MUSEUM, SEATS), "museum", column("key_seats", number("seats")))
    answer = answered(museums, query)
    assert (answer.status, answer.text) == ("partial", "Prado")
    assert flaws(answer) == ["rows-left-out"]


def test_names_that_are_compared_with_a_number_are_no_answer(museums: RunContext) -> None:
    query = rows(
        pattern(MUSEUM, SEATS, COUNTRY, one_of("country", "usa"), compared(number("seats"), ">", constant("5"))),
        column("museum"),
    )
    answer = answered(museums, query)
    assert (answer.status, answer.answers, answer.evidence, answer.warnings) == ("abstained", (), None, ())
    assert answer.reason.endswith("1 row was left out: a value is not a number")


def test_nothing_found_says_what_was_looked_through(museums: RunContext) -> None:
    query = rows(pattern(*VISITED, compared(VISITORS, ">", constant("5000"))), column("museum"))
    answer = answered(museums, query)
    assert (answer.status, answer.kind) == ("abstained", "entities")
    assert answer.reason == (
        "the graph has no museums with visitors more than 5000; looked through 3 museums with visitors"
    )
    assert answer.query == query and answer.sparql


def test_an_average_of_nothing_has_no_value(museums: RunContext) -> None:
    where = pattern(*VISITED, COUNTRY, one_of("country", "spain"))
    answer = answered(museums, scalar(where, aggregate("average", "museum", VISITORS)))
    assert answer.status == "abstained"
    assert "nothing to aggregate" in answer.reason


def test_a_division_by_zero_is_no_answer(museums: RunContext) -> None:
    query = scalar(pattern(MUSEUM), Arithmetic(operation="/", left=count("museum"), right=constant("0")))
    answer = answered(museums, query)
    assert answer.status == "abstained"
    assert answer.reason.endswith("1 row was left out: a division by zero")


def test_a_double_divided_by_zero_is_not_supported(tmp_path: Path) -> None:
    run = run_of(compiled(tmp_path, HEAD + ":a :price 1e0 ; :number 0e0 ."))
    both = edge("a", "price", "price"), edge("a", "number", "number")
    share = Arithmetic(operation="/", left=number("price"), right=number("number"))
    answer = answered(run, rows(pattern(*both), column("share", share)))
    assert (answer.status, answer.text) == ("partial", "INF")
    assert "number-not-finite" in flaws(answer)


@pytest.mark.parametrize(
    "query",
    [
        rows(pattern(MUSEUM, edge("museum", "roof", "roof")), column("museum")),
        scalar(pattern(MUSEUM, edge("museum", "roof", "roof")), count("museum")),
        Query(form="exists", pattern=pattern(MUSEUM, edge("museum", "roof", "roof"))),
        rows(pattern(MUSEUM, without(edge("museum", "roof", "roof"))), column("museum")),
    ],
    ids=["rows", "count", "no", "without"],
)
def test_an_attribute_that_the_graph_lacks_is_named(museums: RunContext, query: Query) -> None:
    answer = answered(museums, query)
    assert answer.status in ("partial", "abstained")
    assert f"the graph has no <{EX}roof>" in answer.reason + " ".join(answer.warnings)


def test_too_many_groups_are_named(museums: RunContext, monkeypatch: pytest.MonkeyPatch) -> None:
    from pog_agent.answering.computed import witnesses

    monkeypatch.setattr(witnesses, "QueryLimits", lambda **_: QueryLimits(groups=2))
    query = rows(pattern(MUSEUM, COUNTRY), column("country"), column("number", count("museum")))
    answer = answered(museums, query)
    assert (answer.status, answer.truncated) == ("abstained", True)
    assert "the query has 4 groups, more than the 2 that are allowed" in answer.reason


def test_a_result_that_a_limit_cut_is_partial(museums: RunContext, monkeypatch: pytest.MonkeyPatch) -> None:
    from pog_agent.answering.computed import witnesses

    monkeypatch.setattr(witnesses, "QueryLimits", lambda **_: QueryLimits(rows=2))
    answer = answered(museums, rows(pattern(MUSEUM), column("museum")))
    assert (answer.status, answer.text, answer.truncated) == ("partial", "Louvre, MoMA", True)
    assert flaws(answer) == ["result-cut"]


def test_nodes_without_a_name_are_no_answers(museums: RunContext) -> None:
    answer = answered(museums, rows(pattern(edge("person", "pet", "pet")), column("pet")))
    assert (answer.status, answer.answers) == ("abstained", ())
    assert "1 of the results have no name" in answer.reason
    both = answered(museums, rows(pattern(edge("one", "pet", "other")), column("one"), column("other")))
    assert (both.status, both.rows) == ("abstained", ())


def test_some_nodes_without_a_name_make_an_answer_partial(tmp_path: Path) -> None:
    run = run_of(compiled(tmp_path, HEAD + ':a a :Museum ; rdfs:label "A" . [] a :Museum . :c a :Museum .'))
    answer = answered(run, rows(pattern(MUSEUM), column("museum")))
    assert (answer.status, answer.text) == ("partial", "A, http://example.org/c")
    unnamed = ["results-without-name", "answers-by-iri"]
    assert flaws(answer) == unnamed
    counted = answered(run, scalar(pattern(MUSEUM), count("museum")))
    assert (counted.status, counted.text) == ("partial", "3")
    assert flaws(counted) == ["not-shown"]


def test_texts_in_several_languages_are_not_supported(museums: RunContext) -> None:
    motto = edge("museum", "motto", "motto")
    answer = answered(museums, rows(pattern(motto), column("motto")))
    assert (answer.status, answer.kind, answer.text) == ("partial", "literal", "Art, Arte")
    assert flaws(answer) == ["values-alike"]
    counted = answered(museums, scalar(pattern(motto), count("motto")))
    assert counted.status == "partial"
    assert flaws(counted)[0] == "values-alike"


def test_spellings_of_one_value_are_not_supported(tmp_path: Path) -> None:
    run = run_of(compiled(tmp_path, HEAD + ":a :price 1, 1.0 ."))
    answer = answered(run, rows(pattern(edge("a", "price", "price")), column("price")))
    assert (answer.status, flaws(answer)) == ("partial", ["values-alike"])


def test_flaws_of_the_draft_and_words_that_it_does_not_read_count(museums: RunContext) -> None:
    reading = Reading(spans=(SpanReading(text="modern", start=0, end=6, role="unread"),))
    answer = answered(museums, FRENCH, flaws=(finding("operation-unasked", "a count"),), reading=reading)
    assert answer.status == "partial"
    assert answer.reading == reading
    assert flaws(answer) == [
        "operation-unasked",
        "word-unread",
    ]


@pytest.mark.parametrize(
    ("fields", "flaw"),
    [
        ({"score": 0.7}, "name-guessed"),
        ({"optional": True}, "topic-not-meant"),
        ({"iri": f"{EX}uk", "label": "UK"}, "name-unused"),
        (
            {"namesakes": (f"{EX}uk", f"{EX}atlantis")},
            "namesake",
        ),
    ],
    ids=["guessed", "optional", "left out", "namesake"],
)
def test_topics_that_may_not_be_meant_make_an_answer_partial(
    museums: RunContext, fields: dict[str, Any], flaw: str
) -> None:
    answer = answered(museums, FRENCH, topic("france", **fields))
    assert (answer.status, flaws(answer)) == ("partial", [flaw])


def test_namesakes_that_are_not_looked_at_are_a_flaw(museums: RunContext) -> None:
    namesakes = tuple(f"{EX}nowhere{number}" for number in range(MOST_NAMESAKES + 2))
    answer = answered(museums, FRENCH, topic("france", namesakes=namesakes))
    assert flaws(answer) == ["not-compared"]
    few = answered(museums, FRENCH, topic("france", namesakes=namesakes[:MOST_NAMESAKES]))
    assert few.status == "supported"


def test_topics_that_the_query_names_are_no_flaw(museums: RunContext) -> None:
    topics = topic("france"), topic("Museum", optional=True), topic("uk", optional=True)
    answer = answered(museums, FRENCH, *topics)
    assert (answer.status, answer.warnings) == ("supported", ())
    assert answer.topic_entities == topics


def test_a_topic_that_is_given_has_no_namesakes(museums: RunContext) -> None:
    run = run_of(museums.kg, topics=[f"{EX}france"])
    assert answered(run, FRENCH, topic("france", namesakes=(f"{EX}uk",))).status == "supported"


def test_triples_that_the_graph_does_not_have_are_not_cited(
    museums: RunContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    contains = museums.kg.contains

    async def without_countries(triples: Any) -> list[bool]:
        return [
            found and triple[1] == RDF_TYPE for triple, found in zip(triples, await contains(triples), strict=True)
        ]

    monkeypatch.setattr(museums.kg, "contains", without_countries)
    answer = answered(museums, FRENCH)
    assert (answer.status, flaws(answer)) == ("partial", ["triples-lost"])
    assert all(triple[1] == RDF_TYPE for triple in answer.cited_triples)


def test_every_cited_triple_is_looked_up(museums: RunContext) -> None:
    run = run_of(museums.kg)
    with remembered(run) as asked:
        answer = answered(run, FRENCH)
    assert {*answer.cited_triples} <= set(asked)


def test_a_graph_that_evaluates_no_queries_says_so() -> None:
    from tests.kg.rdf_store import RdfStore

    answer = answered(run_of(RdfStore(small_graph("Ann parent Bob"))), FRENCH)
    assert answer.status == "abstained"
    assert "evaluates no queries" in answer.reason


def test_a_query_of_key_columns_alone_has_no_answer(museums: RunContext) -> None:
    key = column("key_museum", VariableValue(variable="museum"))
    assert answered(museums, rows(pattern(MUSEUM), key)).status == "abstained"


def test_a_chain_of_classes_that_goes_round_is_shown(tmp_path: Path) -> None:
    turtle = ':A rdfs:subClassOf :B . :B rdfs:subClassOf :A, :Museum . :a a :A ; rdfs:label "A1" .'
    answer = answered(run_of(compiled(tmp_path, HEAD + turtle)), rows(pattern(MUSEUM), column("museum")))
    assert (answer.status, answer.text) == ("supported", "A1")
    assert len(answer.paths[0].triples) == 3


def test_a_group_is_shown_by_what_stands_in_it_and_by_nothing_else(museums: RunContext) -> None:
    query = rows(pattern(instance("museum", "Museum"), COUNTRY), column("country"), column("n", count("museum")))
    statements = {text.split(":")[0]: text for text in texts(answered(museums, query))}
    assert statements["Spain"] == "Spain: number of 'museum' = 1: Prado"
