"""Relations to nodes with a number and a unit: which unit all are converted to, and when none is."""

import pytest

from pog_agent.kg.schema.summary import SchemaQuantity, SchemaSummary, SchemaUnitTerm
from pog_agent.reading.schema.quantities import MeasuredRelation, measured_relations
from pog_agent.terms import literal
from pog_agent.values.known_units import unit_of_term

EX = "http://example.org/"


def measured(*units: str, is_plain: bool = True) -> MeasuredRelation | None:
    """What is made of a relation to numbers in these units."""
    terms = [literal(text) for text in units]
    known = {term: unit_of_term(term) for term in terms}
    quantity = SchemaQuantity(
        relation=EX + "size",
        number=EX + "value",
        unit=EX + "unit",
        units=tuple(
            SchemaUnitTerm(term=term, label=text, unit=unit.text if (unit := known[term]) else "")
            for term, text in zip(terms, units, strict=True)
        ),
        is_complete=True,
        is_plain=is_plain,
    )
    return measured_relations(SchemaSummary(quantities=(quantity,))).get(EX + "size")


@pytest.mark.parametrize(
    ("units", "common", "factors"),
    [
        (("CMT", "MTR"), "cm", ["1", "100"]),
        (("MTR", "MMT", "KMT"), "mm", ["1000", "1", "1000000"]),
        (("km/h", "m/s"), "km/h", ["1", "3.6"]),
        (("inch", "cm"), "cm", ["2.54", "1"]),
        (("month", "year"), "month", ["1", "12"]),
    ],
)
def test_several_units_have_a_common_one_with_exact_factors(
    units: tuple[str, ...], common: str, factors: list[str]
) -> None:
    found = measured(*units)
    assert found is not None
    assert found.unit is not None
    assert (found.unit.text, [case.number for case in found.factors], found.problem) == (common, factors, "")


@pytest.mark.parametrize(
    "units", [("kg", "m"), ("EUR", "USD"), ("kg", "sack"), ("°C", "°F"), ("month", "h"), ("°C", "K")]
)
def test_units_that_do_not_compare_are_named(units: tuple[str, ...]) -> None:
    found = measured(*units)
    assert found is not None
    assert (found.unit, found.factors) == (None, ())
    assert found.problem == f"in units that are not compared with each other: {', '.join(sorted(units))}"


def test_one_unit_needs_no_factor_and_may_be_unknown() -> None:
    one, unknown = measured("KGM"), measured("sack")
    assert one is not None
    assert one.unit is not None
    assert (one.unit.text, one.factors, one.problem) == ("kg", (), "")
    assert unknown is not None
    assert (unknown.unit, unknown.factors, unknown.problem) == (None, (), "")


def test_a_node_that_says_more_is_no_number() -> None:
    assert measured("KGM", is_plain=False) is None
