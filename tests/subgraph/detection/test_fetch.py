"""Fetching a question subgraph from an endpoint: what joins the topics is never missing, and limits are said."""

from unittest.mock import patch

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings

from pog_agent.deadline import Deadline
from pog_agent.evaluation.changed_graphs.partial_discovery import partly_discovered
from pog_agent.subgraph.detection import fetch
from pog_agent.subgraph.detection.fetch import FetchingDetector
from pog_agent.subgraph.detection.indexed import read_subgraph
from pog_agent.subgraph.detection.limits import DetectionLimits, SearchExtent
from pog_agent.subgraph.detection.reduce import reduce_graph
from pog_agent.subgraph.exploration.enumerate import EnumerationBudget
from pog_agent.subgraph.exploration.explore import LengthWindow, find_entity_paths
from pog_agent.subgraph.graph import Subgraph
from pog_agent.subgraph.patterns.pattern import materialize
from pog_agent.terms import Triple, is_literal
from tests.drawn import drawn
from tests.subgraph.detecting import detect, prepared
from tests.subgraph.graphs import NODES, RELATIONS, compiled, multigraphs, rdf_store, triples_of
from tests.subgraph.remote import Remote

LIMITS = DetectionLimits()


def paths(graph: Subgraph, topics: list[str], depth: int) -> dict[object, set[tuple[str, ...]]]:
    """The concrete paths of every pattern of the window that ends at D = depth."""
    reduced = reduce_graph(graph, topics, depth)
    window = LengthWindow(0, len(topics) * depth, 2 * depth)
    found = find_entity_paths(reduced, topics, window, EnumerationBudget())
    return {key: set(materialize(graph, key).paths()) for key in found.patterns}


def last_step(connecting: bool):
    """Makes one of the two ways to take the last step between two sides look cheap."""
    return patch.object(fetch, "PAIRS_PER_ROW", 1e9 if connecting else 1e-9)


@drawn(
    50,
    200,
    rows=multigraphs(largest=24),
    depth=st.integers(1, 4),
    order=st.permutations(NODES[:4]),
    count=st.integers(1, 3),
    connecting=st.booleans(),
)
async def test_the_patterns_are_those_of_a_graph_held_locally(rows, depth, order, count, connecting):
    topics = order[:count]
    whole = read_subgraph(compiled(rows), (topics, ()), depth, LIMITS).graph
    with last_step(connecting):
        detection = await FetchingDetector(Remote(rows), topics, LIMITS).detected(SearchExtent(depth, joint=True))
    assert paths(detection.graph, topics, depth) == paths(whole, topics, depth)
    assert detection.warnings == ()


@drawn(
    20,
    60,
    rows=multigraphs(largest=24),
    first=st.integers(1, 3),
    count=st.integers(2, 3),
    connecting=st.booleans(),
)
async def test_a_search_that_deepens_finds_the_same_and_expands_no_node_twice(rows, first, count, connecting):
    topics, store = NODES[:count], Remote(rows)
    growing = FetchingDetector(store, topics, LIMITS)
    with last_step(connecting):
        for depth in range(first, 5):
            whole = read_subgraph(compiled(rows), (topics, ()), depth, LIMITS).graph
            graph = (await growing.detected(SearchExtent(depth, joint=True))).graph
            assert paths(graph, topics, depth) == paths(whole, topics, depth)
    everything = set(triples_of((await growing.detected(SearchExtent(4))).graph))
    near = set(triples_of(read_subgraph(compiled(rows), (topics, ()), 4, LIMITS).graph))
    assert near <= everything <= set(rows)
    asked = [term for batch in store.asked for term in batch]
    assert len(asked) == len(set(asked))
    assert not any(map(is_literal, asked))


@settings(deadline=None, max_examples=40)
@given(multigraphs(), st.lists(st.sampled_from(NODES[2:6]), max_size=3), st.integers(1, 3))
async def test_further_entities_bring_their_edges_and_those_known_are_not_asked_for_again(rows, others, hops):
    store = Remote(rows)
    growing = FetchingDetector(store, NODES[:2], LIMITS)
    await growing.detected(SearchExtent(hops))
    extended = (await growing.extended(others)).graph
    assert set(triples_of(extended)) == set(
        triples_of(read_subgraph(compiled(rows), (NODES[:2], others), hops, LIMITS).graph)
    )
    await growing.extended(others)
    asked = [term for batch in store.asked for term in batch]
    assert len(asked) == len(set(asked))


