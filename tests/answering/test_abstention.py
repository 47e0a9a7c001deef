"""Why there is no answer: each case as data and as a sentence, for every system."""

import pytest
import rdflib

from pog_agent import Answer, PathsOverGraph, open_system
from pog_agent.errors import GraphUnavailableError
from pog_agent.models import Abstention
from tests.kg.rdf_store import RdfStore
from tests.pipeline_fixtures import NO, T, citing, mentions, replies, run, small_graph

PEOPLE = small_graph(
    *("Ann a person", "Bob a person", "Cid a person", "Dan a person"),
    *('Bob shoe_size "44"', 'Cid shoe_size "40"', "Bob mascot_of Club_A", "Club_A a club", "Club_B a club"),
    *("Ann born_in Ulm", "Bob born_in Ulm", "Ann friend Bob", "Cid friend Ann", "Club_B founder Dan"),
    *("Titanic director Dan", "Avatar director Dan", "Titania moon_of Uranus"),
)


def asked(question: str, kg: rdflib.Graph = PEOPLE, system: str = "pog", **settings) -> Answer:
    """The answer by paths: no query is composed."""
    with open_system(system, kg=kg, model="offline", encoder="lexical", compose="off", **settings) as agent:
        return agent.ask(question)


def abstention(answer: Answer) -> Abstention:
    assert (answer.status, answer.answers) == ("abstained", ())
    assert answer.abstention is not None
    assert answer.text == answer.abstention.message
    return answer.abstention


@pytest.mark.parametrize("system", ["pog", "pog-e", "tog", "tog-r"])
def test_a_name_that_nothing_has_comes_with_names_like_it(system):
    found = abstention(asked("Who is the director of Titannic and Xyzzyx?", system=system))
    assert found.case == "name_not_found"
    assert found.message == (
        "No entity is named 'Titannic'; did you mean Titanic? "
        "No entity is named 'Xyzzyx', and no name in the graph resembles it."
    )
    assert [(item.mention, item.iri, item.label) for item in found.near] == [
        ("Titannic", T + "Titanic", "Titanic")
    ]


def test_what_a_model_recognises_and_the_graph_lacks_is_a_name_too():
    script = replies(recognize_topics=mentions("veltra kettle", "Ann"), judge_sufficiency=NO, answer=citing())
    found = abstention(run("Does Ann own a veltra kettle?", script, PEOPLE, allow_parametric=False).answer)
    assert found.message.startswith("No entity is named 'veltra kettle', and")


@pytest.mark.parametrize("system", ["pog", "tog"])
def test_a_value_that_others_of_the_class_have(system):
    found = abstention(asked("What is the shoe size of Ann?", system=system))
    assert found.case == "value_lacking"
    assert found.message == "The graph has no 'shoe size' of Ann; 2 other things of the class 'person' have one."
    assert [(item.iri, item.forward, item.facts) for item in found.relations] == [(T + "shoe_size", True, 2)]


def test_of_a_large_class_the_count_is_a_lower_bound(monkeypatch):
    monkeypatch.setattr("pog_agent.answering.known_relations.PEERS_READ", 3)
    assert "at least " in abstention(asked("What is the shoe size of Ann?")).message


def test_a_value_of_another_kind_than_asked_for_is_not_what_is_lacking():
    assert abstention(asked("When was the shoe size of Ann?")).case != "value_lacking"


def test_nothing_like_the_question_comes_with_what_there_is_in_both_directions():
    found = abstention(asked("Which opera did Ann compose?"))
    assert found.case == "relation_not_found"
    assert found.message.startswith("The graph has no relation of Ann that resembles what is asked. ")
    assert {(item.label, item.forward, item.facts) for item in found.relations} == {
        ("born in", True, 1),
        ("friend", True, 1),
        ("friend", False, 1),
    }
    assert "leading to it: friend (1)" in found.message


def test_the_relations_of_a_topic_are_capped():
    kg = small_graph(*(f"Ann relation{letter} Bob" for letter in "abcdefghijkl"))
    found = abstention(asked("Which opera did Ann compose?", kg))
    assert len(found.relations) == 8
    assert found.message.endswith(" and 7 more.")


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ((), "The paths found have no values to find the largest by."),
        (
            ('Ann fee "12"', 'Ann fee "a lot"'),
            "The values to find the largest by are of different kinds: number, text.",
        ),
    ],
)
def test_an_extreme_needs_values_of_one_kind(values, message):
    script = replies(recognize_topics=mentions("Ann"), judge_sufficiency=NO, answer=citing())
    kg = small_graph("Ann friend Bob", *values)
    found = abstention(run("What is the highest of Ann?", script, kg, allow_parametric=False).answer)
    assert (found.case, found.message) == ("operation_not_possible", message)


def test_a_name_of_several_entities_with_different_answers():
    kg = small_graph(
        "Georgia a nation", "Georgia capital Tbilisi", "Georgia_2 a state", "Georgia_2 capital Atlanta"
    )
    kg.set((rdflib.URIRef(T + "Georgia_2"), rdflib.RDFS.label, rdflib.Literal("Georgia")))
    script = replies(recognize_topics=mentions("Georgia"), judge_sufficiency=NO, answer=citing())
    found = abstention(run("What is the capital of Georgia?", script, kg, allow_parametric=False).answer)
    assert found.case == "ambiguous"
    assert sorted((item.iri, item.detail) for item in found.near) == [
        (T + "Georgia", "nation"),
        (T + "Georgia_2", "state"),
    ]
    assert found.message.endswith(" Which one do you mean?")


def test_a_spent_budget_is_named_and_the_graph_is_asked_nothing_more():
    script = replies(recognize_topics=mentions("Ann"), judge_sufficiency=NO, answer=citing())
    found = abstention(
        run("Who is a friend of Ann?", script, PEOPLE, max_llm_calls=3, allow_parametric=False).answer
    )
    assert found.case == "budget_spent"
    assert found.message == "The search ended early: budget of 3 LLM calls is used up."
    assert (found.near, found.relations) == ((), ())


def test_the_rest_gives_the_reason_of_the_judgement():
    script = replies(recognize_topics=mentions("Ann"), judge_sufficiency=NO, answer=citing())
    found = abstention(run("Who is a friend of Ann?", script, PEOPLE, allow_parametric=False).answer)
    assert found.case == "not_judged_sufficient"
    assert "was not judged to answer the question: Something is missing. About Ann it has: " in found.message


def test_a_system_that_looks_at_no_graph_says_no_more_than_its_reason():
    found = abstention(asked("Who is the director of Titannic?", system="io"))
    assert found.case == "not_judged_sufficient"
    assert "has no knowledge of its own" in found.message
    assert (found.near, found.relations) == ((), ())


def test_an_answer_has_no_abstention():
    with PathsOverGraph(PEOPLE, "offline", encoder="lexical") as agent:
        assert agent.ask("Where was Ann born in?").abstention is None


class Unreachable(RdfStore):
    """A store that cannot tell classes."""

    async def classes(self, nodes) -> set[str]:
        raise GraphUnavailableError("timeout")


def test_a_graph_that_cannot_be_asked_is_the_reason_itself():
    answer = asked("What is the shoe size of Ann?", Unreachable(PEOPLE), topics=(T + "Ann",))
    found = abstention(answer)
    assert found.case == "could_not_look"
    assert found.message == "I could not look this up: the graph failed: timeout."
    assert answer.graph_failed
