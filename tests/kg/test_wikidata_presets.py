"""The presets for Wikidata over a graph of its form, the same through all stores."""

from collections.abc import Iterator
from functools import partial

import pytest
import rdflib

from pog_agent import PathsOverGraph
from pog_agent.kg.base import KnowledgeGraph
from pog_agent.kg.local.compile import compile_files
from pog_agent.kg.preset import load_preset
from pog_agent.kg.sparql.store import SparqlStore
from pog_agent.terms import XSD, literal
from tests.kg.rdf_store import RdfStore
from tests.servers import oxigraph_of, serve_oxigraph

WIKIDATA = "http://www.wikidata.org/"
WD, WDT, WDS = WIKIDATA + "entity/", WIKIDATA + "prop/direct/", WIKIDATA + "entity/statement/"
P, PS, PQ = WIKIDATA + "prop/", WIKIDATA + "prop/statement/", WIKIDATA + "prop/qualifier/"
TURTLE = f"""
@prefix wd: <{WD}> . @prefix wdt: <{WDT}> . @prefix wds: <{WDS}> .
@prefix p: <{P}> . @prefix ps: <{PS}> . @prefix pq: <{PQ}> .
@prefix psv: <{PS}value/> . @prefix wdv: <{WIKIDATA}value/> . @prefix wdtn: <{WIKIDATA}prop/direct-normalized/> .
@prefix wikibase: <http://wikiba.se/ontology#> . @prefix prov: <http://www.w3.org/ns/prov#> .
@prefix schema: <http://schema.org/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> . @prefix xsd: <{XSD}> .
wd:Q7259 rdfs:label "Ada Lovelace"@en ; skos:altLabel "Countess of Lovelace"@en ;
    schema:description "English mathematician"@en ; wikibase:sitelinks 3 ;
    wdt:P31 wd:Q5 ; wdt:P26 wd:Q4666 ; wdt:P569 "1815-12-10"^^xsd:date ; wdt:P1687 wd:P26 ;
    wdt:P119 <{WIKIDATA}.well-known/genid/1> ; wdt:P213 "0000" ; wdtn:P213 <https://isni.org/isni/0000> ;
    p:P31 wds:Q7259-a ; p:P26 wds:Q7259-b .
wds:Q7259-a a wikibase:Statement ; ps:P31 wd:Q5 ; wikibase:rank wikibase:NormalRank .
wds:Q7259-b a wikibase:Statement ; ps:P26 wd:Q4666 ; pq:P580 "1835-07-08"^^xsd:date ; pq:P276 wd:Q84 ;
    psv:P26 wdv:v1 ; prov:wasDerivedFrom wds:ref .
wd:Q4666 rdfs:label "William King-Noel"@en ; wdt:P26 wd:Q7259 .
wd:Q5 rdfs:label "human"@en .
wd:Q84 rdfs:label "London"@en ; wdt:P31 wd:Q515 .
<https://en.wikipedia.org/wiki/London> schema:about wd:Q84 ; schema:name "London"@en .
wd:P26 rdfs:label "spouse"@en ; a wikibase:Property ; wikibase:directClaim wdt:P26 .
wd:P31 rdfs:label "instance of"@en ; a wikibase:Property .
wd:P580 rdfs:label "start time"@en .
wd:P276 rdfs:label "location"@en .
wdt:P26 a <http://www.w3.org/2002/07/owl#ObjectProperty> .
"""
ADA, KING, HUMAN, LONDON = (WD + name for name in ("Q7259", "Q4666", "Q5", "Q84"))
MARRIAGE = WDS + "Q7259-b"
MARRIED = literal("1835-07-08", XSD + "date")
NODES = [ADA, KING, HUMAN, LONDON, MARRIAGE, WD + "P26", WIKIDATA + "value/v1"]


@pytest.fixture(scope="module")
def graph() -> rdflib.Graph:
    return rdflib.Graph().parse(data=TURTLE, format="turtle")


@pytest.fixture(scope="module")
def endpoint(graph) -> Iterator[str]:
    with serve_oxigraph(oxigraph_of(graph)) as url:
        yield url


@pytest.fixture(scope="module", params=["file", "rdflib", "endpoint"])
def open_store(request, tmp_path_factory):
    if request.param == "rdflib":
        return lambda preset: RdfStore(request.getfixturevalue("graph"), preset=load_preset(preset))
    if request.param == "endpoint":
        return lambda preset: SparqlStore(request.getfixturevalue("endpoint"), preset=load_preset(preset))
    file = tmp_path_factory.mktemp("wikidata") / "wikidata.ttl"
    file.write_text(TURTLE, encoding="utf-8")
    return lambda preset: compile_files([file], "wikidata", load_preset(preset))


