"""A verb that may be an order ("name", "find", "show") is read where somebody does it."""

from collections.abc import Iterator

import pytest

from pog_agent import PathsOverGraph
from pog_agent.ranking.encoder import CachedEncoder, LexicalEncoder
from tests.answering.guards.turtle_graphs import agent_over, doubts

KENNEL = """
@prefix : <http://dogs.example/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Dog rdfs:label "dog" . :Keeper rdfs:label "keeper" . :walkedBy rdfs:label "walked by" .
:namedBy rdfs:label "named by" . :Toy rdfs:label "toy" . :ownedBy rdfs:label "owned by" .
:rex a :Dog ; rdfs:label "Rex" ; :walkedBy :ada ; :namedBy :bo . :fay a :Dog ; rdfs:label "Fay" ; :walkedBy :ada .
:max a :Dog ; rdfs:label "Max" ; :walkedBy :bo ; :namedBy :ada . :ivy a :Dog ; rdfs:label "Ivy" ; :walkedBy :bo .
:ada a :Keeper ; rdfs:label "Ada Krohn" . :bo a :Keeper ; rdfs:label "Bo Lindt" .
:ball a :Toy ; rdfs:label "Red Ball" ; :ownedBy :ada . :bone a :Toy ; rdfs:label "Old Bone" ; :ownedBy :bo .
"""


@pytest.fixture(scope="module")
def kennel() -> Iterator[PathsOverGraph]:
    with agent_over(KENNEL, CachedEncoder(LexicalEncoder())) as agent:
        yield agent


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which dogs did Ada Krohn name?", "Max"),
        ("Which dogs were named by Bo Lindt?", "Rex"),
        ("How many dogs did Ada Krohn name?", "1"),
        ("Name the dogs walked by Ada Krohn.", "Fay, Rex"),
        ("List the dogs walked by Bo Lindt.", "Ivy, Max"),
    ],
)
def test_who_named_what_is_read_by_names_alone(kennel: PathsOverGraph, question: str, expected: str) -> None:
    answer = kennel.ask(question)
    assert (answer.text, answer.status) == (expected, "supported"), doubts(answer)


@pytest.mark.parametrize(
    "question",
    [
        "Which toys did Ada Krohn find?",
        "Which toys did Bo Lindt show?",
        "Which toys does Ada Krohn use?",
        "How many dogs did Bo Lindt find?",
        "Which toys were used by Ada Krohn?",
        "Which dogs did Ada Krohn call?",
    ],
)
def test_a_verb_that_no_relation_says_is_not_left_out(kennel: PathsOverGraph, question: str) -> None:
    assert kennel.ask(question).status != "supported"
