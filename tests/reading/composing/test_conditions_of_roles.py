"""Conditions behind a name belong to the noun before it: of "children of Ann born in 1980" the children were."""

from collections.abc import Iterator

import pytest

from pog_agent import PathsOverGraph
from pog_agent.ranking.encoder import CachedEncoder, LexicalEncoder
from tests.answering.guards.turtle_graphs import agent_over

FAMILY = """
@prefix : <http://family.example/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Person rdfs:label "person" . :child rdfs:label "child" . :birthYear rdfs:label "year of birth" .
:neighbour rdfs:label "neighbour" . :married rdfs:label "married" .
:ann a :Person ; rdfs:label "Ann Holm" ; :birthYear "1950"^^xsd:gYear ; :married true ; :child :bo, :cy, :di ;
  :neighbour :eve, :bo .
:bo a :Person ; rdfs:label "Bo Holm" ; :birthYear "1975"^^xsd:gYear ; :married true .
:cy a :Person ; rdfs:label "Cy Holm" ; :birthYear "1985"^^xsd:gYear ; :married false .
:di a :Person ; rdfs:label "Di Holm" ; :birthYear "1988"^^xsd:gYear ; :married true .
:eve a :Person ; rdfs:label "Eve Wren" ; :birthYear "1990"^^xsd:gYear ; :married false .
"""


@pytest.fixture(scope="module")
def family() -> Iterator[PathsOverGraph]:
    with agent_over(FAMILY, CachedEncoder(LexicalEncoder())) as agent:
        yield agent


@pytest.mark.parametrize(
    ("question", "right"),
    [
        ("How many children of Ann Holm were born before 1980?", "1"),
        ("Which children of Ann Holm were born after 1980?", "Cy Holm, Di Holm"),
        ("Which neighbours of Ann Holm were born before 1980?", "Bo Holm"),
        ("How many children of Ann Holm are not married?", "1"),
        ("Which children of Ann Holm are married?", "Bo Holm, Di Holm"),
        ("Which children of Ann Holm are not married?", "Cy Holm"),
    ],
)
def test_a_condition_behind_a_name_is_said_of_the_noun_before_it(
    family: PathsOverGraph, question: str, right: str
) -> None:
    answer = family.ask(question)
    assert (answer.text, answer.status) == (right, "supported")


def test_a_named_thing_is_compared_where_the_question_is_about_it(family: PathsOverGraph) -> None:
    assert family.ask("Is Ann Holm older than Bo Holm?").text == "yes"
    assert family.ask("Is Cy Holm married?").text == "no"
