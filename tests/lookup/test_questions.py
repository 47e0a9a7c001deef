"""Example questions in the words of a graph: its own names, in sentences that can be said, or none."""

import rdflib

from pog_agent import PathsOverGraph
from pog_agent.lookup.questions import ClassQuestions
from pog_agent.lookup.wording import questions_about
from tests.pipeline_fixtures import T, small_graph

GRAPH = small_graph(
    *("Ann a painter", "Bob a painter", "Cid a painter", "Ulm a city", "Mill a city"),
    *("Ann born_in Ulm", "Bob born_in Mill", "Ann spouse Bob", "Cid spouse Ann", "Ann lives_in Mill"),
    *(
        "Ulm mayor Cid",
        "Mill mayor Bob",
        "Bob directs Mill",
        "Ulm customer_since Cid",
        "Cid birth_city Ulm",
    ),
)
GRAPH_OF_BIRTHS = (
    "Ann a painter",
    "Bob a painter",
    "Ulm a city",
    "Mill a city",
    "Ann born_in Ulm",
    "Bob born_in Mill",
)
GRAPH.add((rdflib.URIRef(T + "painter"), rdflib.RDF.type, rdflib.RDFS.Class))
GRAPH.add((rdflib.RDFS.Class, rdflib.RDFS.label, rdflib.Literal("Class")))
for number, person in enumerate(("Ann", "Bob", "Cid"), start=170):
    GRAPH.add((rdflib.URIRef(T + person), rdflib.URIRef(T + "height"), rdflib.Literal(number)))


def classes(graph: rdflib.Graph) -> dict[str, ClassQuestions]:
    with PathsOverGraph(graph, encoder="lexical") as agent:
        return {item.label: item for item in agent.lookup.class_questions()}


def texts(graph: rdflib.Graph) -> list[str]:
    return [text for item in classes(graph).values() for text in (*item.about_one, *item.about_all)]


def test_each_class_has_questions_about_one_thing_and_about_all():
    found = classes(GRAPH)
    assert [(item.label, item.instances) for item in found.values()] == [("painter", 3), ("city", 2)]
    about_one = set(found["painter"].about_one)
    assert about_one & {"What is the spouse of Ann?", "What is the spouse of Cid?"}
    assert "What does Ann live in?" in about_one
    assert "What is the birth city of the spouse of Ann?" in about_one
    assert found["painter"].about_all == (
        "Which painter has the highest height?",
        "How many painters are there?",
        "Which painters are there?",
    )
    assert found["city"].about_all == ("How many cities are there?", "Which cities are there?")


def test_a_place_is_asked_for_by_where_and_a_person_by_who():
    graph = small_graph(*GRAPH_OF_BIRTHS, "Ulm founded_by Ann")
    for person in ("Ann", "Bob"):
        born = rdflib.Literal("1970-01-01", datatype=rdflib.XSD.date)
        graph.add((rdflib.URIRef(T + person), rdflib.URIRef(T + "date_of_birth"), born))
    found = classes(graph)
    assert {"Where was Ann born?", "Where was Bob born?"} & set(found["painter"].about_one)
    assert "Who was Ulm founded by?" in found["city"].about_one
    assert "Which cities were founded by Ann?" in found["city"].about_all


def test_a_clumsy_sentence_comes_last():
    graph = small_graph("Ann a painter", "Ulm a city", "Ann serves_city Ulm", "Ann area_m2 Ulm", "Ann friend Ulm")
    first, *others = classes(graph)["painter"].about_one
    assert first == "What is the friend of Ann?"
    assert set(others) == {"What is the serves city of Ann?", "What is the area m2 of Ann?"}


def test_what_is_no_noun_makes_no_clumsy_question():
    assert not [text for text in texts(GRAPH) if "directs" in text or "customer since" in text or "Class" in text]


def test_names_that_cannot_be_said_are_left_out():
    graph = small_graph(*(f"{name} spouse Bob" for name in ("Eve", "Fay", "Gil")), "Bob a person", "Eve a person")
    graph += small_graph("Fay a person", "Gil a person")
    for name, label in (("Eve", "<script>alert(1)</script>"), ("Fay", "Fay\x1b[2J"), ("Gil", "x" * 50)):
        graph.set((rdflib.URIRef(T + name), rdflib.RDFS.label, rdflib.Literal(label)))
    assert texts(graph) == ["How many persons are there?", "Which persons are there?"]


def test_of_like_named_things_none_is_asked_for():
    graph = small_graph("Eve spouse Bob", "Fay spouse Bob", "Eve a person", "Fay a person", "Bob a man")
    for name in ("Eve", "Fay"):
        graph.set((rdflib.URIRef(T + name), rdflib.RDFS.label, rdflib.Literal("Eve")))
    assert not any(item.about_one for item in classes(graph).values())


def test_a_graph_without_classes_has_no_examples():
    assert classes(small_graph("Ann spouse Bob")) == {}


def test_a_relation_of_a_thing_is_asked_for_in_a_sentence_or_not_at_all():
    assert questions_about("mayor", "Ulm") == ("What is the mayor of Ulm?",)
    assert questions_about("painted by", "Ulm") == ("Who was Ulm painted by?", "What was Ulm painted by?")
    assert questions_about("directs", "Ulm") == ()
