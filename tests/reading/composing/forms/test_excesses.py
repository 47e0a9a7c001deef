"""By how much one value or count exceeds another one, or the other way round."""

import pytest

from tests.reading.composing.cases import QuestionedGraph

BREADS = ("Dunkel", "Weissling")
SHOPS = ("Krume", "Semmel")


@pytest.mark.parametrize(
    ("question", "names", "expected"),
    [
        ("How much heavier is Dunkel than Weissling?", BREADS, "500"),
        ("How much more expensive is Dinkelkruste than Zopfbrot?", ("Dinkelkruste", "Zopfbrot"), "2"),
        ("How much cheaper is Weissling than Dunkel?", BREADS, "1.5"),
        ("How much less expensive is Weissling than Dunkel?", BREADS, "1.5"),
        ("How much higher is the price of Dunkel than that of Weissling?", BREADS, "1.5"),
        (
            "How much larger is the population of Marnau than the population of Hollen?",
            ("Marnau", "Hollen"),
            "5000",
        ),
        ("How many more breads than bakers are there?", (), "1"),
        ("How many more breads are there than bakers?", (), "1"),
        ("How many fewer mills than bakers are there?", (), "2"),
        ("How many more breads are sold at Krume than at Semmel?", SHOPS, "1"),
        ("How many more breads are sold at Krume than Semmel?", SHOPS, "1"),
        ("How many fewer breads are sold at Semmel than at Krume?", SHOPS, "1"),
        ("How many more breads are sold at bakeries in Hollen than in Marnau?", ("Hollen", "Marnau"), "2"),
    ],
)
def test_what_one_has_more_than_another(
    bakeries: QuestionedGraph, question: str, names: tuple[str, ...], expected: str
) -> None:
    assert bakeries.answer(question, *names) == expected


@pytest.mark.parametrize(
    ("question", "names", "expected"),
    [
        ("How many more seats does Alder Hall have than Birch Hall?", ("Alder Hall", "Birch Hall"), "80"),
        ("How many more courses are held in Birch Hall than in Cedar Hall?", ("Birch Hall", "Cedar Hall"), "1"),
        ("How many more courses than teachers are there?", (), "2"),
        ("How many fewer courses are free than not?", (), ""),
    ],
)
def test_counts_and_numbers_are_compared(
    halls: QuestionedGraph, question: str, names: tuple[str, ...], expected: str
) -> None:
    assert halls.answer(question, *names) == expected


@pytest.mark.parametrize(
    ("question", "names", "expected"),
    [
        ("How much heavier is Weissling than Dunkel?", BREADS, ["500"]),
        ("How much more expensive is Weissling than Dunkel?", BREADS, ["1.5"]),
        ("How many more bakers than breads are there?", (), ["1"]),
        ("How many more breads are sold at Semmel than at Krume?", SHOPS, ["1"]),
        ("How many more bakers are there than bakeries?", (), ["0"]),
    ],
)
def test_where_there_is_less_another_query_says_how_much(
    bakeries: QuestionedGraph, question: str, names: tuple[str, ...], expected: list[str]
) -> None:
    draft = bakeries.draft(question, *names)
    assert draft.query is not None and draft.contrary is not None
    assert bakeries.rows(draft.query) == []
    assert bakeries.rows(draft.contrary.query) == expected


def test_where_there_is_more_nothing_is_the_other_way_round(bakeries: QuestionedGraph) -> None:
    draft = bakeries.draft("How much heavier is Dunkel than Weissling?", *BREADS)
    assert draft.contrary is not None
    assert bakeries.rows(draft.contrary.query) == []


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        ("How much prettier is Dunkel than Weissling?", "what 'than' asks for was not read"),
        ("How much heavier is Dunkel than any other bread?", "what 'any' asks for was not read"),
        ("How many more breads are sold at Krume than at any other bakery?", "what 'any' asks for was not read"),
        ("How much heavier is Dunkel than the average bread?", "what 'average' asks for was not read"),
        ("How many more bakers work at Krume than breads?", "it is not clear what is compared"),
        ("How many more breads are baked by Dunkel than in ovens?", "it is not clear what is compared"),
        ("How many more bakeries than locations are there?", "it is not clear what is compared"),
        ("How many more breads do we have than bakers?", "it is not clear what is compared"),
    ],
)
def test_what_is_not_compared_is_refused_by_name(bakeries: QuestionedGraph, question: str, reason: str) -> None:
    assert bakeries.refusal(question, "Dunkel", "Weissling", "Krume") == reason


def test_of_things_that_do_not_tell_it_is_told(halls: QuestionedGraph) -> None:
    draft = halls.draft("How many more halls are heated than unheated?")
    assert [halls.rows(query) for query in draft.untold] == [["Birkensaal"], ["Birkensaal"]]
