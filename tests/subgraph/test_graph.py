"""The subgraph as arrays: distances, walkable edges, parts of it, and the same numbers in every process."""

import os
import subprocess
import sys
from pathlib import Path

import hypothesis.strategies as st
import numpy as np
from hypothesis import given, settings

from pog_agent.subgraph.detection.reduce import reduce_graph
from pog_agent.subgraph.graph import UNREACHED, Subgraph
from pog_agent.terms import Triple, is_literal
from tests.subgraph.graphs import NODES, compiled, multigraphs, steps_from, triple_of, triples_of


def labels(graph: Subgraph, source: str, limit: int) -> dict[str, int]:
    """The distance of each node that is reached."""
    steps = graph.distances(graph.nodes.id_of(source), limit).tolist()
    return {graph.nodes[node]: step for node, step in enumerate(steps) if step != UNREACHED}


def up_to(limit: int, steps: dict[str, int]) -> dict[str, int]:
    return {node: step for node, step in steps.items() if step <= limit}


@settings(max_examples=120, deadline=None)
@given(multigraphs(), st.lists(st.integers(0, 8), min_size=1, max_size=4))
def test_distances_are_those_of_a_breadth_first_search_however_far_was_asked_before(rows, limits):
    graph = Subgraph.from_triples(rows)
    for source in {term for head, _, tail in rows for term in (head, tail)}:
        for limit in limits:
            assert up_to(limit, labels(graph, source, limit)) == up_to(limit, steps_from(rows, source))


@settings(max_examples=120, deadline=None)
@given(multigraphs(largest=24), st.integers(1, 4), st.integers(1, 4))
def test_distances_stay_those_of_the_whole_graph_after_a_reduction(rows, depth, count):
    # From a topic they matter near it, and where together with another topic's they fit in the window.
    graph = Subgraph.from_triples(rows)
    topics = [topic for topic in NODES[:count] if graph.nodes.id_of(topic) is not None]
    reduced = reduce_graph(graph, topics, depth)
    true = {topic: steps_from(rows, topic) for topic in topics}
    for topic in topics if len(topics) > 1 else []:
        if reduced.nodes.id_of(topic) is None:
            continue
        known = labels(reduced, topic, 2 * depth)
        for node in reduced.entities():
            own = true[topic].get(node, 99)
            together = own + min(true[other].get(node, 99) for other in topics if other != topic)
            if own <= depth or together <= 2 * depth:
                assert known.get(node, 99) == own
            assert known.get(node, 99) >= own


@settings(max_examples=80, deadline=None)
@given(multigraphs())
def test_every_edge_but_loops_is_walked_both_ways_and_none_out_of_a_literal(rows):
    graph = Subgraph.from_triples(rows)
    expected = {(head, 2 * graph.relation_id[name], tail) for head, name, tail in rows if head != tail}
    expected |= {(tail, code + 1, head) for head, code, tail in expected if not is_literal(tail)}
    nodes = np.arange(len(graph.nodes))
    found = list(zip(*(column.tolist() for column in graph.edges_from(nodes)), strict=True))
    assert [(graph.nodes[node], code, graph.nodes[target]) for node, code, target in found] == sorted(expected)
    assert {triple_of(graph, node, code, target) for node, code, target in found} == {
        row for row in rows if row[0] != row[2]
    }


@settings(max_examples=80, deadline=None)
@given(multigraphs(), st.data())
def test_a_part_of_the_triples_is_the_graph_of_those_triples(rows, data):
    graph = Subgraph.from_triples(rows)
    every = triples_of(graph)
    assert every == sorted(set(rows))
    wanted = data.draw(st.lists(st.booleans(), min_size=len(every), max_size=len(every)))
    chosen = [row for row, keep in zip(every, wanted, strict=True) if keep]
    for part in (graph.keep(np.array(wanted)), graph.keep_paths(np.array(wanted))):
        fresh = Subgraph.from_triples(chosen)
        assert triples_of(part) == triples_of(fresh) == sorted(chosen)
        assert part.entities() == fresh.entities()
        assert (part.relations, part.literals, part.size()) == (fresh.relations, fresh.literals, fresh.size())
        for head, _, tail in chosen:
            assert [part.nodes[part.nodes.id_of(term)] for term in (head, tail)] == [head, tail]
        assert part.nodes.id_of("http://e/none") is None


@settings(max_examples=60, deadline=None)
@given(multigraphs())
def test_the_size_counts_entities_triples_and_pairs_of_joined_nodes(rows):
    size = Subgraph.from_triples(rows).size()
    terms = {term for head, _, tail in rows for term in (head, tail)}
    assert size.entities == sum(not is_literal(term) for term in terms)
    assert size.triples == len(set(rows))
    assert size.clustered_edges == len({frozenset((head, tail)) for head, _, tail in rows})


SCRIPT = """
from pog_agent.subgraph.detection.indexed import read_subgraph
from pog_agent.subgraph.detection.limits import DetectionLimits
from pog_agent.subgraph.exploration.enumerate import EnumerationBudget
from pog_agent.subgraph.exploration.explore import LengthWindow, explore_lists
from pog_agent.subgraph.detection.reduce import reduce_graph
from tests.subgraph.graphs import NODES, RELATIONS, compiled
from tests.subgraph.test_graph import mesh

kg = compiled(list(set(mesh())))
detection = read_subgraph(kg, (NODES[:3], NODES[3:4]), 2, DetectionLimits(degree=7))
graph = reduce_graph(detection.graph, NODES[:3], 2)
score = lambda relations: [0.1 * len(relation) for relation in relations]
for budget in (EnumerationBudget(), EnumerationBudget(patterns=9, edges=30, pairs=20)):
    found = explore_lists(graph, [NODES[:2], NODES[:1], NODES[:3]], [LengthWindow(0, 4, 4)] * 3, budget, score)
    print(detection.warnings, found.truncated, *found.patterns, sep="\\n")
"""


def mesh() -> list[Triple]:
    """A fixed graph with a few hubs, parallel edges and a loop."""
    random = np.random.default_rng(3)
    ends = random.integers(0, 9, (30, 2)).tolist()
    return [(NODES[head], f"http://r/{'x' * (place % 4)}", NODES[tail]) for place, (head, tail) in enumerate(ends)]


def test_two_processes_with_other_hash_seeds_find_the_same_in_the_same_order():
    assert compiled(mesh()).adjacency.max_degree > 7
    root = Path(__file__).parents[2]
    running = [
        subprocess.Popen(
            [sys.executable, "-c", SCRIPT],
            cwd=root,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(root)},
            stdout=subprocess.PIPE,
            text=True,
        )
        for seed in ("1", "2")
    ]
    first, second = (process.communicate(timeout=60)[0] for process in running)
    assert [process.returncode for process in running] == [0, 0]
    assert first.count("anchors=") > 50
    assert "of its edges left out" in first
    assert first == second
