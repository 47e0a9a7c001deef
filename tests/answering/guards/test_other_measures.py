"""Measures and classes beside those that a question asks for."""

import pytest

from pog_agent.models import Answer
from pog_agent.ranking.encoder import CachedEncoder, LexicalEncoder
from tests.answering.guards.turtle_graphs import agent_over

TOWNS = """
@prefix : <http://towns.example/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Town rdfs:label "town" . :population rdfs:label "population" . :area rdfs:label "area (km2)" .
:ulm a :Town ; rdfs:label "Ulm" ; :population 900 .
:bonn a :Town ; rdfs:label "Bonn" ; :population 800 ; :area 4.5 .
"""
GIGS = """
@prefix : <http://gigs.example/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Gig rdfs:label "gig" . :ticketsSold rdfs:label "tickets sold" . :price rdfs:label "price" .
:may a :Gig ; rdfs:label "May Night" ; :ticketsSold 500 ; :price 12 .
:fog a :Gig ; rdfs:label "Fog Night" ; :ticketsSold 300 ; :price 9 .
"""
HOURS = """
@prefix : <http://hours.example/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Volunteer rdfs:label "volunteer" . :who rdfs:label "volunteer" . :hours rdfs:label "hours worked" .
:ann a :Volunteer ; rdfs:label "Ann" . :bo a :Volunteer ; rdfs:label "Bo" .
[] :who :ann ; :hours 24 . [] :who :ann ; :hours 30 . [] :who :bo ; :hours 36 .
"""
SHOWS = """
@prefix : <http://shows.example/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Dog rdfs:label "dog" . :DogShow rdfs:label "dog show" . :Person rdfs:label "person" .
:judgedBy rdfs:label "judged by" .
:spring a :DogShow ; rdfs:label "Spring Show" ; :judgedBy :ann . :ann a :Person ; rdfs:label "Ann" .
:rex a :Dog ; rdfs:label "Rex" .
"""
ACTS = """
@prefix : <http://acts.example/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Band rdfs:label "band" . :SoloAct rdfs:label "solo act" . :Slot rdfs:label "slot" .
:act rdfs:label "act" . :fee rdfs:label "fee" .
:owls a :Band ; rdfs:label "Brass Owls" . :voss a :SoloAct ; rdfs:label "Mirela Voss" .
:s1 a :Slot ; :act :owls ; :fee 900 . :s2 a :Slot ; :act :voss ; :fee 500 .
"""
ROCKETS = """
@prefix : <http://rockets.example/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Rocket rdfs:label "rocket" . :Company rdfs:label "company" . :Agency rdfs:label "agency" .
:Country rdfs:label "country" .
:manufacturer rdfs:label "manufacturer" . :designer rdfs:label "designer" . :operator rdfs:label "operator" .
:country rdfs:label "country" .
:heron a :Rocket ; rdfs:label "Heron" ; :manufacturer :works ; :designer :edda ; :operator :bureau .
:works a :Company ; rdfs:label "Aldair Works" . :edda rdfs:label "Edda" .
:bureau a :Agency ; rdfs:label "Veldra Bureau" ; :country :veldra . :veldra a :Country ; rdfs:label "Veldra" .
"""
STAGES = """
@prefix : <http://stages.example/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Person rdfs:label "person" . :Stage rdfs:label "stage" . :manager rdfs:label "manager" .
:north a :Stage ; rdfs:label "North" ; :manager :ann . :south a :Stage ; rdfs:label "South" ; :manager :bea .
:ann a :Person ; rdfs:label "Ann" . :bea rdfs:label "Bea" .
"""
COURSES = """
@prefix : <http://courses.example/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Lecturer rdfs:label "lecturer" . :Professor rdfs:label "professor" . :Course rdfs:label "course" .
:taughtBy rdfs:label "taught by" .
:ice a :Course ; rdfs:label "Past Climates" ; :taughtBy :ann , :bo .
:mud a :Course ; rdfs:label "Mud" ; :taughtBy :cy .
:ann a :Lecturer ; rdfs:label "Ann" . :bo a :Professor ; rdfs:label "Bo" . :cy a :Lecturer ; rdfs:label "Cy" .
"""
DOGS = """
@prefix : <http://dogs.example/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Dog rdfs:label "dog" . :born rdfs:label "date of birth" . :died rdfs:label "date of death" .
:rex a :Dog ; rdfs:label "Rex" ; :born "2001-01-01"^^xsd:date ; :died "2012-01-01"^^xsd:date .
:fly a :Dog ; rdfs:label "Fly" ; :born "2015-01-01"^^xsd:date .
"""
ADOPTIONS = """
@prefix : <http://adoptions.example/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Animal rdfs:label "animal" . :animal rdfs:label "adopted animal" . :since rdfs:label "since" .
:by rdfs:label "adopter" .
:pip a :Animal ; rdfs:label "Pip" . :ann rdfs:label "Ann" .
[] :animal :pip ; :since 2019 ; :by :ann .
"""
LENGTHS = """
@prefix : <http://lengths.example/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Fair rdfs:label "fair" . :edition rdfs:label "edition" . :length rdfs:label "length" .
:may a :Fair ; rdfs:label "May Fair" .
[] :edition :may ; :length 45 . [] :edition :may ; :length 90 .
"""
LETTERS = """
@prefix : <http://letters.example/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Letter rdfs:label "letter" . :numberOfPages rdfs:label "number of pages" .
:a a :Letter ; rdfs:label "On Ferns" ; :numberOfPages 6 . :b a :Letter ; rdfs:label "On Moss" ; :numberOfPages 3 .
"""


