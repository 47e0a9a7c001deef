"""Whether a stated value is the known one: yes, surely not, or not certain."""

import pytest

from pog_agent.values import Comparator, agrees, fulfils, read_text


@pytest.mark.parametrize(
    ("known", "stated", "expected"),
    [
        ("1200", "1,200.0", True),
        ("1200", "1,200", None),  # a decimal comma, perhaps
        ("1200", "1,300", False),  # with either
        ("1200", "1201", False),
        ("12345", "12000", None),  # rounded
        ("3.1416", "3.1", None),
        ("3.1416", "3.2", False),
        ("8.5 m", "850 cm", True),
        ("8.5 m", "9.5 m", False),
        ("8.5 m", "27.9 ft", None),  # converted and rounded
        ("8.5 m", "8.5 kg", None),
        ("5 €", "5 $", None),
        ("1954-07-17", "1954", True),
        ("1954", "1954-07-17", None),  # a year does not tell the day
        ("1954-07-17", "1955", False),
        ("1954", "1955", False),
        ("red", "5", None),
    ],
)
def test_values_agree_as_far_as_both_are_precise(known: str, stated: str, expected: bool | None) -> None:
    assert agrees(read_text(known), read_text(stated)) is expected


@pytest.mark.parametrize(
    ("known", "comparator", "stated", "expected"),
    [
        ("1954-07-17", "<", "1960", True),
        ("1954-07-17", ">", "1960", False),
        ("1954-07-17", "=", "1960", False),
        ("1954", "<", "1954-07-17", None),
        ("red", "<", "5", None),
        *((number, "=", "3", number == "3") for number in "234"),
        *((number, "<", "3", number == "2") for number in "234"),
        *((number, ">", "3", number == "4") for number in "234"),
        *((number, "<=", "3", number != "4") for number in "234"),
        *((number, ">=", "3", number != "2") for number in "234"),
    ],
)
def test_a_number_or_date_compares_as_the_words_say(
    known: str, comparator: Comparator, stated: str, expected: bool | None
) -> None:
    assert fulfils(read_text(known), read_text(stated), comparator) is expected
