"""The nodes of a subgraph as terms: a list of its own, or a view on the terms of a whole graph."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pog_agent.kg.base import TermTable
from pog_agent.terms import Term


class TermList:
    """Sorted terms held as strings."""

    def __init__(self, terms: Sequence[Term]) -> None:
        self._terms = tuple(terms)
        self._ids: dict[Term, int] | None = None

    def __len__(self) -> int:
        return len(self._terms)

    def __getitem__(self, index: int) -> Term:
        return self._terms[index]

    def id_of(self, term: Term) -> int | None:
        """The position of a term."""
        if self._ids is None:
            self._ids = {known: index for index, known in enumerate(self._terms)}
        return self._ids.get(term)


class TermView:
    """Some terms of a table by their sorted ids in it. No term is copied."""

    def __init__(self, table: TermTable, ids: NDArray[np.integer]) -> None:
        self.table = table
        self.ids = ids

    def __len__(self) -> int:
        return len(self.ids)

    def __getitem__(self, index: int) -> Term:
        return self.table[int(self.ids[index])]

    def id_of(self, term: Term) -> int | None:
        """The position of a term in the view."""
        known = self.table.id_of(term)
        if known is None:
            return None
        place = int(np.searchsorted(self.ids, known))
        return place if place < len(self.ids) and int(self.ids[place]) == known else None


def term_view(table: TermTable, ids: NDArray[np.integer]) -> TermView:
    """A view on some terms of a table. Of a view it is a view on the table behind it."""
    return TermView(table.table, table.ids[ids]) if isinstance(table, TermView) else TermView(table, ids)
