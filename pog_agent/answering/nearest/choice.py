"""Whether one of the relations of a topic is what a question means: the only one, or clearly the nearest one."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from pog_agent.answering.nearest.candidates import Candidate
from pog_agent.models import TopicEntity
from pog_agent.reading.asked.kinds import asked_noun
from pog_agent.reading.asked.verbs import asked_verb
from pog_agent.reading.cues import superlatives
from pog_agent.reading.stems import begins_alike
from pog_agent.reading.wording import without_topics
from pog_agent.words import folded

LEAST_NEARNESS: Final = 0.5
"""So near a relation must be to be a reading at all (by eye, on own graphs)."""
LEAST_BETWEEN_PEOPLE: Final = 0.95
"""People are joined by so much that a graph may lack, marriage or work, that the only relation may be another."""
LEAST_OF_EVENTS: Final = 0.9
"""So may the date or number of an event be that of another one."""
CLEAR_MARGIN: Final = 0.08
"""So much nearer than any other of its kind it must be."""
SHARE: Final = 0.5
MOST_SURE: Final = 0.6
"""The confidence is this share of the nearness, and this at most."""
_FIRST_TIME: Final = re.compile(r"\bfor\s+the\s+(?:very\s+)?first\s+time\b", re.IGNORECASE)
_CLAUSE: Final = re.compile(r"\S\s+(?:that|which|who|whom|whose|where|when)\b", re.IGNORECASE)
_DOING_OF: Final = re.compile(r"\bwhat\s+(?:did|do|does)\s+(?!(?:the\s+)?do\b)\S.*\bdo\W*$", re.IGNORECASE)
"""What somebody does that is said by the topic: "What does the mayor of X do?"."""
_COMPUTED: Final = re.compile(
    r"\b(?:all|altogether|average|both|combined|difference|each|either|every|in\s+total|less|mean|more|most|per"
    r"|percent(?:age)?|share|sum|together|total)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class NearestReading:
    """The candidate that a question is read by, if one is clear, and others that may be meant, nearest first."""

    chosen: Candidate | None
    others: tuple[Candidate, ...]
    is_only: bool = False


def confidence_of(candidate: Candidate) -> float:
    """How sure such a reading is (0 to 1): no word says the relation."""
    return round(min(SHARE * candidate.nearness, MOST_SURE), 2)


def is_plain(question: str, topics: Sequence[TopicEntity], kind: str) -> bool:
    """Whether a question speaks of one relation of its only topic, and asks for no operation.

    A class that it names is that of the topic (`kind`), or what is asked for.
    """
    required = [topic for topic in topics if not topic.optional]
    rest = _FIRST_TIME.sub(" ", without_topics(question, required))
    if (
        len(required) != 1
        or _DOING_OF.search(rest)
        or superlatives(rest)
        or _CLAUSE.search(rest)
        or _COMPUTED.search(rest)
    ):
        return False
    asked = re.compile(r"\b(?:what|which|many|much|sort\s+of|kind\s+of|type\s+of)\s+(?:\w+\s+)?$", re.IGNORECASE)
    others = [topic for topic in topics if topic.optional and folded(topic.label) != folded(kind)]
    return all(asked.search(question[: question.casefold().find(folded(item.mention))]) for item in others)


def nearest_reading(
    question: str, topic: TopicEntity, found: Sequence[Candidate], labels: Sequence[str], *, is_person: bool
) -> NearestReading:
    """The choice among candidates, the nearest first; `labels` are those of all relations of the graph.

    `is_person` says whether the topic is somebody.

    What others of the topic's class have, and it has not, is not told of it by another relation; nor is what
    another relation of the graph says by the verb of the question.
    """
    missing = [item for item in found if item.is_lacking]
    had = [_with_converse(item, missing) for item in found if not item.is_lacking]
    own = sorted((item for item in had if item.nearness >= LEAST_NEARNESS), key=lambda item: -item.nearness)
    if not own:
        return NearestReading(None, ())
    best = own[0]
    rivals = [item for item in own if item.ends != best.ends]
    lacking = [item for item in missing if not any(_is_converse(item, other) for other in own)]
    is_clear = not rivals or best.nearness >= rivals[0].nearness + CLEAR_MARGIN
    is_had = not lacking or best.nearness >= lacking[0].nearness
    is_told = not _is_said_elsewhere(question, topic, found, labels)
    is_near = best.nearness >= _least_nearness(best, is_person=is_person)
    chosen = best if is_clear and is_had and is_told and is_near else None
    others = [item for item in own if is_had and is_told and item is not chosen]
    return NearestReading(chosen, tuple(others), is_only=not rivals)


def _least_nearness(item: Candidate, *, is_person: bool) -> float:
    """How near a candidate must be to be answered by."""
    if is_person and item.leads_to_people:
        return LEAST_BETWEEN_PEOPLE
    return LEAST_OF_EVENTS if len(item.way) > 1 else LEAST_NEARNESS


def _with_converse(item: Candidate, missing: Sequence[Candidate]) -> Candidate:
    """A candidate as near as the relation that says the same from the other side, which others have instead."""
    nearest = max((other.nearness for other in missing if _is_converse(other, item)), default=0.0)
    return replace(item, nearness=max(item.nearness, nearest))


def _is_converse(item: Candidate, other: Candidate) -> bool:
    """Whether two relations say the same from either side: `manages`, `managed by`."""
    return item.is_onward != other.is_onward and begins_alike(item.label.split(), [other.label])


def _is_said_elsewhere(
    question: str, topic: TopicEntity, found: Sequence[Candidate], labels: Sequence[str]
) -> bool:
    """Whether the verb or noun of a question is that of a relation of the graph, and of none that may be meant."""
    own = [text for item in found if not item.is_lacking for text in (item.label, item.kind)]
    words = filter(None, (asked_noun(question), asked_verb(question, topic.mention or topic.label)))
    return any(begins_alike([word], labels) and not begins_alike([word], own) for word in words)
