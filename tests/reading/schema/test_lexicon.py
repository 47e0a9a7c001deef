"""What the relations of a graph are called and measure."""

import pytest

from pog_agent.ranking.encoder import LexicalEncoder
from pog_agent.reading.schema.lexicon import SchemaLexicon
from pog_agent.terms import RDF_TYPE, RDFS_LABEL, XSD, Triple, literal
from tests.reading.schema.graphs import EX, named, summary_of


def towers() -> list[Triple]:
    """A tower with numbers, a date, a year, a text, and quantities in nodes of their own."""
    tower, quantity = EX + "t", EX + "q"
    return [
        *(item for pair in (("Tower", "tower"), ("Mast", "mast")) for item in named(*pair)),
        *named("height", "height"),
        *named("heightAbove", "height above sea"),
        *named("opened", "opening date"),
        *named("yearBuilt", "year built"),
        *named("stone", "stone"),
        *named("cost", "building cost"),
        *named("amount", "amount"),
        *named("unit", "unit"),
        *named("measured", "measured at"),
        *named("beside", "stands beside"),
        (tower, RDF_TYPE, EX + "Tower"),
        (tower, RDFS_LABEL, literal("Tall One")),
        (EX + "m", RDF_TYPE, EX + "Mast"),
        (EX + "n", RDF_TYPE, EX + "Mast"),
        *((EX + name, EX + "height", literal("7", XSD + "integer")) for name in ("m", "n", "t")),
        (tower, EX + "heightAbove", literal("90", XSD + "decimal")),
        (tower, EX + "opened", literal("1901-02-03Z", XSD + "date")),
        (tower, EX + "yearBuilt", literal("1899", XSD + "integer")),
        (tower, EX + "stone", literal("granite")),
        (tower, EX + "beside", EX + "m"),
        (tower, EX + "cost", quantity),
        (quantity, RDF_TYPE, EX + "Quantity"),
        (quantity, EX + "amount", literal("12", XSD + "integer")),
        (quantity, EX + "unit", literal("guilder")),
    ]


@pytest.fixture(scope="module")
def lexicon() -> SchemaLexicon:
    return SchemaLexicon(summary_of(towers()), LexicalEncoder(), ("en",))


def test_the_kinds_of_values_are_told_by_their_datatypes(lexicon: SchemaLexicon) -> None:
    names = ("height", "opened", "yearBuilt", "stone", "unknown")
    numeric = [lexicon.is_numeric(EX + name) for name in names]
    dated = [lexicon.is_dated(EX + name) for name in names]
    assert numeric == [True, False, True, False, False]
    assert dated == [False, True, False, False, False]
    assert lexicon.datatypes(EX + "unknown") == frozenset()


def test_a_number_is_a_year_where_it_is_named_so(lexicon: SchemaLexicon) -> None:
    assert lexicon.is_year_number(EX + "yearBuilt")
    assert not lexicon.is_year_number(EX + "height")


def test_dates_with_a_time_zone_are_zoned(lexicon: SchemaLexicon) -> None:
    assert lexicon.is_zoned(EX + "opened")
    assert not lexicon.is_zoned(EX + "height")


def test_names_are_shown_in_words(lexicon: SchemaLexicon) -> None:
    assert lexicon.label(EX + "heightAbove") == "height above sea"
    assert lexicon.class_label(EX + "Tower") == "tower"
    assert lexicon.class_label(EX + "Castle") == EX + "Castle"


def test_an_adjective_measures_the_attribute_of_its_name_best(lexicon: SchemaLexicon) -> None:
    measures = lexicon.measured("tall")
    assert [item.relation for item in measures] == [EX + "height", EX + "heightAbove"]
    assert measures[0].score > measures[1].score


def test_age_is_measured_by_dates_and_years_the_other_way_round(lexicon: SchemaLexicon) -> None:
    for adjective, is_reversed in (("old", True), ("young", False)):
        measures = lexicon.measured(adjective)
        assert {item.relation for item in measures} == {EX + "opened", EX + "yearBuilt"}
        assert {item.reversed for item in measures} == {is_reversed}


def test_an_adjective_of_no_attribute_measures_nothing(lexicon: SchemaLexicon) -> None:
    assert lexicon.measured("hot") == ()
    assert lexicon.measured("granite") == ()


def test_a_text_is_like_the_relation_whose_words_it_has(lexicon: SchemaLexicon) -> None:
    assert lexicon.alike("heights", attributes_only=True)[0].relation == EX + "height"
    assert lexicon.alike("heights", attributes_only=True)[0].score == 1.0
    assert lexicon.alike("zzz", attributes_only=True) == ()


def test_links_are_left_out_where_attributes_are_wanted(lexicon: SchemaLexicon) -> None:
    assert lexicon.alike("stands beside", attributes_only=False)[0].relation == EX + "beside"
    assert EX + "beside" not in {item.relation for item in lexicon.alike("stands beside", attributes_only=True)}


def test_a_relation_to_numbers_with_units_is_an_attribute_with_numbers(lexicon: SchemaLexicon) -> None:
    assert lexicon.alike("building cost", attributes_only=True)[0].relation == EX + "cost"
    assert lexicon.is_numeric(EX + "cost")
    assert EX + "cost" not in {link.relation for link in lexicon.summary.links}


def test_a_part_of_a_name_is_like_it_but_not_by_meaning(lexicon: SchemaLexicon) -> None:
    relation = EX + "heightAbove"
    part = lexicon.likeness(["sea"], [relation])[0, 0]
    alone = lexicon.likeness(["sea"], [relation], by_meaning=True)[0, 0]
    assert part == pytest.approx(0.55 + 0.35 / 3)
    assert alone < part


def test_likeness_has_a_row_for_each_text(lexicon: SchemaLexicon) -> None:
    assert lexicon.likeness([], [EX + "height"]).shape == (0, 1)
    assert lexicon.likeness(["a", "b"], []).shape == (2, 0)


def test_quantities_beside_a_unit_have_units(lexicon: SchemaLexicon) -> None:
    assert lexicon.has_units([EX + "Quantity"], EX + "number")
    assert not lexicon.has_units([EX + "Tower"], EX + "height")
    assert not lexicon.has_units([], EX + "height")


def test_the_owners_of_an_attribute_come_smallest_first(lexicon: SchemaLexicon) -> None:
    assert lexicon.owners(EX + "height") == (EX + "Tower", EX + "Mast")
    assert lexicon.owners(EX + "beside") == ()


def test_a_graph_without_attributes_has_nothing_alike() -> None:
    lexicon = SchemaLexicon(summary_of(named("Tower", "tower")), LexicalEncoder(), ("en",))
    assert lexicon.alike("height", attributes_only=False) == ()
    assert lexicon.measured("tall") == ()
