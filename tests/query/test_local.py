"""Queries over a compiled graph: ties, what is skipped, exact numbers, limits, and labels."""

import asyncio

import pytest

from pog_agent.kg.local.compile import compile_files
from pog_agent.models.query import (
    Arithmetic,
    DateDifference,
    Query,
    QueryResult,
    SkippedRows,
    TermCase,
    TermNumber,
    TextTest,
)
from pog_agent.query.evaluate import evaluate
from pog_agent.query.limits import QueryLimits
from pog_agent.query.local.index import QueryIndex
from pog_agent.terms import XSD, literal
from tests.query.written import (
    EX,
    aggregate,
    column,
    compared,
    constant,
    count,
    edge,
    instance,
    number,
    pattern,
    rows,
    scalar,
    variable,
    without,
)

TURTLE = """
@prefix : <http://example.org/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Tool rdfs:subClassOf :Part . :Hammer rdfs:subClassOf :Tool .
:a a :Part ; :price 9 ; :sold :x, :y ; rdfs:label "Anvil"@en ; :made "2000-02-29"^^xsd:date .
:b a :Tool ; :price 9.0 ; :sold :x ; rdfs:label "Bolt"@en ; :made "2024-02-28"^^xsd:date .
:c a :Hammer ; :price 7 ; :made "2024-03-01T08:00:00Z"^^xsd:dateTime .
:d a :Part ; :price "about 5" ; rdfs:label "anchor"@de .
:e a :Part ; :price 7 ; :sold :y .
:big :weight 123456789012345678901234567890, 0.1, 0.2, 1e300 .
"""
PRICED = pattern(instance("part", "Part"), edge("part", "price", "price"))
BY_PRICE = (column("part"), column("price", number("price")))


@pytest.fixture(scope="module")
def index(tmp_path_factory) -> QueryIndex:
    file = tmp_path_factory.mktemp("parts") / "parts.ttl"
    file.write_text(TURTLE, encoding="utf-8")
    return QueryIndex(compile_files([file], "parts"))


def result(index: QueryIndex, query: Query, **further: object) -> QueryResult:
    return asyncio.run(evaluate(query, index.graph, index=index, **further))


def names(found: QueryResult) -> list[str]:
    return [str(row[0]).removeprefix(EX) for row in found.rows]


@pytest.mark.parametrize(
    ("first", "last", "expected"),
    [(1, 1, "ab"), (2, 2, "ab"), (3, 3, "ce"), (2, 3, "abce"), (1, 9, "abce"), (5, 9, "")],
)
def test_all_that_tie_with_the_border_of_a_window_are_in_it(index, first, last, expected):
    found = result(index, rows(PRICED, *BY_PRICE, order_by=["-price"], ranks=(first, last)))
    assert names(found) == list(expected)


def test_a_value_that_is_no_number_is_skipped_and_counted(index):
    found = result(index, rows(PRICED, *BY_PRICE, order_by=["price"]))
    assert names(found) == ["c", "e", "a", "b"]
    assert found.skipped == (SkippedRows(reason="a value is not a number", count=1),)
    assert not found.is_reliable


def test_what_a_join_repeats_is_counted_once_and_equal_values_of_two_things_twice(index):
    sold = pattern(edge("part", "price", "price"), edge("part", "sold", "shop"))
    assert result(index, scalar(sold, count("part"))).scalar == literal("3", XSD + "integer")
    assert result(index, scalar(sold, aggregate("sum", "part", number("price")))).scalar == literal(
        "25", XSD + "decimal"
    )


def test_a_count_can_be_zero_and_an_average_of_nothing_has_no_value(index):
    shops = [pattern(edge("part", "sold", "shop"))]
    per_part = rows(
        pattern(instance("part", "Part")),
        column("part"),
        column("shops", count("shop")),
        optionals=shops,
        order_by=["shops"],
    )
    assert [row[1] for row in result(index, per_part).rows] == [
        literal(text, XSD + "integer") for text in ("0", "0", "1", "1", "2")
    ]
    nothing = pattern(edge("part", "price", "price"), edge("price", "sold", "shop"))
    found = result(index, scalar(nothing, aggregate("average", "part", number("price"))))
    assert found.rows == ()
    assert found.skipped == (SkippedRows(reason="nothing to aggregate", count=1),)
    assert result(index, scalar(nothing, count("part"))).scalar == literal("0", XSD + "integer")


