"""What a question says of its answers, when it asks, and how it ends: each is held against the answer."""

import pytest

from pog_agent import PathsOverGraph
from pog_agent.ranking.encoder import CachedEncoder
from tests.answering.guards.turtle_graphs import agent_over, doubts

CLUBS = """
@prefix : <http://clubs.example/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Junior rdfs:subClassOf :Player . :Senior rdfs:subClassOf :Player . :Player rdfs:subClassOf :Person .
:rooks a :Club ; rdfs:label "Rooks" ; :motto "Slow and steady" ; :meetsAt :inn ; :dissolvedIn 2021 .
:kings a :Club ; rdfs:label "Kings" ; :motto "Smile first" ; :meetsAt :hall .
:inn a :Inn ; rdfs:label "Drovers Inn" ; :renovatedIn 2022 ; :capacity 40 .
:hall a :Hall ; rdfs:label "Long Hall" ; :renovatedIn 2010 ; :capacity 200 .
:felix a :Junior ; rdfs:label "Felix Abara" ; :memberOf :rooks ; :rating 1390 ; :livesIn :stow .
:wendy a :Senior ; rdfs:label "Wendy Szabo" ; :memberOf :rooks ; :rating 1995 ; :livesIn :stow ;
  :joinedIn 1989 ; :mentoredBy :otto .
:amir a :Senior ; rdfs:label "Amir Sadeghi" ; :memberOf :kings ; :rating 2105 ; :livesIn :stow ; :title "Master" .
:otto a :Senior ; rdfs:label "Otto Brandt" ; :memberOf :kings ; :rating 1800 ; :livesIn :stow ; :mentoredBy :amir .
:stow a :Village ; rdfs:label "Stow Ferry" .
:board a :Board ; rdfs:label "Board One" ; :manufacturedBy :lab .
:clock a :Board ; rdfs:label "Board Two" ; :manufacturedBy :shop .
:lab a :Manufacturer ; rdfs:label "Kestrel Labs" . :shop a :Supplier ; rdfs:label "Oro Ltd" .
"""


@pytest.fixture(scope="module")
def agent(meaning: CachedEncoder) -> PathsOverGraph:
    return agent_over(CLUBS, meaning)


@pytest.mark.parametrize(
    ("question", "doubt"),
    [
        ("Which members of Rooks are juniors?", "answers-not-of-noun"),
        ("Does Rooks still meet at the Drovers Inn?", "end-not-looked-at"),
        ("How many clubs are there now?", "end-not-looked-at"),
        ("What was the Long Hall renovated for?", "other-way-said"),
        ("What does Amir Sadeghi live on?", "other-way-said"),
        ("What did Wendy Szabo join?", "date-unasked"),
        ("Who mentored the mentor of Wendy Szabo?", "word-unread"),
        (
            "Who are the manufacturers of the boards?",
            "other-reading",
        ),
        ("What is the highest rating Wendy Szabo ever had?", "only-one-value"),
    ],
)
def test_an_answer_that_leaves_out_what_is_said_is_not_supported(
    agent: PathsOverGraph, question: str, doubt: str
) -> None:
    answer = agent.ask(question)
    assert answer.status != "supported"
    assert doubt in doubts(answer), answer.warnings


def test_a_path_goes_the_way_that_the_question_says(agent: PathsOverGraph) -> None:
    answer = agent.ask("Whose mentor is Otto Brandt?")
    assert (answer.text, answer.status) == ("Wendy Szabo", "supported")


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Who are the members of Rooks?", {"Felix Abara", "Wendy Szabo"}),
        ("Who mentored Wendy Szabo?", {"Otto Brandt"}),
        ("Which clubs meet at the Long Hall?", {"Kings"}),
        ("Which ratings are above 1900?", {"1995", "2105"}),
        ("Which mottos start with Smile?", {"Smile first"}),
        ("What are the two highest ratings?", {"2105", "1995"}),
        ("Name the two highest rated players.", {"Amir Sadeghi", "Wendy Szabo"}),
        ("How many ratings are above 1900?", {"2"}),
    ],
)
def test_what_is_said_of_the_answers_is_carried_out(agent: PathsOverGraph, question: str, names: set[str]) -> None:
    answer = agent.ask(question)
    assert {item.label for item in answer.answers} == names
    assert (answer.status, doubts(answer)) == ("supported", [])
