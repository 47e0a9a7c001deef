"""A size of two numbers is a condition on two measures of a thing; what is read only half is refused by name."""

import pytest

from pog_agent.reading.composing.stated.sizes import stated_sizes
from tests.reading.composing.cases import QuestionedGraph


@pytest.mark.parametrize(
    ("text", "size", "tests"),
    [
        ("tiles of 15x15", "15x15", ["= 15", "= 15"]),
        ("15 x 10 mm tiles", "15 x 10 mm", ["= 15", "= 10"]),
        ("15 × 10 mm", "15 × 10 mm", ["= 15", "= 10"]),
        ("15 by 10 cm", "15 by 10 cm", ["= 15", "= 10"]),
        ("15 mm by 10 mm", "15 mm by 10 mm", ["= 15", "= 10"]),
        ("a size of 12,5 x 8 mm", "a size of 12,5 x 8 mm", ["= 12.5", "= 8"]),
        ("fits on 15x10 mm", "fits on 15x10 mm", ["<= 15", "<= 10"]),
        ("fit in an area of 15x10 mm", "fit in an area of 15x10 mm", ["<= 15", "<= 10"]),
        ("no larger than 15x10", "no larger than 15x10", ["<= 15", "<= 10"]),
        ("at least 15x10", "at least 15x10", [">= 15", ">= 10"]),
    ],
)
def test_two_numbers_are_two_tests(text: str, size: str, tests: list[str]) -> None:
    (found,) = stated_sizes(text)
    assert found.text == size
    assert [f"{test.operator} {test.number}" for test in found.tests] == tests


def test_two_different_numbers_may_be_meant_the_other_way_round() -> None:
    (found,) = stated_sizes("15 x 10 mm")
    assert [[other.number for other in test.otherwise] for test in found.tests] == [["10"], ["15"]]
    (square,) = stated_sizes("15 x 15 mm")
    assert [test.otherwise for test in square.tests] == [(), ()]


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("15x15x3 mm", "15x15x3 mm"),
        ("larger than 15x15", "than 15x15"),
        ("about 15x15", "about 15x15"),
        ("15 cm x 10 mm", "15 cm x 10 mm"),
        ("1,250 x 900 mm", "1,250 x 900 mm"),
    ],
)
def test_what_is_read_only_half_has_no_tests(text: str, named: str) -> None:
    (found,) = stated_sizes(text)
    assert (found.text, found.tests) == (named, ())


@pytest.mark.parametrize("text", ["divided by 10", "15 by 10", "a 4x brake", "15x", "10 people"])
def test_other_numbers_are_no_size(text: str) -> None:
    assert stated_sizes(text) == ()


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Which tiles are 15x15?", "Ash"),
        ("Which 15x15 tiles are grey?", "Ash"),
        ("Which tiles fit on 15 x 15 mm?", "Ash, Dun"),
        ("Which tiles fit on 1.5 by 1.5 cm?", "Ash, Dun"),
        ("How many grey tiles fit in an area of 20x20 mm?", "2"),
        ("Which tiles have a size of 12,5 x 8 mm?", "Dun"),
    ],
)
def test_things_of_a_size_are_found_and_counted(tiles: QuestionedGraph, question: str, answer: str) -> None:
    assert tiles.answer(question) == answer


def test_the_numbers_are_width_and_height_and_the_other_order_is_another_reading(tiles: QuestionedGraph) -> None:
    draft = tiles.draft("Which tiles are 10 x 20 mm?")
    assert draft.query is not None
    assert tiles.rows(draft.query) == ["Bay"]
    assert [tiles.rows(rival.query) for rival in draft.rivals] == [["Cob"]]


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        ("Which tiles are larger than 10x10?", "it is not clear which size 'than 10x10' is"),
        (
            "Which boards are 100x50 mm?",
            "'100x50 mm' compares with two measures, and there are: 'width (mm)', 'height (mm)', 'depth (mm)'",
        ),
        ("Which pins are 2x2 mm?", "'2x2 mm' compares with two measures, and there are: 'width (mm)'"),
        ("Which tiles are 2 x 2 kg?", "'2 x 2 kg' compares with two measures, and there are: none"),
    ],
)
def test_a_size_that_two_measures_do_not_have_is_refused_by_name(
    tiles: QuestionedGraph, question: str, reason: str
) -> None:
    draft = tiles.draft(question)
    assert (draft.query, draft.refused, draft.reason) == (None, True, reason)
