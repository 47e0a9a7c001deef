"""A claim as questions with the value that each of them is said to have: a name, a date, a number."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from pog_agent.language.english import english_pattern
from pog_agent.language.lexicon import english_table, english_words
from pog_agent.models import Claim
from pog_agent.reading.composing.stated.numbers import NUMBERS
from pog_agent.values import Comparator
from pog_agent.values.written_dates import written_dates
from pog_agent.words import MONTHS, PREPOSITIONS, stem, word_stems

_COMPARATORS: Final[dict[Comparator, str]] = {
    ">=": "at_least",
    "<=": "at_most",
    ">": "more_than",
    "<": "less_than",
    "=": "exactly",
}
"""What each is said by: a pattern of comparisons."""
_TIME_ORDERS: Final[Mapping[str, Comparator]] = english_table("lexicon", "time_orders")
_LAST_NUMBER: Final = re.compile(r"(?<=\s)\d+(?:[.,]\d+)*$")


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
    found = english_pattern("comparisons", "count_at_the_end", number="|".join(NUMBERS)).match(claim.question)
    if found is None:
        return None
    compared = found["compared"] or "exactly"
    comparator = next(
        sign for sign, name in _COMPARATORS.items() if english_pattern("comparisons", name).fullmatch(compared)
    )
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
    order = english_pattern("times", "before_a_time", order="|".join(_TIME_ORDERS)).search(before)
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
    pattern = english_pattern("names", "with_article_and_no_genitive", topic=re.escape(name))
    in_statement, in_question = list(pattern.finditer(claim.statement)), list(pattern.finditer(claim.question))
    if len(in_statement) != 1 or len(in_question) != 1:
        return None
    (said,), (asked,) = in_statement, in_question
    if said.start() == 0:
        rest = claim.statement[said.end() :]
        return f"What{rest}?" if rest.split()[0] not in english_words("doing") else None
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
    past = english_pattern("statements", "past_first").match(rest)
    if past is None:
        return False
    words = {stem(word) for word in rest.split()[1:] if word.isalpha()}
    is_copula = past["auxiliary"].lower() in ("was", "were") and _is_no_participle(rest)
    present = {stem(word) for word in relation.split() if word.endswith("s")}
    kinds = ("lasting_verb", "lasting_verb_or_noun", "state_verb")
    lasting = frozenset[str]().union(*map(word_stems, kinds)) - word_stems("told_for_good")
    return is_copula or not words.isdisjoint(lasting | present)


def _is_no_participle(rest: str) -> bool:
    """Whether an article or a preposition follows "was" at once, where the names are taken out."""
    behind = rest.split()[1:2]
    return not behind or behind[0].rstrip("?") in PREPOSITIONS | english_words("article") | {""}


def allows_more(claim: Claim, names: Sequence[str], relation: str = "") -> bool:
    """Whether a claim does not exclude other values beside the one that it names: "a pupil of", "also".

    `names` are taken out before it is read. Words of time in the label of the `relation` tell which fact is meant:
    what was "first climbed by" one was so by no other.
    """
    meant = [word for word in relation.casefold().split() if word in english_words("order_adverb")]
    rest = _without(claim.statement, [*names, *meant])
    return english_pattern("statements", "others_too").search(rest) is not None


def _without(text: str, names: Sequence[str]) -> str:
    for name in sorted(names, key=len, reverse=True):
        text = english_pattern("names", "with_article", topic=re.escape(name)).sub(" ", text)
    return " ".join(text.split())
