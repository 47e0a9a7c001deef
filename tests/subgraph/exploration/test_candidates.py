"""Candidates: a sequence of keys that are made only when they are looked at."""

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings

from pog_agent.models import Anchor, PatternKey, Step
from pog_agent.subgraph.exploration.candidates import Candidates, PatternBlock, StepTable
from pog_agent.subgraph.exploration.enumerate import NONE, EnumerationBudget
from pog_agent.subgraph.exploration.explore import LengthWindow, explore_lists, find_entity_paths
from pog_agent.subgraph.graph import Subgraph
from tests.subgraph.graphs import NODES, multigraphs

BUDGET = EnumerationBudget()
LISTS = [NODES[:1], NODES[:2], NODES[1::-1], NODES[:3]]


def blocks_of(rows: list[tuple[str, str, str]]) -> list[PatternBlock]:
    found = explore_lists(Subgraph.from_triples(rows), LISTS, [LengthWindow(0, 4, 3)] * len(LISTS), BUDGET)
    return found.patterns.blocks


@st.composite
def candidates(draw: st.DrawFn) -> tuple[list[PatternKey], list[PatternBlock]]:
    """Blocks of one graph, and keys: some of the blocks', some of another graph, some twice."""
    blocks = blocks_of(draw(multigraphs(nodes=5, smallest=4, largest=9)))
    elsewhere = [
        key for block in blocks_of(draw(multigraphs(nodes=4, largest=6))) for key in Candidates([], [block])
    ]
    pool = [block.key(row) for block in blocks for row in range(len(block))] + elsewhere[:20]
    keys = draw(st.lists(st.sampled_from(pool), max_size=6)) if pool else []
    return keys, blocks


@settings(max_examples=40, deadline=None)
@given(candidates())
def test_given_keys_come_first_then_the_blocks_and_nothing_twice(parts):
    keys, blocks = parts
    every = [*keys, *(block.key(row) for block in blocks for row in range(len(block)))]
    assert list(Candidates(keys, blocks)) == list(dict.fromkeys(every))


@settings(max_examples=40, deadline=None)
@given(candidates(), st.slices(12), st.integers(-3, 3))
def test_it_is_a_sequence_like_a_list(parts, wanted, beyond):
    found = Candidates(*parts)
    plain = list(found)
    assert len(found) == len(plain)
    assert [found[place] for place in range(len(found))] == plain
    assert [found[place] for place in range(-len(found), 0)] == plain
    assert found[wanted] == plain[wanted]
    assert found[:] == plain
    assert list(reversed(found)) == plain[::-1]
    for place in (len(plain) + abs(beyond), -len(plain) - 1 - abs(beyond)):
        with pytest.raises(IndexError):
            found[place]


@settings(max_examples=40, deadline=None)
@given(candidates())
def test_the_table_of_steps_is_that_of_the_keys(parts):
    found = Candidates(*parts)
    table, expected = StepTable.from_patterns(found), StepTable.from_patterns(list(found))
    assert list(table.relations) == list(expected.relations)
    width = expected.codes.shape[1]
    assert table.codes[:, :width].tolist() == expected.codes.tolist()
    assert (table.codes[:, width:] == NONE).all()
    for key, row in zip(found, table.codes.tolist(), strict=True):
        steps = [Step(relation=table.relations[code >> 1], forward=not code & 1) for code in row if code != NONE]
        assert key.steps == tuple(steps)


@settings(max_examples=40, deadline=None)
@given(candidates())
def test_a_block_finds_the_rows_of_its_own_keys_and_of_no_others(parts):
    keys, blocks = parts
    for block in blocks:
        own = [block.key(row) for row in range(len(block))]
        assert block.rows_of(own).tolist() == list(range(len(own)))
        assert block.rows_of(list(dict.fromkeys(keys))).tolist() == sorted(
            {own.index(key) for key in keys if key in own}
        )
        assert [key.length for key in own] == block.lengths.tolist()
        assert all(tuple(anchor.entity for anchor in key.anchors) == block.entities for key in own)


def test_equal_steps_with_an_entity_elsewhere_are_another_pattern():
    rows = [("e:a", "r:x", "e:b"), ("e:b", "r:x", "e:c"), ("e:c", "r:x", "e:d")]
    graph = Subgraph.from_triples(rows)
    (key,) = find_entity_paths(graph, ["e:a", "e:c", "e:d"], LengthWindow(0, 4, 3), BUDGET).patterns
    moved = PatternKey(anchors=(key.anchors[0], Anchor(entity="e:c", position=1), key.anchors[2]), steps=key.steps)
    blocks = find_entity_paths(graph, ["e:a", "e:c", "e:d"], LengthWindow(0, 4, 3), BUDGET).patterns.blocks
    assert list(Candidates([moved], blocks)) == [moved, key]
    assert list(Candidates([key], blocks)) == [key]


def test_no_candidates_are_an_empty_sequence_with_an_empty_table():
    assert list(Candidates()) == []
    assert Candidates()[:] == []
    assert Candidates().step_table().codes.shape == (0, 0)


def test_the_same_list_in_the_same_window_is_explored_once():
    graph = Subgraph.from_triples([("e:a", "r:x", "e:b")])
    lists = [["e:a", "e:b"]] * 2
    assert len(explore_lists(graph, lists, [LengthWindow(0, 2, 2)] * 2, BUDGET).patterns) == 1


@settings(max_examples=40, deadline=None)
@given(candidates(), st.data())
def test_what_was_shown_and_what_goes_on_over_a_class_is_left_out(parts, data):
    found = Candidates(*parts)
    relations = sorted({step.relation for key in found for step in key.steps})
    classes = data.draw(st.lists(st.sampled_from(relations), max_size=1)) if relations else []
    shown = data.draw(st.lists(st.sampled_from(list(found)), max_size=4)) if len(found) else []
    assert list(found.without(shown, classes)) == [
        key
        for key in found
        if key not in shown
        and not any(step.forward and step.relation in classes for step in key.steps[max(key.fixed) :])
    ]


@settings(max_examples=40, deadline=None)
@given(candidates(), st.data())
def test_what_goes_on_from_opened_patterns_begins_with_one_of_them(parts, data):
    found = Candidates(*parts)
    opened = data.draw(st.lists(st.sampled_from(list(found)), max_size=4)) if len(found) else []
    assert list(found.below(opened)) == [
        key
        for key in found
        if any(head.length < key.length and key.prefix(head.length) == head for head in opened)
    ]
