"""Path finding against brute force on random graphs."""

import hypothesis.strategies as st
from hypothesis import given, settings

from pog_agent.models import Anchor, PatternKey
from pog_agent.subgraph.detection.reduce import reduce_graph
from pog_agent.subgraph.exploration.enumerate import EnumerationBudget
from pog_agent.subgraph.exploration.explore import LengthWindow, find_entity_paths
from pog_agent.subgraph.graph import Subgraph
from pog_agent.subgraph.patterns.pattern import materialize
from tests.subgraph.brute_force import Path, joint_paths, simple_paths
from tests.subgraph.graphs import triple_of

NODES = [f"http://e/{letter}" for letter in "abcdefg"]
RELATIONS = [f"http://r/{number}" for number in range(3)]
LITERALS = ['"1990"', '"x"@en']
BUDGET = EnumerationBudget()

triples = st.lists(
    st.tuples(st.sampled_from(NODES), st.sampled_from(RELATIONS), st.sampled_from(NODES + LITERALS)),
    min_size=1,
    max_size=16,
)


def expected(paths: list[Path]) -> dict[tuple, set[tuple[str, ...]]]:
    grouped: dict[tuple, set[tuple[str, ...]]] = {}
    for nodes, steps in paths:
        grouped.setdefault(steps, set()).add(nodes)
    return grouped


def found(graph: Subgraph, keys: tuple[PatternKey, ...]) -> dict[tuple, set[tuple[str, ...]]]:
    grouped: dict[tuple, set[tuple[str, ...]]] = {}
    for key in keys:
        pattern = materialize(graph, key)
        assert pattern is not None
        assert pattern.exact
        paths = pattern.paths()
        assert len(paths) == len(set(paths))
        grouped.setdefault(key.steps, set()).update(paths)
        for position in range(key.length + 1):
            assert set(pattern.nodes_at(position)) == {path[position] for path in paths}
        for step in range(key.length):
            edges = zip(*(ids.tolist() for ids in pattern.layers[step]), strict=True)
            walked = {triple_of(graph, source, pattern.codes[step], target) for source, target in edges}
            assert walked == {pattern.path_triples(path)[step] for path in paths}
    return grouped


@settings(max_examples=150, deadline=None)
@given(triples, st.integers(1, 4))
def test_open_patterns_hold_exactly_the_simple_paths(rows, longest):
    graph = Subgraph.from_triples(rows)
    start = rows[0][0]
    result = find_entity_paths(graph, [start], LengthWindow(0, longest, longest), BUDGET)
    assert result.truncated == ()
    assert found(graph, result.patterns) == expected(list(simple_paths(rows, start, None, longest)))


@settings(max_examples=200, deadline=None)
@given(triples, st.integers(1, 6))
def test_joint_patterns_of_two_topics_hold_exactly_the_simple_paths(rows, longest):
    graph = Subgraph.from_triples(rows)
    start, goal = NODES[0], NODES[1]
    result = find_entity_paths(graph, [start, goal], LengthWindow(0, longest, longest), BUDGET)
    assert result.truncated == ()
    assert found(graph, result.patterns) == expected(list(simple_paths(rows, start, goal, longest)))


@settings(max_examples=100, deadline=None)
@given(triples)
def test_joint_patterns_of_three_topics_are_simple_within_each_segment(rows):
    graph = Subgraph.from_triples(rows)
    topics = NODES[:3]
    result = find_entity_paths(graph, topics, LengthWindow(0, 6, 4), BUDGET)
    assert result.truncated == ()
    oracle: dict[tuple, set[tuple[str, ...]]] = {}
    for nodes, steps in joint_paths(rows, topics, 4, 6):
        oracle.setdefault(steps, set()).add(nodes)
    assert found(graph, result.patterns) == oracle


@settings(max_examples=100, deadline=None)
@given(triples, st.integers(1, 3))
def test_reduction_loses_no_path_between_topics(rows, depth):
    graph = Subgraph.from_triples(rows)
    topics = [node for node in NODES[:3] if graph.nodes.id_of(node) is not None]
    reduced = reduce_graph(graph, topics, depth)
    for entities in ([topic, other] for topic in topics for other in topics if topic != other):
        window = LengthWindow(0, 2 * depth, 2 * depth)
        whole = find_entity_paths(graph, entities, window, BUDGET)
        assert set(find_entity_paths(reduced, entities, window, BUDGET).patterns) == set(whole.patterns)


@settings(max_examples=60, deadline=None)
@given(triples, st.randoms())
def test_the_order_of_the_triples_changes_nothing(rows, random):
    shuffled = rows[:]
    random.shuffle(shuffled)
    window = LengthWindow(0, 4, 4)
    first = find_entity_paths(Subgraph.from_triples(rows), [rows[0][0]], window, BUDGET)
    second = find_entity_paths(Subgraph.from_triples(shuffled), [rows[0][0]], window, BUDGET)
    assert list(first.patterns) == list(second.patterns)


def test_paths_through_one_node_are_listed_alone():
    rows = [("e:a", "r:x", "e:b"), ("e:a", "r:x", "e:c"), ("e:b", "r:y", "e:d"), ("e:c", "r:y", "e:d")]
    graph = Subgraph.from_triples(rows)
    (key,) = find_entity_paths(graph, ["e:a", "e:d"], LengthWindow(0, 2, 2), BUDGET).patterns
    pattern = materialize(graph, key)
    assert pattern is not None
    assert pattern.paths() == [("e:a", "e:b", "e:d"), ("e:a", "e:c", "e:d")]
    assert pattern.paths(position=1, node="e:c") == [("e:a", "e:c", "e:d")]
    assert pattern.paths(limit=1) == [("e:a", "e:b", "e:d")]


def test_a_budget_that_runs_out_is_said_with_numbers():
    rows = [("e:a", f"r:{number}", "e:b") for number in range(20)]
    result = find_entity_paths(
        Subgraph.from_triples(rows), ["e:a"], LengthWindow(0, 2, 2), EnumerationBudget(patterns=5)
    )
    assert len(result.patterns) == 5
    assert "5 of 20 patterns" in result.truncated[0]


def test_three_topics_over_budget_keep_the_best_scored_joins():
    rows = [("e:a", f"r:{number}", "e:b") for number in range(10)]
    rows += [("e:b", f"r:{number}", "e:c") for number in range(10)]
    graph = Subgraph.from_triples(rows)
    result = find_entity_paths(
        graph,
        ["e:a", "e:b", "e:c"],
        LengthWindow(0, 6, 4),
        EnumerationBudget(patterns=10),
        similarity=lambda relations: [1.0 if relation == "r:7" else 0.0 for relation in relations],
    )
    assert any(all(step.relation == "r:7" for step in key.steps) for key in result.patterns)
    assert "of 100 joint patterns" in result.truncated[0]


def test_a_pattern_the_graph_lacks_is_none():
    graph = Subgraph.from_triples([("e:a", "r:x", "e:b")])
    (key,) = find_entity_paths(graph, ["e:a"], LengthWindow(0, 1, 1), BUDGET).patterns
    elsewhere = PatternKey(anchors=(Anchor(entity="e:z", position=0),), steps=key.steps)
    assert materialize(graph, elsewhere) is None
