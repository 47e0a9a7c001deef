"""Tables of solutions: a column of term ids for each variable, and the joins of such tables."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from pog_agent.deadline import working_deadline
from pog_agent.kg.adjacency import Bools, Ints, spread
from pog_agent.query.local.arrays import distinct_places, row_codes

UNBOUND: Final = -1
ROWS_PER_SECOND: Final = 1_000_000
"""At most so many are joined for each second until a deadline, a fifth of what a fast machine works off."""


class TooManyRowsError(Exception):
    """A step of a query would have more rows than are allowed. It never leaves the evaluation."""


@dataclass(frozen=True, eq=False)
class Bindings:
    """Solutions as columns of ids by variable, `UNBOUND` where a row has none. No row repeats if `distinct`."""

    columns: Mapping[str, Ints]
    size: int
    distinct: bool = True

    @classmethod
    def unit(cls) -> "Bindings":
        """The one solution that binds nothing."""
        return cls({}, 1)

    def take(self, rows: Ints | Bools, distinct: bool | None = None) -> "Bindings":
        """Some of the rows; `distinct` says that they do not repeat, where rows are chosen by place."""
        columns = {name: ids[rows] for name, ids in self.columns.items()}
        size = int(np.count_nonzero(rows)) if rows.dtype == np.bool_ else len(rows)
        return Bindings(columns, size, self.distinct if distinct is None else distinct)

    def with_column(self, name: str, ids: Ints) -> "Bindings":
        """The same rows with one variable more."""
        return Bindings({**self.columns, name: ids}, self.size, self.distinct)

    def only(self, names: Collection[str]) -> "Bindings":
        """The distinct rows of some variables."""
        kept = {name: ids for name, ids in self.columns.items() if name in names}
        if len(kept) == len(self.columns):
            return self.unrepeated()
        dropped = [ids for name, ids in self.columns.items() if name not in names]
        # What all rows share tells none of them apart.
        shared = self.distinct and all(bool((ids == ids[0]).all()) for ids in dropped if len(ids))
        return Bindings(kept, self.size, shared or self.size < 2).unrepeated()

    def unrepeated(self) -> "Bindings":
        """The same rows, each once."""
        if self.distinct:
            return self
        rows = distinct_places(list(self.columns.values()), self.size)
        return Bindings(self.columns, self.size) if len(rows) == self.size else self.take(rows, distinct=True)


def joined(left: Bindings, right: Bindings, most: int) -> Bindings:
    """All pairs of rows that agree in the variables that both tables have. Raises `TooManyRowsError`."""
    shared = [name for name in left.columns if name in right.columns]
    mine, other = _shared_codes(left, right, shared)
    order = np.argsort(other, kind="stable")
    starts = np.searchsorted(other[order], mine, side="left")
    counts = np.searchsorted(other[order], mine, side="right") - starts
    check_size(int(counts.sum()), most)
    rows, positions = spread(starts, counts)
    found = right.take(order[positions])
    columns = {name: ids[rows] for name, ids in left.columns.items()}
    return Bindings({**columns, **found.columns}, len(rows), left.distinct and right.distinct)


def without(left: Bindings, right: Bindings) -> Bindings:
    """The rows of the left table that agree with no row of the right one in the variables that both have."""
    shared = [name for name in left.columns if name in right.columns]
    mine, other = _shared_codes(left, right, shared)
    return left.take(~np.isin(mine, other))


def stacked(tables: Sequence[Bindings], names: Sequence[str]) -> Bindings:
    """The distinct rows of all tables in some variables."""
    columns = {name: np.concatenate([table.columns[name] for table in tables]) for name in names}
    return Bindings(columns, sum(table.size for table in tables), distinct=False).unrepeated()


def check_size(rows: int, most: int) -> None:
    """Raises `TooManyRowsError` for more rows than allowed, or than the time of the step at work allows."""
    now = working_deadline().allows(most, ROWS_PER_SECOND)
    if rows > now:
        why = "that are allowed" if now == most else "that the time left allows (max_seconds)"
        raise TooManyRowsError(f"a step of the query has {rows:,} rows, more than the {now:,} {why}")


def _shared_codes(left: Bindings, right: Bindings, shared: Sequence[str]) -> tuple[Ints, Ints]:
    """Codes of the rows of both tables, equal where they agree in the shared variables."""
    both = [np.concatenate((left.columns[name], right.columns[name])) for name in shared]
    codes, _ = row_codes(both, left.size + right.size)
    return codes[: left.size], codes[left.size :]
