"""What texts and names are like, and in which language they are, are conditions."""

from dataclasses import replace

import pytest

from pog_agent.reading.composing.composer import composed_query
from tests.finding_ids import ids
from tests.reading.composing.cases import QuestionedGraph


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which courses have a code starting with ART?", "Oil Painting, Pottery"),
        ("Which courses have a code that begins with 'art'?", "Oil Painting, Pottery"),
        ("Which courses have a code that ends with 01?", "Chess, Pottery, Yoga"),
        ("Which courses have a code ending in '02'?", "Oil Painting"),
        ('Which courses have a code containing "AME"?', "Chess"),
        ("What is the price of courses whose code begins with 'SPORT'?", "15"),
        ("How many courses have a code that starts with ART and are free?", "1"),
        ("Which halls have an English motto?", "Alder Hall"),
        ("Which halls have a German motto?", ""),
    ],
)
def test_the_texts_of_an_attribute_are_like_something(
    halls: QuestionedGraph, question: str, expected: str
) -> None:
    assert halls.answer(question) == expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which halls have a name that starts with B?", "Birch Hall"),
        ("Which halls have a name starting with 'a'?", "Alder Hall"),
        ("Which halls have names that end in 'Hall'?", "Alder Hall, Birch Hall, Cedar Hall"),
        ("Which hall names contain 'er'?", "Alder Hall"),
        ("Which halls have a name that contains 'saal'?", ""),
        ("Which courses whose name contains 'in' are there?", "Oil Painting"),
        ("How many courses have a name that does not start with P?", "3"),
        ("Which courses are held in a hall whose name starts with C?", "Yoga"),
        ("Which halls have a German name?", "Alder Hall, Birkensaal"),
        ("Which halls have an English name?", "Alder Hall, Birch Hall"),
        ("Which halls have no English name?", "Birkensaal, Cedar Hall"),
    ],
)
def test_names_are_like_something_in_the_languages_that_are_read(
    halls: QuestionedGraph, question: str, expected: str
) -> None:
    assert halls.answer(question) == expected


def test_things_without_a_name_that_is_read_are_told(halls: QuestionedGraph) -> None:
    draft = halls.draft("Which halls have a name that starts with B?")
    assert [halls.rows(query) for query in draft.untold] == [["Birkensaal"]]
    assert halls.draft("Which halls have a German name?").untold == ()


def test_texts_in_several_languages_are_a_flaw(halls: QuestionedGraph) -> None:
    draft = halls.draft("Which halls have a slogan starting with 'Come'?")
    assert ids(draft.flaws) == ["languages-of-texts"]


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        ("Which courses start with P?", "what 'start with P' asks for was not read"),
        ("Which courses have a name starting with a vowel?", "what 'starting with a' asks for was not read"),
        ("Which courses have a name starting with oil paint?", "what 'starting with oil' asks for was not read"),
        ("Which courses have a name starting with P or C?", "what 'or' asks for was not read"),
        ("Which courses have a code that does not start with ART?", None),
        ("Which courses have a price that starts with 4?", "the values of 'price' are no texts"),
        (
            "Which courses have a German code?",
            "the texts of 'code' are in no language that the graph tells",
        ),
        ("Which names start with P?", None),
    ],
)
def test_what_is_read_in_half_is_refused(halls: QuestionedGraph, question: str, reason: str | None) -> None:
    found = halls.refusal(question)
    assert reason is None or found == reason


def test_containing_things_is_no_condition_on_texts(halls: QuestionedGraph) -> None:
    scan = halls.scan("Which halls contain courses?")
    assert not any(head.text_conditions for head in scan.heads)
    assert scan.unread == []


def test_a_graph_whose_names_are_not_known_is_asked_for_none(halls: QuestionedGraph) -> None:
    question = "Which halls have a name that starts with B?"
    draft = composed_query(question, (), replace(halls.vocabulary(question), names=None))
    assert draft.query is None
    assert draft.reason == "it is not known by which relations the graph names things"
