"""Names in part: the first or the last words of one name alone, beside names that are said in full, too."""

import pytest

from pog_agent import PathsOverGraph
from pog_agent.kg.base import Entity
from pog_agent.linking.other_forms import in_other_form
from pog_agent.ranking.encoder import CachedEncoder
from tests.answering.guards.turtle_graphs import agent_over, doubts

ROWERS = """
@prefix : <http://rowers.example/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:rui a :Rower ; rdfs:label "Rui Alves" ; :rowsIn :swan ; :birthDate "1990-05-01"^^xsd:date .
:eva a :Rower ; rdfs:label "Eva Alves" ; :rowsIn :gull ; :birthDate "1985-05-01"^^xsd:date .
:jon a :Rower ; rdfs:label "Jon Kessler" ; :rowsIn :gull ; :birthDate "1980-05-01"^^xsd:date .
:swan a :Boat ; rdfs:label "Black Swan" . :gull a :Boat ; rdfs:label "Gull" .
"""
NAMES = [
    Entity(iri=f"http://x.example/{place}", label=name)
    for place, name in enumerate(("Rui Alves", "Eva Alves", "Rose", "Brack Foods Ltd", "Brack Foods Museum"))
]


@pytest.fixture(scope="module")
def rowers(meaning: CachedEncoder) -> PathsOverGraph:
    return agent_over(ROWERS, meaning)


@pytest.mark.parametrize(
    ("mention", "names"),
    [
        ("Rui", ["Rui Alves"]),
        ("Alves", ["Rui Alves", "Eva Alves"]),
        ("Roses", ["Rose"]),
        ("Brack Foods", ["Brack Foods Ltd"]),
        ("Brack", ["Brack Foods Ltd", "Brack Foods Museum"]),
        ("Ru", []),
        ("Lves", []),
    ],
)
def test_the_names_that_a_mention_is_a_part_of(mention: str, names: list[str]) -> None:
    assert [item.label for item in in_other_form(mention, NAMES)[0]] == names


@pytest.mark.parametrize(
    ("question", "label", "taken"),
    [
        ("Does Rui row in the Black Swan?", "yes", ["took 'Rui' for Rui Alves"]),
        ("Does Kessler row in the Gull?", "yes", ["took 'Kessler' for Jon Kessler"]),
        (
            "Who is older, Rui or Kessler?",
            "Jon Kessler",
            ["took 'Rui' for Rui Alves", "took 'Kessler' for Jon Kessler"],
        ),
    ],
)
def test_a_name_in_part_is_taken_beside_other_names(
    rowers: PathsOverGraph, question: str, label: str, taken: list[str]
) -> None:
    answer = rowers.ask(question)
    assert [item.label for item in answer.answers] == [label]
    assert [text for text in answer.warnings if text.startswith("took ")] == taken
    assert answer.status == "partial"
    assert set(doubts(answer)) == {"name-guessed"}


def test_a_part_of_two_names_is_no_topic(rowers: PathsOverGraph) -> None:
    answer = rowers.ask("Does Alves row in the Gull?")
    assert [topic.label for topic in answer.topic_entities] == ["Gull"]
    assert answer.status == "abstained"
