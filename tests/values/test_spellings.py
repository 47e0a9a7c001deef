"""Which spellings are one value, and which numbers differ by rounding alone."""

import pytest

from pog_agent.values.spellings import plain, same_value


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("  Never  Let Me GO ", "never let me go"),
        ("+157", "157"),
        ("1,200.50", "1200.5"),
        ("1954-07-17T00:00:00Z", "1954-07-17"),
        ("1954-07-17+01:00", "1954-07-17"),
        ("Ｃａｆé", "café"),
    ],
)
def test_spellings_of_one_value_are_the_same(one, other):
    assert plain(one) == plain(other)


@pytest.mark.parametrize(
    ("one", "other"), [("1954", "1954-07-17"), ("-3", "3"), ("12", "1,2"), ("12", "12 Monkeys")]
)
def test_different_values_stay_different(one, other):
    assert plain(one) != plain(other)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("8", "8.0", True),
        ("19.625", "+19.62500", True),
        ("5.111111111111111111", "5.1111111111", True),
        ("5.11111111", "5.1111111111", False),
        ("1.5E3", "1500", True),
        ("35332534.12345678", "35332534.1234567812", True),
        ("1278257501", "1278257500", False),
        ("99999999999999999999", "99999999999999999998", False),
        ("007", "7", False),
        ("-3", "3", False),
        ("1999-05-01T00:00:00Z", "1999-05-01", True),
        ("3 cats", "3", False),
    ],
)
def test_numbers_may_differ_by_rounding_alone(one, other, same):
    assert (same_value(one, other), same_value(other, one)) == (same, same)
