"""Rows of ids as codes: groups and distinct rows in linear time, where ids lie close together."""

from collections.abc import Sequence

import numpy as np

from pog_agent.kg.adjacency import Bools, Ints

_SPARSE = 8
"""Ids that range over more than this many times their number are sorted instead of marked."""
_MOST_BITS = 62


def factorized(ids: Ints) -> tuple[Ints, int]:
    """For each id a code from 0 on, equal for equal ids and in their order; and the number of codes."""
    if not len(ids):
        return np.zeros(0, dtype=np.int64), 0
    low, high = int(ids.min()), int(ids.max())
    if high - low > _SPARSE * len(ids) + 1024:
        values, codes = np.unique(ids, return_inverse=True)
        return codes.astype(np.int64), len(values)
    # Marking which ids occur and counting the marks numbers them in order, without sorting.
    marks = np.zeros(high - low + 1, dtype=np.bool_)
    marks[ids - low] = True
    numbers: Ints = np.cumsum(marks) - 1
    return numbers[ids - low], int(numbers[-1]) + 1


def row_codes(columns: Sequence[Ints], size: int) -> tuple[Ints, int]:
    """For each row a code from 0 on, equal for equal rows and in their order; and the bound of the codes."""
    codes: Ints = np.zeros(size, dtype=np.int64)
    count = 1
    for column in columns:
        further, others = factorized(column)
        if (count * max(others, 1)).bit_length() > _MOST_BITS:
            codes, count = factorized(codes)
        codes = codes * max(others, 1) + further
        count *= max(others, 1)
    return codes, count


def first_rows(codes: Ints, count: int) -> Ints:
    """The places of the first row of each code, in the order of the codes; `count` is the bound of the codes."""
    if count > _SPARSE * len(codes) + 1024:
        places: Ints = np.unique(codes, return_index=True)[1]
        return places
    first = np.full(count, -1, dtype=np.int64)
    first[codes[::-1]] = np.arange(len(codes) - 1, -1, -1)
    return first[first >= 0]


def distinct_places(columns: Sequence[Ints], size: int) -> Ints:
    """The places of the first of all equal rows."""
    for column in columns:
        # A column without repeats tells all rows apart.
        if factorized(column)[1] == size:
            return np.arange(size)
    return first_rows(*row_codes(columns, size))


def is_member(ids: Ints, members: Ints) -> Bools:
    """Which of the ids are among the members, which are sorted and distinct."""
    if not len(members):
        return np.zeros(len(ids), dtype=np.bool_)
    low, span = int(members[0]), int(members[-1]) - int(members[0]) + 1
    if span > _SPARSE * len(members) + 1024:
        places: Ints = np.searchsorted(members, ids)
        places[places == len(members)] = 0
        found: Bools = members[places] == ids
        return found
    marks = np.zeros(span, dtype=np.bool_)
    marks[members - low] = True
    offsets = ids - low
    inside = (offsets >= 0) & (offsets < span)
    return inside & marks[np.where(inside, offsets, 0)]
