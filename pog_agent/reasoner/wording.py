"""What the wording of an English question asks for: the kind of answer, an operation, the words to match."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from pog_agent.models import TopicEntity
from pog_agent.reasoner.base import Operation
from pog_agent.words import FUNCTION_WORDS, content_words

Expectation = Literal["any", "date", "number", "entity"]

_OPERATIONS: tuple[tuple[Operation, str], ...] = (
    ("latest", "most recent|latest|newest|youngest|most recently|last"),
    ("earliest", "earliest|oldest|first"),
    ("largest", "largest|biggest|highest|tallest|longest|greatest|most|deepest|heaviest|farthest"),
    ("smallest", "smallest|lowest|shortest|least|lightest|nearest|fewest"),
)
_YES_NO = re.compile(r"^(is|are|was|were|does|do|did|has|have|had|can|could)\b", re.IGNORECASE)
_COUNT = re.compile(r"\b(how many|number of|count of)\b", re.IGNORECASE)
_MEASURE = re.compile(r"\bhow (old|tall|high|long|large|big|deep|heavy|far|much|wide)\b", re.IGNORECASE)
_DATE = re.compile(r"\b(when|(what|which) (year|date|day|month)|on what day|date of)\b", re.IGNORECASE)
_QUESTION_WORD = re.compile(r"\b(what|which|who|whom|where|how many)\b", re.IGNORECASE)
_CLASS_OF_WORD = {"who": "person", "whom": "person", "where": "place"}

MAX_TARGET_WORDS = 3


@dataclass(frozen=True)
class Wording:
    """What a question asks for.

    `words` are its content words without topic names and without the words of the operation; `targets` name
    the class of thing asked for, as far as the wording says.
    """

    words: tuple[str, ...]
    targets: tuple[str, ...]
    expects: Expectation
    operation: Operation


def read_wording(question: str, topics: Sequence[TopicEntity]) -> Wording:
    """Reads cue words only: no parsing, no template of any data set."""
    text = without_topics(question, topics)
    operation, cue = _operation(text)
    words = tuple(word for word in dict.fromkeys(content_words(text)) if word not in content_words(cue))
    targets = _targets(text, cue)
    expects: Expectation = "any"
    if _DATE.search(text):
        expects = "date"
    elif _MEASURE.search(text):
        expects = "number"
    elif targets in (("person",), ("place",)):
        expects = "entity"
    return Wording(words=words, targets=targets, expects=expects, operation=operation)


def without_topics(question: str, topics: Sequence[TopicEntity]) -> str:
    """The question with the mentions and labels of topic entities taken out; optional topics stay."""
    text = question
    for topic in sorted(topics, key=lambda item: -len(item.mention or item.label)):
        if topic.optional:
            continue
        for name in dict.fromkeys((topic.mention, topic.label)):
            if name:
                text = re.sub(rf"(?<!\w){re.escape(name)}(?:['’]s)?(?!\w)", " ", text, flags=re.IGNORECASE)
    return " ".join(text.split())


def _operation(text: str) -> tuple[Operation, str]:
    """The operation that the wording asks for, and the words that say so."""
    if _YES_NO.search(text):
        return "exists", ""
    count = _COUNT.search(text)
    if count:
        return "count", count.group(0)
    for operation, pattern in _OPERATIONS:
        found = re.search(rf"\b({pattern})\b(?!\s+name)", text, flags=re.IGNORECASE)
        if found:
            return operation, found.group(0)
    return "none", ""


def _targets(text: str, cue: str) -> tuple[str, ...]:
    """Phrases that may name the class asked for: what follows the first question word."""
    match = _QUESTION_WORD.search(text)
    if match is None:
        return ()
    word = match.group(1).lower()
    if word in _CLASS_OF_WORD:
        return (_CLASS_OF_WORD[word],)
    phrase: list[str] = []
    for following in re.findall(r"[^\s?,.]+", text[match.end() :].lower()):
        if following in FUNCTION_WORDS:
            if phrase:
                break
        elif following not in content_words(cue):
            phrase.append(following)
    return tuple(" ".join(phrase[:size]) for size in range(1, min(len(phrase), MAX_TARGET_WORDS) + 1))
