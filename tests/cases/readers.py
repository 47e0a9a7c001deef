"""What is read in a question or in a claim, in short: the parts of a scan and of a claim, and readers by name."""

from collections.abc import Callable, Sequence
from typing import Any

from pog_agent.models import Claim, TopicEntity
from pog_agent.reading.asked.connections import asked_connections
from pog_agent.reading.claims.parts import parts_of
from pog_agent.reading.claims.recasting import read_claim
from pog_agent.reading.claims.stated import (
    allows_more,
    claimed_values,
    is_of_the_past,
    question_for_name,
    stated_count,
    stated_value,
)
from pog_agent.reading.composing.heads import Head, Superlative
from pog_agent.reading.composing.heads import Test as HeadTest
from pog_agent.reading.composing.scan import Scan
from pog_agent.reading.composing.stated.amounts import masked, stated_amounts
from pog_agent.reading.direction import is_against_the_wording
from pog_agent.reading.senses.verbs import is_said_verb, says_of_things
from tests.reading.composing.cases import EX
from tests.reading.paths import topic_named

NAMES = ("Ann", "Bob", "Mill & Co", "the Hague", "Cid", "company")


def compared_in_short(test: HeadTest) -> str:
    """A test in short: its operator, what it compares with, and what else is true of it."""
    kinds = {"year": test.as_year, "day": test.as_date, "amount": test.amount}
    named = [name for name, holds in kinds.items() if holds]
    return " ".join([test.operator, *filter(None, [test.number]), *in_short(test.others), *named])


def rank_in_short(rank: Superlative) -> str:
    """An extreme in short: its direction and its ranks, where these are not the first."""
    ranks = "" if (rank.first, rank.last) == (1, 1) else f" {rank.first} to {rank.last}"
    return ("highest" if rank.descending else "lowest") + ranks


def counted_in_short(head: Head) -> list[str]:
    """What is said of the number of a head."""
    if isinstance(head.counted, Superlative):
        return [head.text, rank_in_short(head.counted)]
    return [head.text, compared_in_short(head.counted)] if head.counted else []


def measure_of(head: Head) -> str:
    """The relation that a head measures best."""
    return head.measures[0].relation.removeprefix(EX) if head.measures else ""


def in_short(terms: Sequence[str]) -> list[str]:
    """The IRIs of the test graphs without their namespace."""
    return [term.removeprefix(EX) for term in terms]


SCAN: dict[str, Callable[[Scan], Any]] = {
    "form": lambda scan: scan.form,
    "unread": lambda scan: scan.unread,
    "heads": lambda scan: [head.text for head in scan.heads],
    "kinds": lambda scan: [head.kind for head in scan.heads],
    "roots": lambda scan: [scan.heads[place].text for place in scan.roots],
    "order": lambda scan: [scan.heads[place].text for place in scan.order],
    "group": lambda scan: None if scan.group is None else scan.heads[scan.group].text,
    "aggregated": lambda scan: [[head.text, head.aggregation] for head in scan.heads if head.aggregation],
    "negated": lambda scan: [head.text for head in scan.heads if head.negated and not head.excluded],
    "excluded": lambda scan: [head.text for head in scan.heads if head.negated and head.excluded],
    "measured": lambda scan: [[measure_of(head), head.is_hint] for head in scan.heads if head.tests],
    "tests": lambda scan: [[head.text, *map(compared_in_short, head.tests)] for head in scan.heads if head.tests],
    "extremes": lambda scan: [
        [measure_of(head), rank_in_short(head.extreme)] for head in scan.heads if head.extreme
    ],
    "extremes of": lambda scan: [head.owner.text for head in scan.heads if head.extreme and head.owner],
    "counted": lambda scan: [counted_in_short(head) for head in scan.heads if head.counted],
    "named kinds": lambda scan: [
        [*in_short(head.classes), *in_short(head.terms)] for head in scan.heads if head.is_named_kind
    ],
    "things": lambda scan: [in_short(head.terms) for head in scan.heads if head.terms],
    "texts": lambda scan: [
        [relation.removeprefix(EX), *texts] for head in scan.heads for relation, texts in head.texts.items()
    ],
    "kept": lambda scan: [
        [sorted(in_short(head.classes)), head.kept[0].removeprefix(EX), *head.kept[1]]
        for head in scan.heads
        if head.kept
    ],
    "hints": lambda scan: [sorted(in_short(head.classes)) for head in scan.heads if head.is_hint and head.classes],
}


CLAIM: dict[str, Callable[[Claim], Any]] = {
    "question": lambda claim: claim.question,
    "statement": lambda claim: claim.statement,
    "negated": lambda claim: claim.negated,
    "unread": lambda claim: claim.unread,
    "count": lambda claim: (found := stated_count(claim)) and [found.question, found.comparator, found.text],
    "value": lambda claim: (found := stated_value(claim)) and [found.question, found.comparator, found.text],
    "values": lambda claim: [[item.question, item.said] for item in claimed_values(claim, ["Ann", "Hall 7"])],
    "parts": lambda claim: [[part.text, part.negated] for part in parts_of(claim, ["Ann", "Bob"])],
}


def name_question(claim: str, name: str) -> str | None:
    """The question that asks for a name in a claim."""
    return question_for_name(read_claim(claim), name)


def leaves_room(claim: str, names: Sequence[str], relation: str = "") -> bool:
    """Whether a claim may hold beside other values."""
    return allows_more(read_claim(claim), names, relation)


def claims_the_past(claim: str, names: Sequence[str], relation: str) -> bool:
    """Whether a claim is of a state that was."""
    return is_of_the_past(read_claim(claim), names, relation)


def ways(question: str, relation: str, label: str = "Ann", mention: str | None = None) -> str:
    """The ways of walking the relation from the topic that the wording allows."""
    topic, allowed = topic_named(label, mention=mention), {"onward": True, "back": False}
    return " ".join(
        name for name, onward in allowed.items() if not is_against_the_wording(question, topic, relation, onward)
    )


def connection(question: str) -> dict[str, Any] | None:
    """The reading of a question for connections, where the topics are the names that it has."""
    named = [name for name in NAMES if name.casefold() in question.casefold()]
    reading = asked_connections(question, [TopicEntity(iri=name, label=name, mention=name) for name in named])
    return None if reading is None else reading.model_dump(mode="json", exclude_defaults=True)


def amounts(text: str) -> list[list[str]]:
    """The numbers with units in a text, and the text where the first one is its figures."""
    found = stated_amounts(text)
    return [[item.text, item.figures, item.unit.text] for item in found] + [[masked(text, found)]]


def said(question: str, word: str) -> bool:
    """Whether a verb of a question says what somebody does."""
    start = question.index(word)
    return is_said_verb(question, start, start + len(word))


def said_of_a_thing(question: str, word: str) -> bool:
    """Whether a verb of a question says what a thing does."""
    start = question.index(word)
    return says_of_things(question, start, start + len(word))


READERS: dict[str, Callable[..., Any]] = {
    reader.__name__: reader
    for reader in (
        *(name_question, leaves_room, claims_the_past, ways, connection),
        *(amounts, said, said_of_a_thing),
    )
}
