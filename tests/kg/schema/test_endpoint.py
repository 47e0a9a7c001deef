"""The summary of an endpoint: that of the same graph on this machine, and what a refusal or a bound does."""

import asyncio
from collections.abc import Callable
from importlib.resources import as_file, files
from random import Random

import pyoxigraph
import pytest
import rdflib
from hypothesis import given, settings

from pog_agent.errors import GraphUnavailableError
from pog_agent.kg.local.compile import compile_files, summarize_triples
from pog_agent.kg.meter import Meter
from pog_agent.kg.preset import generic
from pog_agent.kg.schema import endpoint_counts
from pog_agent.kg.schema.endpoint import SAMPLED_INSTANCES
from pog_agent.kg.schema.summary import SchemaSummary
from pog_agent.kg.sparql.cache import AnswerFile
from pog_agent.kg.sparql.store import SparqlStore
from pog_agent.terms import RDF_TYPE, RDFS_LABEL, XSD, Triple, is_blank, is_literal, literal
from tests.kg.schema.graphs import CLASSES, LITERALS, NODES, RELATIONS, graphs
from tests.servers import TSV, Answer, Request, serve_graph, serve_oxigraph, serve_script
from tests.virtuoso import MISSING, is_installed, serve_virtuoso

EX = "http://example.org/"
CANONICAL = [term for term in LITERALS if '"007"' not in term]
"""Endpoints keep numbers by value."""
WELL_FORMED = [term for term in CANONICAL if not any(text in term for text in ("seven", "MMI"))]
"""Virtuoso makes a zero of a number that it cannot read."""


def ntriples(triples: set[Triple]) -> str:
    """Some triples as N-Triples."""

    def written(term: str) -> str:
        return term if is_literal(term) or is_blank(term) else f"<{term}>"

    return "".join(sorted(f"{' '.join(map(written, triple))} .\n" for triple in triples))


def oxigraph(triples: set[Triple]) -> pyoxigraph.Store:
    store = pyoxigraph.Store()
    store.load(ntriples(triples).encode(), format=pyoxigraph.RdfFormat.N_TRIPLES)
    return store


def asked(url: str, meter: Meter | None = None) -> SchemaSummary:
    store = SparqlStore(url)
    try:
        return asyncio.run((store.metered(meter) if meter else store).schema())
    finally:
        store.close()


def local(triples: set[Triple]) -> SchemaSummary:
    return without_shapes(summarize_triples(sorted(triples), generic()))


def without_shapes(summary: SchemaSummary) -> SchemaSummary:
    """What an endpoint is asked for: not which relations meet at nameless nodes."""
    return summary.model_copy(update={"shapes": ()})


def drawn(seed: int) -> set[Triple]:
    """A random graph of up to 60 triples."""
    random = Random(seed)
    ends = [*NODES, *CLASSES, "_:b0"]
    found: set[Triple] = set()
    for _ in range(random.randrange(10, 60)):
        tails = {RDF_TYPE: CLASSES, RDFS_LABEL: [literal("name", language="en")], generic().subclasses[0]: CLASSES}
        relation = random.choice([*tails, *RELATIONS, *RELATIONS])
        heads = CLASSES if relation in generic().subclasses else NODES if relation == RDFS_LABEL else ends
        found.add((random.choice(heads), relation, random.choice(tails.get(relation, [*ends, *WELL_FORMED]))))
    return found


@settings(max_examples=25, deadline=None)
@given(graphs(CANONICAL))
def test_an_endpoint_has_the_summary_of_the_graph(triples):
    with serve_oxigraph(oxigraph(triples)) as url:
        assert asked(url) == local(triples)


def test_the_bundled_graph_has_the_same_summary_behind_an_endpoint():
    store = pyoxigraph.Store()
    with as_file(files("pog_agent.demo").joinpath("world.ttl")) as path, path.open("rb") as stream:
        store.load(stream, format=pyoxigraph.RdfFormat.TURTLE)
        expected = without_shapes(compile_files([path], "world").summary)
    with serve_oxigraph(store) as url:
        assert asked(url) == expected


