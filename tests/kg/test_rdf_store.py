"""The store over an rdflib graph: edges, names, classes, and identity across loads."""

import hypothesis.strategies as st
import pytest
import rdflib
from hypothesis import given, settings
from rdflib.namespace import OWL, RDFS, SKOS

from pog_agent.kg.base import Entity, KnowledgeGraph
from pog_agent.kg.local.rdf_files import load_rdf
from pog_agent.terms import RDF_TYPE, XSD, is_blank, literal
from tests.kg.rdf_store import RdfStore

EX = "http://example.org/"
WEEZE, NIJMEGEN, GERMANY, LOOP = EX + "Weeze", EX + "Nijmegen", EX + "Germany", EX + "loop"
GEORGIA, GEORGIA_US = EX + "Georgia", EX + "Georgia_US"
AIRPORT, COUNTRY, STATE = EX + "Airport", EX + "Country", EX + "State"
SERVES, IN, OPENED, MOTTO, FREE = EX + "serves", EX + "in", EX + "opened", EX + "motto", EX + "free"

TURTLE = f"""
@prefix : <{EX}> .
@prefix rdfs: <{RDFS}> . @prefix skos: <{SKOS}> . @prefix owl: <{OWL}> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Weeze a :Airport ; rdfs:label "Weeze Airport"@en, "Flughafen Weeze"@de ; skos:altLabel "NRN" ;
    rdfs:comment "close to the border" ; owl:sameAs <http://elsewhere.org/Weeze> ;
    :serves :Nijmegen ; :in :Germany ; :opened "2003-05-01"^^xsd:date ; :free true ;
    :motto "say \\"hi\\"\\nand \\\\ go"@en ; :code "NRN"^^xsd:string .
:Nijmegen rdfs:label "Nijmegen" ; skos:prefLabel "Nimwegen"@de .
:Germany a :Country ; rdfs:label "Germany (UK)"@en-GB, "Germany"@en, "Allemagne"@fr .
:Georgia a :Country ; rdfs:label "Georgia"@en .
:Georgia_US a :State ; rdfs:label "Georgia"@en ; :in :USA .
:USA rdfs:label "United States"@en ; skos:altLabel "America"@en .
:Metz rdfs:label "Metz"@fr .
:serves rdfs:label "serves"@en .
:loop :in :loop .
"""


def store_of(turtle: str) -> RdfStore:
    graph = rdflib.Graph()
    graph.parse(data=f"@prefix : <{EX}> . @prefix rdfs: <{RDFS}> . {turtle}", format="turtle")
    return RdfStore(graph)


@pytest.fixture(scope="module")
def store() -> RdfStore:
    return store_of(TURTLE)


def test_it_is_a_knowledge_graph(store):
    assert isinstance(store, KnowledgeGraph)


async def test_neighbors_are_the_edges_of_both_directions_without_names_and_comments(store):
    around = await store.neighbors([WEEZE])
    assert set(around.triples) == {
        (WEEZE, RDF_TYPE, AIRPORT),
        (WEEZE, SERVES, NIJMEGEN),
        (WEEZE, IN, GERMANY),
        (WEEZE, OPENED, literal("2003-05-01", XSD + "date")),
        (WEEZE, FREE, literal("true", XSD + "boolean")),
        (WEEZE, MOTTO, literal('say "hi"\nand \\ go', language="en")),
        (WEEZE, EX + "code", literal("NRN")),
    }
    assert (await store.neighbors([NIJMEGEN])).triples == [(WEEZE, SERVES, NIJMEGEN)]
    assert around.cut == {}


async def test_an_edge_between_two_of_the_nodes_and_a_loop_come_once(store):
    rows = (await store.neighbors([WEEZE, NIJMEGEN, LOOP, LOOP])).triples
    assert len(rows) == len(set(rows))
    assert rows.count((WEEZE, SERVES, NIJMEGEN)) == rows.count((LOOP, IN, LOOP)) == 1
    assert (await store.neighbors([LOOP], limit=1)).cut == {}


async def test_a_literal_has_incoming_edges(store):
    opened = literal("2003-05-01", XSD + "date")
    assert (await store.neighbors([opened])).triples == [(WEEZE, OPENED, opened)]
    assert (await store.neighbors([literal("NRN")])).triples == [(WEEZE, EX + "code", literal("NRN"))]


async def test_a_node_the_graph_lacks_has_no_edges(store):
    assert (await store.neighbors([EX + "nowhere", "_:b7", literal("x")])).triples == []


@pytest.mark.parametrize(("limit", "outward"), [(1, 1), (4, 2), (5, 3), (8, 4), (12, 4)])
async def test_a_hub_is_cut_to_the_limit_with_a_share_of_each_direction(limit, outward):
    hub = store_of(
        " ".join(f":hub :has :out{number} ." for number in range(4))
        + " ".join(f":in{number} :has :hub ." for number in range(9))
    )
    around = await hub.neighbors([EX + "hub"], limit=limit)
    assert len(around.triples) == limit
    assert sum(head == EX + "hub" for head, _, _ in around.triples) == outward
    assert around.cut == {EX + "hub": 13 - limit}
    assert around == await hub.neighbors([EX + "hub"], limit=limit)


