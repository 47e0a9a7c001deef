"""The best pairs of scored lists, against all pairs sorted."""

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given, settings

from pog_agent.subgraph.exploration.best_pairs import PRECISION, SAMPLE, PairedLists, best_pairs, spread

worths = st.one_of(st.floats(-1, 1, allow_subnormal=False), st.sampled_from([-1.0, 0.0, 0.5, 1.0]))
sides = st.lists(st.tuples(st.integers(0, 4), worths), max_size=12)


def match(left: list[tuple[int, float]], right: list[tuple[int, float]]) -> PairedLists:
    columns = [np.array([entry[0] for entry in side], dtype=np.int64) for side in (left, right)]
    columns += [np.array([entry[1] for entry in side], dtype=np.float64) for side in (left, right)]
    return PairedLists(*columns)


matches = st.lists(st.builds(match, sides, sides), min_size=1, max_size=3)


def every_pair(found: list[PairedLists]) -> dict[tuple[int, int, int], float]:
    """The worth of each pair, by number of its match and both indices."""
    return {
        (number, left, right): float(one.left_worth[left] + one.right_worth[right])
        for number, one in enumerate(found)
        for left in range(len(one.left_group))
        for right in range(len(one.right_group))
        if one.left_group[left] == one.right_group[right]
    }


def taken(found: list[PairedLists], limit: int) -> list[tuple[int, int, int]]:
    answers = best_pairs(found, limit)
    assert len(answers) == len(found)
    return [
        (number, left, right)
        for number, rows in enumerate(answers)
        for left, right in zip(*(column.tolist() for column in rows), strict=True)
    ]


@settings(max_examples=100, deadline=None)
@given(matches)
def test_the_number_of_pairs_is_known_without_forming_them(found):
    pairs = every_pair(found)
    for number, one in enumerate(found):
        own = [pair[1:] for pair in pairs if pair[0] == number]
        assert one.pair_count() == len(own)
        left, right = one.pairs()
        assert list(zip(left.tolist(), right.tolist(), strict=True)) == sorted(own)
        met_left, met_right = one.paired_entries()
        assert met_left.tolist() == sorted({pair[0] for pair in own})
        assert met_right.tolist() == sorted({pair[1] for pair in own})


@settings(max_examples=60, deadline=None)
@given(matches, st.integers(0, 3))
def test_within_the_limit_all_pairs_are_taken(found, room):
    pairs = every_pair(found)
    assert sorted(taken(found, len(pairs) + room)) == sorted(pairs)


@settings(max_examples=120, deadline=None)
@given(matches, st.data())
def test_over_the_limit_as_many_pairs_as_it_allows_are_taken_and_none_is_clearly_worse(found, data):
    pairs = every_pair(found)
    limit = data.draw(st.integers(0, len(pairs)))
    chosen = taken(found, limit)
    assert len(chosen) == len(set(chosen)) == limit
    assert set(chosen) <= set(pairs)
    if limit:
        last = sorted(pairs.values(), reverse=True)[limit - 1]
        assert min(pairs[pair] for pair in chosen) >= last - 2 * PRECISION
    assert chosen == taken(found, limit)


def test_pairs_of_the_highest_worth_that_are_too_many_are_ties():
    ones = [(0, 1.0)] * 4
    assert taken([match(ones, ones)], 5) == [(0, 0, 0), (0, 0, 1), (0, 0, 2), (0, 0, 3), (0, 1, 0)]


def test_of_pairs_worth_the_same_the_first_are_taken():
    same = match([(0, 0.25)] * 3, [(0, 0.5)] * 3)
    assert taken([same, same], 10) == [(0, left, right) for left in range(3) for right in range(3)] + [(1, 0, 0)]


def test_neighbouring_groups_with_extreme_worths_do_not_mix():
    group = 100_000_000
    found = match([(group, 1.0), (group + 1, -1.0)], [(group, -1.0), (group + 1, 1.0), (group + 1, 0.5)])
    assert taken([found], 1) == [(0, 0, 0)]
    assert taken([found], 2) == [(0, 0, 0), (0, 1, 1)]


@pytest.mark.parametrize("limit", [1, 1000, 30_000])
def test_long_lists_are_estimated_from_a_part_and_still_keep_to_the_limit(limit):
    random = np.random.default_rng(limit)
    size = 4 * SAMPLE + 7
    found = PairedLists(
        random.integers(0, 3000, size), random.integers(0, 3000, size), *random.uniform(-1, 1, (2, size))
    )
    ((left, right),) = best_pairs([found], limit)
    ((again_left, again_right),) = best_pairs([found], limit)
    assert (left.tolist(), right.tolist()) == (again_left.tolist(), again_right.tolist())
    assert len(left) <= limit
    assert len(set(zip(left.tolist(), right.tolist(), strict=True))) == len(left)
    assert (found.left_group[left] == found.right_group[right]).all()
    all_left, all_right = found.pairs()
    every = np.sort(found.left_worth[all_left] + found.right_worth[all_right])[::-1]
    kept = np.sort(found.left_worth[left] + found.right_worth[right])[::-1]
    assert np.allclose(kept[: len(kept) // 2], every[: len(kept) // 2])
    if limit >= 1000:
        assert len(kept) > 0.8 * limit
        assert kept[-1] > every[limit - 1] - 0.01


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 4)), max_size=6))
def test_spread_gives_each_position_of_each_range_with_its_row(ranges):
    starts, counts = (np.array([item[place] for item in ranges], dtype=np.int64) for place in (0, 1))
    rows, positions = spread(starts, counts)
    assert list(zip(rows.tolist(), positions.tolist(), strict=True)) == [
        (row, start + offset) for row, (start, count) in enumerate(ranges) for offset in range(count)
    ]
