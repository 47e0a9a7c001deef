"""One of several things of a name, chosen by its IRI."""

import pytest

from pog_agent.conversation.choosing import chosen_namesake
from pog_agent.models import Referent, Turn

E = "http://example.org/"
ALDIN = Referent(iri=f"{E}Aldin1", label="Aldin", namesakes=(f"{E}Aldin2",))
TURN = Turn(
    said="?",
    question="Is Aldin nearer to Malo than to Boro?",
    status="partial",
    topics=(
        ALDIN,
        Referent(iri=f"{E}Malo", label="Malo"),
        Referent(iri=f"{E}Boro1", label="Boro", namesakes=(f"{E}Boro2",)),
    ),
)


@pytest.mark.parametrize("iri", [f"{E}Aldin2", f" {E}Aldin1 "])
def test_the_chosen_one_is_sure_and_other_names_are_as_sure_as_before(iri):
    chosen = chosen_namesake(iri, TURN)
    assert chosen is not None and chosen.question == TURN.question
    assert {item.iri for item in chosen.referents} == {f"{E}Malo", iri.strip()}
    assert not [item for item in chosen.referents if item.namesakes]


@pytest.mark.parametrize("said", ["Aldin", f"{E}Aldin3", "", f"Is {E}Aldin2 near?"])
def test_what_is_no_iri_of_a_namesake_chooses_nothing(said):
    assert chosen_namesake(said, TURN) is None
