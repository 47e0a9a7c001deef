"""Each form of a composed query has an answer, a status, and evidence that states its conditions."""

from pathlib import Path

import pytest

from pog_agent.models.query import Arithmetic, Combination, InQuery, Query, ScalarValue
from pog_agent.run.context import RunContext
from tests.answering.computed.museums import (
    AREA,
    COUNTRY,
    MUSEUM,
    OF_FRANCE,
    VISITED,
    VISITORS,
    answered,
    compiled,
    flaws,
    run_of,
    texts,
    triples,
)
from tests.query.written import (
    EX,
    aggregate,
    column,
    compared,
    constant,
    count,
    edge,
    exists,
    greatest,
    instance,
    number,
    one_of,
    pattern,
    rows,
    scalar,
    without,
)

LARGEST = greatest(pattern(AREA), "country", column("key_area", number("area")))


def test_a_class_has_its_members_with_their_types(museums: RunContext) -> None:
    answer = answered(museums, rows(pattern(MUSEUM), column("museum")))
    assert (answer.status, answer.kind, answer.evidence) == ("supported", "entities", "kg_only")
    assert answer.text == "Louvre, MoMA, Orsay, Prado, Tate"
    assert texts(answer)[0] == "{museum} <- type - {Louvre}"
    assert texts(answer)[-1] == "{museum} <- sub class of - {gallery} <- type - {Tate}"
    assert {("tate", "type", "Gallery"), ("Gallery", "subClassOf", "Museum")} <= triples(answer)
    assert (answer.columns, answer.rows, answer.computations) == ((), (), ())


def test_the_query_and_its_sparql_are_those_that_were_composed(museums: RunContext) -> None:
    query = rows(OF_FRANCE, column("museum"))
    answer = answered(museums, query)
    assert answer.query == query
    assert answer.sparql is not None and f"<{EX}france>" in answer.sparql
    assert answer.reason == "As composed."


def test_no_composed_query_is_no_computed_answer(museums: RunContext) -> None:
    with pytest.raises(AssertionError):
        answered(museums, None)


def test_a_count_with_a_condition_shows_what_was_counted(museums: RunContext) -> None:
    answer = answered(museums, scalar(OF_FRANCE, count("museum")))
    assert (answer.status, answer.kind, answer.text, answer.answers[0].value) == ("supported", "count", "2", "2")
    assert texts(answer)[0] == "number of 'museum' = 2: Louvre, Orsay"
    assert {("louvre", "country", "france"), ("orsay", "country", "france")} <= triples(answer)


def test_an_extreme_shows_the_winner_and_the_next_with_their_values(museums: RunContext) -> None:
    answer = answered(museums, LARGEST)
    assert (answer.status, answer.text, answer.columns) == ("supported", "USA", ())
    assert texts(answer) == [
        "compared area of 4 things",
        "USA, area 9800",
        "next: France, area 640: France - area -> 640",
        "{USA} - area -> {9800}",
    ]


def test_all_that_tie_are_the_answer_and_the_next_is_none_of_them(museums: RunContext) -> None:
    query = greatest(pattern(*VISITED), "museum", column("key_visitors", VISITORS))
    answer = answered(museums, query)
    assert (answer.status, answer.text) == ("supported", "Louvre, Tate")
    assert texts(answer)[0] == "compared visitors of 3 of 5 museums"
    assert answer.computations[-1].text == "next: Orsay, visitors 300: Orsay - visitors -> 300"


def test_a_later_place_has_the_next_one_behind_it(museums: RunContext) -> None:
    query = LARGEST.model_copy(update={"ranks": LARGEST.ranks.model_copy(update={"first": 2, "last": 2})})
    answer = answered(museums, query)
    assert answer.text == "France"
    assert answer.computations[-1].text == "next: Spain, area 500: Spain - area -> 500"


def test_a_window_over_everything_has_no_next_one(museums: RunContext) -> None:
    query = LARGEST.model_copy(update={"ranks": LARGEST.ranks.model_copy(update={"last": 9})})
    assert not [text for text in texts(answered(museums, query)) if text.startswith("next")]


def test_a_greatest_value_shows_who_has_it(museums: RunContext) -> None:
    answer = answered(museums, scalar(pattern(AREA), aggregate("max", "country", number("area"))))
    assert (answer.status, answer.kind, answer.text) == ("supported", "literal", "9800")
    assert {"USA, area 9800", "{USA} - area -> {9800}"} <= {*texts(answer)}


def test_groups_are_shown_with_their_numbers_and_members(museums: RunContext) -> None:
    directed = pattern(MUSEUM, edge("museum", "director", "director"))
    query = rows(directed, column("director"), having=[compared(count("museum"), ">", constant("1"))])
    answer = answered(museums, query)
    assert (answer.status, answer.text) == ("supported", "Ann")
    assert [item.text for item in answer.computations] == [
        "looked through 2 things; found 1 director of a museum with number of 'museum' more than 1",
        "Ann: number of 'museum' = 2: Louvre, Orsay",
    ]
    assert ("orsay", "director", "ann") in triples(answer)


