"""Questions that name somebody before their role, in another order: "matters with Ann as their lead lawyer".

The rules read a role before its name: "matters with lead lawyer Ann". The words change places, no letter is lost.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeVar

from pog_agent.models import Reading, TopicEntity
from pog_agent.models.class_topics import ClassMention, TextMention
from pog_agent.models.query_draft import QueryDraft
from pog_agent.reading.question_words import name_places
from pog_agent.reading.schema.vocabulary import QueryVocabulary

_AS_ROLE: Final = re.compile(
    r"(?P<as>\s+as\s+(?:an?|her|his|its|the|their)\s+)"
    r"(?P<role>(?!\w+\s+of\b)[^\W\d_]+(?:[\s-]+(?!and\b|but\b|in\b|or\b|that\b|who\b)[^\W\d_]+){0,2})(?=\W*$|\s+and\b|,)",
    re.IGNORECASE,
)
_HAVING: Final = re.compile(r"\b(?:had|has|have|having|with)\s+(?:the\s+)?$", re.IGNORECASE)
Found = TypeVar("Found", ClassMention, TextMention)


@dataclass(frozen=True)
class RoleFirst:
    """A question with a role put before the name in it: at `start` stood `name` letters, behind them the role."""

    text: str
    start: int
    name: int
    between: int
    role: int

    def moved(self, start: int, end: int) -> tuple[int, int] | None:
        """Where characters of the question stand now; None for those that were torn apart."""
        name, role = self.start + self.name, self.start + self.name + self.between
        if end <= self.start or start >= role + self.role:
            return start, end
        if self.start <= start and end <= name:
            return start + self.role + self.between, end + self.role + self.between
        if role <= start:
            return start - role + self.start, end - role + self.start
        return None

    def original(self, start: int, end: int) -> tuple[int, int]:
        """Where characters of the text stand in the question."""
        name = self.start + self.role + self.between
        if end <= self.start or start >= name + self.name:
            return start, end
        if start >= name:
            return start - self.role - self.between, end - self.role - self.between
        if end <= self.start + self.role:
            return start + self.name + self.between, end + self.name + self.between
        return min(start, self.start), max(end, name + self.name)

    def vocabulary(self, vocabulary: QueryVocabulary) -> QueryVocabulary:
        """What the question names, where it stands now."""
        return replace(vocabulary, classes=self._moved(vocabulary.classes), texts=self._moved(vocabulary.texts))

    def back(self, draft: QueryDraft) -> QueryDraft:
        """A draft of the text, with the places of the question."""
        rivals = tuple(item.model_copy(update={"reading": self._back(item.reading)}) for item in draft.rivals)
        return draft.model_copy(update={"reading": self._back(draft.reading), "rivals": rivals})

    def _moved(self, found: Sequence[Found]) -> tuple[Found, ...]:
        places = [(item, self.moved(item.start, item.end)) for item in found]
        return tuple(
            item.model_copy(update={"start": place[0], "end": place[1]})
            for item, place in places
            if place is not None
        )

    def _back(self, reading: Reading) -> Reading:
        spans = []
        for span in reading.spans:
            start, end = self.original(span.start, span.end)
            spans.append(span.model_copy(update={"start": start, "end": end}))
        return reading.model_copy(update={"spans": tuple(sorted(spans, key=lambda item: item.start))})


def with_role_first(question: str, topics: Sequence[TopicEntity]) -> RoleFirst | None:
    """The question with the role before the name of a topic in it; None where no topic has a role."""
    for start, end, _ in name_places(question, topics):
        found = _AS_ROLE.match(question, end)
        if found is None or _HAVING.search(question[:start]) is None:
            continue
        between = found.end("as") - found.start("as")
        text = (
            question[:start] + found["role"] + " " * between + question[start:end] + question[found.end("role") :]
        )
        return RoleFirst(text, start, end - start, between, len(found["role"]))
    return None
