"""Graph reduction: every path of the window stays, and of the rest what distances rule out goes."""

from itertools import permutations

import hypothesis.strategies as st
from hypothesis import given, settings

from pog_agent.subgraph.detection.reduce import reduce_graph
from pog_agent.subgraph.graph import Subgraph
from pog_agent.terms import Triple, is_literal
from tests.subgraph.brute_force import simple_paths
from tests.subgraph.graphs import NODES, multigraphs, steps_from, triples_of

FAR = 99


def on_paths(rows: list[Triple], start: str, goal: str | None, longest: int) -> set[Triple]:
    """The triples of all simple paths."""
    return {
        (source, step.relation, target) if step.forward else (target, step.relation, source)
        for nodes, steps in simple_paths(rows, start, goal, longest)
        for source, step, target in zip(nodes, steps, nodes[1:], strict=False)
    }


def allowed(rows: list[Triple], topics: list[str], depth: int) -> set[Triple]:
    """The triples that distances from the topics in the whole graph allow."""
    steps = {topic: steps_from(rows, topic) for topic in topics}
    if len(topics) == 1:
        near = steps[topics[0]]
        return {row for row in rows if min(near.get(row[0], FAR), near.get(row[2], FAR)) < depth}
    return {
        row
        for row in rows
        for one, other in permutations(topics, 2)
        if steps[one].get(row[0], FAR) + 1 + steps[other].get(row[2], FAR) <= 2 * depth
    }


@settings(max_examples=150, deadline=None)
@given(multigraphs(largest=18), st.integers(1, 4), st.integers(1, 4))
def test_every_triple_of_a_path_in_the_window_stays_and_only_what_distances_allow(rows, count, depth):
    graph = Subgraph.from_triples(rows)
    topics = [topic for topic in NODES[:count] if graph.nodes.id_of(topic) is not None]
    kept = set(triples_of(reduce_graph(graph, NODES[:count], depth)))
    needed = set()
    if len(topics) == 1:
        needed = on_paths(rows, topics[0], None, depth)
    for one, other in permutations(topics, 2):
        needed |= on_paths(rows, one, other, 2 * depth)
    possible = allowed(rows, topics, depth) if topics else set()
    assert needed <= kept <= possible
    assert {row for row in possible if not is_literal(row[2])} <= kept


def test_one_more_step_than_the_window_and_the_middle_goes():
    rows = [(f"e:{number}", "r:next", f"e:{number + 1}") for number in range(5)]
    graph = Subgraph.from_triples([*rows, ("e:0", "r:side", "e:dead")])
    assert triples_of(reduce_graph(graph, ["e:0", "e:4"], 2)) == rows[:4]
    assert triples_of(reduce_graph(graph, ["e:0", "e:5"], 2)) == []
    assert triples_of(reduce_graph(graph, ["e:0", "e:5"], 3)) == rows


def test_with_one_topic_left_the_rest_of_its_surroundings_stays():
    rows = [(f"e:{number}", "r:next", f"e:{number + 1}") for number in range(5)]
    graph = Subgraph.from_triples(rows)
    for topics in (["e:0"], ["e:0", "e:0"], ["e:0", "e:unknown"]):
        assert triples_of(reduce_graph(graph, topics, 2)) == rows[:2]


def test_without_topics_nothing_is_kept():
    graph = Subgraph.from_triples([("e:a", "r:x", "e:b")])
    assert triples_of(reduce_graph(graph, [], 2)) == []
    assert triples_of(reduce_graph(graph, ["e:unknown"], 2)) == []


def test_long_distances_do_not_wrap():
    rows = [(f"e:{number:03}", "r:next", f"e:{number + 1:03}") for number in range(80)]
    graph = Subgraph.from_triples(rows)
    assert triples_of(reduce_graph(graph, ["e:000", "e:080"], 40)) == rows
    assert triples_of(reduce_graph(graph, ["e:000", "e:080"], 39)) == []
