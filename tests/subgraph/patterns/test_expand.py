"""Node expansion: new edges at the entities of kept patterns make new patterns, and lose none."""

import hypothesis.strategies as st
from hypothesis import given, settings

from pog_agent.models import Anchor, PatternKey, Step
from pog_agent.subgraph.exploration.enumerate import EnumerationBudget
from pog_agent.subgraph.exploration.explore import LengthWindow, find_entity_paths
from pog_agent.subgraph.graph import Subgraph
from pog_agent.subgraph.patterns.expand import entities_of, merge_edges
from pog_agent.subgraph.patterns.pattern import materialize
from pog_agent.terms import is_literal
from tests.subgraph.brute_force import simple_paths

NODES = [f"http://e/{letter}" for letter in "abcdef"]
RELATIONS = [f"http://r/{number}" for number in range(2)]
A, B, C, D, E, F = NODES
R, S = RELATIONS

triples = st.lists(
    st.tuples(st.sampled_from(NODES), st.sampled_from(RELATIONS), st.sampled_from([*NODES, '"1990"'])),
    min_size=1,
    max_size=12,
)


def pattern(*steps: tuple[str, bool], start: str = A, end: str | None = None) -> PatternKey:
    """A pattern of steps (relation, forward) from `start`, to `end` or open."""
    ends = [(start, 0)] if end is None else [(start, 0), (end, len(steps))]
    return PatternKey(
        anchors=tuple(Anchor(entity=entity, position=position) for entity, position in ends),
        steps=tuple(Step(relation=relation, forward=forward) for relation, forward in steps),
    )


def open_patterns(graph: Subgraph, start: str, longest: int) -> tuple[PatternKey, ...]:
    window = LengthWindow(0, longest, longest)
    return tuple(find_entity_paths(graph, [start], window, EnumerationBudget()).patterns)


def test_the_entities_of_patterns_are_all_their_nodes_without_literals():
    graph = Subgraph.from_triples([(A, R, B), (A, R, C), (B, S, '"1990"'), (D, S, E)])
    assert entities_of(graph, [pattern((R, True), (S, True))]) == [A, B]
    assert entities_of(graph, [pattern((R, True))]) == [A, B, C]
    assert entities_of(graph, [pattern((R, True), start=E)]) == []
    assert entities_of(graph, []) == []


def test_a_new_edge_at_the_end_continues_the_pattern_and_the_original_stays():
    graph = Subgraph.from_triples([(A, R, B), (B, S, C)])
    key = pattern((R, True))
    assert merge_edges(graph, [key], [B]) == (key, pattern((R, True), (S, True)))


def test_a_new_edge_at_an_inner_node_continues_the_prefix_up_to_it():
    graph = Subgraph.from_triples([(A, R, B), (B, R, C), (D, S, B)])
    key = pattern((R, True), (R, True), end=C)
    merged = merge_edges(graph, [key], [B])
    assert merged == (key, pattern((R, True), (R, True)), pattern((R, True), (S, False)))


def test_a_new_edge_at_the_topic_makes_a_pattern_of_one_step():
    graph = Subgraph.from_triples([(A, R, B), (C, S, A)])
    assert pattern((S, False)) in merge_edges(graph, [pattern((R, True))], [A])


def test_only_fresh_entities_are_continued():
    graph = Subgraph.from_triples([(A, R, B), (B, S, C), (A, S, D)])
    key = pattern((R, True))
    assert merge_edges(graph, [key], []) == (key,)
    assert merge_edges(graph, [key], [C, "http://e/elsewhere"]) == (key,)


def test_a_step_straight_back_is_not_a_path():
    graph = Subgraph.from_triples([(A, R, B)])
    key = pattern((R, True))
    assert merge_edges(graph, [key], [B]) == (key,)


def test_a_literal_found_by_expansion_ends_a_pattern():
    graph = Subgraph.from_triples([(A, R, B), (B, S, '"1990"')])
    longer = pattern((R, True), (S, True))
    assert longer in merge_edges(graph, [pattern((R, True))], [B])
    found = materialize(graph, longer)
    assert found is not None
    assert found.nodes_at(2) == ['"1990"']


@settings(deadline=None, max_examples=80)
@given(triples, st.integers(1, 2))
def test_expanding_all_entities_gives_exactly_the_patterns_one_step_longer(rows, longest):
    graph = Subgraph.from_triples(rows)
    start = rows[0][0]
    kept = open_patterns(graph, start, longest)
    merged = merge_edges(graph, kept, entities_of(graph, kept))
    assert merged[: len(kept)] == kept
    assert len(merged) == len(set(merged))
    expected = {steps for _, steps in simple_paths(rows, start, None, longest + 1)}
    assert {key.steps for key in merged} == (expected if kept else set())


@settings(deadline=None, max_examples=60)
@given(triples, st.sets(st.sampled_from(NODES)))
def test_every_merged_pattern_is_real_and_leaves_its_stem_at_a_fresh_entity(rows, fresh):
    graph = Subgraph.from_triples(rows)
    kept = open_patterns(graph, rows[0][0], 2)
    stems = {key.prefix(position) for key in kept for position in range(key.length + 1)}
    for key in merge_edges(graph, kept, fresh)[len(kept) :]:
        found = materialize(graph, key)
        assert found is not None
        assert key.prefix(key.length - 1) in stems
        at_stem = {path[-2] for path in found.paths()}
        stem = materialize(graph, key.prefix(key.length - 1)) if key.length > 1 else None
        reached = set(stem.nodes_at(key.length - 1)) if stem else {rows[0][0]}
        assert at_stem
        assert at_stem <= reached
        assert reached & fresh
        assert not any(map(is_literal, at_stem))
