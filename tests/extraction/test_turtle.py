"""The Turtle of an extracted graph: for readers, for rdflib, for the stores."""

import random
from dataclasses import replace
from pathlib import Path

import pytest
import rdflib
from hypothesis import given
from hypothesis import strategies as st
from rdflib import RDFS, SKOS, Literal, URIRef

from pog_agent.errors import SettingError
from pog_agent.extraction.graph import (
    ExtractedEdge,
    ExtractedEntity,
    ExtractedGraph,
    ExtractedRelation,
    TextSource,
    entity_key,
)
from pog_agent.extraction.turtle import BASE, EVIDENCE, entity_iri, slug, turtle
from pog_agent.kg.open import open_kg

ANN = ExtractedEntity("ann lee", "Ann Lee", ("A. Lee",))
OSK = ExtractedEntity("osk", "Osk", iri="http://kg/osk")
BORN = ExtractedRelation("born in", "Where.")
EDGE = ExtractedEdge("ann lee", "born in", "osk", 2, (TextSource(document="a b", start=3, end=9),), 0.25)
GRAPH = ExtractedGraph((ANN, OSK), (BORN,), (EDGE,), ("A remark.",))
TEXT = """\
# A remark.

@prefix e: <http://example.org/docs/entity/> .
@prefix evidence: <urn:pog-agent:evidence:> .
@prefix r: <http://example.org/docs/relation/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .

r:born_in rdfs:label "born in" ;
	rdfs:comment "Where." .
e:ann_lee rdfs:label "Ann Lee" ;
	skos:altLabel "A. Lee" ;
	r:born_in <http://kg/osk> .
<http://kg/osk> rdfs:label "Osk" .
_:e3d79df6d2720feb9 evidence:subject e:ann_lee ;
	evidence:relation r:born_in ;
	evidence:object <http://kg/osk> ;
	evidence:count 2 ;
	evidence:weight 0.250 ;
	evidence:source <http://example.org/docs/document/a%20b#char=3,9> .
"""


def parsed(graph: ExtractedGraph, base: str = BASE) -> rdflib.Graph:
    return rdflib.Graph().parse(data=turtle(graph, base), format="turtle")


def test_people_can_read_it():
    text = turtle(GRAPH).decode()
    assert text.startswith("# A graph from documents")
    assert text.endswith(TEXT)


def test_the_order_of_what_was_extracted_does_not_matter():
    mixed = replace(GRAPH, entities=GRAPH.entities[::-1])
    assert turtle(mixed) == turtle(GRAPH)


def test_rdflib_reads_labels_edges_and_evidence():
    graph = parsed(GRAPH)
    ann, osk = URIRef(entity_iri("ann lee")), URIRef("http://kg/osk")
    assert list(graph.objects(ann, RDFS.label)) == [Literal("Ann Lee")]
    assert list(graph.objects(ann, SKOS.altLabel)) == [Literal("A. Lee")]
    assert list(graph.objects(ann, URIRef(f"{BASE}relation/born_in"))) == [osk]
    (node,) = graph.subjects(URIRef(EVIDENCE + "subject"), ann)
    assert graph.value(node, URIRef(EVIDENCE + "count")).toPython() == 2
    assert str(graph.value(node, URIRef(EVIDENCE + "source"))) == f"{BASE}document/a%20b#char=3,9"


async def test_evidence_is_no_edge_of_the_graph(tmp_path: Path):
    (tmp_path / "g.ttl").write_bytes(turtle(GRAPH))
    kg = open_kg(str(tmp_path / "g.ttl"))
    around = await kg.neighbors([entity_iri("ann lee"), "http://kg/osk"])
    assert around.triples == [(entity_iri("ann lee"), f"{BASE}relation/born_in", "http://kg/osk")]
    assert await kg.labels([f"{BASE}relation/born_in"]) == {f"{BASE}relation/born_in": "born in"}
    kg.close()


NAMES = st.text(st.characters(exclude_categories=["Cs"]), max_size=30) | st.sampled_from(
    [
        'a"b',
        "a\\",
        "<script>",
        "x > .\n e:y",
        "'''",
        "-a-",
        ".a.",
        "%20",
        "{{x}}",
        "a#b?c",
        "كتاب",
        "東京",
        "½²",
        "a:b",
    ]
)


@given(st.lists(NAMES, unique_by=entity_key, min_size=2, max_size=4), NAMES)
def test_any_name_comes_back_as_it_was(names, relation):
    entities = [ExtractedEntity(entity_key(name), name) for name in names]
    head, tail = entities[0].key, entities[1].key
    edge = ExtractedEdge(head, relation, tail, 1, (TextSource(document=relation, start=0, end=1),))
    graph = parsed(ExtractedGraph(tuple(entities), (ExtractedRelation(relation),), (edge,)))
    labels = {str(text) for text in graph.objects(None, RDFS.label)}
    assert labels == {*names, relation}
    assert len(set(graph.subjects(RDFS.label))) == len(names) + 1
    assert len(graph) == len(names) + 1 + 1 + 5


@given(st.lists(st.text().map(entity_key), unique=True))
def test_different_names_have_different_slugs(keys):
    assert len({slug(key) for key in keys}) == len(keys)


def test_other_entities_do_not_change_an_iri():
    many = [ExtractedEntity(f"n{number}", "N") for number in range(50)]
    random.Random(1).shuffle(many)
    graph = parsed(replace(GRAPH, entities=(*many, *GRAPH.entities)))
    assert (URIRef(entity_iri("ann lee")), RDFS.label, Literal("Ann Lee")) in graph


@pytest.mark.parametrize("base", ["http://acme.example/kb/", "urn:acme:"])
def test_another_namespace(base):
    assert (URIRef(f"{base}entity/ann_lee"), RDFS.label, Literal("Ann Lee")) in parsed(GRAPH, base)


@pytest.mark.parametrize(
    "base",
    ["", "kb", "http://acme.example/kb", "http://acme.example/kb#", "http://a#b/", "http://a b/", "http://a/<x>/"],
)
def test_a_base_that_is_no_namespace_is_refused(base):
    with pytest.raises(SettingError, match="is no namespace"):
        turtle(GRAPH, base)
