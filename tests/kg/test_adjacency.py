"""Compressed adjacency against plain lists of triples."""

import itertools

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given, settings

from pog_agent.kg.adjacency import Adjacency, distinct

NODES, RELATIONS = 7, 3
triples = st.lists(
    st.tuples(st.integers(0, NODES - 1), st.integers(0, RELATIONS - 1), st.integers(0, NODES - 1)), max_size=20
)
picked = st.lists(st.integers(0, NODES - 1), max_size=6)


def adjacency_of(rows: list[tuple[int, int, int]]) -> Adjacency:
    columns = [np.array([row[place] for row in rows], dtype=np.int32) for place in range(3)]
    return Adjacency.from_triples(*columns, nodes=NODES, relation_count=RELATIONS, literals=2)


def entries(rows: list[tuple[int, int, int]]) -> list[list[tuple[int, int]]]:
    """Code and neighbour of each entry, row by row."""
    found = {(head, 2 * relation, tail) for head, relation, tail in rows}
    found |= {(tail, 2 * relation + 1, head) for head, relation, tail in rows}
    return [sorted((code, target) for source, code, target in found if source == node) for node in range(NODES)]


def rows_of(adjacency: Adjacency) -> list[list[tuple[int, int]]]:
    pairs = list(zip(adjacency.codes.tolist(), adjacency.targets.tolist(), strict=True))
    bounds = adjacency.pointers.tolist()
    return [pairs[low:high] for low, high in itertools.pairwise(bounds)]


@settings(max_examples=150, deadline=None)
@given(triples)
def test_each_triple_stands_once_in_the_row_of_each_end(rows):
    adjacency = adjacency_of(rows)
    assert rows_of(adjacency) == entries(rows)
    assert (adjacency.nodes, adjacency.triples, adjacency.literals) == (NODES, len(set(rows)), 2)
    degrees = [len(row) for row in entries(rows)]
    assert adjacency.max_degree == max(degrees)
    assert adjacency.degree(np.arange(NODES)).tolist() == degrees


@settings(max_examples=100, deadline=None)
@given(triples)
def test_it_contains_its_triples_and_no_others(rows):
    adjacency = adjacency_of(rows)
    for head in range(NODES):
        for relation in range(RELATIONS):
            for tail in range(NODES):
                assert adjacency.contains(head, relation, tail) == ((head, relation, tail) in rows)


@settings(max_examples=100, deadline=None)
@given(triples, picked)
def test_positions_are_those_of_the_rows_in_the_order_asked_for_even_twice(rows, nodes):
    adjacency = adjacency_of(rows)
    indexes, positions = adjacency.positions(np.array(nodes, dtype=np.int64))
    found = zip(
        indexes.tolist(), adjacency.codes[positions].tolist(), adjacency.targets[positions].tolist(), strict=True
    )
    expected = [(index, *entry) for index, node in enumerate(nodes) for entry in entries(rows)[node]]
    assert list(found) == expected


@settings(max_examples=100, deadline=None)
@given(triples)
def test_directed_rows_are_not_walked_back(rows):
    columns = [np.array([row[place] for row in rows], dtype=np.int32) for place in range(3)]
    adjacency = Adjacency.from_rows(*columns, nodes=NODES, code_count=RELATIONS)
    expected = [sorted({row[1:] for row in rows if row[0] == node}) for node in range(NODES)]
    assert rows_of(adjacency) == expected


@settings(max_examples=30, deadline=None)
@given(triples, st.randoms())
def test_neither_order_nor_repeats_matter(rows, random):
    mixed = random.sample(rows, len(rows)) + rows[:3]
    assert rows_of(adjacency_of(mixed)) == rows_of(adjacency_of(rows))


@pytest.mark.parametrize("relations", [1, 2**15, 2**15 + 1, 2**20])
def test_the_last_relation_and_node_are_stored_whatever_their_number(relations):
    last = np.array([999_999]), np.array([relations - 1]), np.array([0])
    adjacency = Adjacency.from_triples(*last, nodes=1_000_000, relation_count=relations)
    assert adjacency.codes.tolist() == [2 * relations - 1, 2 * relations - 2]
    assert adjacency.targets.tolist() == [999_999, 0]
    assert adjacency.contains(999_999, relations - 1, 0)
    assert not adjacency.contains(0, relations - 1, 999_999)


def test_ids_that_do_not_fit_are_refused_with_their_numbers():
    nothing = np.zeros(0, dtype=np.int64)
    with pytest.raises(ValueError, match=r"1073741824 nodes and 16 step codes are too many"):
        Adjacency.from_triples(nothing, nothing, nothing, nodes=2**30, relation_count=8)


@given(st.lists(st.integers(-5, 5)))
def test_distinct_values_are_sorted_and_there_once(values):
    assert distinct(np.array(values, dtype=np.int64)).tolist() == sorted(set(values))
