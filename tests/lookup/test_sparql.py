"""SPARQL as a lookup: rows as SPARQL writes them, and what helps where a query finds nothing."""

from collections.abc import Iterator

import pytest

from pog_agent import PathsOverGraph
from pog_agent.errors import QueryTextError, SettingError
from pog_agent.lookup.lookup import MOST_QUERIES, GraphLookup
from tests.pipeline_fixtures import demo

R, E, C = (f"http://example.org/world/{part}/" for part in "rec")
P = f"PREFIX r: <{R}> PREFIX e: <{E}> PREFIX c: <{C}>\n"


@pytest.fixture(scope="module")
def lookup() -> Iterator[GraphLookup]:
    with PathsOverGraph(demo(), encoder="lexical") as agent:
        yield agent.lookup


def test_terms_are_written_as_a_query_takes_them(lookup):
    found = lookup.sparql(
        P + "SELECT ?m ?l ?n { ?m r:orbits e:Mars ; rdfs:label ?l . BIND(1+1 AS ?n) } ORDER BY ?m"
    )
    assert (found.columns, found.hints, found.warnings) == (("m", "l", "n"), (), ())
    assert found.rows == ((f"<{E}Deimos>", '"Deimos"@en', "2"), (f"<{E}Phobos>", '"Phobos"@en', "2"))


def test_what_is_cut_is_said(lookup):
    found = lookup.sparql("SELECT ?s { ?s ?p ?o }", limit=2)
    assert len(found.rows) == 2
    assert found.warnings == ("there are more than 2 rows; the first are listed",)


def test_an_unknown_iri_has_the_nearest_that_the_graph_has(lookup):
    query = "SELECT * { ?m r:orbit ?x ; a c:Moons ; r:found_by <http://other/Niels_Bohr> }"
    hints = {hint.iri: hint for hint in lookup.sparql(P + query).hints}
    assert hints[R + "orbit"].near[0].iri == R + "orbits"
    assert (hints[C + "Moons"].near[0].iri, hints[C + "Moons"].near[0].kind) == (C + "Moon", "class")
    assert [item.iri for item in hints["http://other/Niels_Bohr"].near] == [E + "Niels_Bohr"]
    assert not any(hint.is_known for hint in hints.values())


def test_a_known_relation_shows_its_direction_and_how_its_values_are_written(lookup):
    found = lookup.sparql(P + "SELECT ?m { e:Mars r:orbits ?m . ?m rdfs:label 'Phobos' }")
    uses = {hint.iri: hint.use for hint in found.hints}
    assert "moon -> planet" in uses[R + "orbits"]
    assert '"@' in uses["http://www.w3.org/2000/01/rdf-schema#label"]
    assert uses[E + "Mars"] == "an entity"


def test_a_question_that_is_false_has_hints_and_one_that_is_true_none(lookup):
    assert lookup.sparql(P + "ASK { e:Moon r:orbit e:Earth }").hints
    found = lookup.sparql(P + "ASK { e:Moon r:orbits e:Earth }")
    assert (found.truth, found.hints) == (True, ())


def test_an_unknown_prefix_names_what_the_graph_has(lookup):
    with pytest.raises(QueryTextError, match=f"'ex' is not declared.*orbits <{R}orbits>"):
        lookup.sparql("SELECT * { ?m ex:orbits ?x }")


@pytest.mark.parametrize("bounds", [{"limit": 0}, {"limit": 10_000}, {"seconds": 0}, {"seconds": float("nan")}])
def test_bounds_are_checked(lookup, bounds):
    with pytest.raises(SettingError, match="give a number from 1"):
        lookup.sparql("ASK { ?s ?p ?o }", **bounds)


def test_so_many_queries_at_once_are_too_many(lookup):
    taken = [lookup._querying.acquire(blocking=False) for _ in range(MOST_QUERIES)]
    try:
        with pytest.raises(SettingError, match="ask again"):
            lookup.sparql("ASK { ?s ?p ?o }")
    finally:
        lookup._querying.release(sum(taken))
    assert lookup.sparql("ASK { ?s ?p ?o }").truth
