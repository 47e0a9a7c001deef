"""Events of which a question has the verb alone: which parts it asks for, and which it does not tell."""

import pytest

from pog_agent import PathsOverGraph
from pog_agent.ranking.encoder import CachedEncoder
from tests.answering.guards.turtle_graphs import agent_over, doubts

CLINIC = """
@prefix : <http://clinic.example/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
[] a :Vaccination ; :patient :rex ; :givenBy :ann ; :against :rabies ; :givenOn "2024-02-01"^^xsd:date .
[] a :Vaccination ; :patient :tom ; :givenBy :bob ; :against :flu ; :givenOn "2024-03-01"^^xsd:date .
[] a :Adoption ; :adoptedAnimal :rex ; :adopter :cleo ; :companion :tom ; :day "2024-04-01"^^xsd:date .
[] a :Inspection ; :kennel :north ; :inspectedRoom :south ; :begun "2024-05-01"^^xsd:date ;
  :ended "2024-05-03"^^xsd:date ; :paidBy :cleo .
:rex a :Dog ; rdfs:label "Rex" . :tom a :Dog ; rdfs:label "Tom" .
:north a :Kennel ; rdfs:label "North Kennel" . :south a :Kennel ; rdfs:label "South Kennel" .
:ann a :Vet ; rdfs:label "Ann Lee" . :bob a :Vet ; rdfs:label "Bob Day" . :cleo a :Person ; rdfs:label "Cleo Fox" .
:rabies a :Disease ; rdfs:label "Rabies" . :flu a :Disease ; rdfs:label "Flu" .
"""


@pytest.fixture(scope="module")
def clinic(meaning: CachedEncoder) -> PathsOverGraph:
    return agent_over(CLINIC, meaning)


@pytest.mark.parametrize(
    ("question", "label"),
    [
        ("When was Rex vaccinated?", "2024-02-01"),
        ("Who vaccinated Rex?", "Ann Lee"),
        ("Who was Rex vaccinated by?", "Ann Lee"),
        ("Which vet vaccinated Tom?", "Bob Day"),
        ("What was Rex vaccinated against?", "Rabies"),
        ("Which dogs were vaccinated by Bob Day?", "Tom"),
        ("Was Rex vaccinated by Ann Lee?", "yes"),
        ("Did Ann Lee vaccinate Rex?", "yes"),
        ("Did Cleo Fox adopt Rex?", "yes"),
    ],
)
def test_the_verb_of_an_event_asks_for_its_plain_parts(clinic: PathsOverGraph, question: str, label: str) -> None:
    answer = clinic.ask(question)
    assert [item.label for item in answer.answers] == [label]
    assert (answer.status, doubts(answer)) == ("supported", [])


@pytest.mark.parametrize(
    "question",
    [
        "Was Ann Lee vaccinated by Rex?",
        "Did Rex vaccinate Ann Lee?",
        "When was Ann Lee vaccinated?",
        "Did Rex adopt Cleo Fox?",
        "Did Cleo Fox adopt Tom?",
        "When did Rex adopt?",
        "Who inspected the South Kennel?",
        "When was the North Kennel inspected?",
        "Where was Rex vaccinated?",
        "Who paid for the vaccination of Rex?",
    ],
)
def test_other_parts_and_sides_are_not_supported(clinic: PathsOverGraph, question: str) -> None:
    assert clinic.ask(question).status != "supported"


def test_what_was_done_to_somebody_is_not_what_they_did(clinic: PathsOverGraph) -> None:
    answer = clinic.ask("When did Rex adopt?")
    assert answer.status == "abstained"
    assert "the question says what 'Rex' did, and not what was done to it" in answer.reason


LOANS = """
@prefix : <http://loans.example/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
[] a :Loan ; :book :door ; :borrower :petra ; :lentOn "2024-01-05"^^xsd:date ; :returnedOn "2024-01-20"^^xsd:date .
[] a :Loan ; :book :bees ; :borrower :petra ; :lentOn "2024-02-05"^^xsd:date .
[] a :Reservation ; :book :door ; :holder :sam ; :madeOn "2024-03-01"^^xsd:date .
[] a :Review ; :reviewedBook :door ; :reviewer :sam ; :stars 4 ; :writtenOn "2024-04-01"^^xsd:date .
[] a :Review ; :reviewedBook :door ; :reviewer :kit ; :stars 2 ; :writtenOn "2024-04-11"^^xsd:date .
:door a :Book ; rdfs:label "The Salt Door" ; :heldAt :north . :bees a :Book ; rdfs:label "Winter Bees" .
:north a :Branch ; rdfs:label "North Branch" .
:petra a :Member ; rdfs:label "Petra Vale" . :sam a :Member ; rdfs:label "Sam Oduya" .
:kit a :Member ; rdfs:label "Kit Marsh" .
"""


@pytest.fixture(scope="module")
def loans(meaning: CachedEncoder) -> PathsOverGraph:
    return agent_over(LOANS, meaning)


@pytest.mark.parametrize(
    ("question", "labels"),
    [
        ("Who reviewed The Salt Door on 2024-04-11?", ["Kit Marsh"]),
        ("Who reviewed The Salt Door on 11 April 2024?", ["Kit Marsh"]),
        ("Who reviewed The Salt Door in April 2024?", ["Kit Marsh", "Sam Oduya"]),
        ("What did Petra Vale borrow in February 2024?", ["Winter Bees"]),
        ("What has Petra Vale borrowed?", ["The Salt Door", "Winter Bees"]),
        ("When was The Salt Door reserved?", ["2024-03-01"]),
        ("When was The Salt Door returned?", ["2024-01-20"]),
        ("Where can I find The Salt Door?", ["North Branch"]),
    ],
)
def test_dates_and_months_tell_events_apart(loans: PathsOverGraph, question: str, labels: list[str]) -> None:
    answer = loans.ask(question)
    assert sorted(item.label for item in answer.answers) == labels
    assert (answer.status, doubts(answer)) == ("supported", [])


@pytest.mark.parametrize(
    "question",
    [
        "When did Petra Vale borrow The Salt Door?",
        "Who reviewed The Salt Door in May 2024?",
        "Who reviewed The Salt Door on 2024-04-02?",
        "What did Petra Vale borrow in March 2024?",
    ],
)
def test_other_dates_of_events_are_not_supported(loans: PathsOverGraph, question: str) -> None:
    assert loans.ask(question).status != "supported"
