"""Replies of a language model as queries: each form, what they yield, and what is wrong with others."""

from typing import Any

import pytest

from pog_agent.models.query_draft import KEY_PREFIX
from pog_agent.reasoner.composed.conversion import query_of_reply
from pog_agent.reasoner.composed.reply import QueryReply
from pog_agent.reasoner.composed.statements import LONGEST, StatementError
from tests.schema_fixtures import SchemaGraph, everyday

MARWEDE, VELDEN = "Ilse Marwede", "Velden"
PAINTED = ["w is class:painting", "w link:painted by a"]
FOUNDED = ["m is class:museum", "m attribute:founded in year_"]
PRICED = ["m is class:museum", "m attribute:adult ticket price (EUR) p"]


@pytest.fixture(scope="module")
def museum() -> SchemaGraph:
    return everyday("museum", "lexical")


def nested(depth: int) -> dict[str, Any]:
    """A pattern with so many others inside each other."""
    return {"where": ["m is class1"], "not": [nested(depth - 1)] if depth else []}


def result(graph: SchemaGraph, *names: str, **reply: Any) -> list[tuple[str, ...]]:
    return graph.rows(graph.query("Which?", names, **reply))


FORMS: list[tuple[str, dict[str, Any], list[tuple[str, ...]]]] = [
    (
        "one column",
        {"where": [*PAINTED, "a is topic:Ilse Marwede"], "select": ["w"]},
        [("Self-Portrait with Lantern",), ("The Ferry at Dusk",)],
    ),
    (
        "several columns",
        {"where": [*FOUNDED, "year_ > 1970"], "select": ["m", "year_"]},
        [("Harbour Gallery", "1998"), ("Old Salt Mill", "1976")],
    ),
    ("a count", {"where": ["w is class:painting"], "select": ["count(w)"]}, [("10",)]),
    ("a sum", {"where": PRICED, "select": ["sum(p)"]}, [("40",)]),
    ("an average", {"where": PRICED, "select": ["average(p)"]}, [("8",)]),
    ("the least", {"where": PRICED, "select": "min(p)"}, [("5.00",)]),
    ("the greatest", {"where": FOUNDED, "select": ["max(year_)"]}, [("1998",)]),
    (
        "groups",
        {"where": ["r link:room of m", "m is class:art museum"], "select": ["m", "count(r)"]},
        [("Brackwater Museum of Art", "3"), ("Harbour Gallery", "1")],
    ),
    (
        "groups with a condition",
        {"where": ["r link:room of m"], "select": ["m"], "having": ["count(r) >= 3"]},
        [("Brackwater Museum of Art",)],
    ),
    (
        "groups that may be empty",
        {
            "where": ["m is class:art museum"],
            "optional": [["d is class:Department", "d link:department of m"]],
            "select": ["m", "count(d)"],
        },
        [("Brackwater Museum of Art", "3"), ("Harbour Gallery", "0")],
    ),
    (
        "a group that is not shown",
        {"where": PAINTED, "select": ["count(w)"], "group_by": ["a"], "having": ["count(w) > 2"]},
        [("3", "Dorothea Quill")],
    ),
    (
        "an extreme",
        {"where": FOUNDED, "select": ["m"], "order": ["year_ asc"], "places": [1, 1]},
        [("Brackwater Museum of Art", "1887")],
    ),
    (
        "the second",
        {"where": FOUNDED, "select": ["m"], "order": ["year_"], "places": [2, 2]},
        [("Lindholt Castle Museum", "1921")],
    ),
    (
        "places in the middle",
        {"where": FOUNDED, "select": ["m"], "order": ["year_ desc"], "places": [2, 3]},
        [("Old Salt Mill", "1976"), ("Torven Peat Museum", "1968")],
    ),
    (
        "an extreme of a count",
        {"where": PAINTED, "select": ["a"], "order": ["count(w) desc"], "places": 1},
        [("Dorothea Quill", "3")],
    ),
    ("between", {"where": [*FOUNDED, "year_ between 1950 and 1970"], "select": ["count(m)"]}, [("2",)]),
    (
        "equal",
        {"where": [*PRICED, "p = 7.5"], "select": ["m"]},
        [("Velden Clock Museum",)],
    ),
    (
        "a date beside a year",
        {"where": ["x is class:Exhibition", "x attribute:opens on d", "d < 2021"], "select": ["x"]},
        [("Light on Water",)],
    ),
    (
        "a date beside a date",
        {"where": ["x is class:Exhibition", "x attribute:opens on d", "d > 2023-06-01"], "select": ["x"]},
        [("Marsh and Map",)],
    ),
    (
        "a text",
        {"where": ["m attribute:opening hours t", "t contains 'january'"], "select": ["m"]},
        [("Lindholt Castle Museum",)],
    ),
    (
        "the beginning of a text",
        {"where": ["m attribute:opening hours t", 't starts with "Thu"'], "select": ["m"]},
        [("Harbour Gallery",)],
    ),
    (
        "without",
        {"where": ["m is class:museum"], "not": [["r is class:Room", "r link:room of m"]], "select": ["m"]},
        [("Old Salt Mill",), ("Torven Peat Museum",)],
    ),
    (
        "neither one nor the other",
        {
            "where": ["m is class:museum"],
            "not": [["r link:room of m"], {"where": ["m attribute:closed down in c"]}],
            "select": ["m"],
        },
        [("Old Salt Mill",)],
    ),
    (
        "another one than",
        {
            "where": [
                "a is class:Artist",
                "a link:pupil of t",
                "t is topic:Ilse Marwede",
                "a != topic:Henrik Voss",
            ],
            "select": ["a"],
        },
        [("Petra Voss",)],
    ),
    (
        "either, by patterns",
        {
            "where": ["w is class:painting"],
            "either": [["w link:restored by p"], ["w link:donated by p"]],
            "select": ["count(w)"],
        },
        [("4",)],
    ),
    (
        "one of some things",
        {"where": [*PAINTED, "a is topic:Ilse Marwede or topic:Henrik Voss"], "select": ["count(w)"]},
        [("3",)],
    ),
    ("one of some classes", {"where": ["w is class:Print or class:clock"], "select": ["count(w)"]}, [("5",)]),
    (
        "more than the average",
        {
            "queries": {"mean": {"where": PRICED, "select": ["average(p)"]}},
            "where": ["x is class:museum", "x attribute:adult ticket price (EUR) q", "q > mean"],
            "select": ["x"],
        },
        [("Brackwater Museum of Art",), ("Lindholt Castle Museum",)],
    ),
    (
        "earlier than another one",
        {
            "where": [*FOUNDED, "other is topic:Velden Clock Museum", "other attribute:founded in o", "year_ < o"],
            "select": ["m"],
        },
        [("Brackwater Museum of Art",), ("Lindholt Castle Museum",)],
    ),
    (
        "in the result of another query",
        {
            "queries": {
                "oldest": {"where": FOUNDED, "select": ["m"], "order": ["year_"], "places": [1, 1]},
            },
            "where": ["m in oldest", "r link:room of m"],
            "select": ["count(r)"],
        },
        [("3",)],
    ),
    (
        "a difference of two values",
        {
            "where": [
                *("a is topic:Lindholt Castle Museum", "a attribute:founded in x"),
                *("b is topic:Velden Clock Museum", "b attribute:founded in y", "x < y"),
            ],
            "select": ["y - x"],
        },
        [("33",)],
    ),
    (
        "a ratio of two counts",
        {
            "queries": {
                "some": {"where": ["w is class:watercolour"], "select": ["count(w)"]},
                "all": {"where": ["w is class:painting"], "select": ["count(w)"]},
            },
            "select": ["some / all"],
        },
        [("0.3",)],
    ),
    (
        "parts of dates",
        {"where": ["x attribute:opens on d"], "select": ["year(d)", "count(x)"], "having": ["count(x) > 1"]},
        [("2022", "2")],
    ),
    (
        "an age",
        {
            "where": [
                *("p is topic:Marit Holloway", "p attribute:hired on h"),
                *("x is topic:Light on Water", "x attribute:opens on d"),
                "h < d",
            ],
            "select": ["age(h, d)"],
        },
        [("8",)],
    ),
    (
        "days",
        {"where": ["l attribute:loan from a", "l attribute:loan until b"], "select": ["max(days(a, b))"]},
        [("364",)],
    ),
    ("yes", {"form": "exists", "where": [*FOUNDED, "year_ < 1900"]}, [("true",)]),
    ("no", {"form": "boolean", "where": [*FOUNDED, "year_ < 1800"]}, [("false",)]),
]


