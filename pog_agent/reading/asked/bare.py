"""What a question word asks for alone: "When was the fair?" its date, "Where is it held?" its place."""

import re
from typing import Final, Literal

QuestionWord = Literal["when", "where"]

_BARE: Final = re.compile(
    r"^\W*(?:(?:and|but|so)\s+)?(?P<word>when|where)(?:['’]s|\s+(?:are|can|did|do|does|is|was|were|will))\b",
    re.IGNORECASE,
)
_HOW_MUCH: Final = re.compile(r"^\W*how\s+much\s+(?:is|are|was|were)\b", re.IGNORECASE)
_PRICES: Final = frozenset({"charge", "cost", "fare", "fee", "price", "toll"})
_HELD: Final = re.compile(
    r"^(?:(?:based|held|located|situated)\b(?=\W*$)|hold\b|(?:takes?|took|taking)\s+place\b)", re.IGNORECASE
)
_TAKING_PLACE: Final = re.compile(r"\b(?:takes?|took|taking)\s+place\b")
_TELLING: Final = {
    word: frozenset(texts.split())
    for word, texts in (
        ("when", "date day happened happens held occurred start starts takes-place when year"),
        (
            "where",
            """
            based building city happened happens headquartered headquarters held housed kept located location place
            region room site situated stands takes-place town venue village where
            """,
        ),
    )
}
"""Words in the name of a relation that tell when something is, or where."""
_BESIDE: Final = {
    "when": frozenset({"date", "event", "in", "is", "of", "on", "the", "was"}),
    "where": frozenset({"at", "event", "in", "inside", "is", "of", "on", "the", "was"}),
}
"""Words beside these that leave it so: the "date held" and "held on", but not the "end date"."""


def asks_for_price(question: str) -> bool:
    """Whether a question asks by "how much" alone what something costs."""
    return _HOW_MUCH.match(question) is not None


def tells_price(relation: str) -> bool:
    """Whether the name of a relation tells what something costs."""
    return not _PRICES.isdisjoint(relation.casefold().split())


def asked_by_word(question: str) -> QuestionWord | None:
    """The question word with which a question begins, where it may ask alone; None where it begins otherwise."""
    found = _BARE.match(question)
    if found is None:
        return None
    return "when" if found["word"].casefold() == "when" else "where"


def is_holding(question: str, start: int) -> bool:
    """Whether the word at a character says of an event that it takes place: "Where is the fair held?"."""
    return asked_by_word(question) is not None and _HELD.match(question[start:]) is not None


def is_told_by(relation: str, asked: QuestionWord) -> bool:
    """Whether the name of a relation tells alone what is asked for: "date", "held at", "in town", "job title"."""
    words = set(_TAKING_PLACE.sub("takes-place", relation.casefold()).split())
    told = words & _TELLING[asked]
    return bool(told) and words <= told | _BESIDE[asked]
