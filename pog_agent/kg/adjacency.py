"""A whole graph as compressed adjacency of ids, in both directions. It is built once and serves all questions."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

IntT = TypeVar("IntT", bound="np.integer[Any]")
Ints = NDArray[np.integer]
Bools = NDArray[np.bool_]

BITS = 63


@dataclass(frozen=True, eq=False)
class Adjacency:
    """One row per node: step codes and neighbours, sorted by (code, neighbour), without repeats.

    A *step code* is ``2 * relation`` along the arrow and ``2 * relation + 1`` against it. Every triple stands in
    the row of its head and in that of its tail (a loop twice in one row). `pointers` has shape (nodes + 1,);
    `codes` and `targets` have shape (2 * triples,). Nodes below `literals` are literals. Arrays may be
    memory-mapped.
    """

    pointers: Ints
    codes: Ints
    targets: Ints
    literals: int = 0

    @classmethod
    def from_triples(
        cls, heads: Ints, relations: Ints, tails: Ints, *, nodes: int, relation_count: int, literals: int = 0
    ) -> "Adjacency":
        """Sorts triples of ids into rows; repeated triples count once.

        Needs about 8 bytes per direction of a triple beside the result. Raises `ValueError` where node and
        relation ids together need more than 63 bits.
        """
        node_bits, code_bits = _bits(nodes, 2 * relation_count)
        # One integer per entry: source, code and target from the highest bits to the lowest. Sorting the integers
        # therefore sorts the rows, and equal integers are repeats.
        size = len(heads)
        keys = np.empty(2 * size, dtype=np.int64)
        for against, (sources, ends) in enumerate(((heads, tails), (tails, heads))):
            half = slice(against * size, (against + 1) * size)
            keys[half] = sources
            keys[half] <<= code_bits
            keys[half] |= relations.astype(np.int64) * 2 + against
            keys[half] <<= node_bits
            keys[half] |= ends
        return _unpacked(keys, nodes, node_bits, code_bits, literals)

    @classmethod
    def from_rows(cls, sources: Ints, codes: Ints, targets: Ints, *, nodes: int, code_count: int) -> "Adjacency":
        """Rows of these directed entries only; an entry is walked back only where its reverse is given, too."""
        node_bits, code_bits = _bits(nodes, code_count)
        keys = (sources.astype(np.int64) << code_bits | codes) << node_bits | targets
        return _unpacked(keys, nodes, node_bits, code_bits, 0)

    @property
    def nodes(self) -> int:
        """Number of nodes, literals included."""
        return len(self.pointers) - 1

    @property
    def triples(self) -> int:
        """Number of distinct triples."""
        return len(self.targets) // 2

    @cached_property
    def code_count(self) -> int:
        """Step codes are below this number."""
        return int(self.codes.max(initial=0)) + 1

    @cached_property
    def max_degree(self) -> int:
        """Length of the longest row."""
        return int(np.diff(self.pointers).max(initial=0))

    def degree(self, nodes: Ints) -> Ints:
        """Number of entries in the row of each node."""
        degrees: Ints = self.pointers[nodes + 1] - self.pointers[nodes]
        return degrees

    def positions(self, nodes: Ints) -> tuple[Ints, Ints]:
        """For all entries in the rows of the nodes: index into `nodes`, and position in `codes` and `targets`."""
        return spread(self.pointers[nodes], self.degree(nodes))

    def contains(self, head: int, relation: int, tail: int) -> bool:
        """Whether there is such a triple."""
        low, high = int(self.pointers[head]), int(self.pointers[head + 1])
        codes = self.codes[low:high]
        first = low + int(np.searchsorted(codes, 2 * relation, side="left"))
        last = low + int(np.searchsorted(codes, 2 * relation, side="right"))
        place = first + int(np.searchsorted(self.targets[first:last], tail))
        return place < last and int(self.targets[place]) == tail


def _bits(nodes: int, code_count: int) -> tuple[int, int]:
    """Bits of a node id and of a step code."""
    node_bits, code_bits = max(nodes - 1, 1).bit_length(), max(code_count - 1, 1).bit_length()
    if 2 * node_bits + code_bits > BITS:
        raise ValueError(f"{nodes} nodes and {code_count} step codes are too many for one compiled graph")
    return node_bits, code_bits


def _unpacked(keys: NDArray[np.int64], nodes: int, node_bits: int, code_bits: int, literals: int) -> Adjacency:
    """The rows of entries packed as (source, code, target) bits; `keys` is used up."""
    keys = distinct(keys)
    targets = (keys & ((1 << node_bits) - 1)).astype(np.int32)
    keys >>= node_bits
    codes: Ints = (keys & ((1 << code_bits) - 1)).astype(np.uint16 if code_bits <= 16 else np.int32)
    keys >>= code_bits
    pointers = np.zeros(nodes + 1, dtype=np.int64)
    np.cumsum(np.bincount(keys, minlength=nodes), out=pointers[1:])
    return Adjacency(pointers, codes, targets, literals)


def distinct(values: NDArray[IntT]) -> NDArray[IntT]:
    """The distinct values, sorted; the input is sorted in place.

    `numpy.unique` hashes the values, which takes several times as long.
    """
    values.sort()
    fresh = np.empty(len(values), dtype=np.bool_)
    fresh[:1] = True
    np.not_equal(values[1:], values[:-1], out=fresh[1:])
    return values if fresh.all() else values[fresh]


def spread(starts: Ints, counts: Ints) -> tuple[Ints, Ints]:
    """Row number and position of every element of the ranges that begin at `starts`."""
    ends = np.cumsum(counts)
    total = int(ends[-1]) if len(ends) else 0
    rows = np.repeat(np.arange(len(counts)), counts)
    return rows, np.arange(total) + np.repeat(starts - (ends - counts), counts)