@pytest.mark.parametrize("graphs_drawn", [4, pytest.param(12, marks=pytest.mark.slow)])
@pytest.mark.skipif(not is_installed(), reason=MISSING)
def test_virtuoso_has_the_summaries_of_the_graphs(tmp_path, monkeypatch, graphs_drawn):
    chosen = [shop(20), *(drawn(seed) for seed in range(graphs_drawn))]
    places = [tmp_path / f"{number}.nt" for number in range(len(chosen))]
    for place, triples in zip(places, chosen, strict=True):
        place.write_text(ntriples(triples), encoding="utf-8")
    with serve_virtuoso(places) as urls:
        for url, triples in zip(urls, chosen, strict=True):
            assert asked(url) == local(triples)
        monkeypatch.setattr(endpoint_counts, "READ_VALUES", 4)
        assert_extremes_of_shop(asked(urls[0]))


def shop(instances: int) -> set[Triple]:
    """Suppliers with a country and a number each, and a few parts."""
    found: set[Triple] = set()
    for number in range(instances):
        supplier = f"{EX}s{number}"
        found |= {(supplier, RDF_TYPE, EX + "Supplier"), (supplier, EX + "in", f"{EX}c{number % 7}")}
        found.add((supplier, EX + "number", literal(str(number), XSD + "integer")))
    found |= {(f"{EX}c{number}", RDF_TYPE, EX + "Country") for number in range(7)}
    return found | {(f"{EX}s0", EX + "size", literal(text)) for text in "abcde"}


@pytest.mark.parametrize("triples", [shop(2), {("urn:a", "urn:r", "urn:b")}], ids=["classes", "no class"])
def test_an_empty_group_of_no_groups_is_left_out(triples):
    """rdflib gives one without a key where a query has nothing to group."""
    with serve_graph(rdflib.Graph().parse(data=ntriples(triples), format="nt")) as url:
        assert asked(url) == local(triples)


def refusing(triples: set[Triple], refuses: Callable[[str], bool]) -> Callable[[Request], Answer]:
    """An Oxigraph endpoint that takes too long for some queries."""
    store = oxigraph(triples)

    def respond(request: Request) -> Answer:
        if refuses(request.query):
            return Answer(504, "took too long", "text/plain")
        result = store.query(request.query)
        if isinstance(result, pyoxigraph.QueryBoolean):
            return Answer(body=result.serialize(format=pyoxigraph.QueryResultsFormat.JSON).decode())
        return Answer(body=result.serialize(format=pyoxigraph.QueryResultsFormat.TSV).decode(), content_type=TSV)

    return respond


def test_a_class_that_the_endpoint_will_not_count_is_sampled_and_said_to_be():
    triples = shop(SAMPLED_INSTANCES + 50)
    members = f"(<{EX}Supplier> <{EX}Supplier>)"
    with serve_script(refusing(triples, lambda query: members in query and "?no" in query)) as script:
        found = asked(script.url)
    supplier, country = (found.class_of(EX + name) for name in ("Supplier", "Country"))
    assert (supplier.instances, supplier.sampled) == (SAMPLED_INSTANCES + 50, SAMPLED_INSTANCES)
    assert (country.instances, country.sampled) == (7, None)
    [link] = found.links_from(EX + "Supplier")
    assert (link.relation, link.target, link.edges, link.sources) == (EX + "in", EX + "Country", 200, 200)
    assert found.warnings == (f"links and attributes of {EX}Supplier were counted of 200 of 250 instances",)


def test_an_endpoint_that_counts_nothing_at_all_is_an_error():
    refused = Answer(504, "took too long", "text/plain")
    with serve_script(lambda _: refused) as script, pytest.raises(GraphUnavailableError, match="took too long"):
        asked(script.url)


