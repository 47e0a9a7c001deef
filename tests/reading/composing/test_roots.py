"""What a question asks for among what it names, and in which form."""

import pytest

from tests.reading.composing.cases import QuestionedGraph

NAMES = ("Krume", "Dunkel", "Hollen", "Ida Brandt")


def asked(graph: QuestionedGraph, question: str) -> tuple[str, list[str]]:
    scan = graph.scan(question, *(name for name in NAMES if name in question))
    return scan.form, [scan.heads[place].text for place in scan.roots]


@pytest.mark.parametrize(
    ("question", "form", "roots"),
    [
        ("Which breads are sold at Krume?", "rows", ["breads"]),
        ("List all rye breads", "rows", ["rye breads"]),
        ("What is the price of Dunkel?", "rows", ["price"]),
        ("What are the price and the weight of Dunkel?", "rows", ["price", "weight"]),
        ("Of the breads of Krume, which bread is the heaviest?", "rows", ["bread"]),
        ("The breads which Krume has", "rows", ["breads"]),
        ("Who is the baker of Dunkel?", "rows", ["baker"]),
        ("Who works at Krume?", "rows", ["who"]),
        ("Which Hollen bakery has Dunkel?", "rows", ["bakery"]),
        ("How heavy is Dunkel?", "rows", ["heavy"]),
        ("How much does Dunkel weigh?", "rows", ["weigh"]),
        ("How many bakeries does Hollen have?", "count", ["bakeries"]),
        ("How many flours are there?", "count", ["flours"]),
        ("What is the average price of breads?", "aggregate", ["price"]),
        ("Are there bakeries in Hollen?", "exists", ["bakeries"]),
        ("Does a bakery have Dunkel?", "exists", ["bakery"]),
    ],
)
def test_the_root_is_what_is_asked_for(
    bakeries: QuestionedGraph, question: str, form: str, roots: list[str]
) -> None:
    assert asked(bakeries, question) == (form, roots)


@pytest.mark.parametrize(
    "question",
    [
        "Where is Krume located?",
        "When was Krume founded?",
        "In which year was Krume founded?",
        "What is Krume?",
        "Does Krume sell a bread?",
        "Which one is best?",
    ],
)
def test_a_question_for_no_class_or_relation_has_no_root(bakeries: QuestionedGraph, question: str) -> None:
    assert asked(bakeries, question)[1] == []


def test_a_yes_or_no_may_begin_with_a_named_thing_that_is_compared(bakeries: QuestionedGraph) -> None:
    scan = bakeries.scan("Is Dunkel heavier than Zopfbrot?", "Dunkel", "Zopfbrot")
    assert (scan.form, [scan.heads[place].text for place in scan.roots]) == ("exists", ["Dunkel"])


def test_a_number_of_an_attribute_with_numbers_is_its_value(bakeries: QuestionedGraph) -> None:
    assert asked(bakeries, "What is the number of the population of Hollen?") == ("rows", ["population"])


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Who is the youngest baker?", "Jon Kamp"),
        ("Who is the oldest baker?", "Ida Brandt"),
        ("Who are the bakers that work at Krume?", "Ida Brandt, Jon Kamp"),
    ],
)
def test_who_is_goes_on_with_the_class(bakeries: QuestionedGraph, question: str, expected: str) -> None:
    assert bakeries.answer(question, *(["Krume"] if "Krume" in question else [])) == expected


def test_what_is_ordered_by_is_found_behind_an_adjective_that_is_asked_for(bakeries: QuestionedGraph) -> None:
    scan = bakeries.scan("How heavy are the breads sorted by price?")
    assert [scan.heads[place].text for place in (*scan.roots, *scan.order)] == ["heavy", "price"]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What has a price above 4.5?", "Dinkelkruste, Roggenlaib"),
        ("What has a price above 4.5 and a weight below 800?", "Roggenlaib"),
        ("What was founded after 1980?", "Kornhof, Semmel"),
        ("What has the highest price?", "Dinkelkruste"),
        ("Which has a floor area below 70?", "Linde"),
        ("Tell me what has a price above 4.5.", "Dinkelkruste, Roggenlaib"),
        ("What has a price above 4.5 and is sold at Krume?", "Dinkelkruste"),
        ("Which prices are above 4.5?", "5.0, 6.0"),
        ("List the prices above 4.5.", "5.0, 6.0"),
        ("Which prices exceed 4.5?", "5.0, 6.0"),
        ("Which flours start with sp?", "spelt"),
        ("What is the highest price?", "6.0"),
    ],
)
def test_things_are_asked_for_by_their_values_and_values_by_name(
    bakeries: QuestionedGraph, question: str, expected: str
) -> None:
    assert bakeries.answer(question, *(name for name in NAMES if name in question)) == expected


@pytest.mark.parametrize(
    ("question", "noun", "expected"),
    [
        ("Which loaf has a price above 4.5?", "loaf", "Dinkelkruste, Roggenlaib"),
    ],
)
def test_a_noun_of_no_class_is_not_read_for_the_value(
    bakeries: QuestionedGraph, question: str, noun: str, expected: str
) -> None:
    draft = bakeries.draft(question)
    assert draft.query is not None, draft.reason
    assert noun in draft.reading.unread
    assert ", ".join(bakeries.rows(draft.query)) == expected
