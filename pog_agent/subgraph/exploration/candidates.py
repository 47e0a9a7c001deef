"""Candidate patterns as arrays: a key object is made only for the few that are looked at."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import overload

import numpy as np

from pog_agent.kg.adjacency import Ints
from pog_agent.models import Anchor, PatternKey, Step
from pog_agent.subgraph.exploration.enumerate import NONE
from pog_agent.subgraph.graph import Subgraph


@dataclass(frozen=True, eq=False)
class StepTable:
    """Patterns as rows of step codes, shape (patterns, longest), padded with `NONE`.

    A code is twice the index of the relation in `relations`, and one more for a step against the arrow.
    """

    relations: Sequence[str]
    codes: Ints

    @classmethod
    def from_patterns(cls, patterns: Sequence[PatternKey]) -> "StepTable":
        """The table of some patterns, row by row; candidates bring theirs along."""
        if isinstance(patterns, Candidates):
            return patterns.step_table()
        relations = sorted({step.relation for key in patterns for step in key.steps})
        index = {name: place for place, name in enumerate(relations)}
        codes = np.full((len(patterns), max((key.length for key in patterns), default=0)), NONE, dtype=np.int32)
        for row, key in enumerate(patterns):
            codes[row, : key.length] = [2 * index[step.relation] + (not step.forward) for step in key.steps]
        return cls(relations, codes)


@dataclass(frozen=True, eq=False)
class PatternBlock:
    """Patterns of one entity list.

    `codes` has the step codes of each pattern in the graph, shape (patterns, longest), padded with `NONE`;
    `positions` where each entity stands, shape (patterns, entities).
    """

    graph: Subgraph
    entities: tuple[str, ...]
    codes: Ints
    positions: Ints

    def __len__(self) -> int:
        return len(self.codes)

    @property
    def lengths(self) -> Ints:
        """Number of steps of each pattern."""
        lengths: Ints = (self.codes != NONE).sum(axis=1)
        return lengths

    def key(self, row: int) -> PatternKey:
        """The identity of one pattern."""
        anchors = zip(self.entities, self.positions[row].tolist(), strict=True)
        return PatternKey(
            anchors=tuple(Anchor(entity=entity, position=position) for entity, position in anchors),
            steps=tuple(self.graph.step(code) for code in self.codes[row].tolist() if code != NONE),
        )

    def take(self, rows: Ints) -> "PatternBlock":
        """Some of the patterns."""
        return PatternBlock(self.graph, self.entities, self.codes[rows], self.positions[rows])

    def rows_of(self, keys: Sequence[PatternKey]) -> Ints:
        """The rows that hold one of the keys."""
        found: list[int] = []
        for key in keys:
            codes = [self.graph.code(step) for step in key.steps]
            ours = tuple(anchor.entity for anchor in key.anchors) == self.entities
            if not ours or None in codes or not 0 < len(codes) <= self.codes.shape[1]:
                continue
            row = np.full(self.codes.shape[1], NONE)
            row[: len(codes)] = codes
            positions = [anchor.position for anchor in key.anchors]
            same = (self.codes == row).all(axis=1) & (self.positions == positions).all(axis=1)
            found += np.flatnonzero(same).tolist()
        return np.array(sorted(found), dtype=np.int64)


class Candidates(Sequence[PatternKey]):
    """Candidates without duplicates: given keys first, then blocks in order."""

    def __init__(self, keys: Sequence[PatternKey] = (), blocks: Sequence[PatternBlock] = ()) -> None:
        self.keys = tuple(dict.fromkeys(keys))
        self.blocks = [_without(block, self.keys) for block in blocks]
        self._ends = np.cumsum([len(self.keys), *map(len, self.blocks)])

    def __len__(self) -> int:
        return int(self._ends[-1])

    @overload
    def __getitem__(self, index: int) -> PatternKey: ...
    @overload
    def __getitem__(self, index: slice) -> list[PatternKey]: ...
    def __getitem__(self, index: int | slice) -> PatternKey | list[PatternKey]:
        if isinstance(index, slice):
            return [self[place] for place in range(*index.indices(len(self)))]
        place = index + len(self) if index < 0 else index
        if not 0 <= place < len(self):
            raise IndexError(index)
        part = int(np.searchsorted(self._ends, place, side="right"))
        if part == 0:
            return self.keys[place]
        return self.blocks[part - 1].key(place - int(self._ends[part - 1]))

    def __iter__(self) -> Iterator[PatternKey]:
        yield from self.keys
        for block in self.blocks:
            for row in range(len(block)):
                yield block.key(row)

    def within(self, entities: Collection[str]) -> "tuple[Candidates, Candidates]":
        """The candidates through no other than these entities, and the rest."""
        allowed = frozenset(entities)
        keys = [key for key in self.keys if key.topics <= allowed]
        blocks = [block for block in self.blocks if allowed.issuperset(block.entities)]
        rest = [block for block in self.blocks if not allowed.issuperset(block.entities)]
        return Candidates(keys, blocks), Candidates([key for key in self.keys if not key.topics <= allowed], rest)

    def without(self, keys: Sequence[PatternKey], classes: Collection[str] = ()) -> "Candidates":
        """The candidates but some, and but those whose open end goes along one of the relations to `classes`."""
        dropped = frozenset(keys)
        kept = [key for key in self.keys if key not in dropped and not _ends_over(key, classes)]
        blocks = [_without(block, keys) for block in self.blocks]
        return Candidates(kept, [_without_ends(block, classes) for block in blocks])

    def below(self, keys: Sequence[PatternKey]) -> "Candidates":
        """The candidates that go on from one of these patterns."""
        begun = [key for key in self.keys if any(_begins(key, head) for head in keys)]
        return Candidates(begun, [_below(block, keys) for block in self.blocks])

    def step_table(self) -> StepTable:
        """All candidates in one table."""
        given = StepTable.from_patterns(self.keys)
        relations = sorted(set(given.relations).union(*map(_used_relations, self.blocks)))
        index = {name: place for place, name in enumerate(relations)}
        parts = [(given.relations, given.codes)]
        parts += [(block.graph.relations, block.codes) for block in self.blocks]
        codes = np.full((len(self), max(part.shape[1] for _, part in parts)), NONE, dtype=np.int32)
        start = 0
        for names, part in parts:
            renamed = np.array([2 * index.get(name, 0) for name in names] or [0], dtype=np.int32)
            codes[start : start + len(part), : part.shape[1]] = np.where(
                part == NONE, NONE, renamed[part >> 1] + (part & 1)
            )
            start += len(part)
        return StepTable(relations, codes)


def _used_relations(block: PatternBlock) -> set[str]:
    present = np.unique(block.codes[block.codes != NONE] >> 1)
    return {block.graph.relations[place] for place in present.tolist()}


def _without(block: PatternBlock, keys: Sequence[PatternKey]) -> PatternBlock:
    """The block less the patterns that are among the keys."""
    double = block.rows_of(keys)
    return block.take(np.setdiff1d(np.arange(len(block)), double)) if len(double) else block


def _ends_over(key: PatternKey, relations: Collection[str]) -> bool:
    return any(step.forward and step.relation in relations for step in key.steps[max(key.fixed) :])


def _without_ends(block: PatternBlock, relations: Collection[str]) -> PatternBlock:
    found = (block.graph.code(Step(relation=name, forward=True)) for name in relations)
    codes = [code for code in found if code is not None]
    if not codes or not len(block):
        return block
    is_open = np.arange(block.codes.shape[1]) >= block.positions.max(axis=1, keepdims=True)
    return block.take(np.flatnonzero(~(np.isin(block.codes, codes) & is_open).any(axis=1)))


def _begins(key: PatternKey, head: PatternKey) -> bool:
    return head.length < key.length and key.prefix(head.length) == head


def _below(block: PatternBlock, heads: Sequence[PatternKey]) -> PatternBlock:
    """The patterns of a block that one of the heads begins."""
    found = np.zeros(len(block), dtype=np.bool_)
    for head in heads:
        codes = [block.graph.code(step) for step in head.steps]
        entities = tuple(anchor.entity for anchor in head.anchors)
        joined = len(entities)
        if None in codes or block.entities[:joined] != entities or head.length >= block.codes.shape[1]:
            continue
        begun = (block.codes[:, : head.length] == codes).all(axis=1) & (block.lengths > head.length)
        begun &= (block.positions[:, :joined] == [anchor.position for anchor in head.anchors]).all(axis=1)
        found |= begun & (block.positions[:, joined:] > head.length).all(axis=1)
    return block.take(np.flatnonzero(found))
