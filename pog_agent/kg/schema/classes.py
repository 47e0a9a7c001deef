"""Which nodes are instances of which classes, their superclasses included: over columns of ids."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pog_agent.kg.adjacency import Bools, Ints, spread
from pog_agent.kg.schema.grouping import distinct_rows


@dataclass(frozen=True, eq=False)
class TypeSets:
    """The classes of each type set: the distinct sets of classes that nodes have.

    Set ``i`` has the classes ``classes[pointers[i]:pointers[i + 1]]``, the superclasses of its own ones included;
    `own` says which of them are its own.
    """

    pointers: Ints
    classes: Ints
    own: Bools

    @classmethod
    def build(cls, sets: Sequence[Sequence[int]], ancestors: Mapping[int, frozenset[int]]) -> "TypeSets":
        """Adds their superclasses to some sets of classes; `ancestors` of a class include the class."""
        closed = [sorted({above for number in own for above in ancestors.get(number, (number,))}) for own in sets]
        pointers = np.zeros(len(sets) + 1, dtype=np.int64)
        np.cumsum([len(numbers) for numbers in closed], out=pointers[1:])
        flat = [number for numbers in closed for number in numbers]
        marks = [number in own for own, numbers in zip(map(set, sets), closed, strict=True) for number in numbers]
        return cls(pointers, np.array(flat, dtype=np.int64), np.array(marks, dtype=np.bool_))

    def spread(self, sets: Ints) -> tuple[Ints, Ints, Bools]:
        """For each class of each of the sets: the place of the set, the class, and whether it is its own."""
        rows, positions = spread(self.pointers[sets], self.pointers[sets + 1] - self.pointers[sets])
        return rows, self.classes[positions], self.own[positions]


@dataclass(frozen=True, eq=False)
class ClassExtents:
    """The instances of classes.

    `set_of` has the type set of each node by id, -1 for what is no instance of any class. `classes` are the ids of
    the classes by number; the pseudo-classes have the numbers behind them, in their order. `superclasses` are the
    direct ones of each class, by number.
    """

    set_of: Ints
    sets: TypeSets
    classes: Ints
    superclasses: Mapping[int, Sequence[int]]

    def instances(self, chosen: Bools | None = None) -> tuple[Ints, Ints]:
        """The number of instances of each class, and of those that have the class itself as a type.

        Only the `chosen` nodes count, if some are given.
        """
        sets = self.set_of if chosen is None else self.set_of[chosen]
        sizes = np.bincount(sets[sets >= 0], minlength=len(self.sets.pointers) - 1)
        rows, numbers, own = self.sets.spread(np.arange(len(sizes)))
        count = len(self.classes) + 2
        all_of, own_of = (
            np.bincount(numbers[rows_of], weights=sizes[rows[rows_of]], minlength=count).astype(np.int64)
            for rows_of in (np.ones(len(rows), dtype=np.bool_), own)
        )
        return all_of, own_of

    def of_class(self, number: int) -> Bools:
        """Whether each node is an instance of a class, by its number."""
        rows, numbers, _ = self.sets.spread(np.arange(len(self.sets.pointers) - 1))
        found: Bools = np.isin(self.set_of, rows[numbers == number])
        return found


def class_extents(
    types: tuple[Ints, Ints], subclasses: tuple[Ints, Ints], present: Bools, labelled: Bools
) -> ClassExtents:
    """The extents that edges from nodes to classes, and from classes to superclasses, give.

    `present` and `labelled` have one entry per node: whether it has edges of the schema, which makes it an
    instance of a pseudo-class if it has no class, and whether it has a label.
    """
    nodes = len(present)
    owners, ids = (column for column in distinct_rows(types)[0])
    parents = _parents(subclasses)
    reached = _closed(np.unique(ids).tolist(), parents)
    classes = np.array(sorted(reached), dtype=np.int64)
    number_of = {node: number for number, node in enumerate(classes.tolist())}
    ancestors = {number_of[node]: frozenset(number_of[above] for above in reached[node]) for node in reached}
    numbers = np.searchsorted(classes, ids)
    untyped = present.copy()
    untyped[owners] = False
    bare = np.flatnonzero(untyped)
    pseudo = np.where(labelled[bare], len(classes), len(classes) + 1)
    set_of, sets = _type_sets(np.concatenate((owners, bare)), np.concatenate((numbers, pseudo)), nodes)
    superclasses = {
        number_of[node]: sorted(number_of[above] for above in parents.get(node, ()) if above != node)
        for node in reached
    }
    return ClassExtents(set_of, TypeSets.build(sets, ancestors), classes, superclasses)


def upward_closure(starts: Iterable[str], parents: Mapping[str, Iterable[str]]) -> dict[str, frozenset[str]]:
    """Each class that superclasses lead to, with all its superclasses and itself; cycles are allowed."""
    numbers = {name: place for place, name in enumerate(sorted({*starts, *parents, *_ends(parents)}))}
    names = list(numbers)
    above = {numbers[name]: {numbers[end] for end in ends} for name, ends in parents.items()}
    closed = _closed([numbers[name] for name in starts], above)
    return {names[own]: frozenset(names[end] for end in ends) for own, ends in closed.items()}


def _ends(parents: Mapping[str, Iterable[str]]) -> set[str]:
    return {end for ends in parents.values() for end in ends}


def _parents(subclasses: tuple[Ints, Ints]) -> dict[int, set[int]]:
    found: defaultdict[int, set[int]] = defaultdict(set)
    for below, above in zip(*(column.tolist() for column in subclasses), strict=True):
        found[below].add(above)
    return dict(found)


def _closed(starts: Sequence[int], parents: Mapping[int, set[int]]) -> dict[int, set[int]]:
    closed: dict[int, set[int]] = {}
    waiting = list(starts)
    while waiting:
        start = waiting.pop()
        if start in closed:
            continue
        reached, ahead = {start}, [start]
        while ahead:
            fresh = parents.get(ahead.pop(), set()) - reached
            reached |= fresh
            ahead += fresh
        closed[start] = reached
        waiting += reached - closed.keys()
    return closed


def _type_sets(owners: Ints, numbers: Ints, nodes: int) -> tuple[Ints, list[tuple[int, ...]]]:
    """The type set of each node, -1 for none, and the classes of each set.

    `owners` and `numbers` are distinct pairs of node and class.
    """
    # A node takes its classes in turn: with the first it is in the set of this class alone, with the next one in
    # the set that this class makes of the former. Nodes with the same classes, in order, go the same way.
    order = np.lexsort((numbers, owners))
    owners, numbers = owners[order], numbers[order]
    starts = np.searchsorted(owners, owners)
    turns = np.arange(len(owners)) - starts
    set_of: NDArray[np.int64] = np.full(nodes, -1, dtype=np.int64)
    sets: list[tuple[int, ...]] = []
    span = int(numbers.max(initial=0)) + 1
    for turn in range(int(turns.max(initial=-1)) + 1):
        chosen = turns == turn
        own = owners[chosen]
        keys, places = np.unique((set_of[own] + 1) * span + numbers[chosen], return_inverse=True)
        set_of[own] = places + len(sets)
        before = [(key // span - 1, key % span) for key in keys.tolist()]
        sets += [((*sets[old], number) if old >= 0 else (number,)) for old, number in before]
    return set_of, sets
