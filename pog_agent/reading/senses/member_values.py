"""What a question states of the members of a set: names, texts, flags, and numbers or years that are compared."""

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass

from pog_agent.language.english import NOT
from pog_agent.reading.question_words import QuestionWords, Word
from pog_agent.terms import Term, is_literal
from pog_agent.values import Span, TypedValue, read_literal, read_text
from pog_agent.values.known_units import known_unit
from pog_agent.values.unit_names import unit_in_name
from pog_agent.values.written_dates import WrittenDate, written_dates
from pog_agent.words import FUNCTION_WORDS, stem

_MORE = r"over|above|exceeding|(?:more|greater|higher|longer|heavier|larger|bigger|taller|deeper|wider)\s+than"
_LESS = r"under|below|(?:less|fewer|lower|shorter|lighter|smaller|narrower|shallower)\s+than"
_BEFORE = r"before|prior\s+to|earlier\s+than"
_AFTER = r"after|later\s+than"
_STATED = re.compile(
    rf"(?:\b(?P<cue>{_BEFORE}|{_AFTER}|since|in|exactly|at\s+least|at\s+most|{_MORE}|{_LESS})\s+)?"
    r"(?P<number>(?<![\w.,/-])\d[\d.,]*(?<![.,])(?![\w/-]))(?:\s+(?P<scale>thousand|million|billion)\b)?"
    r"(?P<unit>\s+[^\W\d_]+)?",
    re.IGNORECASE,
)
_SCALES = {"thousand": 10**3, "million": 10**6, "billion": 10**9}
_YEAR = re.compile(r"[12]\d{3}")
_BEFORE_DATES = re.compile(rf"\b(?P<cue>{_BEFORE}|{_AFTER}|since|in|on)\s+(?:the\s+)?$", re.IGNORECASE)
_OF_YEARS = frozenset({"after", "before", "in", "since"})
_FLAG_WORDS = frozenset({"has", "have", "is", "are", "with"})
_DENIED = re.compile(rf"(?P<cue>\b(?:{NOT}|no|without))\s+(?:(?:an?|any|the)\s+)?$", re.IGNORECASE)
_DENIED_BEFORE = re.compile(rf"(?P<cue>\b{NOT})\s+(?:(?!(?:and|but|or)\b)\w+\s+){{0,3}}$", re.IGNORECASE)
_BESIDE = frozenset("about almost and around between by from nearly not or than till to until".split())  # noqa: SIM905
"""Words before a number that make something else of it than it is alone."""


@dataclass(frozen=True)
class StatedTest:
    """A test of values that characters `start` to `end` of a question state; `cue` is its word of comparison.

    One `is_by_name` is met by the letters of a name, or by a flag with the words of the question. One that
    `denies` a name or a flag must be met by all values. One `of_time` states a day, a month or a year.
    """

    text: str
    start: int
    end: int
    holds: Callable[[str, Term], bool]
    is_by_name: bool = True
    cue: str = ""
    denies: bool = False
    of_time: bool = False


def stated_tests(
    question: str, words: QuestionWords, relation: str, values: Collection[str]
) -> Iterator[StatedTest]:
    """The tests that a question states of a relation, of which some values are known by their texts."""
    yield from _of_flags(words, relation, values)
    for text in sorted(values):
        yield from _of_names(words, text)
    dates = [*written_dates(question)]
    if len(dates) == 1:
        yield from _of_date(question, dates[0])
    named = [(word.start, word.end) for word in words.words if word.kind == "topic"]
    found = [
        match
        for match in _STATED.finditer(question)
        if not any(start <= match.start("number") < end for start, end in named)
    ]
    if len(found) == 1:
        yield from _of_number(question, found[0], relation)


def _of_flags(words: QuestionWords, relation: str, values: Collection[str]) -> Iterator[StatedTest]:
    """A relation that says yes or no, all whose words the question has side by side ("have shore power").

    Where the question denies it ("is not reversible"), it says no.
    """
    if not values or not {text.casefold() for text in values} <= {"true", "false"}:
        return
    wanted = [stem(word) for word in relation.casefold().split() if word not in _FLAG_WORDS]
    for first, last in _runs(words.content, wanted):
        denied = _DENIED.search(words.question[: first.start])
        if denied is None:
            yield StatedTest(relation, first.start, last.end, _is_true)
        else:
            cue = denied["cue"]
            yield StatedTest(f"not {relation}", denied.start(), last.end, _is_false, cue=cue, denies=True)


