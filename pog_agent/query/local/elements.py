"""Elements of a pattern as joins: each extends a table of solutions by the variables that it binds."""

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from pog_agent.kg.adjacency import Ints
from pog_agent.query.local.arrays import is_member
from pog_agent.query.local.bindings import Bindings, check_size, joined
from pog_agent.query.local.edges import DirectedEdges, RelationEdges, expanded


class Joinable(Protocol):
    """An element that was looked up in the graph. `most` bounds the rows of a join (`TooManyRowsError`)."""

    @property
    def variables(self) -> frozenset[str]:
        """The variables that it binds."""
        ...

    def growth(self, bound: frozenset[str]) -> float:
        """An estimate of how many rows a row becomes, where these variables are bound."""
        ...

    def extend(self, table: Bindings, most: int) -> Bindings:
        """The join with a table."""
        ...


@dataclass(frozen=True, eq=False)
class JoinedEdges:
    """The edges of a relation between two variables."""

    source: str
    target: str
    edges: RelationEdges

    @property
    def variables(self) -> frozenset[str]:
        """Both ends."""
        return frozenset((self.source, self.target))

    def growth(self, bound: frozenset[str]) -> float:
        """None where both ends are bound; the edges of one node, or all."""
        if bound >= self.variables:
            return 0.0
        if self.source in bound:
            return self.edges.onward.fan_out
        return self.edges.backward.fan_out if self.target in bound else float(len(self.edges))

    def extend(self, table: Bindings, most: int) -> Bindings:
        """Follows the edges, or tests them where both ends are bound."""
        if self.source == self.target:
            return self._loops(table, most)
        if table.columns.keys() >= self.variables:
            return table.take(self.edges.contain(table.columns[self.source], table.columns[self.target]))
        if self.source in table.columns:
            return _followed(table, self.source, self.target, self.edges.onward, most)
        if self.target in table.columns:
            return _followed(table, self.target, self.source, self.edges.backward, most)
        ends = {self.source: self.edges.onward.nodes, self.target: self.edges.onward.ends}
        return product(table, Bindings(ends, len(self.edges)), most)

    def _loops(self, table: Bindings, most: int) -> Bindings:
        onward = self.edges.onward
        return JoinedTerms(self.source, onward.nodes[onward.nodes == onward.ends]).extend(table, most)


@dataclass(frozen=True, eq=False)
class JoinedTerms:
    """A variable that is one of some terms, sorted and distinct."""

    variable: str
    ids: Ints

    @property
    def variables(self) -> frozenset[str]:
        """The variable."""
        return frozenset((self.variable,))

    def growth(self, bound: frozenset[str]) -> float:
        """None where it is bound, else one row for each term."""
        return 0.0 if self.variable in bound else float(len(self.ids))

    def extend(self, table: Bindings, most: int) -> Bindings:
        """Keeps the rows with one of the terms, or adds the terms."""
        if self.variable in table.columns:
            return table.take(is_member(table.columns[self.variable], self.ids))
        return product(table, Bindings({self.variable: self.ids}, len(self.ids)), most)


@dataclass(frozen=True, eq=False)
class JoinedTable:
    """The rows of another table."""

    table: Bindings

    @property
    def variables(self) -> frozenset[str]:
        """Its columns."""
        return frozenset(self.table.columns)

    def growth(self, bound: frozenset[str]) -> float:
        """None where all is bound, else its rows."""
        return 0.0 if bound >= self.variables else float(self.table.size)

    def extend(self, table: Bindings, most: int) -> Bindings:
        """The join over the variables that both have."""
        if self.variables & table.columns.keys():
            return joined(table, self.table, most)
        return product(table, self.table, most)


def product(left: Bindings, right: Bindings, most: int) -> Bindings:
    """All pairs of rows."""
    if not left.columns and left.size == 1:
        return right
    check_size(left.size * right.size, most)
    columns = {name: np.repeat(ids, right.size) for name, ids in left.columns.items()}
    columns |= {name: np.tile(ids, left.size) for name, ids in right.columns.items()}
    return Bindings(columns, left.size * right.size, left.distinct and right.distinct)


def _followed(table: Bindings, known: str, found: str, edges: DirectedEdges, most: int) -> Bindings:
    starts, counts = edges.counts(table.columns[known])
    check_size(int(counts.sum()), most)
    rows, ends = expanded(edges, starts, counts)
    if len(rows) == table.size and (table.size == 0 or int(counts.min()) == 1):
        return table.with_column(found, ends)
    return table.take(rows, distinct=table.distinct).with_column(found, ends)
