"""Numbers with units are found in questions."""

import pytest

from pog_agent.reading.composing.stated.amounts import masked, stated_amounts


@pytest.mark.parametrize(
    ("text", "amount", "figures", "unit"),
    [
        ("heavier than 2 kg?", "2 kg", "2", "kg"),
        ("2kg parcels", "2kg", "2", "kg"),
        ("less than €5?", "€5", "5", "EUR"),
        ("less than 5 euros?", "5 euros", "5", "EUR"),
        ("a price of 1709,54 EUR", "1709,54 EUR", "1709.54", "EUR"),
        ("above EUR 5", "EUR 5", "5", "EUR"),
        ("more than 1,234.5 square kilometres", "1,234.5 square kilometres", "1234.5", "km²"),
        ("faster than 80 km/h in town", "80 km/h", "80", "km/h"),
        ("hotter than 30 °C", "30 °C", "30", "°C"),
        ("over 30%", "30%", "30", "%"),
        ("longer than an hour and a half", "an hour and a half", "1.5", "h"),
        ("under half an hour", "half an hour", "0.5", "h"),
        ("for two and a half hours", "two and a half hours", "2.5", "h"),
        ("longer than 1 h 30 min", "1 h 30 min", "90", "min"),
        ("taller than 5 ft 11 in", "5 ft 11 in", "71", "in"),
    ],
)
def test_a_number_with_a_unit_is_found(text: str, amount: str, figures: str, unit: str) -> None:
    (found,) = stated_amounts(text)
    assert (found.text, found.figures, found.unit.text) == (amount, figures, unit)
    assert text[found.start : found.end] == amount
    assert masked(text, [found]) == text.replace(amount, figures.ljust(len(amount)))


@pytest.mark.parametrize(
    "text",
    [
        *("more than 5 in Berlin", "a town of 100m people", "above 5 million", "more than 2 books", "in 1998"),
        *("a hotel in a mile of shops", "version 1.2.3", "the 5th of May", "2-door cars", "room 101"),
    ],
)
def test_a_number_without_a_unit_is_none(text: str) -> None:
    assert stated_amounts(text) == ()