def _of_names(words: QuestionWords, value: str) -> Iterator[StatedTest]:
    """A name or text whose words the question has side by side, in any form ("paramedics")."""
    wanted = [stem(word) for word in re.findall(r"\w+", value.casefold()) if word not in FUNCTION_WORDS]
    if not any(word.isalpha() for word in wanted):
        return
    for first, last in _runs(words.content, wanted):
        denied = _DENIED_BEFORE.search(words.question[: first.start])
        if denied is None:
            yield StatedTest(value, first.start, last.end, lambda text, _: text == value)
        else:
            yield StatedTest(
                f"not {value}",
                first.start,
                last.end,
                lambda text, _: text != value,
                cue=denied["cue"],
                denies=True,
            )


def _runs(content: tuple[Word, ...], wanted: list[str]) -> Iterator[tuple[Word, Word]]:
    """The first and the last word of each place where words with some stems stand side by side."""
    for place in range(len(content) - len(wanted) + 1) if wanted else ():
        run = content[place : place + len(wanted)]
        if [stem(word.text) for word in run] == wanted:
            yield run[0], run[-1]


def _is_false(text: str, term: Term) -> bool:
    return is_literal(term) and text.casefold() == "false"


def _is_true(text: str, term: Term) -> bool:
    return is_literal(term) and text.casefold() == "true"


def _of_number(question: str, found: re.Match[str], relation: str) -> Iterator[StatedTest]:
    """The number of a question with its word of comparison. A unit behind it must be that of the relation."""
    before = re.findall(r"[^\W\d_]+", question[: found.start()].casefold())[-1:]
    if _BESIDE.intersection(before):
        return
    cue = " ".join((found["cue"] or "").casefold().split())
    unit = known_unit(found["unit"].strip().casefold()) if found["unit"] else None
    own = unit_in_name(relation)
    if unit is not None and (own is None or (unit.dimension, unit.factor) != (own.dimension, own.factor)):
        return
    end = found.end() if unit is not None else found.end("scale" if found["scale"] else "number")
    stated = read_text(found["number"])
    if found["scale"] and stated.span is not None:
        stated = read_text(f"{stated.span.low[0] * _SCALES[found['scale'].casefold()]:f}")

    def holds(_: str, term: Term) -> bool:
        return is_literal(term) and _compares(read_literal(term), stated, cue)

    is_year = _YEAR.fullmatch(found["number"]) is not None and cue in _OF_YEARS
    text = question[found.start() : end].strip()
    yield StatedTest(text, found.start(), end, holds, is_by_name=False, cue=cue, of_time=is_year)


def _of_date(question: str, written: WrittenDate) -> Iterator[StatedTest]:
    """A day or a month of a question with the word before it: "in March 2023", "since 3 May 2020"."""
    said = _BEFORE_DATES.search(question[: written.start])
    if said is None:
        return
    cue = " ".join(said["cue"].casefold().split())

    def holds(_: str, term: Term) -> bool:
        own = read_literal(term).span if is_literal(term) and read_literal(term).kind == "date" else None
        return own is not None and _is_so(own, written.span, "in" if cue == "on" else cue)

    start = said.start("cue")
    text = question[start : written.end]
    yield StatedTest(text, start, written.end, holds, is_by_name=False, cue=cue, of_time=True)


def _compares(value: TypedValue, stated: TypedValue, cue: str) -> bool:
    """Whether a value is as the number with its word of comparison says; a date is compared with a year alone."""
    is_year = _YEAR.fullmatch(stated.text) is not None
    if value.kind == "date":
        own, other = value.span, stated.as_year if is_year else None
    elif value.kind == "number":
        by_year = cue in ("since", "in") or re.fullmatch(rf"{_BEFORE}|{_AFTER}", cue) is not None
        own, other = (value.as_year, stated.as_year) if by_year else (value.span, stated.span)
    else:
        return False
    return own is not None and other is not None and _is_so(own, other, cue)


def _is_so(own: Span, other: Span, cue: str) -> bool:
    before, after = own.surely_before(other), other.surely_before(own)
    if cue in ("", "exactly", "in"):
        return not before and not after
    if cue in ("since", "at least"):
        return not before
    if cue == "at most":
        return not after
    is_less = re.fullmatch(rf"{_BEFORE}|{_LESS}", cue) is not None
    return before if is_less else after
