"""Days and months as a text writes them."""

import pytest

from pog_agent.values import read_text
from pog_agent.values.written_dates import written_dates


@pytest.mark.parametrize(
    ("text", "found", "iso"),
    [
        ("Who came on 2024-04-11?", "2024-04-11", "2024-04-11"),
        ("Who came on 11 April 2024?", "11 April 2024", "2024-04-11"),
        ("Who came on the 3rd of May, 2024?", "the 3rd of May, 2024", "2024-05-03"),
        ("Who came on April 11, 2024?", "April 11, 2024", "2024-04-11"),
        ("Who came in may 2024?", "may 2024", "2024-05"),
        ("Who came in Dec. 2024?", "Dec. 2024", "2024-12"),
    ],
)
def test_a_day_or_a_month(text: str, found: str, iso: str) -> None:
    (date,) = written_dates(text)
    assert (date.text, text[date.start : date.end]) == (found, found)
    assert date.span == read_text(iso).span


@pytest.mark.parametrize(
    "text",
    ["in 2024", "on 31 February 2024", "call 2024-04-111", "Mary 2024", "it may cost 2024.5", "Marchand 1990", ""],
)
def test_what_is_no_day_or_month(text: str) -> None:
    assert list(written_dates(text)) == []


def test_a_month_in_words_is_no_span_of_years() -> None:
    (date,) = written_dates("Who came in May 2001?")
    first, last, after = (read_text(f"2001-0{day}").span for day in ("5-01", "5-31", "6-01"))
    assert first is not None and last is not None and after is not None
    assert (date.span.low, date.span.high) == (first.low, last.high)
    assert not after.surely_before(date.span) and date.span.surely_before(after)