async def test_a_limit_that_is_just_met_cuts_nothing(store):
    around = await store.neighbors([WEEZE], limit=7)
    assert len(around.triples) == 7
    assert around.cut == {}


@pytest.mark.parametrize(
    ("iri", "languages", "label"),
    [
        (WEEZE, ["en"], "Weeze Airport"),
        (WEEZE, ["de", "en"], "Flughafen Weeze"),
        (WEEZE, ["fr", "de", "en"], "Flughafen Weeze"),
        (NIJMEGEN, ["de"], "Nimwegen"),
        (NIJMEGEN, ["en"], "Nijmegen"),
        (GERMANY, ["en"], "Germany"),
        (GERMANY, ["en-GB", "fr"], "Germany (UK)"),
        (GERMANY, ["FR"], "Allemagne"),
        (EX + "Metz", ["en", "de"], "Metz"),
    ],
)
async def test_a_label_is_in_the_first_language_that_has_one_else_untagged_else_any(store, iri, languages, label):
    assert await store.labels([iri], languages) == {iri: label}


async def test_what_has_no_name_is_left_out(store):
    terms = [literal("x"), "_:b0", EX + "nowhere", SERVES]
    assert await store.labels(terms) == {SERVES: "serves"}


async def test_find_ignores_case_and_space_and_knows_aliases(store):
    found = await store.find([" weeze  AIRPORT ", "flughafen weeze", "nrn", "Weeze", "america"])
    assert found == {
        " weeze  AIRPORT ": [Entity(iri=WEEZE, label="Weeze Airport")],
        "flughafen weeze": [Entity(iri=WEEZE, label="Weeze Airport")],
        "nrn": [Entity(iri=WEEZE, label="Weeze Airport")],
        "america": [Entity(iri=EX + "USA", label="United States")],
    }


async def test_find_gives_every_entity_of_a_name_labels_before_aliases():
    named = store_of(f':b <{SKOS.altLabel}> "x" ; rdfs:label "other" . :c rdfs:label "X" . :a rdfs:label "x"@en .')
    assert [entity.iri for entity in (await named.find(["x"]))["x"]] == [EX + "a", EX + "c", EX + "b"]


async def test_same_named_entities_are_all_found(store):
    assert {entity.iri for entity in (await store.find(["Georgia"]))["Georgia"]} == {GEORGIA, GEORGIA_US}


async def test_a_relation_is_no_entity(store):
    assert await store.find(["serves"]) == {}


@pytest.mark.parametrize("text", ["Weeze Airprot", "weze airport", "airport of Weeze", "NRN"])
async def test_search_finds_what_is_spelled_alike_first(store, text):
    assert (await store.search(text))[0] == Entity(iri=WEEZE, label="Weeze Airport")


async def test_search_gives_each_entity_once_up_to_the_limit(store):
    found = await store.search("weeze", limit=50)
    assert len(found) == len({entity.iri for entity in found})
    assert len(await store.search("e", limit=2)) == 2


async def test_the_catalog_has_every_name_unless_there_are_too_many(store):
    catalog = await store.catalog(100)
    assert {(entity.iri, entity.label) for entity in catalog if entity.iri == WEEZE} == {
        (WEEZE, "weeze airport"),
        (WEEZE, "flughafen weeze"),
        (WEEZE, "nrn"),
    }
    assert {GEORGIA, GEORGIA_US} <= {entity.iri for entity in catalog}
    assert await store.catalog(5) is None


async def test_types_and_classes(store):
    nodes = [WEEZE, GERMANY, NIJMEGEN, AIRPORT, literal("x")]
    assert await store.types(nodes) == {WEEZE: [AIRPORT], GERMANY: [COUNTRY]}
    assert await store.classes([*nodes, STATE]) == {AIRPORT, STATE}


async def test_a_triple_is_contained_only_with_its_exact_literal(store):
    motto = 'say "hi"\nand \\ go'
    asked = {
        (WEEZE, SERVES, NIJMEGEN): True,
        (NIJMEGEN, SERVES, WEEZE): False,
        (WEEZE, OPENED, literal("2003-05-01", XSD + "date")): True,
        (WEEZE, OPENED, literal("2003-05-01")): False,
        (WEEZE, MOTTO, literal(motto, language="en")): True,
        (WEEZE, MOTTO, literal(motto, language="de")): False,
        (WEEZE, MOTTO, literal(motto)): False,
        (WEEZE, EX + "code", literal("NRN")): True,
        (WEEZE, EX + "nothing", NIJMEGEN): False,
    }
    assert await store.contains(list(asked)) == list(asked.values())
    assert await store.contains([]) == []


