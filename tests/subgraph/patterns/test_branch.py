"""Heads of patterns and which patterns survive a selection among heads."""

import hypothesis.strategies as st
import pytest
from hypothesis import given

from pog_agent.models import Anchor, PatternKey, Step
from pog_agent.subgraph.patterns.branch import heads, survivors


def pattern(steps: str, **anchors: int) -> PatternKey:
    """A pattern of one-letter steps, capitals against the arrow, with entities at their positions."""
    return PatternKey(
        anchors=tuple(Anchor(entity=name, position=place) for name, place in anchors.items()),
        steps=tuple(Step(relation=letter.lower(), forward=letter.islower()) for letter in steps),
    )


@st.composite
def patterns(draw: st.DrawFn) -> PatternKey:
    steps = draw(st.text("xyXY", min_size=1, max_size=6))
    places = sorted({0, *draw(st.sets(st.integers(1, len(steps)), max_size=2))})
    return pattern(steps, **dict(zip("abc", places, strict=False)))


@pytest.mark.parametrize(
    ("depth", "expected"),
    [
        (1, pattern("x", a=0)),
        (2, pattern("xY", a=0)),
        (3, pattern("xYz", a=0, b=3)),
        (9, pattern("xYz", a=0, b=3)),
    ],
)
def test_a_head_at_the_start_is_the_first_steps(depth, expected):
    assert heads(pattern("xYz", a=0, b=3), "a", depth) == [expected]


def test_a_head_at_the_end_walks_back_with_turned_arrows():
    assert heads(pattern("xYz", a=0, b=3), "b", 2) == [pattern("Zy", b=0)]
    assert heads(pattern("xYz", a=0, b=3), "b", 3) == [pattern("ZyX", b=0, a=3)]


def test_an_entity_in_the_middle_has_a_head_in_each_direction():
    assert heads(pattern("xyz", a=0, b=1, c=3), "b", 1) == [pattern("y", b=0), pattern("X", b=0, a=1)]


def test_an_entity_that_is_not_on_the_pattern_has_no_head():
    assert heads(pattern("xy", a=0), "b", 2) == []


@given(patterns(), st.integers(1, 7))
def test_a_head_starts_at_its_entity_and_keeps_the_anchors_it_passes(key, depth):
    for anchor in key.anchors:
        found = heads(key, anchor.entity, depth)
        assert 1 <= len(found) <= 2
        for head in found:
            assert head.fixed[0] == anchor.entity
            assert 1 <= head.length <= depth
            assert head.topics <= key.topics
            assert all(
                abs(place) in {abs(other.position - anchor.position) for other in key.anchors}
                for place in head.fixed
            )


@given(patterns())
def test_a_head_as_long_as_the_pattern_is_the_pattern_itself(key):
    assert heads(key, "a", key.length) == [key]


def test_a_pattern_survives_if_every_listed_entity_on_it_kept_a_head():
    both, only_a, open_ended = pattern("xy", a=0, b=2), pattern("xz", a=0, b=2), pattern("xx", a=0)
    keys = [both, only_a, open_ended]
    head_of_a, head_of_both_b = pattern("x", a=0), pattern("Y", b=0)
    assert survivors(keys, ["a", "b"], 1, {head_of_a, head_of_both_b}) == [both, open_ended]
    assert survivors(keys, ["a"], 1, {head_of_a}) == keys
    assert survivors(keys, ["a", "b"], 1, {head_of_both_b}) == []


def test_one_of_two_heads_is_enough():
    key = pattern("xy", a=0, b=1, c=2)
    assert survivors([key], ["b"], 1, {pattern("y", b=0, c=1)}) == [key]
    assert survivors([key], ["b"], 1, {pattern("X", b=0)}) == []
    assert survivors([key], ["b"], 1, {pattern("X", b=0, a=1)}) == [key]


def test_entities_elsewhere_do_not_count():
    key = pattern("xy", a=0)
    assert survivors([key], ["z"], 2, set()) == [key]


@given(st.lists(patterns(), unique=True), st.integers(1, 4))
def test_with_all_heads_kept_everything_survives_in_order(keys, depth):
    entities = ["a", "b", "c"]
    kept = {head for key in keys for entity in entities for head in heads(key, entity, depth)}
    assert survivors(keys, entities, depth, kept) == keys
