"""Tightening against brute force: exactly the triples on paths of the window."""

from itertools import pairwise

import hypothesis.strategies as st
from hypothesis import given, settings

from pog_agent.subgraph.detection.reduce import reduce_graph
from pog_agent.subgraph.detection.tighten import tighten
from pog_agent.subgraph.exploration.explore import LengthWindow
from pog_agent.subgraph.graph import Subgraph
from tests.subgraph.brute_force import joint_paths, simple_paths
from tests.subgraph.graphs import triples_of

NODES = [f"http://e/{letter}" for letter in "abcdefgh"]
RELATIONS = ["http://r/0", "http://r/1"]

triples = st.lists(
    st.tuples(st.sampled_from(NODES), st.sampled_from(RELATIONS), st.sampled_from([*NODES, '"1990"'])),
    min_size=1,
    max_size=18,
)


def on_paths(rows, paths):
    """All triples between neighbours on the paths."""
    pairs = {frozenset(pair) for nodes, _ in paths for pair in pairwise(nodes)}
    return {row for row in rows if row[0] != row[2] and frozenset((row[0], row[2])) in pairs}


@settings(max_examples=150, deadline=None)
@given(triples, st.integers(1, 3))
def test_between_two_topics_just_the_triples_on_simple_paths_are_left(rows, depth):
    topics = NODES[:2]
    reduced = reduce_graph(Subgraph.from_triples(rows), topics, depth)
    tight = tighten(reduced, topics, LengthWindow(0, 2 * depth, 2 * depth), 10_000)
    assert tight is not None
    assert set(triples_of(tight)) == on_paths(rows, simple_paths(rows, *topics, 2 * depth))


@settings(max_examples=80, deadline=None)
@given(triples, st.integers(1, 4))
def test_around_one_topic_just_the_triples_on_open_paths_are_left(rows, depth):
    tight = tighten(Subgraph.from_triples(rows), NODES[:1], LengthWindow(0, depth, depth), 10_000)
    assert tight is not None
    assert set(triples_of(tight)) == on_paths(rows, simple_paths(rows, NODES[0], None, depth))


@settings(max_examples=60, deadline=None)
@given(triples)
def test_three_topics_share_the_length_of_the_window(rows):
    tight = tighten(Subgraph.from_triples(rows), NODES[:3], LengthWindow(0, 6, 4), 10_000)
    assert tight is not None
    assert set(triples_of(tight)) == on_paths(rows, joint_paths(rows, NODES[:3], 4, 6))


def test_a_segment_that_is_too_long_leaves_nothing_on_the_others():
    middle = ["http://e/1", "http://e/2", "http://e/3", "http://e/4"]
    nodes = [NODES[0], NODES[1], *middle, NODES[2]]
    rows = [(head, RELATIONS[0], tail) for head, tail in pairwise(nodes)]
    assert list(joint_paths(rows, NODES[:3], 4, 6)) == []
    tight = tighten(Subgraph.from_triples(rows), NODES[:3], LengthWindow(0, 6, 4), 10_000)
    assert tight is not None
    assert triples_of(tight) == []


def test_more_edges_than_the_bound_are_not_walked():
    rows = [(NODES[0], RELATIONS[0], f"http://e/{number}") for number in range(20)]
    rows += [(f"http://e/{number}", RELATIONS[0], NODES[1]) for number in range(20)]
    assert tighten(Subgraph.from_triples(rows), NODES[:2], LengthWindow(0, 4, 4), 10) is None
