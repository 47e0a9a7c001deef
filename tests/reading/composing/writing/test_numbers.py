"""Numbers are compared in the unit of the attribute, or the reason is told why they are not."""

import pytest
import rdflib

from pog_agent.models.query import ComparisonTest, ConstantValue
from pog_agent.query.sparql.select import sparql_of
from pog_agent.terms import literal_value
from tests.finding_ids import ids
from tests.reading.composing.cases import EX, FOLDER, QuestionedGraph


@pytest.mark.parametrize(
    ("question", "number", "conversions", "answer"),
    [
        ("Which parcels are heavier than 2 kg?", "2000", "2 kg = 2000 g", "Birch"),
        ("Which parcels weigh at most two pounds?", "907.18474", "two pounds = 907.18474 g", "Cedar"),
        ("Which parcels have a length of at least 1 m?", "100", "1 m = 100 cm", "Birch"),
        ("Which parcels have a fee below 9,5 EUR?", "9.5", "", "Amber"),
        ("Which parcels have a fee above 9,0?", "9.0", "", "Birch, Cedar"),
        ("Which films are longer than an hour and a half?", "90", "an hour and a half = 90 min", "Noon"),
        ("Which films run less than 1 h 30 min?", "90", "", "Dawn"),
        ("Which tunnels are deeper than 10 m?", "32.808398950131", "10 m ≈ 32.808398950131 ft", "River Tunnel"),
        ("Which tunnels are hotter than 86 °F?", "30", "86 °F = 30 °C", "River Tunnel"),
    ],
)
def test_a_number_is_converted_before_the_query_is_written(
    parcels: QuestionedGraph, question: str, number: str, conversions: str, answer: str
) -> None:
    draft = parcels.draft(question)
    assert draft.query is not None
    (condition,) = draft.query.pattern.conditions
    assert isinstance(condition, ComparisonTest)
    assert isinstance(condition.right, ConstantValue)
    assert literal_value(condition.right.term) == number
    said = [span.meaning for span in draft.reading.spans if span.role == "value"]
    assert said == [conversions] * bool(conversions)
    assert parcels.answer(question) == answer


def test_one_unit_behind_two_numbers_is_that_of_both(parcels: QuestionedGraph) -> None:
    question = "Which parcels have a length between 0.5 and 1 m?"
    assert parcels.answer(question) == "Cedar"
    (span,) = [span for span in parcels.draft(question).reading.spans if span.role == "value"]
    assert span.meaning == "0.5 m = 50 cm, 1 m = 100 cm"


def test_things_of_a_class_with_the_name_of_a_unit_are_counted(parcels: QuestionedGraph) -> None:
    assert parcels.answer("Which parcels contain more than 2 stones?") == "Birch"


@pytest.mark.parametrize(
    ("question", "flaw"),
    [
        ("Which parcels have a rating above 2 kg?", "amount-converted"),
        ("Which tunnels are longer than 2 km?", "amount-converted"),
        ("Which parcels over 2 kg are there?", "measured-by-meaning"),
        ("Which tunnels have a depth of 10 m?", "amount-converted"),
    ],
)
def test_what_is_not_known_of_a_unit_is_a_flaw(parcels: QuestionedGraph, question: str, flaw: str) -> None:
    draft = parcels.draft(question)
    assert draft.query is not None
    assert flaw in ids(draft.flaws)


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        (
            "Which parcels are longer than 2 kg?",
            "'2 kg' does not compare with 'length (cm)', whose values are in cm",
        ),
        (
            "Which parcels have a fee above 9 USD?",
            "'9 USD' does not compare with 'fee (EUR)', whose values are in EUR",
        ),
        (
            "Which parcels have a thickness above 10 cm?",
            "the values of 'thickness' are texts such as '0,5 cm', which no query compares",
        ),
    ],
)
def test_other_dimensions_currencies_and_texts_are_refused_by_name(
    parcels: QuestionedGraph, question: str, reason: str
) -> None:
    draft = parcels.draft(question)
    assert (draft.query, draft.refused, draft.reason) == (None, True, reason)


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Which parcel is the thickest?", []),
        ("Which parcels are thicker than 1 cm?", []),
        ("Which parcels are thicker than the average?", []),
        ("Which parcels are thicker than Amber?", ["Amber"]),
        ("Which is thicker, Amber or Birch?", ["Amber", "Birch"]),
        ("Which parcels are wider than thick?", []),
        ("What is the average thickness of parcels?", []),
    ],
)
def test_an_adjective_for_texts_with_units_is_refused_by_their_name(
    parcels: QuestionedGraph, question: str, names: list[str]
) -> None:
    draft = parcels.draft(question, *names)
    reason = "the values of 'thickness' are texts such as '0,5 cm', which no query compares"
    assert (draft.query, draft.refused, draft.reason) == (None, True, reason)


