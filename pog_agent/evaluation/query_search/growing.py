"""How selections grow: by a step, a comparison, a rank or a group, and two of them together."""

from collections.abc import Iterable, Iterator
from itertools import product
from typing import Final

from pog_agent.evaluation.query_search.term_sets import (
    FUNCTIONS,
    Function,
    GroupMeasure,
    Operation,
    TermSet,
    aggregated,
    combined,
    compared,
    groups_having,
    ranked,
    ranked_groups,
    stepped,
)
from pog_agent.evaluation.query_search.vocabulary import Vocabulary
from pog_agent.models.query import ConstantValue, Operator, Query, ScalarValue
from pog_agent.terms import XSD, Term, literal

COMPARISONS: Final[dict[str, tuple[Operator, ...]]] = {"comparison": (">", "<", ">=", "<="), "negation": ("!=",)}
BEYOND: Final[tuple[tuple[Function, Operator], ...]] = (
    *(("average", ">"), ("average", "<"), ("max", ">"), ("min", "<"), ("min", ">"), ("max", "<")),
)


def selections_from(
    source: TermSet, vocabulary: Vocabulary, numbers: Iterable[str], ops: frozenset[str]
) -> Iterator[TermSet]:
    """What grows out of one selection by one part, of the kinds of computation `ops`; empty ones are left out."""
    for step in vocabulary.steps:
        terms = vocabulary.reached(source.terms, step)
        if terms or ("count" in ops and vocabulary.applies(source.terms, step)):
            yield TermSet(stepped(source, step), terms, source.anchors, source.ops)
    for query, anchor, kinds in _queries(source, vocabulary, list(numbers), ops):
        terms = vocabulary.ends(query)
        if terms or "count" in ops:
            anchors = source.anchors | ({anchor} if anchor else frozenset())
            yield TermSet(query, terms, anchors, source.ops | kinds)


def combinations_of(
    pairs: Iterable[tuple[TermSet, TermSet]], vocabulary: Vocabulary, ops: frozenset[str]
) -> Iterator[TermSet]:
    """Intersections, unions and differences of two selections, and comparisons of the one with the other."""
    for first, second in pairs:
        both, rest = first.terms & second.terms, first.terms - second.terms
        narrows = both != first.terms or not second.anchors <= first.anchors
        if both and narrows and (both != second.terms or not first.anchors <= second.anchors):
            yield _joined(first, second, "intersection", both, frozenset())
        names_more = not (first.anchors <= second.anchors or second.anchors <= first.anchors)
        if "setop" in ops and (both or names_more):
            yield _joined(first, second, "union", first.terms | second.terms, frozenset({"setop"}))
        if "negation" in ops and rest and (both or names_more):
            yield _joined(first, second, "difference", rest, frozenset({"negation"}))
        if "comparison" in ops and both:
            yield from _compared(first, second, vocabulary)


def _queries(
    source: TermSet, vocabulary: Vocabulary, numbers: list[str], ops: frozenset[str]
) -> Iterator[tuple[Query, str | None, frozenset[str]]]:
    attributes = vocabulary.numeric_of(source.terms)
    lasts = [(1, None), *((int(text), text) for text in numbers if text.isdigit() and 1 < int(text) <= 100)]
    for attribute in attributes:
        for kind, operators in COMPARISONS.items():
            for text, operator in product(numbers if kind in ops else (), operators):
                yield compared(source, attribute, operator, _constant(text)), text, frozenset({kind})
        if "superlative" in ops:
            for last, anchor in lasts:
                for descending in (True, False):
                    yield ranked(source, attribute, descending, last), anchor, frozenset({"superlative"})
    if "group" in ops:
        yield from _groups(source, vocabulary, numbers, lasts, ops)


def _groups(
    source: TermSet,
    vocabulary: Vocabulary,
    numbers: list[str],
    lasts: list[tuple[int, str | None]],
    ops: frozenset[str],
) -> Iterator[tuple[Query, str | None, frozenset[str]]]:
    functions = [function for kind, own in FUNCTIONS.items() if kind in ops for function in own]
    values = product(functions, vocabulary.numeric_of(source.terms))
    measures = [GroupMeasure("count"), *(GroupMeasure(function, attribute) for function, attribute in values)]
    for step, ends in vocabulary.steps.items():
        if source.terms.isdisjoint(ends):
            continue
        for measure in measures:
            for last, anchor in lasts:
                for descending in (True, False):
                    kinds = frozenset({"group", "superlative", *measure.kinds})
                    yield ranked_groups(source, step, measure, descending, last), anchor, kinds
            for text in numbers:
                for operator in (">", ">=", "<", "<=", "="):
                    kinds = frozenset({"group", "comparison", *measure.kinds})
                    yield groups_having(source, step, measure, operator, _constant(text)), text, kinds


def _compared(first: TermSet, second: TermSet, vocabulary: Vocabulary) -> Iterator[TermSet]:
    """Those of the first selection whose values are beyond an aggregate of the values of the second."""
    for attribute in vocabulary.numeric_of(first.terms):
        if attribute not in vocabulary.numeric_of(second.terms):
            continue
        for function, operator in BEYOND:
            bound = ScalarValue(query=aggregated(second, attribute, function))
            query = compared(first, attribute, operator, bound)
            terms = vocabulary.ends(query)
            kind = "aggregate" if function == "average" else "superlative"
            kinds = first.ops | second.ops | {"comparison", kind}
            if terms:
                yield TermSet(query, terms, first.anchors | second.anchors, kinds)


def _joined(
    first: TermSet, second: TermSet, operation: Operation, terms: frozenset[Term], kinds: frozenset[str]
) -> TermSet:
    return TermSet(
        combined(first, second, operation),
        terms,
        first.anchors | second.anchors,
        first.ops | second.ops | kinds,
    )


def _constant(text: str) -> ConstantValue:
    return ConstantValue(term=literal(text, XSD + ("integer" if text.isdigit() else "decimal")))
