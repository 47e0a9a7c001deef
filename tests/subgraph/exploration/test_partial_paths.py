"""Representative families: few partial paths stand for all of a group, whatever nodes come after."""

from itertools import combinations, pairwise
from math import comb
from types import SimpleNamespace

import hypothesis.strategies as st
import numpy as np
from hypothesis import given, settings

from pog_agent.subgraph.exploration.partial_paths import (
    PartialPaths,
    advance,
    best_within,
    continuations,
    representatives,
)
from pog_agent.subgraph.graph import Subgraph
from tests.subgraph.graphs import NODES, multigraphs

UNIVERSE = range(7)

Groups = list[list[tuple[int, ...]]]


@st.composite
def families(draw: st.DrawFn, smallest_size: int = 1) -> Groups:
    """Groups of sets of one size, as ordered tuples; the same set may come in several orders."""
    size = draw(st.integers(smallest_size, 3))
    every = st.permutations(UNIVERSE).map(lambda nodes: tuple(nodes[:size]))
    return draw(st.lists(st.lists(every, min_size=1, max_size=24), min_size=1, max_size=3))


def kept_of(groups: Groups, ahead: int) -> tuple[bool, Groups]:
    """Whether the answer was None, and the sets kept of each group."""
    sets = np.array([member for group in groups for member in group]).reshape(-1, len(groups[0][0]))
    starts = np.cumsum([0, *map(len, groups)])
    kept = representatives(sets, starts[:-1], ahead)
    rows = range(len(sets)) if kept is None else kept.tolist()
    assert rows == range(len(sets)) or rows == sorted(set(rows))
    families = [
        [tuple(sets[row].tolist()) for row in rows if first <= row < last] for first, last in pairwise(starts)
    ]
    return kept is None, families


@settings(max_examples=150, deadline=None)
@given(families(), st.integers(0, 3))
def test_whatever_few_nodes_come_after_a_kept_set_avoids_them_if_any_does(groups, ahead):
    _, kept = kept_of(groups, ahead)
    for count in range(ahead + 1):
        for others in combinations(UNIVERSE, count):
            for group, family in zip(groups, kept, strict=True):
                possible = any(set(member).isdisjoint(others) for member in group)
                assert any(set(member).isdisjoint(others) for member in family) == possible


@settings(max_examples=150, deadline=None)
@given(families(), st.integers(0, 3))
def test_the_size_of_a_family_does_not_grow_with_the_group(groups, ahead):
    size = len(groups[0][0])
    most = max(comb(size + ahead, size), sum(size**depth for depth in range(ahead + 1)))
    _, kept = kept_of(groups, ahead)
    assert all(len(family) <= most for family in kept)


@settings(max_examples=100, deadline=None)
@given(families(), st.integers(0, 3))
def test_only_groups_over_the_size_of_a_family_are_thinned(groups, ahead):
    size = len(groups[0][0])
    is_all, kept = kept_of(groups, ahead)
    small = [len(group) <= comb(size + ahead, size) for group in groups]
    assert is_all == all(small)
    for group, family, untouched in zip(groups, kept, small, strict=True):
        assert family == group or not untouched


def test_one_of_many_paths_without_inner_nodes_stands_for_all():
    assert representatives(np.zeros((5, 0), dtype=np.int32), np.array([0, 3]), 2).tolist() == [0, 3]


def test_one_path_is_enough_if_nothing_comes_after():
    assert kept_of([[(1, 2), (3, 4), (5, 6)]], 0) == (False, [[(1, 2)]])


@settings(max_examples=80, deadline=None)
@given(multigraphs(nodes=6, smallest=6), st.integers(0, 3))
def test_a_level_groups_the_same_whether_its_keys_fit_in_a_machine_word_or_not(rows, ahead):
    graph = Subgraph.from_triples(rows)
    start = graph.nodes.id_of(rows[0][0])
    huge = SimpleNamespace(code_count=2**21, nodes=2**55)
    level = PartialPaths.at_start(start)
    for _ in range(3):
        found = continuations(graph.adjacency, level, start, None)
        if not len(found.path):
            break
        next_level, other = advance(graph.adjacency, level, found, ahead), advance(huge, level, found, ahead)
        for name in ("prefixes", "prefix", "node", "inner"):
            assert getattr(next_level, name).tolist() == getattr(other, name).tolist()
        keys = list(zip(next_level.prefix.tolist(), next_level.node.tolist(), strict=True))
        assert keys == sorted(keys)
        prefixes = list(map(tuple, next_level.prefixes.tolist()))
        assert prefixes == sorted(set(prefixes))
        level = next_level


def fan() -> tuple[Subgraph, PartialPaths]:
    """Three paths of one step, to nodes with 4, 2 and 1 edges."""
    rows = [("e:s", f"r:{name}", f"e:{name}") for name in "abc"]
    rows += [("e:a", "r:x", f"e:{number}") for number in range(3)] + [("e:b", "r:x", "e:3")]
    graph = Subgraph.from_triples(rows)
    start = graph.nodes.id_of("e:s")
    return graph, advance(
        graph.adjacency,
        PartialPaths.at_start(start),
        continuations(graph.adjacency, PartialPaths.at_start(start), start, None),
        1,
    )


def test_within_a_limit_of_edges_the_first_paths_are_kept_and_at_least_one():
    graph, level = fan()
    ends = {
        limit: [graph.nodes[node] for node in best_within(graph.adjacency, level, limit, lambda: None).node]
        for limit in (1, 4, 5, 6, 7)
    }
    assert ends == {1: ["e:a"], 4: ["e:a"], 5: ["e:a"], 6: ["e:a", "e:b"], 7: ["e:a", "e:b", "e:c"]}


def test_within_a_limit_of_edges_the_best_scored_paths_are_kept():
    graph, level = fan()
    worth = np.zeros(2 * len(graph.relations))
    worth[2 * graph.relation_id["r:c"]] = 1.0
    worth[2 * graph.relation_id["r:b"]] = 0.5
    kept = best_within(graph.adjacency, level, 3, lambda: worth)
    assert [graph.nodes[node] for node in kept.node] == ["e:b", "e:c"]


def test_a_move_never_goes_back_to_a_node_of_its_path():
    rows = [(head, "r:x", tail) for head in NODES[:4] for tail in NODES[:4]]
    graph = Subgraph.from_triples(rows)
    level = PartialPaths.at_start(0)
    for depth in range(1, 4):
        level = advance(graph.adjacency, level, continuations(graph.adjacency, level, 0, None), 3 - depth)
        paths = np.column_stack([np.zeros(len(level), dtype=int), level.inner, level.node]).tolist()
        assert all(len(set(path)) == depth + 1 for path in paths)
    assert not len(continuations(graph.adjacency, level, 0, None).path)
