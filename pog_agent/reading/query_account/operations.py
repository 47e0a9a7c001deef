"""What words of a question ask to be computed, beside what a query computes: flaws in both directions."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, Literal

from pog_agent.language.english import english_pattern
from pog_agent.language.lexicon import english_table, english_words
from pog_agent.models import Operation
from pog_agent.models.findings.finding import Finding, finding
from pog_agent.models.query import Expression
from pog_agent.models.query_walk import value_type
from pog_agent.ranking.encoder import Encoder
from pog_agent.reading.cues import NEGATION, superlatives
from pog_agent.reading.extremes import (
    AGES,
    LOW_WORDS,
    OF_ANYTHING,
    degree_of,
    degree_of_comparative,
    key_flaw,
    polarity_flaw,
)
from pog_agent.reading.query_account.parts import QueryParts, RankedPart

Direction = Literal["up", "down"]

_pattern: Final = partial(english_pattern, "computing")
COUNT: Final = english_pattern("counts", "asked")
_AVERAGE: Final = _pattern("average")
_SUM: Final = _pattern("sum")
_GROUP: Final = _pattern("group")
_OR: Final = _pattern("or")
_RATIO: Final = _pattern("ratio")
_COMPARATIVE: Final = _pattern("comparative")
_BETWEEN: Final = _pattern("between")
_ORDINAL: Final = _pattern("place")
_ORDINALS: Final[Sequence[str]] = english_table("lexicon", "words")["ordinal"]
_OF_NUMBER: Final = english_words("superlative_of_count")


@dataclass(frozen=True)
class ComparisonCue:
    """Words that compare: the operator that they ask for, in the direction of the numbers or dates compared."""

    text: str
    direction: Direction
    operator: str


@dataclass(frozen=True)
class MeasuredValue:
    """What an order or comparison measures: relations in words, and whether their values are dates or years.

    `called` are words of the question that ask for these, by themselves or by a paraphrase.
    """

    names: tuple[str, ...]
    by_date: bool
    called: tuple[str, ...] = ()


@dataclass(frozen=True)
class ComparedValues:
    """A comparison: its operator as seen from what is asked for, empty if that is not known; what it measures."""

    operator: str
    measured: MeasuredValue


def form_flaws(question: str, parts: QueryParts) -> Iterator[Finding]:
    """Flaws of what the query gives: yes or no, a count, a sum, a mean, groups, differences, ratios."""
    whether = _pattern("whether").search(question.strip())
    if whether and parts.query.form != "exists":
        yield finding("cue-not-carried-out", whether.group())
    elif parts.query.form == "exists" and not whether:
        yield finding("operation-unasked", "yes or no")
    functions = {item.value.function for item in parts.aggregates}
    operations = {item.operation if item.kind == "arithmetic" else "-" for item in parts.computed}
    is_grouped = any(item.grouped and item.shown for item in parts.aggregates)
    has_groups = any(item.grouped or item.scope for item in parts.aggregates)
    yield from _undone(question, _AVERAGE, is_done="average" in functions)
    yield from _undone(question, _SUM, is_done="sum" in functions)
    yield from _undone(question, _GROUP, is_done=has_groups)
    yield from _undone(question, _pattern("difference"), is_done="-" in operations)
    yield from _undone(question, _RATIO, is_done="/" in operations)
    is_counted = any(item.shown and item.value.function == "count" for item in parts.aggregates)
    done = (
        ("a count", is_counted, (COUNT, _RATIO)),
        ("a count", "count" in functions, (COUNT, _pattern("number_of_some"), _RATIO)),
        ("an average", "average" in functions, (_AVERAGE,)),
        ("a sum", "sum" in functions, (_SUM,)),
        ("groups", is_grouped, (_GROUP, _pattern("by"), _pattern("and"))),
        ("a difference", "-" in operations, (_pattern("may_be_difference"),)),
        ("a ratio", "/" in operations, (_RATIO, _GROUP)),
        ("to add or multiply values", bool(operations & {"+", "*"}), ()),
    )
    for name, is_done, asked in done:
        if is_done and not any(pattern.search(question) for pattern in asked):
            yield finding("operation-unasked", name)


def _undone(question: str, asked: re.Pattern[str], *, is_done: bool) -> Iterator[Finding]:
    said = asked.search(question)
    if said and not is_done:
        yield finding("cue-not-carried-out", said.group())


def choice_flaws(rest: str, parts: QueryParts, *, may_unite: bool = False) -> Iterator[Finding]:
    """Flaws of negations and alternatives. `rest` is the question without the names of its topics.

    What has been said by one word may be several things that a query `may_unite`.
    """
    cues = [match.group() for match in NEGATION.finditer(rest)]
    least = 1 if any(cue.lower() == "neither" for cue in cues) else len(cues)
    if cues and parts.negations < least:
        yield finding("cue-not-carried-out", cues[0])
    if parts.negations > len(cues):
        yield finding("operation-unasked", "something to be left out")
    yield from _undone(rest, _OR, is_done=bool(parts.unions))
    if parts.unions and not (may_unite or _OR.search(rest) or _pattern("of_two").search(rest)):
        yield finding("operation-unasked", "alternatives")


def comparison_cues(question: str, by_date: bool) -> list[ComparisonCue]:
    """The comparisons that a question makes. With `by_date`, the older thing has the lower value."""
    found = [
        ComparisonCue(match.group(), "up" if operator.startswith(">") else "down", operator)
        for operator in (">", ">=", "<", "<=")
        for match in _pattern(operator).finditer(question)
    ]
    for match in _BETWEEN.finditer(question):
        found += [ComparisonCue(match.group(), "up", ">="), ComparisonCue(match.group(), "down", "<=")]
    for match in _COMPARATIVE.finditer(question):
        words = match[1].casefold().split()
        if words[-1] in english_words("comparative_without_measure"):
            continue
        adjective = degree_of_comparative(" ".join(words)) or degree_of_comparative(words[-1])
        if adjective is None:
            continue
        is_low = (adjective in LOW_WORDS) != (words[0] == "less")
        if adjective in AGES and by_date:
            is_low = adjective == "old"
        found.append(ComparisonCue(match.group(), "down" if is_low else "up", "<" if is_low else ">"))
    return found


def comparison_flaws(question: str, tests: Sequence[ComparedValues], encoder: Encoder) -> Iterator[Finding]:
    """Flaws of comparisons in both directions."""
    ordered = [item for item in tests if item.operator not in ("=", "!=")]
    left = comparison_cues(question, by_date=any(item.measured.by_date for item in ordered))
    for item in ordered:
        fitting = [cue for cue in left if cue.operator == item.operator or _is_between(cue, item.operator)]
        if not fitting:
            yield finding("operation-unasked", f"a comparison by {item.operator or 'two values'}")
            continue
        left.remove(fitting[0])
        adjective = _COMPARATIVE.fullmatch(fitting[0].text)
        degree = degree_of_comparative(adjective[1]) if adjective else None
        if degree and item.measured.names:
            yield from filter(
                None, [key_flaw(degree, item.measured.names, item.measured.by_date, question, encoder)]
            )
    yield from (finding("cue-not-carried-out", cue.text) for cue in left)


def _is_between(cue: ComparisonCue, operator: str) -> bool:
    """Whether the ends of a span are left out or not: nobody says which."""
    return _BETWEEN.fullmatch(cue.text) is not None and cue.operator.rstrip("=") == operator.rstrip("=")


def rank_flaws(
    rest: str,
    parts: QueryParts,
    measured: Sequence[MeasuredValue],
    read: Sequence[str],
    encoder: Encoder,
) -> Iterator[Finding]:
    """Flaws of extremes and ranks.

    `measured` is what each window of the query is ordered by, `read` are cues in the name of a relation.
    """
    cues = [cue for cue in superlatives(rest) if cue not in read and not _pattern("at_cue", cue=cue).search(rest)]
    ordinals = _ORDINAL.findall(rest)
    limits = [item for item in parts.aggregates if item.value.function in ("min", "max")]
    if cues and len(cues) > len(parts.ranked) + len(limits):
        yield finding("cue-not-carried-out", cues[-1])
    if limits and not (cues or _pattern("limit").search(rest)):
        yield finding("operation-unasked", "an extreme")
    for window, values in zip(parts.ranked, measured, strict=True):
        fitting = [cue for cue in cues if not _cue_flaw(cue, window, values, rest, encoder)]
        if not cues and not (ordinals or _pattern("top").search(rest)):
            yield finding("operation-unasked", "a rank")
        elif cues and not fitting:
            yield from filter(None, [_cue_flaw(cues[0], window, values, rest, encoder)])
    for item in limits:
        operation: Operation = "largest" if item.value.function == "max" else "smallest"
        by_date = item.value.value is not None and is_dated(item.value.value)
        if by_date:
            operation = "latest" if item.value.function == "max" else "earliest"
        wrong = [*filter(None, (polarity_flaw(cue, operation, by_date, rest) for cue in cues))]
        if wrong and len(wrong) == len(cues):
            yield wrong[0]
    yield from _place_flaws(ordinals, parts)


def _cue_flaw(
    cue: str, window: RankedPart, values: MeasuredValue, question: str, encoder: Encoder
) -> Finding | None:
    if window.key.kind == "aggregate" and window.key.function == "count":
        found = None if _is_of_number(cue) else finding("extreme-of-other-values", cue, "numbers of things")
    else:
        is_called = _is_called(cue.casefold(), values.called)
        found = None if is_called else key_flaw(cue, values.names, values.by_date, question, encoder)
    upward: Operation = "latest" if values.by_date else "largest"
    downward: Operation = "earliest" if values.by_date else "smallest"
    return found or polarity_flaw(cue, upward if window.descending else downward, values.by_date, question)


def _is_called(cue: str, called: Sequence[str]) -> bool:
    """Whether words that ask for the values have a superlative of anything, or the noun of "most inhabitants"."""
    most, *things = cue.split()
    if things and most in _OF_NUMBER:
        return any(set(things) <= set(text.split()) for text in called)
    return degree_of(cue) in OF_ANYTHING and any(cue in text for text in called)


def _is_of_number(cue: str) -> bool:
    return cue.casefold().split()[0] in _OF_NUMBER


def _place_flaws(ordinals: Sequence[str], parts: QueryParts) -> Iterator[Finding]:
    said = {place_of(text) for text in ordinals}
    used = {place for window in parts.ranked for place in (window.first, window.last)}
    yield from (finding("cue-not-carried-out", text) for text in ordinals if place_of(text) not in used)
    for window in parts.ranked:
        is_wider = window.last > window.first and window.last in said
        if window.first not in said and (is_wider or window.first > 1):
            yield finding("operation-unasked", f"places {window.first} to {window.last}")


def place_of(ordinal: str) -> int:
    """The number of an ordinal."""
    digits = re.match(r"\d+", ordinal)
    return int(digits.group()) if digits else _ORDINALS.index(ordinal.casefold()) + 2


def is_ordinal(text: str) -> bool:
    """Whether a word is an ordinal from the second on."""
    return _ORDINAL.fullmatch(text) is not None


def counted_noun(question: str) -> str:
    """The noun of what "most" or "fewest" counts, empty where there is none."""
    found = _pattern("most_of").search(question)
    return found[1] if found else ""


def is_dated(expression: Expression) -> bool:
    """Whether an expression is a date or a part of one."""
    if expression.kind == "aggregate" and expression.value is not None:
        return is_dated(expression.value)
    return expression.kind == "date_part" or value_type(expression) in ("date", "dateTime")
