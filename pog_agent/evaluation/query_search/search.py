"""Looks for a query that gives exactly the gold answer: it tells what the algebra can express."""

import math
import re
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain, permutations, product, takewhile
from typing import Final

from pog_agent.evaluation.data.dataset import Question
from pog_agent.evaluation.measures.judgement import judged_rows
from pog_agent.evaluation.query_search.growing import combinations_of, selections_from
from pog_agent.evaluation.query_search.term_sets import (
    FUNCTIONS,
    TermSet,
    aggregated,
    averaged_ratio,
    counted,
    counts_by_member,
    pairs_counted,
)
from pog_agent.evaluation.query_search.vocabulary import NamedParts, Vocabulary, named_parts
from pog_agent.models import AnswerItem
from pog_agent.models.query import Query, QueryResult
from pog_agent.terms import Term, is_literal, literal_value

MOST_PARTS = 7
_NUMBER = re.compile(r"-?\d+(\.\d+)?")
_CLOSE = 1e-6
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
    _within_gold: list[TermSet] = field(default_factory=list)
    _around_gold: list[TermSet] = field(default_factory=list)
    _beside_gold: list[TermSet] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._parts: NamedParts = named_parts(self.question, self.vocabulary)
        self._ops = frozenset([*self.question.ops, self.question.type])
        self._needed = NEEDED & self._ops
        values = [item.value for item in self.question.answers]
        self._number = values[0] if len(values) == 1 else None
        self._numbers = frozenset(value for value in values if value) if len(values) > 1 else frozenset()
        self._gold = frozenset(item.iri for item in self.question.answers if item.iri)

    def run(self) -> Query | None:
        """The first query that gives exactly the gold answer; None if none is found in time."""
        self._deadline = time.monotonic() + self.seconds
        for selection in self._selections():
            for candidate in chain([selection], self._completions(selection)):
                for query in self._answering(candidate):
                    if self._is_gold(query):
                        return query
        return None

    def _completions(self, latest: TermSet) -> Iterator[TermSet]:
        """Its unions and differences with earlier selections that are the gold answer: long before their turn."""
        pairs: list[tuple[TermSet, TermSet]] = []
        gold, terms = self._gold, latest.terms
        if not gold:
            return
        if "setop" in self._ops and terms <= gold:
            pairs += [(latest, other) for other in self._within_gold if terms | other.terms == gold]
            self._within_gold.append(latest)
        if "negation" in self._ops and terms >= gold:
            rest = terms - gold
            pairs += [(latest, other) for other in self._beside_gold if rest <= other.terms]
            self._around_gold.append(latest)
        elif "negation" in self._ops and terms.isdisjoint(gold):
            pairs += [(other, latest) for other in self._around_gold if other.terms - gold <= terms]
            self._beside_gold.append(latest)
        yield from combinations_of(pairs, self.vocabulary, self._ops & {"setop", "negation"})

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
        if "group" in self._ops and self._numbers and missing <= {"count"}:
            for step in self.vocabulary.steps:
                if self.vocabulary.counts(selection.terms, step) == self._numbers:
                    yield counts_by_member(selection, step)
        if self._number is None:
            return
        if self._ops & {"count", "group"} and missing <= {"count"}:
            yield from self._counts(selection)
        for kind, functions in FUNCTIONS.items():
            if kind in self._ops and missing <= {kind}:
                for attribute in self.vocabulary.numeric_of(selection.terms):
                    for function in functions:
                        yield aggregated(selection, attribute, function)

        if "aggregate" in self._ops and missing <= {"aggregate"}:
            yield from self._ratios(selection)

    def _ratios(self, selection: TermSet) -> Iterator[Query]:
        if self._number is None or not _NUMBER.fullmatch(self._number):
            return
        gold = float(self._number)
        for over, under in permutations(self.vocabulary.numeric_of(selection.terms), 2):
            mean = self.vocabulary.mean_ratio(selection.terms, over, under)
            if mean is not None and math.isclose(mean, gold, rel_tol=_CLOSE):
                yield averaged_ratio(selection, over, under)

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
    return bool(rows) and judged_rows(rows, question.answers) == "right"


def _item(term: Term | None) -> AnswerItem | None:
    if term is None:
        return None
    if is_literal(term):
        return AnswerItem(value=literal_value(term), label=literal_value(term))
    return AnswerItem(iri=term)
