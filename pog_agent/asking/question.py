"""What is read off a question without rules of syntax: words, cues, the kind of answer asked for, its values."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal

from pog_agent.asking.tokens import WordToken, tokens_of
from pog_agent.language.cues import CueBook
from pog_agent.values.dates import days_before
from pog_agent.values.known_units import KnownUnit, known_unit
from pog_agent.values.numbers import written_number
from pog_agent.values.written_dates import written_dates

OPERATIONS: Final = ("count", "total", "average", "joint", "denial")
AskedFor = Literal["whether", "person", "place", "date", "number", "amount", "which", "list"]
KINDS: Final[tuple[AskedFor, ...]] = ("whether", "person", "place", "date", "number", "amount", "which", "list")
_SECONDS_A_DAY: Final = 86_400
_YEARS: Final = range(1000, 2101)
_DECADE: Final = 10
_HEAD_WORDS: Final = 2


@dataclass(frozen=True)
class AskedNumber:
    """A number of a question, with its unit where one stands behind it."""

    figures: str
    text: str
    places: tuple[int, ...]
    unit: KnownUnit | None = None


@dataclass(frozen=True)
class AskedTime:
    """A day, month, year or decade of a question: its first and last day, and its years where it is whole ones.

    `low` and `high` are days in writing.
    """

    low: str
    high: str
    text: str
    places: tuple[int, ...]
    years: tuple[int, int] | None = None


class CuedQuestion:
    """The words of a question with what they are cues for. Places are those of words."""

    def __init__(self, text: str, cues: CueBook) -> None:
        self.text = text
        self.book = cues
        self.tokens: Sequence[WordToken] = tokens_of(text, cues)
        self.words: Sequence[str] = [token.text for token in self.tokens]
        self.stems: Sequence[str] = [token.stem for token in self.tokens]
        self.is_content: Sequence[bool] = [word not in cues.function_words for word in self.words]

    def __len__(self) -> int:
        return len(self.tokens)

    def places_of(self, start: int, end: int) -> tuple[int, ...]:
        """The places of the words at some characters."""
        return tuple(place for place, token in enumerate(self.tokens) if token.start >= start and token.end <= end)

    @cached_property
    def cues(self) -> Mapping[str, frozenset[int]]:
        """The places of the cues of each operation, and of superlatives and comparatives."""
        found = {kind: self.book.places("operations", kind, self.words) for kind in OPERATIONS}
        whether = {0} if self._begins_with_auxiliary else self.book.places("asks", "whether", self.words)
        return found | {
            "whether": frozenset(whether),
            "extreme": self.book.superlatives(self.words),
            "comparison": self.book.comparatives(self.words),
        }

    @cached_property
    def leanings(self) -> Mapping[tuple[str, str], bool]:
        """Whether the words have a cue of each direction: ("extremes", "most")."""
        return {
            (table, kind): bool(self.book.places(table, kind, self.words))
            for table in ("extremes", "comparisons")
            for kind in (("most", "least") if table == "extremes" else ("more", "less", "inclusive"))
            + ("early", "late")
        }

    @cached_property
    def asked_for(self) -> AskedFor:
        """The kind of answer that its question word asks for."""
        if self.cues["whether"]:
            return "whether"
        kinds: tuple[AskedFor, ...] = ("date", "number", "amount", "person", "place")
        first = {kind: min(self.book.places("asks", kind, self.words), default=len(self)) for kind in kinds}
        noun = min(self.book.places("asks", "noun", self.words), default=len(self))
        best = min(kinds, key=lambda kind: (first[kind], kinds.index(kind)))
        if first[best] <= noun and first[best] < len(self):
            return best
        return "which" if noun < len(self) else "list"

    @cached_property
    def head(self) -> str:
        """The noun that says what is asked for, as far as it stands behind its question word; else empty."""
        places = self.book.places("asks", "noun", self.words)
        first = min((place for place in places if place + 1 not in places), default=len(self))
        words: list[str] = []
        for place in range(first + 1, min(first + 1 + _HEAD_WORDS, len(self))):
            if not self.is_content[place]:
                break
            words.append(self.words[place])
        return " ".join(words)

    @cached_property
    def times(self) -> Sequence[AskedTime]:
        """The days, months, years and decades that it names."""
        found = []
        taken: set[int] = set()
        for item in written_dates(self.text):
            places = self.places_of(item.start, item.end)
            taken.update(places)
            low, high = (
                _day_of(int(bound[0]) // _SECONDS_A_DAY - is_end)
                for bound, is_end in ((item.span.low, False), (item.span.high, True))
            )
            found.append(AskedTime(low, high, item.text, places))
        for place, word in enumerate(self.words):
            years = _years_of(word, self.book) if place not in taken else None
            if years is not None:
                first, last = years
                found.append(AskedTime(f"{first:04}-01-01", f"{last:04}-12-31", word, (place,), years))
        return found

    @cached_property
    def numbers(self) -> Sequence[AskedNumber]:
        """The numbers that it names, in figures or words."""
        found = []
        of_days = {place for time in self.times if time.years is None for place in time.places}
        for place, word in enumerate(self.words):
            figures = _figures(word, self.book) if place not in of_days else ""
            if figures:
                unit = known_unit(self.words[place + 1]) if place + 1 < len(self) else None
                places = (place,) if unit is None else (place, place + 1)
                found.append(AskedNumber(figures, word, places, unit))
        return found

    @property
    def _begins_with_auxiliary(self) -> bool:
        """Whether it begins as a yes/no question, and not as a polite request."""
        if not self.words or self.words[0] not in self.book.words("whether"):
            return False
        return len(self) < 2 or self.words[1] not in self.book.words("polite")


def _years_of(word: str, cues: CueBook) -> tuple[int, int] | None:
    """The first and last year of a year or decade in figures."""
    decade = word.removesuffix(cues.text("endings", "decade"))
    if not decade.isdecimal() or int(decade) not in _YEARS:
        return None
    year = int(decade)
    return (year, year) if decade == word else (year, year + _DECADE - 1)


def _figures(word: str, cues: CueBook) -> str:
    """A number in plain digits; empty for another word."""
    if word in cues.numbers:
        return f"{cues.numbers[word]:g}"
    number = written_number(word)
    value = number.by_point if number is not None and number.by_point is not None else None
    value = number.by_comma if number is not None and value is None else value
    return f"{value:f}" if value is not None else ""


def _day_of(days: int) -> str:
    """The day that is so many days after the first one of the year 0."""
    year = int(days / 365.2425)
    while days_before(year + 1) <= days:
        year += 1
    while days_before(year) > days:
        year -= 1
    month = 1
    while month < 12 and days_before(year, month + 1) <= days:
        month += 1
    return f"{year:04}-{month:02}-{days - days_before(year, month) + 1:02}"
