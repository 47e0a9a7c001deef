"""The unit that a name or a description of an attribute states, and words that state none."""

import pytest

from pog_agent.values.unit_names import unit_in_description, unit_in_name, without_unit


@pytest.mark.parametrize(
    ("name", "unit"),
    [
        ("weight (kg)", "kg"),
        ("weight [g]", "g"),
        ("runtime (min)", "min"),
        ("Gewicht (in kg)", "kg"),
        ("duration in minutes", "min"),
        ("area square kilometres", "km²"),
        ("Elevation meter", "m"),
        ("length_km", "km"),
        ("height_m", "m"),
        ("area_km2", "km²"),
        ("power_kW", "kW"),
        ("price_EUR", "EUR"),
        ("price_eur", "EUR"),
        ("http://example.org/lengthKm", "km"),
        ("http://example.org/lengthMm", "mm"),
        ("http://example.org#energyKWh", "kWh"),
        ("http://example.org/speedKmPerHour", "km/h"),
        ("http://example.org/durationMinutes", "min"),
        ("http://example.org/sizeGB", "GB"),
    ],
)
def test_a_unit_ends_a_name(name: str, unit: str) -> None:
    found = unit_in_name(name)
    assert found is not None
    assert found.text == unit


@pytest.mark.parametrize(
    ("name", "rest"),
    [
        ("elevation (m)", "elevation"),
        ("monthly rent eur", "monthly rent"),
        ("area in square metres", "area"),
        ("amount (EUR)", "amount"),
        ("price per kg", "price per kg"),
        ("birth year", "birth year"),
        ("seats", "seats"),
    ],
)
def test_a_name_without_its_unit(name: str, rest: str) -> None:
    assert without_unit(name) == rest


@pytest.mark.parametrize(
    "name",
    [
        *("price", "weight", "minutes", "year", "birth year", "birthDay", "stage (final)", "score (points)"),
        *("temperatureMin", "priceAll", "priceTop", "topTry", "checkIn", "number of bars", "number of yards"),
        *("vitaminC", "planB", "speed_km_h", "chapterNo", "population density", "co2", "isbn13", ""),
    ],
)
def test_a_word_that_may_mean_something_else_is_no_unit(name: str) -> None:
    assert unit_in_name(name) is None


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("How heavy a parcel is, in grams.", "g"),
        ("Speed of the train in km/h", "km/h"),
        ("Floor area in square metres, without the cellar", "m²"),
        ("The price (EUR) with tax.", "EUR"),
    ],
)
def test_a_description_states_a_unit(text: str, unit: str) -> None:
    found = unit_in_description(text)
    assert found is not None
    assert found.text == unit


@pytest.mark.parametrize(
    "text",
    [
        "Who came in second place",
        "Length in km or in miles",
        "Built in May",
        "in time for a day",
        "price in pounds",
        "",
    ],
)
def test_a_description_of_no_unit_or_of_two_states_none(text: str) -> None:
    assert unit_in_description(text) is None
