"""A claim as questions with the value that each of them is said to have: a name, a date, a number."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from pog_agent.models import Claim
from pog_agent.reading.composing.stated.numbers import NUMBERS
from pog_agent.values import Comparator
from pog_agent.values.written_dates import written_dates
from pog_agent.words import MONTHS, PREPOSITIONS, stem

_COMPARATORS: Final[dict[Comparator, str]] = {
    ">=": r"at\s+least|no\s+(?:less|fewer)\s+than",
    "<=": r"at\s+most|no\s+more\s+than|up\s+to",
    ">": r"more\s+than|over",
    "<": r"(?:less|fewer)\s+than|under",
    "=": r"exactly|precisely",
}
_NUMBER: Final = rf"(?P<n>\d[\d,]*|{'|'.join(NUMBERS)})"
_COUNT: Final = re.compile(
    rf"^(?P<auxiliary>\w+)\s+(?P<middle>.+?)\s+(?:(?P<compared>{'|'.join(_COMPARATORS.values())})\s+)?"
    rf"{_NUMBER}\s+(?P<nouns>[a-z][^\d]*)\?$"
)
_TIME_ORDERS: Final[dict[str, Comparator]] = {"in": "=", "on": "=", "before": "<", "after": ">"}
_TIME_WORD: Final = re.compile(rf"\s+(?P<at>{'|'.join(_TIME_ORDERS)})\s+$")
_LAST_NUMBER: Final = re.compile(r"(?<=\s)\d+(?:[.,]\d+)*$")
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
class ClaimedValue:
    """A question that a claim answers, and how what it is answered by compares with the claimed value.

    `said` is the value in the words of the claim; `text` is the number or date in it, and empty for a name.
    """

    question: str
    said: str
    text: str = ""
    comparator: Comparator = "="


def claimed_values(claim: Claim, names: Sequence[str]) -> Iterator[ClaimedValue]:
    """The questions that a claim answers: that for the number or date at its end, else those for its names.

    A number that is a part of a name is none: "opened Hall 7".
    """
    value = stated_count(claim) or stated_value(claim)
    if value is not None and not any(name.endswith(value.text) for name in names):
        yield value
        return
    for name in names:
        question = question_for_name(claim, name)
        if question is not None:
            yield ClaimedValue(question, name)


def stated_count(claim: Claim) -> ClaimedValue | None:
    """The number of things at the end of a claim; None where it states none."""
    found = _COUNT.match(claim.question)
    if found is None:
        return None
    compared = found["compared"] or "exactly"
    comparator = next(sign for sign, pattern in _COMPARATORS.items() if re.fullmatch(pattern, compared))
    number = NUMBERS.get(found["n"]) or int(found["n"].replace(",", ""))
    question = f"How many {found['nouns'].strip()} {found['auxiliary'].lower()} {found['middle']}?"
    return ClaimedValue(question, f"{compared} {number:,}", str(number), comparator)


def stated_value(claim: Claim) -> ClaimedValue | None:
    """The date or number at the end of a claim; None where it states none."""
    asked = _inside(claim.question).rstrip("?")
    number = _LAST_NUMBER.search(asked)
    date = next((item for item in written_dates(asked) if item.end == len(asked)), None)
    last = date.start if date is not None else number.start() if number is not None else None
    if last is None:
        return None
    text, before = asked[last:], asked[:last]
    order = _TIME_WORD.search(before)
    if order is not None and (date is not None or re.fullmatch(r"\d{4}", text)):
        comparator = _TIME_ORDERS[order["at"]]
        said = text if comparator == "=" else f"{order['at']} {text}"
        return ClaimedValue(f"When {before[: order.start()]}?", said, text, comparator)
    if date is not None or before.split()[-1].lower() in MONTHS:
        return None
    return ClaimedValue(f"What {before.rstrip()}?", text, text)


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
