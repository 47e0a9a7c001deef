"""Questions that "when" or "where" ask alone: a relation that tells the date or place by its name answers."""

import pytest

from pog_agent import PathsOverGraph
from pog_agent.ranking.encoder import CachedEncoder
from pog_agent.reading.asked.bare import QuestionWord, asked_by_word, is_told_by
from tests.answering.guards.turtle_graphs import agent_over, doubts

FAIRS = """
@prefix : <http://fairs.example/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:plum a :Fair ; rdfs:label "Plum Fair" ; :heldOn "2023-12-09"^^xsd:date ; :location :hall ; :organiser :ann .
:long a :Race ; rdfs:label "Long Race" ; :raceDate "2023-11-02"^^xsd:date ; :heldAt :hall ; :organiser :ann .
:show a :Show ; rdfs:label "Dog Show" ; :cancelledOn "2023-10-01"^^xsd:date ; :organiser :ann .
:hall a :Hall ; rdfs:label "Old Hall" ; :inTown :wick .
:ann a :Person ; rdfs:label "Ann Lee" ; :birthDate "1970-01-01"^^xsd:date ; :birthPlace :wick .
:wick a :Town ; rdfs:label "Wick" .
"""


@pytest.fixture(scope="module")
def fairs(meaning: CachedEncoder) -> PathsOverGraph:
    return agent_over(FAIRS, meaning)


@pytest.mark.parametrize(
    ("question", "word"),
    [
        ("When was it?", "when"),
        ("So where's it?", "where"),
        ("Where do they hold it?", "where"),
        ("Who is it?", None),
    ],
)
def test_the_question_word(question: str, word: QuestionWord | None) -> None:
    assert asked_by_word(question) == word


@pytest.mark.parametrize(
    ("relation", "asked", "is_told"),
    [
        ("date", "when", True),
        ("date held", "when", True),
        ("takes place on", "when", True),
        ("end date", "when", False),
        ("birth date", "when", False),
        ("place", "when", False),
        ("located in", "where", True),
        ("takes place in", "where", True),
        ("in town", "where", True),
        ("birth place", "where", False),
        ("sold at", "where", False),
        ("in", "where", False),
    ],
)
def test_what_a_relation_tells_by_its_name(relation: str, asked: QuestionWord, is_told: bool) -> None:
    assert is_told_by(relation, asked) == is_told


@pytest.mark.parametrize(
    ("question", "label"),
    [
        ("When was the Plum Fair?", "2023-12-09"),
        ("When did the Plum Fair take place?", "2023-12-09"),
        ("When is the Plum Fair held?", "2023-12-09"),
        ("When was the Long Race?", "2023-11-02"),
        ("Where was the Plum Fair?", "Old Hall"),
        ("Where do they hold the Plum Fair?", "Old Hall"),
        ("Where is the Long Race held?", "Old Hall"),
        ("Where is the Old Hall?", "Wick"),
    ],
)
def test_the_date_and_the_place_of_something(fairs: PathsOverGraph, question: str, label: str) -> None:
    answer = fairs.ask(question)
    assert [item.label for item in answer.answers] == [label]
    assert (answer.status, doubts(answer)) == ("supported", [])


@pytest.mark.parametrize(
    ("question", "wrong"),
    [
        ("When was the Dog Show?", "1970-01-01"),
        ("Where was the Dog Show?", "Wick"),
        ("Where is the Plum Fair from?", "Wick"),
        ("When was the Plum Fair cancelled?", "1970-01-01"),
        ("Where is Wick?", "Old Hall"),
    ],
)
def test_what_somebody_else_has_is_no_answer(fairs: PathsOverGraph, question: str, wrong: str) -> None:
    answer = fairs.ask(question)
    assert answer.status != "supported"
    assert wrong not in [item.label for item in answer.answers]


COMPANY = """
@prefix : <http://firm.example/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:acme a :Company ; rdfs:label "Acme Ltd" ; :email "a@acme.example" ; :industry "Tools" ; :headquarters :leeds .
:ann a :Person ; rdfs:label "Ann Lee" ; :spouse :bob ; :occupation "engineer" ; :livesIn :leeds ; :phone "555" .
:bob a :Person ; rdfs:label "Bob Day" ; :livesIn :york ; :country :france .
:leeds a :City ; rdfs:label "Leeds" ; :country :uk ; :mayor :bob .
:york a :City ; rdfs:label "York" ; :country :uk .
:uk a :Country ; rdfs:label "United Kingdom" . :france a :Country ; rdfs:label "France" .
"""


@pytest.fixture(scope="module")
def company(meaning: CachedEncoder) -> PathsOverGraph:
    return agent_over(COMPANY, meaning)


@pytest.mark.parametrize(
    ("question", "labels"),
    [
        ("What does Ann Lee do?", ["engineer"]),
        ("What does Acme Ltd do?", ["Tools"]),
        ("What is Ann Lee's job?", ["engineer"]),
        ("Where is Acme Ltd based?", ["Leeds"]),
        ("Is Leeds in the United Kingdom?", ["yes"]),
        ("Which cities are in the United Kingdom?", ["Leeds", "York"]),
        ("What is the email address of Acme Ltd?", ["a@acme.example"]),
        ("What's Ann Lee's phone number?", ["555"]),
    ],
)
def test_plain_questions_ask_for_what_their_small_words_say(
    company: PathsOverGraph, question: str, labels: list[str]
) -> None:
    answer = company.ask(question)
    assert sorted(item.label for item in answer.answers) == labels
    assert (answer.status, doubts(answer)) == ("supported", [])


@pytest.mark.parametrize(
    ("question", "wrong"),
    [
        ("What does Bob Day's wife do?", "Ann Lee"),
        ("What does the mayor of Leeds do?", "Bob Day"),
    ],
)
def test_who_it_is_does_not_tell_what_they_do(company: PathsOverGraph, question: str, wrong: str) -> None:
    assert wrong not in [item.label for item in company.ask(question).answers]


def test_somebody_is_not_in_the_country_that_is_theirs(company: PathsOverGraph) -> None:
    assert company.ask("Is Bob Day in France?").status != "supported"