def test_classes_are_looked_for_where_they_cannot_all_be_counted():
    with serve_script(refusing(shop(20), lambda query: "ORDER BY DESC" in query)) as script:
        found = asked(script.url)
    assert {item.iri: item.instances for item in found.classes} == {EX + "Supplier": 20, EX + "Country": 7}
    assert found.warnings == ("the endpoint does not count all classes: those that 27 nodes have were looked for",)


def test_a_bound_of_queries_ends_the_summary_with_a_warning():
    with serve_oxigraph(oxigraph(shop(20))) as url:
        found = asked(url, Meter(rows=1_000_000, queries=8, seconds=100))
    assert {item.iri: item.sampled for item in found.classes} == {EX + "Supplier": 0, EX + "Country": 0}
    assert found.links == ()
    [warning] = found.warnings
    assert warning.startswith("the limit of 8 queries (max_queries) is reached: links and attributes of 2 classes")


def test_results_that_are_cut_without_a_word_are_read_whole():
    triples = shop(30)
    store = oxigraph(triples)

    def respond(request: Request) -> Answer:
        query = f"SELECT * WHERE {{ {{ {request.query} }} }} LIMIT 12"
        result = store.query(query)
        return Answer(body=result.serialize(format=pyoxigraph.QueryResultsFormat.TSV).decode(), content_type=TSV)

    with serve_script(respond) as script:
        assert asked(script.url) == local(triples)


def assert_extremes_of_shop(found: SchemaSummary) -> None:
    number, size = sorted(found.attributes_of(EX + "Supplier"), key=lambda item: item.relation)
    assert found.warnings == ()
    assert (number.values, number.smallest, number.greatest, len(number.examples)) == (20, "0", "19", 3)
    assert (size.values, size.smallest, size.greatest, len(size.examples)) == (5, None, None, 3)


def test_many_values_are_asked_for_their_extremes(monkeypatch):
    monkeypatch.setattr(endpoint_counts, "READ_VALUES", 4)
    with serve_oxigraph(oxigraph(shop(20))) as url:
        assert_extremes_of_shop(asked(url))


def test_extremes_that_are_refused_are_said_to_be_unknown(monkeypatch):
    monkeypatch.setattr(endpoint_counts, "READ_VALUES", 4)
    with serve_script(refusing(shop(20), lambda query: "MIN(" in query)) as script:
        found = asked(script.url)
    assert found.warnings == (f"the extremes of {EX}number of {EX}Supplier are not known",)
    assert {item.sampled for item in found.classes} == {None}
    assert {item.smallest for item in found.attributes} == {None}


def test_a_whole_summary_is_kept_in_the_cache(tmp_path):
    triples = shop(5)
    with serve_script(refusing(triples, lambda query: False)) as script:
        for _ in range(2):
            before = len(script.requests)
            store = SparqlStore(script.url, cache=AnswerFile(tmp_path / "answers.db"))
            assert asyncio.run(store.schema()) == local(triples)
            assert asyncio.run(store.schema()) == local(triples)
            store.close()
        assert len(script.requests) - before <= 2


def test_named_instances_of_large_classes_are_estimated_with_one_warning():
    pages = {
        (f"{EX}page_of_{number:04}", RDF_TYPE, EX + kind) for number in range(520) for kind in ("Page", "Sheet")
    }
    with serve_oxigraph(oxigraph(pages)) as url:
        found = asked(url)
    assert {item.named for item in found.classes} == {0}
    assert found.warnings == ("the named instances of 2 classes are estimated from 500 of each",)


def test_a_class_whose_names_are_not_known_is_no_mediator():
    with serve_script(refusing(shop(20), lambda query: "SELECT DISTINCT ?s WHERE" in query)) as script:
        found = asked(script.url)
    assert {item.mediator for item in found.classes} == {False}
    unknown = "instances of {} that go by their IRIs were not counted"
    assert set(found.warnings) == {unknown.format(EX + name) for name in ("Supplier", "Country")}
