"""Dropping edges: a seeded share of them, nested, and nothing else."""

import pytest

from pog_agent.errors import SettingError
from pog_agent.evaluation.changed_graphs.missing_edges import without_edges
from pog_agent.kg.open import open_kg
from tests.kg.rdf_store import RdfStore
from tests.pipeline_fixtures import small_graph


@pytest.fixture(scope="module")
def whole():
    return open_kg("demo")


async def edges(graph):
    found = await graph.neighbors(list(graph.terms))
    return set(found.triples)


async def test_a_share_of_the_edges_is_gone_and_names_stay(whole):
    before = await edges(whole)
    thinned = without_edges(whole, 0.2, seed=3)
    after = await edges(thinned)
    assert after < before
    assert len(after) == thinned.adjacency.triples == pytest.approx(0.8 * len(before), rel=0.1)
    assert await thinned.labels(list(whole.terms)) == await whole.labels(list(whole.terms))
    assert await thinned.contains(sorted(before - after)) == [False] * len(before - after)


async def test_the_seed_decides_and_a_larger_share_drops_more_of_the_same(whole):
    choices = ((0.2, 1), (0.2, 1), (0.5, 1), (0.2, 2))
    small, again, large, other = [await edges(without_edges(whole, share, seed)) for share, seed in choices]
    assert large < small == again
    assert other != small


async def test_the_fingerprint_tells_graphs_apart(whole):
    prints = {await without_edges(whole, share, seed).fingerprint() for share, seed in ((0.2, 1), (0.2, 2))}
    assert len(prints | {await whole.fingerprint()}) == 3
    assert await without_edges(whole, 0.0).fingerprint() == await whole.fingerprint()


@pytest.mark.parametrize("share", [-0.1, 1.0, 20])
def test_a_share_that_is_none_is_refused(whole, share):
    with pytest.raises(SettingError, match="at least 0 and less than 1"):
        without_edges(whole, share)


def test_only_a_graph_held_locally_can_lose_edges():
    with pytest.raises(SettingError, match="compiled graphs only"):
        without_edges(RdfStore(small_graph("Ann child Bob")), 0.2)