@pytest.fixture
def truthy(open_store) -> Iterator[KnowledgeGraph]:
    return open_store("wikidata")


@pytest.fixture
def statements(open_store) -> KnowledgeGraph:
    return open_store("wikidata-statements")


async def test_only_truthy_statements_between_items_and_values_are_edges(truthy):
    assert set((await truthy.neighbors(NODES)).triples) == {
        (ADA, WDT + "P31", HUMAN),
        (ADA, WDT + "P26", KING),
        (ADA, WDT + "P569", literal("1815-12-10", XSD + "date")),
        (ADA, WDT + "P213", literal("0000")),
        (KING, WDT + "P26", ADA),
        (LONDON, WDT + "P31", WD + "Q515"),
    }


async def test_the_label_of_a_relation_is_that_of_its_property(truthy, statements):
    terms = [WDT + "P26", P + "P26", PS + "P26", PQ + "P580", ADA, MARRIAGE, WDT + "P999"]
    assert await truthy.labels(terms) == {WDT + "P26": "spouse", ADA: "Ada Lovelace"}
    assert await statements.labels(terms) == {
        **dict.fromkeys((WDT + "P26", P + "P26", PS + "P26"), "spouse"),
        PQ + "P580": "start time",
        ADA: "Ada Lovelace",
    }


async def test_properties_and_pages_are_not_found_by_name(truthy):
    found = await truthy.find(["spouse", "London", "Countess of Lovelace"])
    assert {text: [entity.iri for entity in entities] for text, entities in found.items()} == {
        "London": [LONDON],
        "Countess of Lovelace": [ADA],
    }
    assert {entity.iri for entity in await truthy.catalog(100)} == {ADA, KING, HUMAN, LONDON}
    assert WD + "P26" not in {entity.iri for entity in await truthy.search("spouse")}


async def test_the_class_of_an_item_is_what_it_is_an_instance_of(truthy, statements):
    for store in (truthy, statements):
        assert await store.types([ADA, KING]) == {ADA: [HUMAN]}
        assert await store.classes([ADA, HUMAN]) == {HUMAN}


async def test_statement_nodes_join_an_item_with_value_and_qualifiers(statements):
    assert set((await statements.neighbors([MARRIAGE])).triples) == {
        (ADA, P + "P26", MARRIAGE),
        (MARRIAGE, PS + "P26", KING),
        (MARRIAGE, PQ + "P580", MARRIED),
        (MARRIAGE, PQ + "P276", LONDON),
    }
    relations = {relation for _, relation, _ in (await statements.neighbors([ADA, KING])).triples}
    assert relations == {P + "P31", P + "P26", PS + "P26", WDT + "P31"}


@pytest.mark.parametrize("few_labels", [False, True])
@pytest.mark.parametrize("forced", [False, True])
async def test_a_statement_node_has_no_name_even_where_iris_are_names(graph, tmp_path, few_labels, forced):
    mixed = rdflib.Graph() + graph
    if few_labels:
        mixed.remove((None, rdflib.RDFS.label, None))
    mixed.serialize(tmp_path / "graph.nt", format="nt", encoding="utf-8")
    preset = load_preset("wikidata-statements")
    if forced:
        preset = preset.model_copy(update={"names_from_iris": "always"})
    for build in (partial(RdfStore, mixed), partial(compile_files, [tmp_path / "graph.nt"], "graph")):
        store = build(preset=preset)
        assert await store.labels([MARRIAGE]) == {}
        named_otherwise = {ADA: "Q7259"} if forced else {}
        assert not few_labels or await store.labels([ADA]) == named_otherwise
        assert few_labels or await store.labels([ADA]) == {ADA: "Ada Lovelace"}
        assert all(not entity.iri.startswith(WDS) for entity in await store.catalog(1000))


@pytest.mark.parametrize("source", ["file", "endpoint"])
def test_a_question_is_answered_across_a_statement_and_its_qualifier(source, tmp_path, endpoint):
    file = tmp_path / "wikidata.ttl"
    file.write_text(TURTLE, encoding="utf-8")
    kg = file if source == "file" else endpoint
    with PathsOverGraph(kg=kg, preset="wikidata-statements", encoder="lexical", compose="off", d_max=2) as system:
        answer = system.ask("What is the start time of the spouse of Ada Lovelace?", topics=(ADA,))
    triples = {triple for path in answer.paths for triple in path.triples}
    assert {(ADA, P + "P26", MARRIAGE), (MARRIAGE, PQ + "P580", MARRIED)} <= triples
    assert any("spouse" in path.text and "start time" in path.text for path in answer.paths)
    assert not any("statement" in path.text for path in answer.paths)