def test_the_largest_group_has_the_next_ones_behind_it(museums: RunContext) -> None:
    query = greatest(pattern(MUSEUM, COUNTRY), "country", column("key_number", count("museum")))
    answer = answered(museums, query)
    assert (answer.status, answer.text) == ("supported", "France")
    assert texts(answer)[1] == "France: number of 'museum' = 2: Louvre, Orsay"
    assert texts(answer)[2] == "next: Spain: number of 'museum' = 1: Prado"


def test_groups_and_their_numbers_are_a_table(museums: RunContext) -> None:
    query = rows(pattern(MUSEUM, COUNTRY), column("country"), column("number_of_museums", count("museum")))
    answer = answered(museums, query)
    assert answer.columns == ("country", "number of museums")
    assert answer.text == "France, 2; Spain, 1; UK, 1; USA, 1"
    assert [item.label for item in answer.answers] == ["France", "Spain", "UK", "USA"]


def test_an_optional_member_makes_a_number_of_nothing(museums: RunContext) -> None:
    query = rows(
        pattern(MUSEUM, COUNTRY, one_of("country", "spain")),
        column("museum"),
        column("directors", count("director")),
        optionals=[pattern(edge("museum", "director", "director"))],
    )
    answer = answered(museums, query)
    assert (answer.status, answer.text) == ("supported", "Prado, 0")
    assert texts(answer) == ["Prado: number of 'director' = 0"]


def test_a_negation_says_what_was_looked_through(museums: RunContext) -> None:
    answer = answered(
        museums, rows(pattern(MUSEUM, without(edge("museum", "director", "director"))), column("museum"))
    )
    assert (answer.status, answer.text) == ("supported", "MoMA, Prado")
    assert texts(answer)[0] == ("looked through 5 museums; found 2 museums without director")


def test_a_difference_says_what_something_was_taken_away_from(museums: RunContext) -> None:
    directed = pattern(MUSEUM, edge("museum", "director", "director"))
    left = Combination(operation="difference", variables=("museum",), patterns=(pattern(MUSEUM), directed))
    answer = answered(museums, rows(pattern(left), column("museum")))
    assert (answer.status, answer.text) == ("supported", "MoMA, Prado")
    assert texts(answer)[0].startswith("looked through 5 museums; found 2 things")


@pytest.mark.parametrize(("operation", "text"), [("union", "Louvre, Orsay, Tate"), ("intersection", "")])
def test_alternatives_show_the_one_that_holds(museums: RunContext, operation: str, text: str) -> None:
    parts = [pattern(MUSEUM, COUNTRY, one_of("country", name)) for name in ("france", "uk")]
    both = Combination(operation=operation, variables=("museum",), patterns=tuple(parts))
    answer = answered(museums, rows(pattern(both), column("museum")))
    assert ", ".join(item.label for item in answer.answers) == text
    assert answer.status == ("supported" if text else "abstained")
    assert (("tate", "country", "uk") in triples(answer)) == bool(text)


def test_an_average_shows_its_values_and_how_many_there_are(museums: RunContext) -> None:
    answer = answered(museums, scalar(pattern(AREA), aggregate("average", "country", number("area"))))
    assert (answer.status, answer.kind, answer.text) == ("supported", "literal", "2795")
    assert texts(answer)[0] == "average area of 4 values = 2795: France 640, Spain 500, UK 240, USA 9800"
    assert ("spain", "area", "500") not in triples(answer) and len(triples(answer)) == 4


def test_a_share_shows_both_numbers(museums: RunContext) -> None:
    countries = ScalarValue(query=scalar(pattern(AREA), count("country")))
    share = Arithmetic(operation="/", left=count("museum"), right=countries)
    answer = answered(museums, scalar(pattern(*VISITED), share))
    assert (answer.status, answer.text) == ("supported", "0.75")
    assert "number of 'museum' = 3: Louvre, Orsay, Tate" in texts(answer)
    assert "number of 'country' = 4: France, Spain, UK, USA" in texts(answer)


def test_long_fractions_are_shown_short(museums: RunContext) -> None:
    query = scalar(pattern(*VISITED), Arithmetic(operation="/", left=constant("2"), right=count("museum")))
    (item,) = answered(museums, query).answers
    assert (item.label, item.value) == ("0.666667", "0.666666666666666666")


def test_a_yes_shows_one_solution(museums: RunContext) -> None:
    answer = answered(museums, Query(form="exists", pattern=OF_FRANCE))
    assert (answer.status, answer.kind, answer.text) == ("supported", "boolean", "yes")
    assert texts(answer) == ["{France} <- country - {Louvre} - type -> {museum}"]


def test_a_no_shows_what_there_is_instead(museums: RunContext) -> None:
    where = pattern(one_of("country", "france"), edge("country", "capital", "town"), one_of("town", "london"))
    answer = answered(museums, Query(form="exists", pattern=where))
    assert (answer.status, answer.text, answer.answers[0].value) == ("supported", "no", "false")
    assert texts(answer) == ["looked through 1 thing called France with capital: France - capital -> Paris"]


