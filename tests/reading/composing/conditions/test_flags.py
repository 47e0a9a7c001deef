"""Attributes that say yes or no are conditions, and of what says neither it is told."""

import pytest

from tests.reading.composing.cases import QuestionedGraph


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which halls are heated?", "Alder Hall, Cedar Hall"),
        ("Which heated halls are there?", "Alder Hall, Cedar Hall"),
        ("How many heated halls are there?", "2"),
        ("Which halls are not heated?", "Birch Hall"),
        ("Which halls aren't heated?", "Birch Hall"),
        ("Which unheated halls are there?", "Birch Hall"),
        ("Which halls have a stage?", "Alder Hall, Cedar Hall"),
        ("Which halls have no stage?", "Birch Hall, Birkensaal"),
        ("Which halls don't have a stage?", "Birch Hall, Birkensaal"),
        ("Which halls without a stage are heated?", ""),
        ("Which courses are free?", "Chess, Pottery"),
        ("How many courses are not free?", "2"),
        ("What is the average price of courses that are not free?", "30"),
        ("Which courses are held in a heated hall?", "Pottery, Yoga"),
        ("Is there a heated hall?", "yes"),
        ("Which halls are listed?", "Alder Hall"),
        ("Which halls are not listed?", "Birch Hall, Birkensaal, Cedar Hall"),
    ],
)
def test_a_flag_is_a_condition(halls: QuestionedGraph, question: str, expected: str) -> None:
    assert halls.answer(question) == expected


@pytest.mark.parametrize(
    ("name", "expected"), [("Alder Hall", "yes"), ("Birch Hall", "no"), ("Cedar Hall", "yes")]
)
def test_whether_a_thing_is_so_is_told_by_its_value(halls: QuestionedGraph, name: str, expected: str) -> None:
    assert halls.answer(f"Is {name} heated?", name) == expected


@pytest.mark.parametrize(
    ("question", "names", "untold"),
    [
        ("Which halls are not heated?", (), ["Birkensaal"]),
        ("Which halls are heated?", (), ["Birkensaal"]),
        ("Is Birkensaal heated?", ("Birkensaal",), ["Birkensaal"]),
        ("Is Birch Hall heated?", ("Birch Hall",), []),
        ("Which courses are held in a heated hall?", (), []),
    ],
)
def test_what_has_no_value_is_told(
    halls: QuestionedGraph, question: str, names: tuple[str, ...], untold: list[str]
) -> None:
    draft = halls.draft(question, *names)
    assert [halls.rows(query) for query in draft.untold] == [untold]


def test_where_the_graph_says_no_other_value_none_is_the_other_one(halls: QuestionedGraph) -> None:
    assert halls.draft("Which halls are not listed?").untold == ()


@pytest.mark.parametrize(
    ("question", "names", "reason"),
    [
        ("Which halls are not heated and listed?", (), "what 'and' asks for was not read"),
        ("Which halls are heated or listed?", (), "what 'or' asks for was not read"),
        ("Which halls are neither heated nor listed?", (), "what 'neither' asks for was not read"),
        ("Which halls were heated in 2010?", (), "what 'in 2010' asks for was not read"),
        ("Which halls are heated by Ada Post?", ("Ada Post",), "what 'by' asks for was not read"),
        ("Which halls are no longer heated?", (), "what 'no' asks for was not read"),
        ("Which halls are not unheated?", (), "what 'not unheated' asks for was not read"),
        ("Are the halls heated?", (), "what 'yes or no' asks for was not read"),
        ("Which is the most heated hall?", (), "what 'a number of hall' asks for was not read"),
    ],
)
def test_what_a_flag_does_not_tell_is_refused_by_name(
    halls: QuestionedGraph, question: str, names: tuple[str, ...], reason: str
) -> None:
    assert halls.refusal(question, *names) == reason


def test_a_denial_in_a_yes_or_no_question_is_not_answered(halls: QuestionedGraph) -> None:
    assert halls.draft("Isn't Birch Hall heated?", "Birch Hall").query is None
    assert halls.draft("Is Birch Hall not heated?", "Birch Hall").query is None


def test_a_flag_is_one_of_the_name_behind_it(halls: QuestionedGraph) -> None:
    scan = halls.scan("Which courses are held in unheated halls?")
    flag = next(head for head in scan.heads if head.is_flag)
    assert flag.owner is not None and flag.owner.text == "halls"
