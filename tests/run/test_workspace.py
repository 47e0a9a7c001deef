"""The workspace of a run over a graph held locally and over any other store."""

import pytest

from pog_agent.config import PogConfig
from pog_agent.run.workspace import SearchScope, Workspace
from pog_agent.subgraph.detection.limits import SearchExtent
from tests.subgraph.detecting import prepared
from tests.subgraph.graphs import compiled, rdf_store, triples_of
from tests.subgraph.remote import Remote

ROWS = [(f"http://e/{place}", "http://r/next", f"http://e/{place + 1}") for place in range(6)]
TOPICS, VISITED = ("http://e/0",), ("http://e/3", "http://e/4")


unscored = prepared(lambda names: [0.0] * len(names))


def scope(visited=()):
    return SearchScope(TOPICS, visited, unscored, SearchExtent(2))


async def test_an_endpoint_is_asked_for_more_only_when_the_search_goes_further():
    store = Remote(ROWS)
    workspace, both = Workspace(store, PogConfig(d_max=3)), ("http://e/0", "http://e/2")
    sizes, queries = [], []
    extents = [SearchExtent(hops, joint=True) for hops in (1, 1, 2)] + [SearchExtent(3)]
    for extent in extents:
        found = await workspace.detected(SearchScope(both, (), unscored, extent))
        sizes.append(len(triples_of(found.graph)))
        queries.append(workspace.fetched().queries)
    assert sizes == [2, 2, 3, 5]
    assert queries[0] == queries[1] < queries[2] < queries[3]


async def test_of_a_local_graph_nothing_is_counted_and_all_is_detected_at_once():
    workspace = Workspace(rdf_store(ROWS), settings())
    found = await workspace.detected(SearchScope(TOPICS, (), unscored, SearchExtent(1, joint=True)))
    assert len(triples_of(found.graph)) == 2
    assert workspace.fetched() is None


def settings(**values):
    return PogConfig(d_max=2, **values)


async def test_visited_entities_bring_their_edges_the_same_from_either_store():
    found = [
        sorted(triples_of((await Workspace(store, settings()).extended(scope(VISITED))).graph))
        for store in (compiled(ROWS), rdf_store(ROWS))
    ]
    assert found[0] == found[1] == ROWS[:5]


async def test_a_graph_held_locally_is_extended_by_ids(monkeypatch: pytest.MonkeyPatch):
    kg = compiled(ROWS)

    async def asked(*_):
        raise AssertionError("asked for neighbours as terms")

    monkeypatch.setattr(type(kg), "neighbors", asked)
    extended = await Workspace(kg, settings()).extended(scope(VISITED))
    assert len(triples_of(extended.graph)) == 5


async def test_what_detection_has_said_already_is_not_said_again_by_the_extension():
    hub = [("http://e/0", f"http://r/{number}", f"http://e/{number}") for number in range(1, 6)]
    workspace = Workspace(compiled(hub), settings(max_degree=3))
    said = (await workspace.detected(scope())).warnings
    assert len(said) == 1
    assert (await workspace.extended(scope(("http://e/1",)))).warnings == ()


async def test_a_hub_met_only_by_the_extension_is_a_warning():
    rows = [*ROWS[:3], *(("http://e/3", f"http://r/{number}", f"http://e/x{number}") for number in range(5))]
    workspace = Workspace(compiled(rows), settings(max_degree=3))
    assert (await workspace.detected(scope())).warnings == ()
    assert len((await workspace.extended(scope(("http://e/3",)))).warnings) == 1
