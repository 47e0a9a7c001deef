"""Days of the calendar: the same day of another month, and the last one of a month."""

from datetime import date

import pytest

from pog_agent.values.dates import last_day_of_month, months_later


@pytest.mark.parametrize(
    ("day", "months", "expected"),
    [
        (date(2026, 5, 20), 8, date(2027, 1, 20)),
        (date(2026, 1, 31), 1, date(2026, 2, 28)),
        (date(2024, 3, 31), -1, date(2024, 2, 29)),
        (date(2026, 1, 15), -12, date(2025, 1, 15)),
        (date(2026, 1, 15), -13, date(2024, 12, 15)),
    ],
)
def test_the_same_day_of_another_month_or_its_last_one(day: date, months: int, expected: date) -> None:
    assert months_later(day, months) == expected


def test_the_last_day_of_a_month() -> None:
    assert last_day_of_month(date(2024, 2, 3)) == date(2024, 2, 29)
    assert last_day_of_month(date(2026, 12, 1)) == date(2026, 12, 31)
