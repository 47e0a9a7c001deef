"""Things that the graph declares to be the same are listed and counted apart, with a warning."""

import pytest
import rdflib
from rdflib.namespace import OWL

from pog_agent import PathsOverGraph
from tests.kg.rdf_store import RdfStore
from tests.pipeline_fixtures import T, small_graph
from tests.servers import serve_graph

SAYS = "the graph declares things to be the same that are listed or counted apart: "
APART = ("Ann parent Bob", "Ann parent Cid", "Ann parent Dan", "Ann a person", "Bob a person", "Cid a person")


def family(*same: tuple[str, str]) -> rdflib.Graph:
    graph = small_graph(*APART)
    for one, other in same:
        graph.add((rdflib.URIRef(T + one), OWL.sameAs, rdflib.URIRef(T + other)))
    return graph


def warnings(question: str, kg: object) -> list[str]:
    with PathsOverGraph(kg, "offline", encoder="lexical") as agent:
        answer = agent.ask(question)
        assert answer.status in ("supported", "partial")
        assert answer.text in ("Bob, Cid, Dan", "3")
        return [text for text in answer.warnings if text.startswith(SAYS)]


BOB_AND_CID = f"{SAYS}Bob <{T}Bob> and Cid <{T}Cid>"


@pytest.mark.parametrize("question", ["Who is a parent of Ann?", "How many parents does Ann have?"])
@pytest.mark.parametrize("same", [[("Cid", "Bob")], [("Bob", "Robert"), ("Cid", "Robert")]])
def test_twins_are_named_where_they_are_listed_and_where_they_are_counted(question, same):
    assert warnings(question, family(*same)) == [BOB_AND_CID]


def test_what_is_the_same_as_something_elsewhere_has_no_twin():
    assert warnings("Who is a parent of Ann?", family(("Bob", "Robert"), ("Ann", "Cid"))) == []


def test_any_other_store_is_asked_for_pairs():
    assert warnings("Who is a parent of Ann?", RdfStore(family(("Cid", "Bob")))) == [
        f"{SAYS}Cid <{T}Cid> and Bob <{T}Bob>"
    ]
    with serve_graph(family(("Bob", "Cid"))) as url:
        assert warnings("Who is a parent of Ann?", url) == [BOB_AND_CID]
