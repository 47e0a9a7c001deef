"""Example questions in the words of a graph: its own names, in sentences that can be said, or none."""

import rdflib

from pog_agent import PathsOverGraph
from pog_agent.lookup.questions import QuestionFamily
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
GRAPH.add((rdflib.URIRef(T + "painter"), rdflib.RDF.type, rdflib.RDFS.Class))
GRAPH.add((rdflib.RDFS.Class, rdflib.RDFS.label, rdflib.Literal("Class")))
for number, person in enumerate(("Ann", "Bob", "Cid"), start=170):
    GRAPH.add((rdflib.URIRef(T + person), rdflib.URIRef(T + "height"), rdflib.Literal(number)))


def families(graph: rdflib.Graph) -> tuple[QuestionFamily, ...]:
    with PathsOverGraph(graph, encoder="lexical") as agent:
        return agent.lookup.question_families()


def test_questions_are_about_facts_chains_extremes_and_counts():
    facts, chains, extremes, counts = (set(family.questions) for family in families(GRAPH))
    assert facts & {"What is the spouse of Ann?", "What is the spouse of Cid?"}
    assert facts & {"What was Ann born in?", "What was Bob born in?"}
    assert "What does Ann live in?" in facts
    assert "What is the birth city of the spouse of Ann?" in chains
    assert extremes == {"Which painter has the highest height?"}
    assert counts == {"How many painters are there?", "How many cities are there?"}


def test_what_is_no_noun_makes_no_clumsy_question():
    texts = [text for family in families(GRAPH) for text in family.questions]
    assert not [text for text in texts if "directs" in text or "customer since" in text or "Class" in text]


def test_names_that_cannot_be_said_are_left_out():
    graph = small_graph(*(f"{name} spouse Bob" for name in ("Eve", "Fay", "Gil")), "Bob a person", "Eve a person")
    graph += small_graph("Fay a person", "Gil a person")
    for name, label in (("Eve", "<script>alert(1)</script>"), ("Fay", "Fay\x1b[2J"), ("Gil", "x" * 50)):
        graph.set((rdflib.URIRef(T + name), rdflib.RDFS.label, rdflib.Literal(label)))
    assert not any(family.questions for family in families(graph)[:3])


def test_of_like_named_things_none_is_asked_for():
    graph = small_graph("Eve spouse Bob", "Fay spouse Bob", "Eve a person", "Fay a person", "Bob a man")
    for name in ("Eve", "Fay"):
        graph.set((rdflib.URIRef(T + name), rdflib.RDFS.label, rdflib.Literal("Eve")))
    assert not families(graph)[0].questions


def test_a_graph_without_classes_has_no_examples():
    assert not any(family.questions for family in families(small_graph("Ann spouse Bob")))
