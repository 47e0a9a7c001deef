"""Questions that ask which of two it is: "is Rex male or female", "is the hall in York or Hull"."""

from collections.abc import Iterator

import pytest

from pog_agent import PathsOverGraph
from pog_agent.ranking.encoder import CachedEncoder, LexicalEncoder
from tests.answering.guards.turtle_graphs import agent_over

GRAPH = """
@prefix : <http://halls.example/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Hall a rdfs:Class ; rdfs:label "hall" . :Town a rdfs:Class ; rdfs:label "town" .
:Keeper a rdfs:Class ; rdfs:label "keeper" .
:inTown rdfs:label "located in" . :keeper rdfs:label "keeper" .
:walls rdfs:label "walls" . :roof rdfs:label "roof" .
:mill a :Hall ; rdfs:label "Mill Hall" ; :inTown :york ; :keeper :ann ; :walls "brick" ; :roof "slate" .
:dock a :Hall ; rdfs:label "Dock Hall" ; :inTown :hull ; :keeper :bob ; :walls "timber" ; :roof "thatch" .
:ferry a :Hall ; rdfs:label "Ferry Hall" ; :inTown :leeds ; :keeper :bob ; :walls "stone" .
:york a :Town ; rdfs:label "York" . :hull a :Town ; rdfs:label "Hull" . :leeds a :Town ; rdfs:label "Leeds" .
:ann a :Keeper ; rdfs:label "Ann" . :bob a :Keeper ; rdfs:label "Bob" .
"""


@pytest.fixture(scope="module")
def agent() -> Iterator[PathsOverGraph]:
    with agent_over(GRAPH, CachedEncoder(LexicalEncoder())) as opened:
        yield opened


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Is Dock Hall brick or timber?", "timber"),
        ("Is Mill Hall in York or Hull?", "York"),
        ("Is Dock Hall located in York or in Hull?", "Hull"),
        ("Is Mill Hall or Dock Hall in York?", "Mill Hall"),
        ("Which of Mill Hall and Dock Hall is in Hull?", "Dock Hall"),
        ("Which is in York, Mill Hall or Dock Hall?", "Mill Hall"),
        ("Where is Dock Hall located, York or Hull?", "Hull"),
    ],
)
def test_the_answer_is_the_one_of_two_that_it_is_so_of(agent: PathsOverGraph, question: str, answer: str) -> None:
    found = agent.ask(question)
    assert (found.text, found.status) == (answer, "supported")


@pytest.mark.parametrize("question", ["Is Ferry Hall in York or Hull?", "Is Ferry Hall brick or timber?"])
def test_nothing_is_answered_where_it_is_neither_of_the_two(agent: PathsOverGraph, question: str) -> None:
    assert agent.ask(question).status == "abstained"


def test_nothing_is_answered_where_the_graph_knows_one_of_the_two_only(agent: PathsOverGraph) -> None:
    assert agent.ask("Is Mill Hall in York or Bath?").status == "abstained"


def test_whether_there_are_any_in_either_place_is_a_yes(agent: PathsOverGraph) -> None:
    assert agent.ask("Are there halls in York or Hull?").text == "yes"
    assert agent.ask("Is Dock Hall either brick or timber?").text == "yes"


def test_a_name_that_narrows_what_is_asked_for_is_no_alternative(agent: PathsOverGraph) -> None:
    halls = agent.ask("Which halls are in York or Hull?").answers
    assert sorted(item.label for item in halls) == ["Dock Hall", "Mill Hall"]
    keepers = agent.ask("Who keeps Mill Hall or Dock Hall?").answers
    assert sorted(item.label for item in keepers) == ["Ann", "Bob"]
