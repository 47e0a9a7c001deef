"""Counts the attributes of a graph, and finds extremes and examples of their values."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from pog_agent.kg.adjacency import Bools, Ints
from pog_agent.kg.schema.classes import ClassExtents
from pog_agent.kg.schema.grouping import distinct_rows, summed_rows
from pog_agent.kg.schema.values import Place, datatype_of, example_places, has_order, place_of
from pog_agent.terms import LiteralTerm, Term, is_literal

_DECODED: Final = 1 << 16

Decode = Callable[[Ints], list[str]]


@dataclass(frozen=True, eq=False)
class LiteralFacts:
    """What the literals of a graph are, by id.

    `datatypes`, `languages` and `units` are places in the lists of names. Literals with a place on a scale have
    their order in `ranks`, the others -1; `by_rank` leads back.
    """

    datatype_names: Sequence[Term]
    language_names: Sequence[str]
    unit_names: Sequence[str]
    datatypes: Ints
    languages: Ints
    units: Ints
    ranks: Ints
    by_rank: Ints


@dataclass(frozen=True, eq=False)
class AttributeCounts:
    """One row per attribute: numbers of class, relation and datatype, counts, and what its values are.

    `smallest` and `greatest` are ids of literals, -1 for none. `examples` are ids of literals. `units` and
    `languages` are places in the lists of the facts.
    """

    sources: Ints
    relations: Ints
    datatypes: Ints
    edge_counts: Ints
    source_counts: Ints
    value_counts: Ints
    own_counts: Ints
    smallest: Sequence[int]
    greatest: Sequence[int]
    examples: Sequence[Sequence[int]]
    units: Sequence[Sequence[int]]
    languages: Sequence[Sequence[int]]


def read_literals(used: Ints, literals: int, decode: Decode) -> LiteralFacts:
    """Reads the literals with the `used` ids, of so many in all, which are sorted."""
    datatypes, languages, units = (_Numbering() for _ in range(3))
    units.number("")
    columns = [np.zeros(literals, dtype=np.int32) for _ in range(3)]
    placed: list[tuple[int, Place]] = []
    for ids, terms in _decoded(used, decode):
        kinds = [datatype_of(term) for term in terms]
        columns[0][ids] = [datatypes.number(datatype) for datatype, _ in kinds]
        columns[1][ids] = [languages.number(language) for _, language in kinds]
        ordered = {datatype: has_order(datatype) for datatype in datatypes.names}
        placed += [
            (number, place)
            for number, term, (datatype, _) in zip(ids.tolist(), terms, kinds, strict=True)
            if ordered[datatype] and (place := place_of(term)) is not None
        ]
    by_rank = [number for number, _ in sorted(placed, key=lambda item: (item[1], item[0]))]
    ranks = np.full(literals, -1, dtype=np.int64)
    ranks[by_rank] = np.arange(len(by_rank))
    columns[2][[number for number, _ in placed]] = [units.number(place.unit) for _, place in placed]
    names = datatypes.names, languages.names, units.names
    return LiteralFacts(*names, columns[0], columns[1], columns[2], ranks, np.array(by_rank, dtype=np.int64))


def count_attributes(
    extents: ClassExtents, facts: LiteralFacts, heads: Ints, relations: Ints, values: Ints
) -> AttributeCounts:
    """Counts the attributes that distinct edges to literals make; all edges of a relation are given at once."""
    # As for links, type sets are counted for, and their counts are then spread over their classes. Values are
    # spread first, because a value counts once for a class however many of its type sets have it.
    set_of, sets, kinds = extents.set_of, extents.sets, facts.datatypes[values]
    (own_sets, by, kind_of), edges = distinct_rows((set_of[heads], relations, kinds))
    rows, classes, own = sets.spread(own_sets)
    (sources, links, datatypes), (edge_counts, own_counts) = summed_rows(
        (classes, by[rows], kind_of[rows]), (edges[rows], edges[rows] * own)
    )
    (nodes, by, kind_of), _ = distinct_rows((heads, relations, kinds))
    (own_sets, by, kind_of), counts = distinct_rows((set_of[nodes], by, kind_of))
    rows, classes, _ = sets.spread(own_sets)
    _, (source_counts,) = summed_rows((classes, by[rows], kind_of[rows]), (counts[rows],))
    (own_sets, by, kind_of, ids), _ = distinct_rows((set_of[heads], relations, kinds, values))
    rows, classes, _ = sets.spread(own_sets)
    (classes, by, kind_of, ids), _ = distinct_rows((classes, by[rows], kind_of[rows], ids[rows]))
    starts = _starts(classes, by, kind_of)
    value_counts = np.diff(starts, append=len(ids))
    units = [np.unique(part).tolist() for part in _parts(facts, ids, starts)]
    smallest, greatest = _extremes(facts, ids, starts, units)
    return AttributeCounts(
        sources,
        links,
        datatypes,
        edge_counts,
        source_counts,
        value_counts,
        own_counts,
        smallest,
        greatest,
        _examples(ids, starts, value_counts),
        units,
        [np.unique(part).tolist() for part in np.split(facts.languages[ids], starts[1:])] if len(ids) else [],
    )


class _Numbering:
    """Gives each new name the next number."""

    def __init__(self) -> None:
        self._numbers: defaultdict[str, int] = defaultdict()
        self._numbers.default_factory = self._numbers.__len__

    def number(self, name: str) -> int:
        return self._numbers[name]

    @property
    def names(self) -> list[str]:
        return list(self._numbers)


def _decoded(ids: Ints, decode: Decode) -> Iterator[tuple[Ints, list[LiteralTerm]]]:
    for start in range(0, len(ids), _DECODED):
        part = ids[start : start + _DECODED]
        yield part, [term for term in decode(part) if is_literal(term)]


def _starts(*columns: Ints) -> Ints:
    """Where the rows of each group begin."""
    fresh: Bools = np.zeros(len(columns[0]), dtype=np.bool_)
    fresh[:1] = True
    for column in columns:
        fresh[1:] |= column[1:] != column[:-1]
    return np.flatnonzero(fresh)


def _parts(facts: LiteralFacts, ids: Ints, starts: Ints) -> list[Ints]:
    """The units of each group, of those values only that have a place on a scale."""
    groups = np.repeat(np.arange(len(starts)), np.diff(starts, append=len(ids)))
    placed = facts.ranks[ids] >= 0
    ends = np.searchsorted(groups[placed], np.arange(1, len(starts)))
    return np.split(facts.units[ids[placed]], ends) if len(starts) else []


def _extremes(
    facts: LiteralFacts, ids: Ints, starts: Ints, units: Sequence[Sequence[int]]
) -> tuple[list[int], list[int]]:
    """The smallest and greatest value of each group whose values have one unit; -1 for others."""
    if not len(starts):
        return [], []
    ranks = facts.ranks[ids]
    lows = np.minimum.reduceat(np.where(ranks < 0, len(facts.by_rank), ranks), starts)
    highs = np.maximum.reduceat(ranks, starts)
    is_ordered = np.array([len(own) == 1 for own in units], dtype=np.bool_)
    smallest, greatest = (np.full(len(starts), -1, dtype=np.int64) for _ in range(2))
    smallest[is_ordered] = facts.by_rank[lows[is_ordered]]
    greatest[is_ordered] = facts.by_rank[highs[is_ordered]]
    return smallest.tolist(), greatest.tolist()


def _examples(ids: Ints, starts: Ints, counts: Ints) -> list[list[int]]:
    return [
        [int(ids[start + place]) for place in example_places(count)]
        for start, count in zip(starts.tolist(), counts.tolist(), strict=True)
    ]