def ask(turtle: str, question: str) -> Answer:
    with agent_over(turtle, CachedEncoder(LexicalEncoder())) as agent:
        return agent.ask(question)


@pytest.mark.parametrize("question", ["How big is Ulm?", "How large is Ulm?"])
def test_how_big_a_town_is_its_population_does_not_tell_where_others_have_an_area(question: str) -> None:
    assert ask(TOWNS, question).status != "supported"


def test_a_measure_that_is_named_is_told() -> None:
    answer = ask(TOWNS, "What is the population of Ulm?")
    assert (answer.text, answer.status) == ("900", "supported")


def test_how_much_a_ticket_is_no_number_of_tickets_tells() -> None:
    answer = ask(GIGS, "How much was a ticket for May Night?")
    assert not (answer.text == "500" and answer.status == "supported")


@pytest.mark.parametrize("question", ["Which volunteer worked the most hours?", "Who worked the most hours?"])
def test_the_most_hours_are_no_single_record(question: str) -> None:
    answer = ask(HOURS, question)
    assert not (answer.text == "Bo" and answer.status == "supported")


@pytest.mark.parametrize("question", ["Which dogs has Ann judged?", "How many dogs has Ann judged?"])
def test_a_dog_show_is_no_dog(question: str) -> None:
    assert ask(SHOWS, question).status != "supported"


@pytest.mark.parametrize("question", ["Which act had the highest fee?", "Which acts are there?"])
def test_a_solo_act_is_not_every_act(question: str) -> None:
    answer = ask(ACTS, question)
    assert not (answer.text == "Mirela Voss" and answer.status == "supported")


@pytest.mark.parametrize(
    ("question", "wrong"),
    [
        ("Which company designed the Heron?", "Aldair Works"),
        ("Which country is the operator of the Heron?", "Veldra"),
    ],
)
def test_the_asked_class_does_not_change_the_relation(question: str, wrong: str) -> None:
    answer = ask(ROCKETS, question)
    assert not (answer.text == wrong and answer.status == "supported")


def test_what_has_no_class_is_not_left_out_in_silence() -> None:
    answer = ask(STAGES, "Which persons are managers of a stage?")
    assert answer.text == "Ann, Bea" or answer.status != "supported"


@pytest.mark.parametrize(
    "question",
    ["Which letters have more than 4 pages?", "letters with at least 5 pages", "letters with over 4 pages"],
)
def test_a_noun_behind_a_number_is_what_is_counted(question: str) -> None:
    answer = ask(LETTERS, question)
    assert (answer.text, answer.status) == ("On Ferns", "supported")


def test_other_nouns_behind_a_number_stay_unread() -> None:
    assert ask(LETTERS, "Which letters have more than 4 stamps?").status == "abstained"


def test_who_teaches_a_course_may_be_no_lecturer_by_class() -> None:
    answer = ask(COURSES, "Who are the lecturers on Past Climates?")
    assert not (answer.text == "Ann" and answer.status == "supported")


def test_the_oldest_one_that_is_dead_is_not_the_oldest() -> None:
    assert ask(DOGS, "Which dog is the oldest?").status != "supported"
    assert ask(DOGS, "Which dog was the oldest?").text == "Rex"


@pytest.mark.parametrize("question", ["What did Edda design on her own?", "Who designed the Heron on her own?"])
def test_that_nobody_else_took_part_is_not_passed_over(question: str) -> None:
    assert ask(ROCKETS, question).status != "supported"


def test_a_year_is_no_amount() -> None:
    assert ask(ADOPTIONS, "How much is the adoption of Pip?").status != "supported"


def test_the_length_of_a_fair_is_not_that_of_two_of_its_parts() -> None:
    assert ask(LENGTHS, "What length was the May Fair?").status != "supported"
