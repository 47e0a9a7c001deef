"""Values that a question states, and whether what qualifies a fact carries them: names, numbers, years.

It claims little: what cannot be told from the values is undecided.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache
from typing import NamedTuple

from pog_agent.language.lexicon import english_words
from pog_agent.models import Qualifier
from pog_agent.terms import is_literal
from pog_agent.values import Span, read_literal, read_text
from pog_agent.values.written_dates import written_dates
from pog_agent.words import FUNCTION_WORDS, folded, stem

INTERVAL = "from - to"
"""What stands for the two relations of an interval."""
_BEGINS = english_words("period_begin")
_ENDS = english_words("period_end")
_NUMBER = re.compile(r"(?<![\w.])(?<!\d-)\d[\d.,]*(?<![.,])(?!\w)(?!-\d)")
_SHORTEST_NAME = 2


@dataclass(frozen=True)
class StatedValue:
    """A name, number or date at characters `start` to `end` of a question.

    `topic` is the entity that a name was linked to, `dates` the span of a day or a month.
    """

    text: str
    start: int
    end: int
    topic: str = ""
    dates: Span | None = None

    @property
    def is_number(self) -> bool:
        """Whether it is a number, a year or another date."""
        return self.dates is not None or (self.text[0].isdigit() and not self.topic)


class CarriedValue(NamedTuple):
    """Whether a fact carries a value: yes, no, or None where that cannot be told; and by which relation."""

    holds: bool | None
    relation: str = ""


def stated_values(
    question: str,
    taken: Sequence[tuple[int, int]],
    topics: Sequence[tuple[int, int, str]],
    qualifiers: Collection[Qualifier],
    common: Collection[str],
) -> list[StatedValue]:
    """The numbers and dates of a question, and the names in it that stand on some qualifiers, in their order.

    The places `taken` hold other names. `topics` are places of entities. A word in lower case whose stem is among
    the `common` ones says what relation or class is meant.
    """
    on_facts = {item.term for item in qualifiers}
    found = [StatedValue(question[start:end], start, end, iri) for start, end, iri in topics if iri in on_facts]
    closed = [*taken, *((item.start, item.end) for item in found)]
    for written in written_dates(question):
        if not _overlaps((written.start, written.end), closed):
            found.append(StatedValue(written.text, written.start, written.end, dates=written.span))
            closed.append((written.start, written.end))
    asked = folded(question)
    labels = {label for item in qualifiers if (label := folded(item.value)) in asked}
    for label in sorted(labels, key=lambda text: (-len(text), text)):
        if len(label) < _SHORTEST_NAME or label[0].isdigit() or FUNCTION_WORDS.issuperset(label.split()):
            continue
        pattern = r"\s+".join(map(re.escape, label.split()))
        for match in re.finditer(rf"(?<!\w){pattern}(?!\w)", question, re.IGNORECASE):
            is_common = match.group().islower() and all(stem(word) in common for word in label.split())
            if not is_common and not _overlaps(match.span(), closed):
                found.append(StatedValue(match.group(), *match.span()))
                closed.append(match.span())
    numbers = (match for match in _NUMBER.finditer(question) if not _overlaps(match.span(), closed))
    found += [StatedValue(match.group(), *match.span()) for match in numbers]
    return sorted(found, key=lambda item: item.start)


def carried_by(value: StatedValue, fact: Sequence[Qualifier]) -> CarriedValue:
    """Whether one fact carries a value, by its qualifiers, and by which relation.

    A year between the values of two relations such as "from" and "to" is carried. Where one of them is missing,
    what lies on its side cannot be told.
    """
    if not value.is_number:
        return next(_by_name(value, fact), CarriedValue(False))
    return _by_number(value, fact)


def speaks_of(relations: Collection[str], fact: Sequence[Qualifier]) -> bool:
    """Whether a fact states a value for one of the relations; `INTERVAL` is a beginning or an end."""
    ends = INTERVAL in relations
    return any(item.relation in relations or (ends and _marks(item, _BEGINS | _ENDS)) for item in fact)


def has_ended(fact: Sequence[Qualifier], today: date) -> bool:
    """Whether a fact tells that it ended before a day."""
    ends = [_date(item) for item in fact if _marks(item, _ENDS)]
    day = read_text(today.isoformat()).span
    return bool(ends) and day is not None and all(end is not None and end.surely_before(day) for end in ends)


def half_period(question: str, relation: str, beside: Sequence[Qualifier]) -> str:
    """The other end of a period, in words, where a relation leads to one end and the question names neither.

    Empty where the relation leads to no end, or where the graph does not state the other one `beside` it.
    """
    own = _last_word(relation)
    ends, others = (_BEGINS, _ENDS) if own in _BEGINS else (_ENDS, _BEGINS)
    if own not in ends or ends.intersection(re.findall(r"\w+", question.casefold())):
        return ""
    return next((item.text for item in beside if _marks(item, others)), "")


def _by_name(value: StatedValue, fact: Sequence[Qualifier]) -> Iterator[CarriedValue]:
    for item in fact:
        if item.term == value.topic if value.topic else folded(item.value) == folded(value.text):
            yield CarriedValue(True, item.relation)


def _by_number(value: StatedValue, fact: Sequence[Qualifier]) -> CarriedValue:
    year = value.dates or _year(value.text)
    begins = [item for item in fact if _marks(item, _BEGINS)]
    ends = [item for item in fact if _marks(item, _ENDS)]
    for item in fact:
        holds = _equals(value, year, item) if item not in begins and item not in ends else False
        if holds is not False:
            return CarriedValue(holds, item.relation)
    if year is None or not (begins or ends):
        return CarriedValue(False)
    return CarriedValue(_inside(year, [_date(item) for item in begins], [_date(item) for item in ends]), INTERVAL)


def _inside(year: Span, begins: Sequence[Span | None], ends: Sequence[Span | None]) -> bool | None:
    """Whether a year has a part between a beginning and an end; None where that cannot be told."""
    if len(begins) > 1 or len(ends) > 1:
        return None
    begin, end = (next(iter(found), None) for found in (begins, ends))
    if (begin and year.surely_before(begin)) or (end and end.surely_before(year)):
        return False
    if begin and end:
        return True
    known = begin or end
    return True if known and _overlap(year, known) else None


def _overlap(one: Span, other: Span) -> bool:
    return not (one.surely_before(other) or other.surely_before(one))


def _equals(value: StatedValue, year: Span | None, item: Qualifier) -> bool | None:
    """Whether a qualifier is the number, or a date in the year, month or day; None where it may be."""
    if folded(item.value) == value.text:
        return True
    date = _date(item)
    if year and date:
        if not _overlap(year, date):
            return False
        return True if year.low <= date.low and date.high <= year.high else None
    number, stated = read_literal(item.term) if is_literal(item.term) else None, read_text(value.text)
    return number is not None and number.kind == stated.kind == "number" and number.span == stated.span


def _year(text: str) -> Span | None:
    return read_text(text).as_year if re.fullmatch(r"\d{4}", text) else None


def _date(item: Qualifier) -> Span | None:
    """The span of a date, as it is written whatever its time zone, or of a number that may be a year."""
    if not is_literal(item.term):
        return None
    value = read_literal(item.term)
    span = value.span if value.kind == "date" else value.as_year
    return replace(span, zoned=False) if span else None


def _marks(item: Qualifier, words: Collection[str]) -> bool:
    """Whether a relation leads to the date at one end of an interval, by its last word ("start date")."""
    return _last_word(item.relation) in words and _date(item) is not None


@lru_cache(maxsize=10_000)
def _last_word(relation: str) -> str:
    words = reversed(re.findall(r"\w+", relation.casefold()))
    return next((word for word in words if word not in english_words("date_noun")), "")


def _overlaps(place: tuple[int, int], places: Sequence[tuple[int, int]]) -> bool:
    start, end = place
    return any(start < stop and begin < end for begin, stop in places)