values = st.one_of(
    st.text().map(rdflib.Literal),
    st.text().map(lambda text: rdflib.Literal(text, lang="en")),
    st.text().map(lambda text: rdflib.Literal(text, datatype=rdflib.XSD.string)),
    st.text().map(lambda text: rdflib.Literal(text, datatype=EX + "type")),
    st.integers().map(rdflib.Literal),
    st.dates().map(rdflib.Literal),
    st.decimals(allow_nan=False, allow_infinity=False).map(rdflib.Literal),
)


@settings(deadline=None, max_examples=60)
@given(st.lists(values, min_size=1, max_size=4))
async def test_every_triple_that_neighbors_give_is_contained(literals):
    graph = rdflib.Graph()
    for value in literals:
        graph.add((rdflib.URIRef(WEEZE), rdflib.URIRef(MOTTO), value))
    store = RdfStore(graph)
    rows = (await store.neighbors([WEEZE])).triples
    assert rows
    assert all(await store.contains(rows))
    assert set((await store.neighbors([tail for _, _, tail in rows])).triples) == set(rows)


iris = st.sampled_from([rdflib.URIRef(EX + letter) for letter in "abc"])
triples = st.lists(st.tuples(iris, iris, st.one_of(iris, values)), min_size=1, max_size=6, unique=True)


@settings(deadline=None, max_examples=60)
@given(triples, st.randoms())
async def test_the_fingerprint_depends_on_the_triples_and_not_on_their_order(rows, random):
    first, second, less = rdflib.Graph(), rdflib.Graph(), rdflib.Graph()
    for row in rows:
        first.add(row)
    for row in random.sample(rows, len(rows)):
        second.add(row)
    for row in rows[1:]:
        less.add(row)
    assert await RdfStore(first).fingerprint() == await RdfStore(second).fingerprint()
    assert (await RdfStore(first).fingerprint() == await RdfStore(less).fingerprint()) == (len(first) == len(less))


async def test_the_fingerprint_changes_with_one_word():
    before, after = store_of(':a :p "one" .'), store_of(':a :p "two" .')
    assert await before.fingerprint() != await after.fingerprint()


@pytest.mark.filterwarnings("ignore::DeprecationWarning:rdflib", "ignore:NTSerializer:UserWarning")
@pytest.mark.parametrize("ending", ["ttl", "nt", "nq", "trig", "rdf", "jsonld"])
async def test_blank_nodes_have_the_same_names_after_a_second_load(tmp_path, ending):
    turtle = " ".join(f":a{number} :p [ :q [ :r {number} ] ] ." for number in range(12))
    graph = rdflib.Dataset() if ending in {"nq", "trig"} else rdflib.Graph()
    graph.parse(data=f"@prefix : <{EX}> . {turtle}", format="turtle")
    names = {"nq": "nquads", "rdf": "xml", "jsonld": "json-ld"}
    file = tmp_path / f"graph.{ending}"
    graph.serialize(file, format=names.get(ending, ending))
    first, second = RdfStore(load_rdf([file])), RdfStore(load_rdf([file]))
    nodes = [f"{EX}a{number}" for number in range(12)]
    around = await first.neighbors(nodes)
    assert all(is_blank(tail) for _, _, tail in around.triples)
    assert await second.neighbors(nodes) == around
    inner = sorted({tail for _, _, tail in around.triples})
    assert await second.neighbors(inner) == await first.neighbors(inner)
    assert all(await second.contains((await first.neighbors(inner)).triples))
    assert await first.fingerprint() == await second.fingerprint()


async def test_a_graph_without_labels_uses_local_names():
    bare = store_of(":Niels_Bohr :placeOfBirth :Copenhagen .")
    assert await bare.labels([EX + "Niels_Bohr", EX + "placeOfBirth"]) == {
        EX + "Niels_Bohr": "Niels Bohr",
        EX + "placeOfBirth": "place of birth",
    }
    assert await bare.find(["Niels Bohr", "place of birth"]) == {
        "Niels Bohr": [Entity(iri=EX + "Niels_Bohr", label="Niels Bohr")]
    }
    assert [entity.iri for entity in await bare.search("Kopenhagen", limit=1)] == [EX + "Copenhagen"]


async def test_in_a_labelled_graph_a_node_without_label_goes_by_the_words_of_its_iri(store):
    assert await store.labels([LOOP, AIRPORT]) == {LOOP: "loop", AIRPORT: "Airport"}
    assert await store.find(["Loop"]) == {"Loop": [Entity(iri=LOOP, label="loop")]}


async def test_asking_changes_nothing_in_the_graph():
    graph = rdflib.Graph().parse(data=TURTLE, format="turtle")
    before = set(graph)
    store = RdfStore(graph, name="mine")
    await store.neighbors([WEEZE])
    await store.search("x")
    await store.contains([("_:b9", IN, "_:b8")])
    await store.fingerprint()
    assert set(graph) == before
    assert store.name == "mine"
