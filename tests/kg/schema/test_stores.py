"""Every local store gives the same summary, and a compiled folder keeps it."""

import json

import pytest
import rdflib

from pog_agent import PathsOverGraph
from pog_agent.errors import GraphUnavailableError
from pog_agent.kg.base import SummarizedGraph
from pog_agent.kg.local.compile import compile_files
from pog_agent.kg.local.compiled_files import open_compiled
from pog_agent.kg.local.index import build_index
from pog_agent.kg.local.oxigraph_files import build_store
from pog_agent.kg.local.oxigraph_store import OxigraphStore
from pog_agent.kg.schema.summary import NO_CLASS, NO_CLASS_NO_LABEL, TAGGED, SchemaName, SchemaSummary
from pog_agent.terms import XSD
from tests.kg.rdf_store import RdfStore

EX = "http://example.org/"
TURTLE = f"""
@prefix : <{EX}> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> . @prefix xsd: <{XSD}> .
@prefix cdt: <https://w3id.org/cdt/> .
:Supplier rdfs:label "supplier"@en, "Lieferant"@de ; skos:altLabel "vendor"@en ; rdfs:subClassOf :Company .
:Company rdfs:label "company"@en .
:delivers rdfs:label "delivers"@en, "liefert"@de ; skos:altLabel "ships"@en .
:acme a :Supplier ; rdfs:label "Acme" ; :in :france ; :delivers :bolt ; :founded "1990"^^xsd:gYear ;
    :motto "go"@en, "los"@de .
:bolts a :Supplier ; rdfs:label "Bolts" ; :in :france ; :founded "2001"^^xsd:gYear, "soon"^^xsd:gYear ;
    :motto "on"@en .
:shop a :Company ; rdfs:label "Shop" ; :in :spain ; :delivers :bolt .
:france rdfs:label "France" . :spain rdfs:label "Spain" .
:bolt a :Part ; rdfs:label "bolt" ; :weight "5 g"^^cdt:ucum, "1 kg"^^cdt:ucum .
:contract_1 a :Contract ; :between :acme, :shop . :contract_2 a :Contract ; :between :bolts, :shop .
[] :signs :acme .
"""


@pytest.fixture(scope="module")
def stores(tmp_path_factory) -> tuple[SummarizedGraph, ...]:
    file = tmp_path_factory.mktemp("schema") / "graph.ttl"
    file.write_text(TURTLE, encoding="utf-8")
    build_store([str(file)], str(file.with_name("oxigraph")))
    build_index([str(file)], str(file.with_name("index")))
    return (
        compile_files([file], "compiled"),
        open_compiled(file.with_name("index")),
        RdfStore(rdflib.Graph().parse(file)),
        OxigraphStore(file.with_name("oxigraph")),
    )


@pytest.fixture(scope="module")
def summary(stores) -> SchemaSummary:
    return stores[0].summary


async def test_every_store_gives_the_same_summary(stores, summary):
    assert all(isinstance(store, SummarizedGraph) for store in stores)
    assert {store.preset.name for store in stores} == {"generic"}
    assert [await store.schema() for store in stores] == [summary] * 4


def test_a_superclass_has_the_instances_and_links_of_its_subclasses(summary):
    company, supplier = (summary.class_of(EX + name) for name in ("Company", "Supplier"))
    assert (company.instances, company.own_instances, company.superclasses) == (3, 1, ())
    assert (supplier.instances, supplier.own_instances, supplier.superclasses) == (2, 2, (EX + "Company",))
    delivers = next(link for link in summary.links_from(EX + "Company") if link.relation == EX + "delivers")
    assert (delivers.target, delivers.edges, delivers.sources) == (EX + "Part", 2, 2)
    assert (delivers.targets, delivers.own_edges) == (1, 1)


def test_names_are_there_in_all_languages(summary):
    supplier = summary.class_of(EX + "Supplier")
    german, english = SchemaName(text="Lieferant", language="de"), SchemaName(text="supplier", language="en")
    assert supplier.labels == (german, english)
    assert supplier.aliases == (SchemaName(text="vendor", language="en"),)
    assert supplier.shown(("de",)) == "Lieferant"
    assert summary.names_of(EX + "delivers").texts == ("liefert", "delivers", "ships")
    assert summary.names_of(EX + "between").texts == ("between",)
    assert summary.class_of(EX + "Part").shown() == "Part"


def test_nodes_without_a_class_do_not_disappear(summary):
    assert summary.class_of(NO_CLASS).instances == 2
    assert summary.class_of(NO_CLASS_NO_LABEL).instances == 1
    located = [link for link in summary.links_to(NO_CLASS) if link.source == EX + "Supplier"]
    assert [(link.relation, link.edges, link.targets) for link in located] == [(EX + "in", 2, 1)]


def test_classes_of_nameless_nodes_are_mediators(summary):
    assert {item.iri for item in summary.classes if item.mediator} == {EX + "Contract", NO_CLASS_NO_LABEL}


def test_attributes_have_kinds_extremes_and_examples(summary):
    founded, motto = sorted(summary.attributes_of(EX + "Supplier"), key=lambda item: item.relation)
    assert (founded.datatype, founded.edges, founded.sources, founded.values) == (XSD + "gYear", 3, 2, 3)
    assert (founded.smallest, founded.greatest, founded.examples) == ("1990", "2001", ("1990", "2001", "soon"))
    assert (motto.datatype, motto.languages, motto.smallest) == (TAGGED, ("de", "en"), None)
    [weight] = summary.attributes_of(EX + "Part")
    assert (weight.units, weight.smallest, weight.greatest) == (("gram",), "5 g", "1 kg")


def test_a_class_is_found_by_any_of_its_names(summary):
    for text in ("Lieferant", "VENDOR", "supplier", EX + "Supplier"):
        assert [item.iri for item in summary.find_classes(text)] == [EX + "Supplier"]
    assert [item.iri for item in summary.find_classes(NO_CLASS)] == [NO_CLASS]
    assert summary.find_classes("nobody") == ()


async def test_an_empty_graph_has_an_empty_summary():
    assert await RdfStore(rdflib.Graph()).schema() == SchemaSummary()


def test_the_agent_gives_the_summary_without_opening_a_model(stores, summary):
    with PathsOverGraph(stores[2], model="openai:no-such-model", encoder="/no/such/encoder") as agent:
        assert agent.schema() == summary


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "graph.ttl").write_text(TURTLE, encoding="utf-8")
    build_index([str(tmp_path / "graph.ttl")], str(tmp_path / "index"))
    return tmp_path / "index"


def test_a_folder_without_a_summary_or_with_an_earlier_one_still_opens(folder, summary):
    meta = json.loads((folder / "meta.json").read_text())
    del meta["own"]  # a folder of an earlier version
    for noted in (None, {**meta["schema"], "version": 0}):
        (folder / "meta.json").write_text(json.dumps({**meta, "schema": noted}))
        graph = open_compiled(folder)
        assert not graph.has_stored_schema
        assert graph.summary == summary


def test_index_adds_the_summary_to_a_folder_without_one(folder):
    meta = json.loads((folder / "meta.json").read_text())
    (folder / "schema.json").unlink()
    (folder / "meta.json").write_text(json.dumps({**meta, "schema": None}))
    build_index([str(folder.with_name("graph.ttl"))], str(folder))
    assert open_compiled(folder).has_stored_schema


def test_a_damaged_summary_is_refused_by_name(folder):
    (folder / "schema.json").write_text("{}")
    with pytest.raises(GraphUnavailableError, match=r"schema\.json is missing or damaged; run pog-agent"):
        open_compiled(folder)
