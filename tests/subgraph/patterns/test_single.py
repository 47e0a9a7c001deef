"""Patterns that follow one path: what they claim, where they end, which triples they stand on."""

import pytest

from pog_agent.models import Anchor, PatternKey, Step
from pog_agent.subgraph.patterns.pattern import materialize
from pog_agent.subgraph.patterns.single import single_path, start_at, targets_of, walked

OUT, BACK = Step(relation="r", forward=True), Step(relation="r", forward=False)


def test_a_step_leads_both_ways_but_never_back_onto_the_path() -> None:
    triples = [("b", "r", "a"), ("b", "r", "c"), ("d", "r", "b"), ("b", "r", '"1990"'), ("b", "r", "b")]
    key = walked(start_at("a"), BACK, "b")
    assert targets_of(key, triples) == {OUT: ['"1990"', "c"], BACK: ["d"]}


def test_a_path_has_exactly_its_nodes_and_triples() -> None:
    key = walked(walked(start_at("a"), OUT, "b"), BACK, "c")
    pattern = single_path(key)
    assert pattern is not None
    assert pattern.paths() == [("a", "b", "c")]
    assert pattern.path_triples(("a", "b", "c")) == [("a", "r", "b"), ("c", "r", "b")]
    assert [pattern.nodes_at(position) for position in range(3)] == [["a"], ["b"], ["c"]]
    assert key.length not in key.fixed


def test_a_path_that_arrives_at_a_topic_is_anchored_there() -> None:
    key = walked(start_at("a"), OUT, "b", topics=("a", "b"))
    assert key.anchors == (Anchor(entity="a", position=0), Anchor(entity="b", position=1))
    assert key.length in key.fixed


def test_an_open_end_holds_all_that_the_step_reaches() -> None:
    key = walked(walked(start_at("a"), OUT, "b"), OUT, None)
    pattern = single_path(key, ("d", '"1990"', "c"))
    assert pattern is not None
    assert pattern.nodes_at(2) == ['"1990"', "c", "d"]
    assert pattern.paths(position=2, node="d") == [("a", "b", "d")]
    assert single_path(key, ()) is None


@pytest.mark.parametrize("ends", [("c",), ("c", "d")])
def test_it_is_the_pattern_of_a_graph_with_these_triples_alone(ends: tuple[str, ...]) -> None:
    key = walked(walked(start_at("a"), OUT, "b"), OUT, None)
    pattern = single_path(key, ends)
    assert pattern is not None
    plain = materialize(pattern.graph, PatternKey(anchors=key.anchors, steps=key.steps))
    assert plain is not None
    assert plain.paths() == pattern.paths()


def test_a_prefix_keeps_the_nodes_that_belong_to_it() -> None:
    key = walked(walked(start_at("a"), OUT, "b"), OUT, "c")
    assert key.prefix(1) == walked(start_at("a"), OUT, "b")
