"""Units and currencies that a text or a graph names, and numbers converted between them."""

from fractions import Fraction

import pytest

from pog_agent.terms import literal
from pog_agent.values.currencies import CURRENCIES
from pog_agent.values.known_units import exact_decimal, known_unit, shown_fraction, unit_of_term
from pog_agent.values.unit_codes import of_qudt, of_un_cefact

QUDT = "http://qudt.org/vocab/unit/"
CODES = (
    *(
        "KGM",
        "GRM",
        "TNE",
        "LBR",
        "ONZ",
        "MTR",
        "CMT",
        "MMT",
        "KMT",
        "SMI",
        "INH",
        "FOT",
        "MTK",
        "KMK",
        "HAR",
        "MTQ",
    ),
    *(
        "LTR",
        "MLT",
        "SEC",
        "MIN",
        "HUR",
        "DAY",
        "WEE",
        "MON",
        "ANN",
        "KMH",
        "MTS",
        "KNT",
        "CEL",
        "FAH",
        "KWT",
        "KWH",
    ),
    *("VLT", "AMP", "HTZ", "HPA", "BAR", "P1", "4L"),
)


@pytest.mark.parametrize("code", CODES)
def test_the_unit_of_a_code_is_known_and_is_read_again_as_it_is_shown(code: str) -> None:
    unit = unit_of_term(literal(code))
    assert unit is not None
    assert known_unit(unit.text) == unit


def test_no_code_of_a_unit_is_that_of_a_currency() -> None:
    assert not [code for code in CURRENCIES if of_un_cefact(code)]


@pytest.mark.parametrize(
    ("term", "label", "shown"),
    [
        (QUDT + "KiloGM", "", "kg"),
        ("urn:unit", "kilos", "kg"),
        (QUDT + "KiloM-PER-HR", "", "km/h"),
        (QUDT + "M2", "", "m²"),
        (QUDT + "KiloW-HR", "", "kWh"),
        (QUDT + "DEG_C", "", "°C"),
        ("http://www.ontology-of-units-of-measure.org/resource/om-2/kilogram", "", "kg"),
        ("http://www.wikidata.org/entity/Q11570", "kilogram", "kg"),
        (literal("square metres"), "", "m²"),
        (literal("EUR"), "", "EUR"),
        (literal("€"), "", "EUR"),
    ],
)
def test_a_graph_names_units_by_codes_iris_and_texts(term: str, label: str, shown: str) -> None:
    unit = unit_of_term(term, label)
    assert unit is not None
    assert unit.text == shown


@pytest.mark.parametrize("term", [literal("sack"), literal(""), literal("a\nb"), "http://example.org/Q1", "_:b0"])
def test_what_names_no_unit_is_unknown(term: str) -> None:
    assert unit_of_term(term) is None


@pytest.mark.parametrize("name", ["KiloFOO", "M-PER-FOO", "M-PER-SEC-PER-SEC", "kilogram"])
def test_a_name_that_qudt_does_not_have_is_none(name: str) -> None:
    assert of_qudt(name) is None


@pytest.mark.parametrize(
    ("number", "unit", "other", "expected"),
    [
        ("2", "kg", "g", "2000"),
        ("1.5", "hours", "min", "90"),
        ("100", "°F", "°C", "37.777777777778"),
        ("20", "°C", "K", "293.15"),
        ("2", "years", "months", "24"),
        ("12", "in", "cm", "30.48"),
    ],
)
def test_a_number_is_converted_within_its_dimension(number: str, unit: str, other: str, expected: str) -> None:
    one, two = known_unit(unit), known_unit(other)
    assert one is not None
    assert two is not None
    assert one.dimension == two.dimension
    assert shown_fraction(one.converted(Fraction(number), two)) == expected


@pytest.mark.parametrize(("one", "other"), [("EUR", "USD"), ("kg", "m"), ("month", "day"), ("EUR", "kg")])
def test_other_dimensions_and_currencies_do_not_compare(one: str, other: str) -> None:
    first, second = known_unit(one), known_unit(other)
    assert first is not None
    assert second is not None
    assert first.dimension != second.dimension


def test_a_fraction_is_a_decimal_number_only_if_it_has_an_end() -> None:
    assert str(exact_decimal(Fraction(1, 8))) == "0.125"
    assert str(exact_decimal(Fraction(-5, 2))) == "-2.5"
    assert exact_decimal(Fraction(1, 3)) is None