def test_texts_that_an_adjective_measures_are_told_as_they_are(parcels: QuestionedGraph) -> None:
    assert parcels.answer("How thick is Amber?", "Amber") == "0,5 cm"


def test_numbers_are_compared_where_the_same_adjective_measures_texts_too(parcels: QuestionedGraph) -> None:
    assert parcels.answer("Which tunnel is the heaviest?") == "Ridge Tunnel"
    assert parcels.answer("Which parcel is the most expensive?") == "Cedar"
    assert parcels.answer("Which film is the most expensive?") == "Noon"


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Which parcels have a girth above 10 cm?", "Amber, Birch"),
        ("Which parcels have a girth of at most 0.125 m?", "Amber, Cedar"),
        ("Which parcel has the greatest girth?", "Birch"),
        ("Which tunnels have a dry weight below 2000 kg?", "River Tunnel"),
        ("What is the average girth of parcels?", "13.5"),
        ("What is the girth of Amber?", "12,5 cm"),
    ],
)
def test_texts_that_are_all_numbers_with_units_are_compared_ranked_and_added(
    parcels: QuestionedGraph, question: str, answer: str
) -> None:
    assert parcels.answer(question, "Amber") == answer
    query = parcels.draft(question, "Amber").query
    assert query is not None
    graph = rdflib.Graph().parse(FOLDER / "parcels.ttl")
    found = {str(row[0]).removeprefix(EX) for row in graph.query(sparql_of(query))}
    assert found == {word.lower().removesuffix(" tunnel") for word in answer.split(", ")}


def test_an_adjective_that_measures_nothing_takes_no_attribute_by_its_unit(parcels: QuestionedGraph) -> None:
    assert (
        parcels.refusal("Which parcels are richer than 3 ft?") == "what 'richer than 3 ft' asks for was not read"
    )


@pytest.mark.parametrize(
    ("question", "names", "answer"),
    [
        ("Which parcels are wider than 40 cm?", [], "Birch, Cedar"),
        ("Which parcels are taller than 0.5 m?", [], "Birch"),
        ("What is the total mass of tunnels?", [], "6000"),
        ("What is the width of Birch?", ["Birch"], "50"),
        ("Which parcels are wider than Amber?", ["Amber"], "Birch, Cedar"),
        ("Which parcels have a width above the average?", [], "Birch, Cedar"),
        ("Which tunnels are heavier than 3 tonnes?", [], "Ridge Tunnel"),
    ],
)
def test_numbers_with_units_of_their_own_are_compared_in_one(
    parcels: QuestionedGraph, question: str, names: list[str], answer: str
) -> None:
    assert parcels.answer(question, *names) == answer


@pytest.mark.parametrize("question", ["Which tunnel has the largest load?", "Which tunnels have a load above 5?"])
def test_units_that_do_not_compare_are_refused_by_name(parcels: QuestionedGraph, question: str) -> None:
    reason = "the values of 'load' are in units that are not compared with each other: kg, sack"
    draft = parcels.draft(question)
    assert (draft.query, draft.refused, draft.reason) == (None, True, reason)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Which parcels are wider than tall?", "Amber"),
        ("Which parcels are taller than they are wide?", "Birch"),
        ("Which parcels are longer than wide?", "Amber, Birch, Cedar"),
    ],
)
def test_two_attributes_of_a_thing_are_compared_in_one_unit(
    parcels: QuestionedGraph, question: str, answer: str
) -> None:
    assert parcels.answer(question) == answer


@pytest.mark.parametrize(
    ("question", "labels", "units"),
    [
        ("Which parcels are longer than heavy?", "'length (cm)' and 'weight'", "cm and g"),
        ("Which tunnels are longer than deep?", "'tunnel length' and 'depth (ft)'", "an unknown unit and ft"),
    ],
)
def test_two_attributes_in_units_that_do_not_compare_are_refused(
    parcels: QuestionedGraph, question: str, labels: str, units: str
) -> None:
    assert parcels.refusal(question) == f"the values of {labels} do not compare: they are in {units}"


def test_two_attributes_in_units_that_are_not_known_are_a_flaw(bakeries: QuestionedGraph) -> None:
    draft = bakeries.draft("Which breads are heavier than expensive?")
    assert draft.query is not None
    assert ids(draft.flaws) == ["unit-unknown"]
