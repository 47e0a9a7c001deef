"""Queries as values: what is valid, what each mistake says, and the JSON they travel as."""

from random import Random

import pytest
from pydantic import ValidationError

from pog_agent.models.query import Query, QueryResult, SkippedRows
from pog_agent.terms import XSD, literal
from tests.query.random_queries import RandomQueries
from tests.query.written import (
    EX,
    after,
    aggregate,
    column,
    compared,
    constant,
    count,
    edge,
    exists,
    instance,
    number,
    pattern,
    rows,
    scalar,
    variable,
)

SIZE = edge("thing", "size", "size")
THINGS = instance("thing", "Thing")


def test_a_query_becomes_json_and_the_same_query_again():
    random = Random(7)
    for _ in range(200):
        query = RandomQueries(random, zones=True).query()
        again = Query.model_validate_json(query.model_dump_json())
        assert again == query
        assert hash(again) == hash(query)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: rows(pattern(THINGS), column("size")), "unknown variable 'size'"),
        (lambda: rows(pattern(THINGS)), "a query of the form 'rows' has at least one column"),
        (lambda: rows(pattern(THINGS, edge("other", "size", "size")), column("thing")), "nothing connects"),
        (lambda: rows(pattern(SIZE), column("size"), column("size")), "two columns have the same name"),
        (lambda: rows(pattern(SIZE), column("thing", number("size"))), "has the name of a variable"),
        (lambda: rows(pattern(SIZE), column("all", constant("1"))), "the column 'all' is a constant"),
        (lambda: rows(pattern(SIZE), column("size"), order_by=["size"]), "needs a number, text or date"),
        (lambda: rows(pattern(SIZE), column("size", number("size")), order_by=["price"]), "which is no column"),
        (lambda: rows(pattern(SIZE), column("size", number("size")), ranks=(1, 1)), "ranks need an order"),
        (
            lambda: rows(pattern(SIZE), column("size", number("size")), order_by=["size"], ranks=(2, 1)),
            "the last rank is before the first one",
        ),
        (
            lambda: rows(pattern(SIZE), column("day", variable("size", "date")), order_by=["day"]),
            "has to say whether its dates have a time zone",
        ),
        (lambda: rows(pattern(SIZE), column("key", number("size")), column("n", count("thing"))), "the key 'key'"),
        (lambda: scalar(pattern(SIZE), number("size")), "a scalar query has one column of aggregates"),
        (
            lambda: scalar(pattern(SIZE), aggregate("sum", "thing", variable("size", "text"))),
            "not text",
        ),
        (
            lambda: scalar(pattern(SIZE), aggregate("max", "thing", variable("size"))),
            "needs a number, text or date",
        ),
        (lambda: scalar(pattern(SIZE), aggregate("count", "thing", number("size"))), "a count has no value"),
        (lambda: scalar(pattern(SIZE), aggregate("sum", "thing", None)), "the aggregate 'sum' has no value"),
        (
            lambda: rows(pattern(SIZE, compared(number("size"), "<", constant('"a"'))), column("thing")),
            "a number is compared with a text",
        ),
        (
            lambda: rows(pattern(SIZE, compared(variable("size"), "<", variable("thing"))), column("thing")),
            "terms are the same or not",
        ),
        (
            lambda: rows(pattern(SIZE, exists(edge("other", "size", "size2"))), column("thing")),
            "shares no variable with the pattern around it",
        ),
        (
            lambda: rows(pattern(THINGS), column("thing"), optionals=[pattern(edge("other", "size", "size"))]),
            "an optional pattern shares no variable",
        ),
        (lambda: rows(pattern(edge("thing", "si ze", "size")), column("thing")), "is not an absolute IRI"),
        (lambda: rows(pattern(edge("?x", "size", "size")), column("size")), "String should match pattern"),
        (lambda: constant("_:b0"), "is neither an absolute IRI nor a literal"),
    ],
)
def test_a_mistake_is_named_in_one_line(make, message):
    with pytest.raises(ValidationError) as raised:
        make()
    [problem] = raised.value.errors()
    assert message in problem["msg"]
    assert "\n" not in problem["msg"]


def test_an_existence_test_may_look_at_the_pattern_around_it_but_not_further():
    larger = compared(number("other_size"), ">", number("size"))
    inner = exists(edge("thing", "next", "other"), edge("other", "size", "other_size"), larger)
    assert rows(pattern(SIZE, inner), column("thing"))
    further = exists(edge("other", "next", "third"), compared(number("size"), ">", constant("1")))
    with pytest.raises(ValidationError, match="unknown variable 'size'"):
        rows(pattern(SIZE, exists(edge("thing", "next", "other"), further)), column("thing"))


def test_comparisons_connect_what_no_edge_connects():
    born = pattern(
        edge("first", "born", "day"),
        edge("second", "born", "other_day"),
        compared(variable("day", "date"), "<", variable("other_day", "date")),
    )
    assert rows(born, column("first")).pattern.variables == {"first", "second", "day", "other_day"}


def test_the_keys_of_a_group_are_the_columns_without_an_aggregate():
    query = rows(pattern(SIZE), column("size"), column("year", after("year", "size")), column("n", count("thing")))
    assert [key.name for key in query.keys] == ["size", "year"]
    assert query.is_grouped


def test_a_result_knows_whether_it_is_reliable_and_a_single_value():
    one = QueryResult(columns=("n",), rows=((literal("3", XSD + "integer"),),))
    assert one.is_reliable
    assert one.scalar == literal("3", XSD + "integer")
    assert not QueryResult(skipped=(SkippedRows(reason="a value is not a number", count=1),)).is_reliable
    assert not QueryResult(doubts=("the store",)).is_reliable
    assert QueryResult(columns=("x",), rows=((EX + "a",), (EX + "b",))).scalar is None
