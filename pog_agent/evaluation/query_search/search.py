"""Looks for a query that gives exactly the gold answer: it tells what the algebra can express."""

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain, product, takewhile
from typing import Final

from pog_agent.evaluation.data.dataset import Question
from pog_agent.evaluation.measures.metrics import all_rows
from pog_agent.evaluation.query_search.growing import combinations_of, selections_from
from pog_agent.evaluation.query_search.term_sets import (
    FUNCTIONS,
    TermSet,
    aggregated,
    counted,
    pairs_counted,
)
from pog_agent.evaluation.query_search.vocabulary import NamedParts, Vocabulary, named_parts
from pog_agent.models import AnswerItem
from pog_agent.models.query import Query, QueryResult
from pog_agent.terms import Term, is_literal, literal_value

MOST_PARTS = 7
NEEDED: Final = frozenset({"count", "superlative", "aggregate", "negation", "comparison"})
"""Kinds of computation that a query has to do if the gold query does: without, it gives the answer by accident."""


@dataclass
class QuerySearch:
    """The search for one question, for so many seconds at most.

    A query may name what the question names, and do the kinds of computation that the gold query does. Sets of
    terms grow part by part, each set once for the same names and computations.
    """

    vocabulary: Vocabulary
    question: Question
    seconds: float
    _seen: set[tuple[frozenset[Term], frozenset[str], frozenset[str]]] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._parts: NamedParts = named_parts(self.question, self.vocabulary)
        self._ops = frozenset([*self.question.ops, self.question.type])
        self._needed = NEEDED & self._ops
        values = [item.value for item in self.question.answers]
        self._number = values[0] if len(values) == 1 else None

    def run(self) -> Query | None:
        """The first query that gives exactly the gold answer; None if none is found in time."""
        self._deadline = time.monotonic() + self.seconds
        for selection in self._selections():
            for query in self._answering(selection):
                if self._is_gold(query):
                    return query
        return None

    def _in_time(self, _: object) -> bool:
        return time.monotonic() < self._deadline

    def _selections(self) -> Iterator[TermSet]:
        """All sets of terms by growing number of parts."""
        sizes: list[list[TermSet]] = [[], []]
        for selection in self._new(chain(self._parts.selections, self.vocabulary.classes)):
            sizes[1].append(selection)
            yield selection
        while len(sizes) <= MOST_PARTS:
            size = len(sizes)
            sizes.append([])
            grown = chain.from_iterable(
                selections_from(source, self.vocabulary, self._parts.numbers, self._ops) for source in sizes[-2]
            )
            pairs = chain.from_iterable(
                product(sizes[left], sizes[size - 1 - left]) for left in range(1, size - 1)
            )
            joined = combinations_of(takewhile(self._in_time, pairs), self.vocabulary, self._ops)
            for selection in self._new(chain(grown, joined)):
                sizes[size].append(selection)
                yield selection

    def _new(self, selections: Iterable[TermSet]) -> Iterator[TermSet]:
        for selection in takewhile(self._in_time, selections):
            key = (selection.terms, selection.anchors, selection.ops)
            if key not in self._seen:
                self._seen.add(key)
                yield selection

    def _answering(self, selection: TermSet) -> Iterator[Query]:
        """The queries around a selection that may give the answer; cheap tests come before their evaluation."""
        if not self._parts.required <= selection.anchors:
            return
        missing = self._needed - selection.ops
        if not missing and len(selection.terms) == len(self.question.answers):
            yield selection.query
        if self._number is None:
            return
        if self._ops & {"count", "group"} and missing <= {"count"}:
            yield from self._counts(selection)
        for kind, functions in FUNCTIONS.items():
            if kind in self._ops and missing <= {kind}:
                for attribute in self.vocabulary.numeric_of(selection.terms):
                    for function in functions:
                        yield aggregated(selection, attribute, function)

    def _counts(self, selection: TermSet) -> Iterator[Query]:
        if self._number == str(len(selection.terms)):
            yield counted(selection)
        for step, ends in self.vocabulary.steps.items():
            if not selection.terms.isdisjoint(ends):
                yield pairs_counted(selection, step)

    def _is_gold(self, query: Query) -> bool:
        result = self.vocabulary.result(query)
        return result.is_reliable and is_answer(result, self.question)


def is_answer(result: QueryResult, question: Question) -> bool:
    """Whether the first column of a result, or all columns for gold rows of a table, are the gold answer."""
    width = max((len(item.cells) for item in question.answers), default=0) or 1
    cells = dict.fromkeys(row[:width] for row in result.rows)
    rows: list[list[AnswerItem | None]] = [[_item(term) for term in row] for row in cells]
    return bool(rows) and all_rows(rows, question.answers)


def _item(term: Term | None) -> AnswerItem | None:
    if term is None:
        return None
    if is_literal(term):
        return AnswerItem(value=literal_value(term), label=literal_value(term))
    return AnswerItem(iri=term)
