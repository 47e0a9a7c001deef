"""Searches that find only a part of what is there."""

import pytest

from pog_agent import PathsOverGraph
from pog_agent.errors import SettingError
from pog_agent.evaluation.changed_graphs.partial_discovery import partly_discovered
from pog_agent.kg.base import IndexedGraph, KnowledgeGraph, RemoteGraph
from pog_agent.kg.meter import Meter
from pog_agent.kg.open import open_kg
from tests.subgraph.remote import Remote


@pytest.fixture(scope="module")
def whole():
    return open_kg("demo")


async def test_a_share_of_relations_and_of_entities_behind_them_is_found(whole):
    nodes = list(whole.terms)
    everything = set((await whole.neighbors(nodes)).triples)
    part = partly_discovered(whole, 0.5, seed=1)
    found = (await part.neighbors(nodes)).triples
    assert set(found) < everything
    assert len(found) == len(set(found))
    # From either end a triple is found with probability 1/4 where it is the only one of its relation there.
    assert 0.25 < len(found) / len(everything) < 0.6
    assert await part.contains(sorted(everything)[:50]) == [True] * 50
    assert await part.labels(nodes) == await whole.labels(nodes)


async def test_what_is_found_does_not_depend_on_what_else_is_asked(whole):
    nodes = list(whole.terms)[-400::4]
    part = partly_discovered(whole, 0.5, seed=1)
    one_by_one = {triple for node in nodes for triple in (await part.neighbors([node])).triples}
    assert one_by_one == set((await part.neighbors(nodes)).triples)
    other = partly_discovered(whole, 0.5, seed=2)
    assert one_by_one != set((await other.neighbors(nodes)).triples)
    assert await part.fingerprint() != await other.fingerprint()


async def test_all_of_it_is_found_with_a_share_of_one(whole):
    nodes = list(whole.terms)
    assert (await partly_discovered(whole, 1.0).neighbors(nodes)).triples == (await whole.neighbors(nodes)).triples


def test_it_is_no_indexed_graph_and_remote_only_over_an_endpoint(whole):
    part = partly_discovered(whole, 0.5)
    assert isinstance(part, KnowledgeGraph)
    assert not isinstance(part, IndexedGraph)
    assert not isinstance(part, RemoteGraph)


async def test_an_endpoint_stays_one_whose_queries_are_counted():
    rows = [(f"http://e/{head}", "http://r/to", f"http://e/{tail}") for head in range(6) for tail in range(6, 12)]
    meter = Meter(rows=1000, queries=1000, seconds=60.0)
    part = partly_discovered(Remote(rows), 0.6)
    assert isinstance(part, RemoteGraph)
    counted = part.metered(meter)
    heads, tails = ([f"http://e/{number}" for number in numbers] for numbers in (range(6), range(6, 12)))
    found = await counted.neighbors(heads)
    assert 0 < len(found.triples) < len(rows)
    assert set((await counted.between(heads, tails)).triples) == set(found.triples)
    assert meter.fetched.queries > 0


@pytest.mark.parametrize("share", [0.0, 1.5, -1])
def test_a_share_that_is_none_is_refused(whole, share):
    with pytest.raises(SettingError, match="share of discoveries"):
        partly_discovered(whole, share)


def test_a_pipeline_runs_over_it(whole):
    with PathsOverGraph(partly_discovered(whole, 1.0)) as all_of_it, PathsOverGraph(whole) as agent:
        question = "What moons does Mars have?"
        assert all_of_it.ask(question).answers == agent.ask(question).answers
