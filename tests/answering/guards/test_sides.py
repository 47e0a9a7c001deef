"""Who does something to whom, where things of one kind are joined: "leads out", "mentor of", "mentors"."""

from collections.abc import Iterator

import pytest

from pog_agent import PathsOverGraph
from pog_agent.ranking.encoder import CachedEncoder, LexicalEncoder
from tests.answering.guards.turtle_graphs import agent_over

CREW = """
@prefix : <http://crew.example/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Person rdfs:label "person" .
:ann a :Person ; rdfs:label "Ann Holm" ; :mentors :bo ; :coachOf :cy ; :leadsOut :di .
:bo a :Person ; rdfs:label "Bo Wren" ; :mentors :cy ; :coachOf :di .
:cy a :Person ; rdfs:label "Cy Lund" . :di a :Person ; rdfs:label "Di Marsh" .
"""


@pytest.fixture(scope="module")
def crew() -> Iterator[PathsOverGraph]:
    with agent_over(CREW, CachedEncoder(LexicalEncoder())) as agent:
        yield agent


def test_a_verb_with_a_particle_has_a_direction(crew: PathsOverGraph) -> None:
    answer = crew.ask("Whom does Ann Holm lead out?")
    assert (answer.text, answer.status) == ("Di Marsh", "supported")
    assert crew.ask("Who leads out Ann Holm?").status == "abstained"


def test_words_before_a_question_do_not_hide_its_direction(crew: PathsOverGraph) -> None:
    assert crew.ask("And who leads out Ann Holm?").status == "abstained"


def test_who_is_the_coach_of_somebody_coaches_them(crew: PathsOverGraph) -> None:
    assert crew.ask("Did Ann Holm coach Cy Lund?").status == "supported"
    assert crew.ask("Did Cy Lund coach Ann Holm?").status != "supported"


def test_a_relation_named_by_a_verb_or_a_plural_does_not_tell_whose_mentor_somebody_is(
    crew: PathsOverGraph,
) -> None:
    answer = crew.ask("Who is Ann Holm's mentor?")
    assert answer.status != "supported"
