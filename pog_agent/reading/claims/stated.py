"""What a claim states, as a question for it: a name, a date or number, or how many there are."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal

from pog_agent.models import Claim
from pog_agent.reading.composing.stated.numbers import NUMBERS
from pog_agent.values import TimeOrder, calendar_day
from pog_agent.words import MONTHS, PREPOSITIONS, stem

Comparator = Literal["=", ">", "<", ">=", "<="]

_COMPARATORS: Final[tuple[tuple[Comparator, str], ...]] = (
    (">=", r"at\s+least|no\s+(?:less|fewer)\s+than"),
    ("<=", r"at\s+most|no\s+more\s+than|up\s+to"),
    (">", r"more\s+than|over"),
    ("<", r"(?:less|fewer)\s+than|under"),
    ("=", r"exactly|precisely"),
)
COMPARED_WORDS: Final[dict[Comparator, str]] = {
    "=": "exactly",
    ">": "more than",
    "<": "fewer than",
    ">=": "at least",
    "<=": "at most",
}
_NUMBER: Final = rf"(?P<n>\d[\d,]*|{'|'.join(NUMBERS)})"
_COUNT: Final = re.compile(
    rf"^(?P<auxiliary>\w+)\s+(?P<middle>.+?)\s+(?:(?P<compared>{'|'.join(text for _, text in _COMPARATORS)})\s+)?"
    rf"{_NUMBER}\s+(?P<nouns>[a-z][^\d]*)\?$"
)
_MONTHS: Final = "|".join(map(str.capitalize, MONTHS))
_DATE: Final = re.compile(
    rf"\s+(?P<at>in|on|before|after)\s+(?P<text>\d{{4}}(?:-\d\d-\d\d)?|\d\d?\s+(?:{_MONTHS})\s+\d{{4}}|(?:{_MONTHS})\s+\d\d?,?\s+\d{{4}})(?=\s*\?$)"
)
_TIME_ORDERS: Final[dict[str, TimeOrder]] = {"before": "before", "after": "after"}
_WRITTEN_DATES: Final = ("%d %B %Y", "%B %d, %Y", "%B %d %Y")
_PLAIN_NUMBER: Final = re.compile(r"\s+(?P<text>\d+(?:[.,]\d+)*)(?=\s*\?$)")
_MORE: Final = re.compile(
    r"\b(?:an?|again|also|among|amongst|and|another|besides|earlier|first|formerly|initially|later|once|one\s+of|or"
    r"|originally|part|partly|previously|re-\w+|some|then|together)\b",
    re.IGNORECASE,
)
_OF_TIME: Final = frozenset({"earlier", "first", "formerly", "initially", "later", "originally", "previously"})
_PAST: Final = re.compile(r"(?P<auxiliary>was|were|did|had)\s+.+", re.IGNORECASE)
_STATES: Final = frozenset(
    map(
        stem,
        """
        base belong call chair coach command contain control employ govern hang have head hold house include lead
        live locate manage occupy own play possess rent report reside rule run serve situate sponsor stand supply
        teach use work
        """.split(),  # noqa: SIM905 (a list of words reads better so)
    )
)
"""Verbs of what lasts and may end: a graph says what is, and not what was."""
_DO: Final = frozenset({"do", "does", "did"})


@dataclass(frozen=True)
class ClaimedCount:
    """A number of things that a claim states, and the question how many there are."""

    question: str
    comparator: Comparator
    number: int

    @property
    def said(self) -> str:
        """The number as the claim compares with it: "more than 5"."""
        return f"{COMPARED_WORDS[self.comparator]} {self.number:,}"

    def holds(self, count: int) -> bool:
        """Whether so many things are as many as the claim states."""
        outcomes = {
            "=": count == self.number,
            ">": count > self.number,
            "<": count < self.number,
            ">=": count >= self.number,
            "<=": count <= self.number,
        }
        return outcomes[self.comparator]


@dataclass(frozen=True)
class ClaimedValue:
    """A date or number that a claim states, and the question for it. `text` is as `read_text` reads it.

    `order` says whether the date is to lie in the stated one, before it or after it.
    """

    question: str
    text: str
    said: str
    is_date: bool
    order: TimeOrder = "in"


def stated_count(claim: Claim) -> ClaimedCount | None:
    """The number of things at the end of a claim; None where it states none."""
    found = _COUNT.match(claim.question)
    if found is None:
        return None
    said = found["compared"] or "exactly"
    comparator = next(sign for sign, pattern in _COMPARATORS if re.fullmatch(pattern, said))
    number = NUMBERS.get(found["n"]) or int(found["n"].replace(",", ""))
    question = f"How many {found['nouns'].strip()} {found['auxiliary'].lower()} {found['middle']}?"
    return ClaimedCount(question, comparator, number)


def stated_value(claim: Claim) -> ClaimedValue | None:
    """The date or number at the end of a claim; None where it states none."""
    asked = _inside(claim.question)
    date = _DATE.search(asked)
    if date is not None:
        text, order = _as_iso(date["text"]), _TIME_ORDERS.get(date["at"], "in")
        return ClaimedValue(f"When {asked[: date.start()]}?", text, date["text"], True, order) if text else None
    number = _PLAIN_NUMBER.search(asked)
    if number is None:
        return None
    return ClaimedValue(f"What {asked[: number.start()]}?", number["text"], number["text"], False)


def question_for_name(claim: Claim, name: str) -> str | None:
    """The question that a claim answers with one of its names; None where none is surely that.

    A name at the beginning is the subject: it is asked for in the word order of the statement.
    """
    pattern = re.compile(rf"(?:\b(?:the|a|an)\s+)?(?<!\w){re.escape(name)}(?!\w|['’])", re.IGNORECASE)
    in_statement, in_question = list(pattern.finditer(claim.statement)), list(pattern.finditer(claim.question))
    if len(in_statement) != 1 or len(in_question) != 1:
        return None
    (said,), (asked,) = in_statement, in_question
    if said.start() == 0:
        rest = claim.statement[said.end() :]
        return f"What{rest}?" if rest.split()[0] not in _DO else None
    question = _inside(claim.question)
    left = f"{question[: asked.start()].rstrip()} {question[asked.end() :].strip()}"
    return f"What {left.replace(' ?', '?')}"


def _inside(question: str) -> str:
    """A question as it goes on behind a question word."""
    return question[:1].lower() + question[1:]


def _as_iso(text: str) -> str:
    """A written date as year-month-day; a year or such a date as it is, "" for none."""
    if text.isdigit():
        return text
    for form in _WRITTEN_DATES:
        try:
            return datetime.strptime(text, form).date().isoformat()
        except ValueError:
            continue
    return calendar_day(text) or ""


def is_of_the_past(claim: Claim, names: Sequence[str], relation: str) -> bool:
    """Whether a claim speaks of a state in the past, of which a graph does not tell: "was the capital".

    What happened once is no such state: "was born in". `names` are those in the claim; `relation` is the label of
    what is asked for, "" for none.
    """
    rest = _without(claim.question, names)
    past = _PAST.match(rest)
    if past is None:
        return False
    words = [stem(word) for word in rest.split()[1:] if word.isalpha()]
    is_copula = past["auxiliary"].lower() in ("was", "were") and _is_no_participle(rest)
    present = {stem(word) for word in relation.split() if word.endswith("s")}
    return is_copula or not _STATES.isdisjoint(words) or not present.isdisjoint(words)


def _is_no_participle(rest: str) -> bool:
    """Whether an article or a preposition follows "was" at once, where the names are taken out."""
    behind = rest.split()[1:2]
    return not behind or behind[0].rstrip("?") in PREPOSITIONS | {"the", "a", "an", ""}


def allows_more(claim: Claim, names: Sequence[str], relation: str = "") -> bool:
    """Whether a claim does not exclude other values beside the one that it names: "a pupil of", "also".

    `names` are taken out before it is read. Words of time in the label of the `relation` tell which fact is meant:
    what was "first climbed by" one was so by no other.
    """
    meant = [word for word in relation.casefold().split() if word in _OF_TIME]
    return _MORE.search(_without(claim.statement, [*names, *meant])) is not None


def _without(text: str, names: Sequence[str]) -> str:
    for name in sorted(names, key=len, reverse=True):
        text = re.sub(rf"(?:\b(?:the|an?)\s+)?(?<!\w){re.escape(name)}(?!\w)", " ", text, flags=re.IGNORECASE)
    return " ".join(text.split())
