"""Numbers are compared in the unit of the attribute, or the reason is told why they are not."""

import pytest
import rdflib

from pog_agent.models.query import ComparisonTest, ConstantValue
from pog_agent.query.sparql.select import sparql_of
from pog_agent.terms import literal_value
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
