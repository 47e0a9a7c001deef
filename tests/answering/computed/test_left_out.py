"""What an answer would leave out or deny wrongly: denied things, places beside, classes of one name."""

from collections.abc import Iterator

import pytest

from pog_agent import PathsOverGraph
from pog_agent.ranking.encoder import CachedEncoder, LexicalEncoder
from tests.answering.guards.turtle_graphs import agent_over, doubts

VALLEY = """
@prefix : <http://valley.example/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Town rdfs:label "town" . :Inn rdfs:label "inn" . :Mill rdfs:label "mill" . :Herb rdfs:label "herb" .
:Guide rdfs:label "guide" . :guide rdfs:label "guide" . :Region rdfs:label "region" .
:locatedIn rdfs:label "located in" . :suppliedBy rdfs:label "supplied by" . :growsIn rdfs:label "grows in" .
:speaks rdfs:label "speaks" . :owner rdfs:label "owner" . :Farmer rdfs:label "farmer" .
:arden a :Town ; rdfs:label "Arden" . :brook a :Town ; rdfs:label "Brook" . :crane a :Town ; rdfs:label "Crane" .
:star a :Inn ; rdfs:label "Star Inn" ; :locatedIn :arden ; :suppliedBy :lower .
:moon a :Inn ; rdfs:label "Moon Inn" ; :locatedIn :brook ; :suppliedBy :upper .
:sun a :Inn ; rdfs:label "Sun Inn" ; :locatedIn :brook ; :suppliedBy :lower ; :owner :eve .
:upper a :Mill ; rdfs:label "Upper Mill" ; :locatedIn :brook .
:lower a :Mill ; rdfs:label "Lower Mill" ; :locatedIn :crane . :eve a :Farmer ; rdfs:label "Eve" .
:north a :Region ; rdfs:label "Northdale" . :south a :Region ; rdfs:label "Southdale" .
:sage a :Herb ; rdfs:label "sage" ; :growsIn :north, :south . :mint a :Herb ; rdfs:label "mint" ; :growsIn :south .
:thyme a :Herb ; rdfs:label "thyme" ; :growsIn :north .
:fay a :Guide ; rdfs:label "Fay" . :gus a :Guide ; rdfs:label "Gus" . :hal a :guide ; rdfs:label "Hal" .
"""


@pytest.fixture(scope="module")
def valley() -> Iterator[PathsOverGraph]:
    with agent_over(VALLEY, CachedEncoder(LexicalEncoder())) as agent:
        yield agent


@pytest.mark.parametrize(
    ("question", "expected"),
    [("Which towns have an inn but no mill?", "Arden"), ("Which towns have a mill but no inn?", "Crane")],
)
def test_what_is_denied_is_denied_of_what_is_asked_for(
    valley: PathsOverGraph, question: str, expected: str
) -> None:
    answer = valley.ask(question)
    assert (answer.text, answer.status) == (expected, "supported"), doubts(answer)


def test_what_is_in_a_place_may_be_outside_of_it_too(valley: PathsOverGraph) -> None:
    answer = valley.ask("Which herbs grow outside Northdale?")
    assert answer.status == "partial"
    assert "several-places" in doubts(answer)


def test_what_has_one_place_is_outside_of_all_others(valley: PathsOverGraph) -> None:
    answer = valley.ask("Which inns are located outside Brook?")
    assert (answer.text, answer.status) == ("Star Inn", "supported"), doubts(answer)


def test_things_of_another_class_of_the_name_are_not_passed_over(valley: PathsOverGraph) -> None:
    answer = valley.ask("How many guides are there?")
    assert answer.status == "partial"
    assert doubts(answer)[0] == "same-named-class"
    assert valley.ask("How many inns are there?").status == "supported"


def test_owners_so_far_are_more_than_those_of_today(valley: PathsOverGraph) -> None:
    assert valley.ask("Who are the owners of the Sun Inn so far?").status != "supported"
