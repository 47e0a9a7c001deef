"""Texts with units are numbers in one unit, if all of them are and each thing has one."""

import pytest

from pog_agent.kg.schema.summary import STRING, TAGGED, SchemaAttribute, SchemaSummary
from pog_agent.models.query import Edge, TermNumber
from pog_agent.reading.schema.text_quantities import MOST_TEXTS, MeasuredTexts, measured_texts
from pog_agent.terms import XSD, Term, literal

EX = "http://example.org/"
WEIGHT = EX + "weight"


def measured(*terms: Term, edges: int = 3, datatype: Term = STRING) -> MeasuredTexts | None:
    """What becomes of an attribute of three things with these values."""
    attribute = SchemaAttribute(
        source=EX + "Thing",
        relation=WEIGHT,
        datatype=datatype,
        edges=edges,
        sources=3,
        values=len(terms),
        own_edges=edges,
    )
    return measured_texts(SchemaSummary(attributes=(attribute,)), {WEIGHT: terms}).get(WEIGHT)


def numbers(*texts: str) -> tuple[str, list[str]]:
    """The unit of some texts, and the numbers that they stand for in it."""
    found = measured(*map(literal, texts))
    assert found is not None
    by_term = {case.term: case.number for case in found.cases}
    return found.unit.text, [by_term[literal(text)] for text in texts]


@pytest.mark.parametrize(
    ("texts", "unit", "expected"),
    [
        (("12,5 kg", "34 kg"), "kg", ["12.5", "34"]),
        (("0.7 kg", "1.2 kg", "300 g"), "kg", ["0.7", "1.2", "0.3"]),
        (("3 ft", "1 m", "2 m"), "m", ["0.9144", "1", "2"]),
        (("95 min", "2 h", "140 min"), "min", ["95", "120", "140"]),
        (("1709,54 EUR", "€ 20"), "EUR", ["1709.54", "20"]),
        (("-3 °C", "20 °C"), "°C", ["-3", "20"]),
        (("1,250 g", "2,5 g"), "g", ["1.25", "2.5"]),
        (("1,250 g", "2.5 g"), "g", ["1250", "2.5"]),
    ],
)
def test_texts_are_numbers_in_the_unit_that_most_of_them_have(
    texts: tuple[str, ...], unit: str, expected: list[str]
) -> None:
    assert numbers(*texts) == (unit, expected)


@pytest.mark.parametrize(
    "texts",
    [
        ("12,5 kg", "heavy"),
        ("12,5 kg", "3 m"),
        ("5 USD", "5 EUR"),
        ("20 °C", "70 °F"),
        ("1,250 g", "3 g"),
        ("1,250 g", "2.5 g", "2,5 g"),
        ("5 ft 11 in", "6 ft"),
        ("63 x 91 cm",),
        ("100m", "200m"),
        ("12",),
        (),
    ],
)
def test_texts_that_do_not_all_compare_exactly_stay_texts(texts: tuple[str, ...]) -> None:
    assert measured(*map(literal, texts)) is None


def test_a_thing_with_two_texts_is_not_measured() -> None:
    assert measured(literal("12 kg"), literal("3 kg"), edges=4) is None


def test_typed_values_and_texts_in_two_languages_are_not_measured() -> None:
    assert measured(literal("12 kg"), literal("3", XSD + "integer")) is None
    assert measured(literal("12 kg"), datatype=XSD + "integer") is None
    tagged = [literal("12 kg", language="en"), literal("12 kg", language="de")]
    assert measured(*tagged, datatype=TAGGED) is None
    assert measured(tagged[0], datatype=TAGGED) is not None


def test_only_so_many_texts_are_listed() -> None:
    texts = [literal(f"{number} kg") for number in range(MOST_TEXTS + 1)]
    assert measured(*texts) is None
    assert measured(*texts[:-1]) is not None


def test_the_number_of_a_text_is_looked_up_in_a_table() -> None:
    found = measured(literal("12 kg"))
    assert found is not None
    assert found.edges("thing", "text") == (Edge(source="thing", relation=WEIGHT, target="text"),)
    assert found.number("text") == TermNumber(variable="text", cases=found.cases)