def lopsided() -> list[Triple]:
    """From a to b in four steps; b has many neighbours with neighbours of their own, a has few."""
    rows = [("e:a", "r:to", "e:1"), ("e:1", "r:to", "e:2"), ("e:2", "r:to", "e:many0"), ("e:many0", "r:in", "e:b")]
    rows += [(f"e:many{number}", "r:in", "e:b") for number in range(1, 300)]
    return rows + [(f"e:many{number}", "r:has", f"e:leaf{number}") for number in range(300)]


async def test_the_side_with_fewer_nodes_is_taken_further_and_the_last_step_is_asked_for_by_both_ends():
    store = Remote(lopsided())
    growing = FetchingDetector(store, ["e:a", "e:b"], LIMITS)
    found = await growing.detected(SearchExtent(2, joint=True))
    assert store.asked == [["e:a"], ["e:1"], ["e:2"]]
    assert store.joined == [(["e:many0"], ["e:b"])]
    assert len(paths(found.graph, ["e:a", "e:b"], 2)) == 1
    whole = FetchingDetector(Remote(lopsided()), ["e:a", "e:b"], LIMITS)
    await whole.detected(SearchExtent(2))
    assert (growing.fetched.rows, whole.fetched.rows) == (6, 904)


async def test_where_two_topics_are_not_joined_the_further_ones_are_not_searched():
    rows = [("e:a", "r:to", "e:x"), ("e:b", "r:to", "e:y"), ("e:c", "r:to", "e:y")]
    store = Remote(rows)
    await FetchingDetector(store, ["e:a", "e:b", "e:c"], LIMITS).detected(SearchExtent(3, joint=True))
    assert "e:c" not in {term for batch in store.asked for term in batch}


# Limits.


def star(rays: int = 1_000) -> list[Triple]:
    """A topic with two kinds of neighbours, half of each; every neighbour has one leaf."""
    rows = []
    for number in range(rays):
        rows.append(("e:t", f"r:{'near' if number % 2 else 'far'}", f"e:{number:04}"))
        rows.append((f"e:{number:04}", "r:has", f"e:leaf{number:04}"))
    return rows


def near(relations):
    return [float(name == "r:near") for name in relations]


@pytest.mark.parametrize(
    ("limits", "reason"),
    [
        (DetectionLimits(rows=1_500), "the limit of 1500 rows (max_rows)"),
        (DetectionLimits(queries=6), "the limit of 6 queries (max_queries)"),
    ],
)
async def test_over_a_limit_the_nodes_behind_the_closest_relation_are_expanded_and_the_cut_is_said(limits, reason):
    growing = FetchingDetector(Remote(star()), ["e:t"], limits, prepared(near))
    detection = await growing.detected(SearchExtent(2))
    leaves = [head for head, relation, _ in triples_of(detection.graph) if relation == "r:has"]
    assert leaves
    assert all(int(head[2:]) % 2 for head in leaves)
    (warning,) = detection.warnings
    assert warning == (
        f"{reason} was reached at hop 2: the edges of {1_000 - len(leaves)} of 1000 nodes were not fetched"
    )
    again = await growing.detected(SearchExtent(3))
    assert triples_of(again.graph) == triples_of(detection.graph)
    assert again.warnings == detection.warnings


async def test_no_time_left_means_nothing_is_fetched():
    growing = FetchingDetector(Remote(star()), ["e:t"], DetectionLimits(seconds=0.0), prepared(near))
    detection = await growing.detected(SearchExtent(2))
    assert triples_of(detection.graph) == []
    assert detection.warnings == (
        "the limit of 0 seconds (max_fetch_seconds) was reached at hop 1: "
        "the edges of 1 of 1 nodes were not fetched",
    )


async def test_a_likely_hub_is_expanded_last():
    rows = [(f"e:{number:03}", "r:near", "e:0hub") for number in range(150)]
    rows += [("e:t", "r:far", f"e:{number:03}") for number in range(150)]
    rows += [(f"e:{number:03}", "r:far", f"e:z{number:03}") for number in range(150)]
    store = Remote(rows)
    await FetchingDetector(store, ["e:t"], DetectionLimits(rows=1_000), prepared(near)).detected(SearchExtent(3))
    assert store.asked[-1][-1] == "e:0hub"


async def test_similarity_is_not_asked_for_where_the_limits_are_far():
    async def unexpected(_):
        raise AssertionError("no choice was necessary")

    await FetchingDetector(Remote(star(50)), ["e:t"], LIMITS, unexpected).detected(SearchExtent(3))


