"""Things that are told by their class, as if there were one of them."""

from pog_agent.ranking.encoder import CachedEncoder, LexicalEncoder
from tests.answering.guards.turtle_graphs import agent_over
from tests.reading.composing.cases import QuestionedGraph

TALL_SHEDS = """
@prefix : <http://sheds.example/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Shed rdfs:label "shed" . :height rdfs:label "height" . :wood rdfs:label "wood" .
:elm a :Shed ; rdfs:label "Elm Shed" ; :height 3 .
:one a :Shed ; rdfs:label "Long Shed" ; :height 5 ; :wood "oak" .
:two a :Shed ; rdfs:label "Gate Shed" ; :height 4 ; :wood "pine" .
:three a :Shed ; rdfs:label "Hill Shed" ; :height 2 ; :wood "pine" .
"""


def test_a_thing_told_by_its_class_is_compared(wells: QuestionedGraph) -> None:
    question = "Is the slate shaft deeper than Ash Shaft?"
    draft = wells.draft(question, "Ash Shaft")
    assert draft.query is not None
    assert (wells.rows(draft.query), draft.flaws) == (["yes"], ())
    assert [wells.rows(item) for item in draft.presupposed] == [["yes"]] * len(draft.presupposed)


def test_one_of_several_takes_for_granted_that_there_is_one(wells: QuestionedGraph) -> None:
    draft = wells.draft("Is the brick shaft deeper than Elm Shaft?", "Elm Shaft")
    assert draft.query is not None
    assert ["no"] in [wells.rows(item) for item in draft.presupposed]


def test_a_value_of_one_thing_is_asked_for_where_there_are_several(wells: QuestionedGraph) -> None:
    assert wells.answer("How deep is the slate shaft?") == "75"
    assert wells.draft("How deep is the brick shaft?").asks_for_one


def test_several_things_of_a_description_are_named_in_a_warning() -> None:
    with agent_over(TALL_SHEDS, CachedEncoder(LexicalEncoder())) as agent:
        assert agent.ask("Is the oak shed taller than Elm Shed?").status == "supported"
        several = agent.ask("Is the pine shed taller than Elm Shed?")
    assert several.status == "partial"
    assert any("just one of the things of the class 'shed' with wood pine" in text for text in several.warnings)
