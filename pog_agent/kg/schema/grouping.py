"""Groups equal rows of integer columns, and sums over them."""

from collections.abc import Sequence

import numpy as np

from pog_agent.kg.adjacency import BITS, Ints


def distinct_rows(columns: Sequence[Ints]) -> tuple[list[Ints], Ints]:
    """The distinct rows of some columns, sorted, and how often each occurs. The numbers are not negative."""
    # Rows are packed into one integer each where the bits suffice: sorting integers is several times as fast as
    # sorting rows by their columns.
    widths = [int(column.max(initial=0)).bit_length() for column in columns]
    if sum(widths) > BITS:
        order = np.lexsort(columns[::-1])
        ordered = [column[order] for column in columns]
        firsts = _firsts(ordered)
        return [column[firsts] for column in ordered], _lengths(firsts, len(order))
    keys = np.zeros(len(columns[0]), dtype=np.int64)
    for column, width in zip(columns, widths, strict=True):
        keys <<= width
        keys |= column
    keys.sort()
    firsts = _firsts([keys])
    counts, kept = _lengths(firsts, len(keys)), keys[firsts]
    unpacked: list[Ints] = []
    for width in reversed(widths):
        unpacked.append(kept & ((1 << width) - 1))
        kept = kept >> width
    return unpacked[::-1], counts


def summed_rows(columns: Sequence[Ints], weights: Sequence[Ints]) -> tuple[list[Ints], list[Ints]]:
    """The distinct rows of some columns, sorted, and the sums of each of the weights over equal rows."""
    order = np.lexsort(columns[::-1])
    ordered = [column[order] for column in columns]
    firsts = _firsts(ordered)
    sums = [np.add.reduceat(weight[order], firsts) if len(firsts) else weight[:0] for weight in weights]
    return [column[firsts] for column in ordered], sums


def _firsts(ordered: Sequence[Ints]) -> Ints:
    """Where a row differs from the one before it."""
    fresh = np.zeros(len(ordered[0]), dtype=np.bool_)
    fresh[:1] = True
    for column in ordered:
        fresh[1:] |= column[1:] != column[:-1]
    return np.flatnonzero(fresh)


def _lengths(firsts: Ints, total: int) -> Ints:
    lengths: Ints = np.diff(firsts, append=total)
    return lengths