def test_integers_and_decimals_are_exact(index):
    weights = pattern(edge("thing", "weight", "weight"))
    exact = pattern(*weights.elements, compared(number("weight"), "<", constant(literal("1e200", XSD + "double"))))
    total = result(index, scalar(exact, aggregate("sum", "thing", number("weight"))))
    assert total.scalar == literal("123456789012345678901234567890.3", XSD + "decimal")
    square = Arithmetic(operation="*", left=number("weight"), right=number("weight"))
    largest = result(index, scalar(exact, aggregate("max", "thing", square)))
    assert largest.scalar == literal(str(123456789012345678901234567890**2), XSD + "integer")


def test_a_term_stands_for_the_number_of_its_case_and_another_one_is_skipped_and_counted(index):
    cases = tuple(TermCase(term=EX + name, number=number) for name, number in (("x", "0.001"), ("z", "5")))
    size = Arithmetic(operation="*", left=number("price"), right=TermNumber(variable="shop", cases=cases))
    sold = pattern(edge("part", "price", "price"), edge("part", "sold", "shop"))
    found = result(index, rows(sold, column("part"), column("size", size), order_by=["size"]))
    assert [row[1] for row in found.rows] == [literal("0.009", XSD + "decimal")] * 2
    assert found.skipped == (SkippedRows(reason="a term stands for no number, such as an unknown unit", count=2),)


def test_division_by_zero_skips_the_row(index):
    zero = Arithmetic(operation="-", left=number("price"), right=number("price"))
    quotient = Arithmetic(operation="/", left=number("price"), right=zero)
    found = result(index, rows(PRICED, column("part"), column("quotient", quotient)))
    assert found.rows == ()
    assert {item.reason: item.count for item in found.skipped} == {
        "a value is not a number": 1,
        "a division by zero": 4,
    }


@pytest.mark.parametrize(("unit", "expected"), [("days", "8765"), ("years", "23")])
def test_differences_of_dates_are_by_the_calendar(index, unit, expected):
    until = constant(literal("2024-02-28", XSD + "date"))
    age = DateDifference(unit=unit, start=variable("made", "date"), end=until)
    found = result(index, rows(pattern(edge("part", "made", "made")), column("part"), column("age", age)))
    assert (names(found)[0], found.rows[0][1]) == ("a", literal(expected, XSD + "integer"))
    assert found.skipped == (SkippedRows(reason="a value is not a date (xsd:date)", count=1),)


def test_labels_are_read_although_they_are_no_edges(index):
    label = edge("part", "label", "label").model_copy(
        update={"relation": "http://www.w3.org/2000/01/rdf-schema#label"}
    )
    begins = TextTest(variable="label", test="starts_with", text="an")
    assert names(result(index, rows(pattern(label, begins), column("part")))) == ["a", "d"]


def test_what_the_graph_lacks_is_named(index):
    found = result(index, rows(pattern(edge("part", "colour", "colour")), column("part")))
    assert (found.rows, found.doubts) == ((), (f"the graph has no <{EX}colour>",))
    assert not found.is_reliable


def test_a_query_beyond_a_limit_has_no_rows_and_says_why(index):
    groups = rows(pattern(instance("part", "Part")), column("part"), column("n", count("part")))
    found = result(index, groups, limits=QueryLimits(groups=4))
    assert (found.rows, found.truncated) == ((), True)
    assert found.notes == ("the query has 5 groups, more than the 4 that are allowed",)
    pairs = pattern(
        edge("part", "price", "price"),
        edge("other", "price", "cost"),
        compared(number("cost"), ">", number("price")),
    )
    found = result(index, rows(pairs, column("part")), limits=QueryLimits(joined_rows=20))
    assert (found.rows, found.truncated) == ((), True)
    assert "more than the 20 that are allowed" in found.notes[0]


def test_every_limit_from_one_to_enough_gives_the_first_rows(index):
    query = rows(pattern(instance("part", "Part")), column("part"))
    for most in range(1, 7):
        found = result(index, query, limits=QueryLimits(rows=most))
        assert names(found) == list("abcde"[:most])
        assert found.truncated == (most < 5)


def test_none_is_without_a_counterexample(index):
    never_sold = pattern(instance("part", "Part"), without(edge("part", "sold", "shop")))
    assert names(result(index, rows(never_sold, column("part")))) == ["c", "d"]
    assert result(index, Query(form="exists", pattern=never_sold)).truth is True


def test_an_index_serves_many_queries_and_can_be_closed(index):
    own = QueryIndex(index.graph)
    assert result(own, rows(PRICED, *BY_PRICE)) == result(own, rows(PRICED, *BY_PRICE))
    own.close()
    assert own.is_empty
