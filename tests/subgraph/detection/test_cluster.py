"""Clustered edges: PoG-E keeps one relation of each, the same one wherever the edge is met."""

from collections import Counter

import hypothesis.strategies as st
from hypothesis import given, settings

from pog_agent.subgraph.detection.cluster import sample_relations
from pog_agent.subgraph.graph import Subgraph
from tests.subgraph.graphs import triples_of

NODES = [f"http://e/{letter}" for letter in "abcde"]
RELATIONS = [f"http://r/{number}" for number in range(4)]
triples = st.lists(
    st.tuples(st.sampled_from(NODES), st.sampled_from(RELATIONS), st.sampled_from([*NODES, '"x"'])), max_size=20
)


def edges_between(rows: list[tuple[str, str, str]]) -> dict[frozenset[str], set[tuple[str, str, str]]]:
    """The triples of each clustered edge."""
    clusters: dict[frozenset[str], set[tuple[str, str, str]]] = {}
    for row in rows:
        clusters.setdefault(frozenset((row[0], row[2])), set()).add(row)
    return clusters


@settings(deadline=None)
@given(triples, st.integers(0, 5))
def test_every_clustered_edge_keeps_exactly_one_of_its_triples(rows, seed):
    kept = triples_of(sample_relations(Subgraph.from_triples(rows), seed))
    clusters = edges_between(rows)
    assert len(kept) == len(clusters)
    assert {frozenset((head, tail)) for head, _, tail in kept} == set(clusters)
    assert set(kept) <= set(rows)


@settings(deadline=None)
@given(triples, triples, st.integers(0, 5))
def test_an_edge_keeps_the_same_relation_in_every_subgraph(rows, others, seed):
    alone = {
        frozenset((row[0], row[2])): row for row in triples_of(sample_relations(Subgraph.from_triples(rows), seed))
    }
    clusters = edges_between(rows)
    wider = [*(row for row in others if frozenset((row[0], row[2])) not in clusters), *rows]
    for row in triples_of(sample_relations(Subgraph.from_triples(wider), seed)):
        cluster = frozenset((row[0], row[2]))
        if cluster in clusters:
            assert alone[cluster] == row


def test_the_seed_decides_and_no_relation_is_favoured():
    graph = Subgraph.from_triples((NODES[0], relation, NODES[1]) for relation in RELATIONS)
    drawn = [triples_of(sample_relations(graph, seed))[0][1] for seed in range(200)]
    assert drawn == [triples_of(sample_relations(graph, seed))[0][1] for seed in range(200)]
    assert set(drawn) == set(RELATIONS)
    assert min(Counter(drawn).values()) > 25


def test_opposite_triples_are_one_clustered_edge():
    rows = [(NODES[0], RELATIONS[0], NODES[1]), (NODES[1], RELATIONS[1], NODES[0])]
    graph = Subgraph.from_triples(rows)
    assert graph.size().clustered_edges == 1
    assert {triples_of(sample_relations(graph, seed))[0] for seed in range(20)} == set(rows)


def test_an_empty_subgraph_stays_empty():
    empty = Subgraph.from_triples([])
    assert sample_relations(empty, 0) is empty
