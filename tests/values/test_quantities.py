"""The number and the unit that a text consists of, as they are written."""

from decimal import Decimal

import pytest

from pog_agent.values.quantities import stated_quantity


@pytest.mark.parametrize(
    ("text", "number", "unit"),
    [("12,5 kg", "12.5", "kg"), ("€ 5", "5", "€"), ("7 EUR", "7", "EUR"), ("80 km/h ", "80", "km/h")],
)
def test_the_number_and_the_unit_of_a_text(text: str, number: str, unit: str) -> None:
    found = stated_quantity(text)
    assert found is not None
    assert (found[0].by_comma, found[1]) == (Decimal(number), unit)


@pytest.mark.parametrize("text", ["kg", "12", "twelve kg", "", "c. 12 kg"])
def test_another_text_has_none(text: str) -> None:
    assert stated_quantity(text) is None