# Hubs of a graph at hand.


@settings(deadline=None, max_examples=200)
@given(multigraphs(largest=30), st.integers(1, 3), st.integers(1, 3), st.integers(1, 6), st.booleans())
async def test_of_hubs_the_same_edges_are_kept_as_from_a_compiled_graph(rows, hops, count, limit, with_similarity):
    def similarity(relations):
        return [-float(name[-1]) for name in relations]

    topics, limits = NODES[:count], DetectionLimits(degree=limit)
    known = similarity if with_similarity else None
    expected = read_subgraph(compiled(rows), (topics, ()), hops, limits, known)
    found = await detect(rdf_store(rows), topics, hops, limits, known)
    assert set(triples_of(found.graph)) == set(triples_of(expected.graph))
    assert bool(found.warnings) == bool(expected.warnings)


async def test_a_limit_that_is_used_up_at_the_end_of_a_hop_is_said():
    rows = [(NODES[0], RELATIONS[0], NODES[1]), (NODES[1], RELATIONS[0], NODES[2])]
    limits = DetectionLimits(queries=2)
    found = await FetchingDetector(Remote(rows), NODES[:1], limits).detected(SearchExtent(2))
    assert triples_of(found.graph) == rows[:1]
    assert found.warnings == (
        "the limit of 2 queries (max_queries) was reached at hop 2: the edges of 1 of 1 nodes were not fetched",
    )
    assert (await FetchingDetector(Remote(rows), NODES[:1], limits).detected(SearchExtent(1))).warnings == ()


async def test_a_hub_of_which_few_edges_were_discovered_is_not_said_to_be_cut():
    rows = [(NODES[0], RELATIONS[0], f"http://e/{number}") for number in range(20)]
    graph = partly_discovered(rdf_store(rows), 0.25, seed=1)
    whole = (await graph.neighbors([NODES[0]])).triples
    limits = DetectionLimits(degree=len(whole))
    found = await FetchingDetector(graph, NODES[:1], limits).detected(SearchExtent(1))
    assert (set(triples_of(found.graph)), found.warnings) == (set(whole), ())


async def test_a_budget_that_the_last_hop_of_a_round_used_up_is_a_cut_of_the_next_round():
    chain = [(f"urn:n{number}", "urn:r", f"urn:n{number + 1}") for number in range(4)]
    for hops in (1, 2, 3):
        free = FetchingDetector(Remote(chain), ["urn:n0"], LIMITS)
        await free.detected(SearchExtent(hops))
        exactly = DetectionLimits(queries=free.fetched.queries)
        growing = FetchingDetector(Remote(chain), ["urn:n0"], exactly)
        assert (await growing.detected(SearchExtent(hops))).warnings == ()
        [warning] = (await growing.detected(SearchExtent(hops + 1))).warnings
        assert "the edges of 1 of 1 nodes were not fetched" in warning


async def test_a_detection_that_is_out_of_time_asks_for_nothing_more_and_says_so():
    store = Remote([("urn:n0", "urn:r", "urn:n1"), ("urn:n1", "urn:r", "urn:n2"), ("urn:n2", "urn:r", "urn:n3")])
    found = await FetchingDetector(store, ["urn:n0"], LIMITS).detected(SearchExtent(3), Deadline.after(0))
    assert not len(found.graph.heads)
    assert found.warnings == (
        "the time of the run (max_seconds) was reached at hop 1: the edges of 1 of 1 nodes were not fetched",
    )


@pytest.mark.parametrize("hops", [1, 3])
async def test_a_detection_in_a_graph_at_hand_has_one_hop_in_any_case(hops):
    rows = [("e:a", "r:0", "e:b"), ("e:b", "r:0", "e:c"), ("e:c", "r:0", "e:d")]
    late = read_subgraph(compiled(rows), (["e:a"], ()), hops, LIMITS, deadline=Deadline.after(0))
    assert triples_of(late.graph) == rows[:1]
    said = "subgraph detection stopped after hop 1 of 3: the time of the run (max_seconds) is used up"
    assert late.warnings == ((said,) if hops > 1 else ())
    in_terms = await FetchingDetector(rdf_store(rows), ["e:a"], LIMITS).detected(
        SearchExtent(hops), Deadline.after(0)
    )
    assert (triples_of(in_terms.graph), in_terms.warnings) == (rows[:1], late.warnings)
