"""Profiles: which questions ask for one, and what it has."""

import pytest
import rdflib

from pog_agent import Answer, PathsOverGraph
from pog_agent.answering.profile import ENDS_SHOWN, RELATIONS_SHOWN, profiled_topic
from pog_agent.models import TopicEntity
from tests.pipeline_fixtures import T, mentions, replies, run, small_graph

ANN = TopicEntity(iri=T + "Ann", label="Ann", mention="Ann")
PERSON = TopicEntity(iri=T + "person", label="person", mention="person", optional=True)
PEOPLE = small_graph(
    *("Ann a person", "Ann born_in Ulm", 'Ann born "1990-05-02"', "Ann met Bob", "Ann met Cid", "Bob parent Ann"),
    *("Ann employed Job_1", "Job_1 at Mill", "Bob a person"),
    unnamed="Job_1",
)


def asked(question: str, kg: rdflib.Graph = PEOPLE) -> Answer:
    with PathsOverGraph(kg, "offline", encoder="lexical") as agent:
        return agent.ask(question)


@pytest.mark.parametrize(
    "question",
    [
        *(
            "What do you know about Ann?",
            "what can you tell me about ann",
            "Tell me everything about Ann, please!",
        ),
        *("Please describe Ann.", "What is known about Ann?", "Who is Ann?", "What was Ann?", "who's Ann"),
    ],
)
def test_a_question_for_all_about_one_entity_asks_for_a_profile(question):
    assert profiled_topic(question, [ANN]) == ANN


@pytest.mark.parametrize(
    ("question", "topics"),
    [
        ("What do you know about Ann's parents?", [ANN]),
        ("Who is Ann's mother?", [ANN]),
        ("Who is the Ann?", [ANN]),
        ("Tell me about Ann and Bob", [ANN, ANN.model_copy(update={"iri": T + "Bob", "mention": "Bob"})]),
        ("What is a person?", [PERSON]),
        ("Who is Head of Mill?", [ANN.model_copy(update={"mention": "Head of Mill"})]),
        ("Who is she?", [ANN.model_copy(update={"mention": ""})]),
        ("Who is it?", []),
    ],
)
def test_other_questions_do_not(question, topics):
    assert profiled_topic(question, topics) is None


def test_a_profile_has_the_classes_and_the_facts_by_relation_each_cited():
    answer = asked("What do you know about Ann?")
    assert (answer.kind, answer.status, answer.evidence) == ("profile", "supported", "kg_only")
    assert answer.profile_lines == [
        *("type: person", "born: 1990-05-02", "born in: Ulm", "met: Bob, Cid", "<- parent: Bob"),
    ]
    assert answer.text == "Ann - type: person; born: 1990-05-02; born in: Ulm; met: Bob, Cid; <- parent: Bob"
    cited = {triple for path in answer.paths for triple in path.triples}
    assert (T + "Bob", T + "parent", T + "Ann") in cited
    assert len(cited) == 6
    assert answer.warnings == ("the graph has 1 more facts of Ann than are shown",)
    assert answer.to_json()["answers"][-1] == {"iri": T + "Bob", "label": "Bob", "relation": "<- parent"}


def test_a_profile_is_capped_and_says_how_much_more_there_is():
    lines = [f"Ann knows P{number}" for number in range(9)] + [f"Ann r{number} X" for number in range(30)]
    answer = asked("Tell me about Ann", small_graph(*lines))
    assert answer.status == "supported"
    assert len(answer.profile_lines) == RELATIONS_SHOWN
    assert len(answer.answers) == ENDS_SHOWN + RELATIONS_SHOWN - 1
    assert f"the graph has {39 - len(answer.answers)} more facts of Ann than are shown" in answer.warnings


def test_a_model_is_asked_for_the_topic_alone():
    traced = run("Tell me about Ann", replies(recognize_topics=mentions("Ann")), PEOPLE)
    assert traced.steps == ["recognize_topics"]
    assert traced.nodes == ["recognize_topics", "describe_topic", "verify_answer"]
    assert traced.answer.status == "supported"


def test_values_alone_are_a_profile_too():
    answer = asked("Describe Ann", small_graph('Ann age "30"'))
    assert (answer.kind, answer.profile_lines) == ("profile", ["age: 30"])


def test_entities_of_one_name_have_no_profile_but_are_told_apart():
    kg = small_graph("Georgia a nation", "Georgia_2 a state", "Georgia capital Tbilisi")
    other = rdflib.URIRef(T + "Georgia_2")
    kg.set((other, rdflib.RDFS.label, rdflib.Literal("Georgia")))
    answer = asked("Tell me about Georgia", kg)
    assert (answer.status, answer.answers) == ("abstained", ())
    assert answer.abstention is not None
    assert answer.abstention.case == "ambiguous"
    assert {(item.iri, item.detail) for item in answer.abstention.near} == {
        (T + "Georgia", "nation"),
        (T + "Georgia_2", "state"),
    }
    assert answer.text.startswith("'Georgia' may mean Georgia (")
