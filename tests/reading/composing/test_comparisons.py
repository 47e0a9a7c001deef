"""Comparisons with numbers, years, days, averages and other things are tests of what they speak of."""

import pytest

from pog_agent.reading.composing.heads import Head
from pog_agent.reading.composing.heads import Test as HeadTest
from tests.finding_ids import ids
from tests.reading.composing.cases import EX, QuestionedGraph


def comparisons(graph: QuestionedGraph, question: str, *names: str) -> tuple[Head, list[tuple[str, str]]]:
    """The head with tests, and these."""
    (head,) = [head for head in graph.scan(question, *names).heads if head.tests]
    return head, [(test.operator, test.number) for test in head.tests]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("above 4", [(">", "4")]),
        ("of more than 4.5", [(">", "4.5")]),
        ("exceeding 4", [(">", "4")]),
        ("under 4", [("<", "4")]),
        ("of less than four", [("<", "4")]),
        ("of at least 4", [(">=", "4")]),
        ("of no less than 4", [(">=", "4")]),
        ("of at most 4", [("<=", "4")]),
        ("of no more than 4", [("<=", "4")]),
        ("of up to $4", [("<=", "4")]),
        ("of exactly 4", [("=", "4")]),
        ("of 1,000.5", [("=", "1000.5")]),
        ("between 3 and 5", [(">=", "3"), ("<=", "5")]),
    ],
)
def test_a_number_behind_an_attribute_is_compared_with_it(
    bakeries: QuestionedGraph, words: str, expected: list[tuple[str, str]]
) -> None:
    head, tests = comparisons(bakeries, f"Which breads have a price {words}?")
    assert head.measures[0].relation == EX + "price"
    assert tests == expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [("heavier than 700", (">", "700")), ("lighter than 700", ("<", "700"))],
)
def test_a_comparative_measures_an_attribute_that_is_not_named(
    bakeries: QuestionedGraph, words: str, expected: tuple[str, str]
) -> None:
    head, tests = comparisons(bakeries, f"Which breads are {words}?")
    assert (head.is_hint, head.measures[0].relation) == (True, EX + "weight")
    assert tests == [expected]


def test_a_verb_that_speaks_of_an_attribute_is_compared(bakeries: QuestionedGraph) -> None:
    head, tests = comparisons(bakeries, "Which breads weigh less than 700?")
    assert (head.text, tests) == ("weigh", [("<", "700")])


@pytest.mark.parametrize(
    ("words", "operator"),
    [("after 1980", ">"), ("before 1980", "<"), ("since 1980", ">="), ("in 1980", "=")],
)
def test_a_year_is_compared_with_the_year_of_a_date(bakeries: QuestionedGraph, words: str, operator: str) -> None:
    head, _ = comparisons(bakeries, f"Which bakeries were founded {words}?")
    assert head.measures[0].relation == EX + "founded"
    assert head.tests == [HeadTest(operator, "1980", as_year=True)]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("on 3 May 1921", [(">=", "1921-05-03"), ("<=", "1921-05-03")]),
        ("on the 3rd of May 1921", [(">=", "1921-05-03"), ("<=", "1921-05-03")]),
        ("in February 2004", [(">=", "2004-02-01"), ("<=", "2004-02-29")]),
        ("after May 1921", [(">", "1921-05-31")]),
        ("before May 1921", [("<", "1921-05-01")]),
        ("since May 1921", [(">=", "1921-05-01")]),
    ],
)
def test_days_and_months_are_compared_with_dates(
    bakeries: QuestionedGraph, words: str, expected: list[tuple[str, str]]
) -> None:
    head, tests = comparisons(bakeries, f"Which bakeries were founded {words}?")
    assert tests == expected
    assert all(test.as_date for test in head.tests)


@pytest.mark.parametrize(
    ("words", "operator"),
    [("above the average", ">"), ("below average", "<"), ("lower than the average", "<")],
)
def test_an_average_is_compared(bakeries: QuestionedGraph, words: str, operator: str) -> None:
    head, _ = comparisons(bakeries, f"Which breads have a price {words}?")
    assert head.tests == [HeadTest(operator, average=True)]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("words", "operator"), [("heavier than", ">"), ("lighter than", "<"), ("less heavy than", "<")]
)
def test_a_named_thing_is_compared_and_no_head_itself(
    bakeries: QuestionedGraph, words: str, operator: str
) -> None:
    scan = bakeries.scan(f"Which breads are {words} Zopfbrot?", "Zopfbrot")
    assert [head.kind for head in scan.heads] == ["class", "attribute"]
    assert scan.heads[1].tests == [HeadTest(operator, others=(EX + "zopf",))]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("question", "operator", "number"),
    [
        ("Which clubs have at least two boats?", ">=", "2"),
        ("Which clubs have fewer than 3 boats?", "<", "3"),
        ("Which clubs have exactly 2 boats?", "=", "2"),
    ],
)
def test_a_number_before_a_class_is_compared_with_a_count(
    rowing: QuestionedGraph, question: str, operator: str, number: str
) -> None:
    (_, boats) = rowing.scan(question).heads
    assert boats.counted == HeadTest(operator, number)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "question",
    [
        "Which boats were launched in 1998 or 2003?",
        "Which clubs have between 2 and 3 boats?",
        "Which boats are better than 5?",
        "Which clubs existed in May 1921?",
    ],
)
def test_a_comparison_of_nothing_that_is_known_is_not_read(rowing: QuestionedGraph, question: str) -> None:
    assert rowing.scan(question).unread


def test_who_joined_may_have_been_hired_or_started(gardens: QuestionedGraph) -> None:
    draft = gardens.draft("Who joined us after 2005?")
    assert draft.query is not None
    assert gardens.rows(draft.query) == ["Kit Marlow", "Omar Haddad"]
    assert ids(draft.flaws) == ["measured-by-meaning"]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("in 1920 or later", [(">=", "1920")]),
        ("in 1920 and later", [(">=", "1920")]),
        ("in 1920 or earlier", [("<=", "1920")]),
        ("in 1920 or after", [(">=", "1920")]),
        ("between the start of 1920 and the end of 1930", [(">=", "1920"), ("<=", "1930")]),
        ("from the beginning of 1920 to the end of 1930", [(">=", "1920"), ("<=", "1930")]),
    ],
)
def test_a_year_and_all_on_one_side_of_it(
    bakeries: QuestionedGraph, words: str, expected: list[tuple[str, str]]
) -> None:
    (founded,) = [head for head in bakeries.scan(f"Which bakeries were founded {words}?").heads if head.tests]
    assert [(test.operator, test.number) for test in founded.tests] == expected


def test_a_number_or_more_is_compared_with_a_value_and_with_a_count(bakeries: QuestionedGraph) -> None:
    assert bakeries.answer("Which towns have a population of 4000 or more?") == "Hollen, Marnau"
    assert bakeries.answer("Which towns have a population of 4000 or less?") == "Hollen, Linde"


@pytest.mark.parametrize("words", ["in 1920 or after 1930", "between the end of 1920 and the start of 1930"])
def test_other_sides_of_years_are_not_read(bakeries: QuestionedGraph, words: str) -> None:
    draft = bakeries.draft(f"Which bakeries were founded {words}?")
    assert draft.query is None or draft.flaws or draft.reading.unread