def test_a_no_where_nothing_could_be_looked_through_is_not_supported(museums: RunContext) -> None:
    where = pattern(one_of("person", "ann"), edge("person", "pet", "pet"), edge("pet", "capital", "town"))
    answer = answered(museums, Query(form="exists", pattern=where))
    assert (answer.status, answer.text) == ("partial", "no")
    assert flaws(answer) == ["nothing-looked-through"]


def test_a_count_of_nothing_says_what_was_looked_through(museums: RunContext) -> None:
    where = pattern(MUSEUM, COUNTRY, one_of("country", "atlantis"))
    answer = answered(museums, scalar(where, count("museum")))
    assert (answer.status, answer.text) == ("supported", "0")
    assert texts(answer)[1].startswith("looked through 5 museums with country: Louvre")


def test_a_count_in_a_row_of_its_own_is_a_count(museums: RunContext) -> None:
    where = pattern(MUSEUM, COUNTRY, one_of("country", "atlantis"))
    answer = answered(museums, rows(where, column("number", count("museum"))))
    assert (answer.status, answer.kind, answer.text) == ("supported", "count", "0")
    assert "looked through 5 museums with country" in texts(answer)[0]


def test_a_zero_that_the_graph_states_is_an_answer(museums: RunContext) -> None:
    where = pattern(one_of("country", "spain"), edge("country", "ships", "ships"))
    answer = answered(museums, rows(where, column("ships")))
    assert (answer.status, answer.kind, answer.text) == ("supported", "literal", "0")
    assert texts(answer) == ["{Spain} - ships -> {0}"]


def test_a_nested_extreme_has_evidence_of_its_own(museums: RunContext) -> None:
    inner = InQuery(variables=("country",), columns=("country",), query=LARGEST)
    answer = answered(museums, rows(pattern(edge("country", "capital", "town"), inner), column("town")))
    assert (answer.status, answer.text) == ("supported", "Washington")
    assert texts(answer) == [
        "compared area of 4 things",
        "USA, area 9800",
        "next: France, area 640: France - area -> 640",
        "{Washington} <- capital - {USA} - area -> {9800}",
    ]


def test_members_of_a_nested_query_are_shown_with_the_answer(museums: RunContext) -> None:
    large = rows(pattern(AREA, compared(number("area"), ">", constant("600"))), column("country"))
    inner = InQuery(variables=("country",), columns=("country",), query=large)
    answer = answered(museums, rows(pattern(edge("country", "capital", "town"), inner), column("town")))
    assert texts(answer) == [
        "{Washington} <- capital - {USA} - area -> {9800}",
        "{Paris} <- capital - {France} - area -> {640}",
    ]


def test_a_test_of_existence_is_shown_with_the_answer(museums: RunContext) -> None:
    where = pattern(
        instance("museum", "Museum"), exists(COUNTRY, AREA, compared(number("area"), ">", constant("700")))
    )
    answer = answered(museums, rows(where, column("museum")))
    assert (answer.status, answer.text) == ("supported", "MoMA")
    assert texts(answer) == ["{MoMA} - country -> {USA} - area -> {9800}", "{museum} <- type - {MoMA}"]


def test_several_columns_are_a_table_and_key_columns_no_part_of_it(museums: RunContext) -> None:
    query = rows(
        pattern(*VISITED, COUNTRY),
        column("museum"),
        column("country"),
        column("key_visitors", VISITORS),
        order_by=["key_visitors"],
    )
    answer = answered(museums, query)
    assert answer.columns == ("museum", "country")
    assert [[cell.label if cell else None for cell in row] for row in answer.rows] == [
        *(["Orsay", "France"], ["Louvre", "France"], ["Tate", "UK"])
    ]
    assert [item.label for item in answer.answers] == ["Orsay", "Louvre", "Tate"]


def test_an_optional_cell_may_be_empty(museums: RunContext) -> None:
    query = rows(
        pattern(MUSEUM),
        column("museum"),
        column("director"),
        optionals=[pattern(edge("museum", "director", "director"))],
    )
    answer = answered(museums, query)
    assert answer.status == "supported"
    assert [row[1].label if row[1] else None for row in answer.rows] == ["Ann", None, "Ann", None, "Bob"]


def test_no_more_than_ten_answers_are_cited(tmp_path: Path) -> None:
    lines = (f':m{number:02} a :Museum ; rdfs:label "M{number:02}" .' for number in range(12))
    head = "@prefix : <http://example.org/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n"
    run = run_of(compiled(tmp_path, head + "\n".join(lines)))
    answer = answered(run, rows(pattern(MUSEUM), column("museum")))
    assert (answer.status, len(answer.answers), len(answer.paths)) == ("supported", 12, 10)
    assert texts(answer)[0] == "10 of 12 results are shown"
    counted = answered(run, scalar(pattern(MUSEUM), count("museum")))
    assert texts(counted)[0].endswith("M08, M09, and 2 more")
    assert len(counted.paths) == 10