@pytest.mark.parametrize(("reply", "rows"), [form[1:] for form in FORMS], ids=[form[0] for form in FORMS])
def test_each_form_yields_what_it_says(
    museum: SchemaGraph, reply: dict[str, Any], rows: list[tuple[str, ...]]
) -> None:
    names = (MARWEDE, "Henrik Voss", "Velden Clock Museum", "Lindholt Castle Museum", "Marit Holloway")
    assert result(museum, *names, "Light on Water", **reply) == rows


def test_what_orders_rows_and_is_not_asked_for_is_told_by_its_name(museum: SchemaGraph) -> None:
    query = museum.query("Which?", (), where=FOUNDED, select=["m"], order=["year_ desc"], places=[1])
    assert [column.name.startswith(KEY_PREFIX) for column in query.columns] == [False, True]


def test_a_text_of_the_question_is_a_value() -> None:
    graph = everyday("workshop", "lexical")
    reply = {"where": ["t attribute:outcome o", "o is value:passed", "t link:tested item x"], "select": ["x"]}
    query = graph.query("Which item passed its test?", (), **reply)
    assert graph.rows(query) == [("Hydraulic disc brake Grippa 2",)]


@pytest.mark.parametrize(
    ("reply", "problem"),
    [
        ({"select": []}, "'select' is empty"),
        ({"where": ["m is class99"], "select": ["m"]}, "there is no class99: the last one is class20"),
        ({"where": ["m is class0"], "select": ["m"]}, "there is no class0"),
        ({"where": ["a link99 b"], "select": ["a"]}, "there is no link99"),
        ({"where": ["a attribute99 b"], "select": ["a"]}, "there is no attribute99"),
        ({"where": ["a is topic7"], "select": ["a"]}, "there is no topic7"),
        ({"where": ["a is value1"], "select": ["a"]}, "there is no value1"),
        ({"where": ["a is castle"], "select": ["a"]}, "'castle' is the name of nothing that was shown"),
        ({"where": ["a is not class1"], "select": ["a"]}, "'not class1' is the name of nothing"),
        ({"where": ["a is link1"], "select": ["a"]}, "a variable is of some classes"),
        ({"where": ["a is class1 or topic1"], "select": ["a"]}, "a variable is of some classes"),
        ({"where": ["a class1 b"], "select": ["a"]}, "class1 leads nowhere"),
        ({"where": ["class1 link1 b"], "select": ["b"]}, "stands where a variable is needed"),
        ({"where": ["m is class:museum", "drop everything"], "select": ["m"]}, "is no statement of the forms"),
        ({"where": FOUNDED, "select": ["z"]}, "unknown variable 'z'"),
        ({"where": FOUNDED, "select": ["import os"]}, "is no expression"),
        ({"where": FOUNDED, "select": ["m.relation"]}, "is no expression"),
        ({"where": FOUNDED, "select": ["[m]"]}, "is no expression"),
        ({"where": FOUNDED, "select": ["eval(m)"]}, "there is no function 'eval'"),
        ({"where": FOUNDED, "select": ["("*250 + "m" + ")"*20]}, "is no expression"),
        ({"where": FOUNDED, "select": ["-m"]}, "has no minus before it"),
        ({"where": [*FOUNDED, "year_ > 1e999"], "select": ["m"]}, "is no number, text or date"),
        ({"where": ["x" * (LONGEST + 1)], "select": ["m"]}, "more than 300 characters"),
        ({"where": ["m is class:museum"] * 61, "select": ["m"]}, "more than 60 statements"),
        ({"where": [*FOUNDED, "m > 3"], "select": ["m"]}, "a term is compared with a number"),
        ({"where": [*FOUNDED, "year_ > 'early'"], "select": ["m"]}, "a number is compared with a text"),
        ({"where": ["m attribute:opening hours t"], "select": ["sum(t)"]}, "takes numbers, not text"),
        ({"where": FOUNDED, "select": ["sum(year_, m)"]}, "sum takes 1 value"),
        ({"where": FOUNDED, "select": ["sum(3)"]}, "sum takes values of variables"),
        ({"where": FOUNDED, "select": ["count()"]}, "count takes the variables"),
        ({"where": FOUNDED, "select": ["year(m)"]}, "year takes the values of an attribute of dates"),
        ({"where": FOUNDED, "select": ["age(year_, year_)"]}, "takes two dates"),
        ({"where": FOUNDED, "select": ["m"], "order": ["m"], "places": [1]}, "not a term"),
        ({"where": FOUNDED, "select": ["m"], "order": ["year_"], "places": [3, 1]}, "the last rank is before"),
        ({"where": FOUNDED, "select": ["m"], "order": ["year_"], "places": [1, 2, 3]}, "a first and a last place"),
        ({"where": FOUNDED, "select": ["m"], "order": ["year_"], "places": [0, 0]}, "greater than or equal to 1"),
        ({"where": FOUNDED, "select": ["m"], "having": ["year_ > 3"]}, "in 'having' has an aggregate"),
        ({"where": FOUNDED, "select": ["m"], "having": ["m is class:museum"]}, "'having' takes comparisons"),
        ({"where": FOUNDED, "select": ["m"], "either": [["m is class:museum"]]}, "fewer than two alternatives"),
        (
            {"where": FOUNDED, "select": ["m"], "either": [["a is class1"], ["b is class1"]]},
            "have no variable in common",
        ),
        ({"where": [*FOUNDED, "r is class:Room"], "select": ["m"]}, "nothing connects"),
        ({"where": FOUNDED, "not": [["r is class:Room"]], "select": ["m"]}, "shares no variable"),
        ({"where": [*FOUNDED, "m in other"], "select": ["m"]}, "there is no query 'other'"),
        (
            {"queries": {"m": {"where": FOUNDED, "select": ["m"]}}, "where": FOUNDED, "select": ["m"]},
            "is the name of a query and of a variable",
        ),
        (
            {"queries": {"q": {"where": FOUNDED, "select": ["m"]}}, "where": [*FOUNDED, "year_ > q"],
             "select": ["m"]},
            "a scalar value needs a query of the form 'scalar'",
        ),
        ({"where": ["key_m is class:museum"], "select": ["key_m"]}, "begins with 'key_'"),
        (
            {"where": ["a is class:Artist", "w is class:painting", "a link:painted by w"], "select": ["w"]},
            "link1 leads from 'painting' to 'Artist'",
        ),
        (
            {"where": ["w is class:painting", "w attribute:founded in y"], "select": ["w"]},
            "is no attribute of what 'w' stands for",
        ),
        (
            {"where": ["w attribute:made in y", "m attribute:founded in y", "m attribute:opening hours y"],
             "select": ["w"]},
            "stands for values of two types",
        ),
        ({"where": [], "form": "exists"}, "an exists query has at least one element"),
        (
            {"where": FOUNDED, "select": ["m"], "not": [nested(4)]},
            "stand inside each other",
        ),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_in_one_line(museum: SchemaGraph, reply: dict[str, Any], problem: str) -> None:
    with pytest.raises(StatementError) as caught:
        museum.query("Which painting by Ilse Marwede?", (MARWEDE,), **reply)
    assert problem in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "reply",
    [
        {"where": ["W is Class1", "W [link1] a", "a = topic1"], "select": "W"},
        {"where": [["w", "is", "class1"], ["w", "link1", "a"], "a is topic1."], "select": ["w"], "not": None},
        {
            "where": ["w is class 1", "w - link1 -> a", "a in topic1"],
            "select": ["w"],
            "order": None,
            "places": None,
        },
        {"where": ["w is class1", "w link1 a", "a == topic1"], "select": ["w"], "having": []},
        {"where": ["w is painting", "w link1 a", "a is Ilse Marwede"], "select": ["w"]},
        {"where": ["w is a {Painting}", "w link1 a", "a is 'ilse marwede'."], "select": ["w"]},
    ],
)
def test_other_spellings_are_read(museum: SchemaGraph, reply: dict[str, Any]) -> None:
    shown = museum.shown("Which paintings are by Ilse Marwede?", MARWEDE)
    query = query_of_reply(QueryReply.model_validate({"form": "rows", **reply}), shown)
    assert museum.rows(query) == [("Self-Portrait with Lantern",), ("The Ferry at Dusk",)]


def test_equal_values_of_two_things_both_count() -> None:
    graph = everyday("workshop", "lexical")
    reply = {"where": ["x attribute:weight in grams g", "x is class:Brake"], "select": ["sum(g)"]}
    assert graph.rows(graph.query("Which?", (), **reply)) == [(str(410 + 640 + 590),)]


def test_a_reply_needs_its_form() -> None:
    with pytest.raises(ValueError, match="form"):
        QueryReply.model_validate({"where": ["m is class1"], "select": ["m"]})
