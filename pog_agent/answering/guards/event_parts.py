"""Whether a question asks for the part of an event that an answer is, where it has only the verb of the event.

"When was Rex vaccinated?" asks for the date of a vaccination of which Rex is the patient, "who vaccinated Rex" for
whom it was given by. Of other parts the verb tells nothing.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pog_agent.answering.facts.event_parts import dates_beside, is_only_part, parts_beside
from pog_agent.answering.guards.examined import Examined
from pog_agent.models import Step
from pog_agent.models.findings.finding import Finding, finding
from pog_agent.reading.alignment import SURE
from pog_agent.reading.asked.bare import is_told_by
from pog_agent.reading.asked.kinds import asked_kind
from pog_agent.reading.elements import RelationGroup, relation_groups
from pog_agent.reading.exchanges import is_party
from pog_agent.reading.question_words import Word, name_places
from pog_agent.reading.reader import ReadPath
from pog_agent.reading.senses.begun_and_ended import is_asked_end
from pog_agent.reading.senses.event_roles import acts_against, is_acting, is_doer, tells_who_did
from pog_agent.reading.stems import begins_alike
from pog_agent.run.context import RunContext
from pog_agent.terms import Term
from pog_agent.words import PREPOSITIONS, singular


async def parts_not_asked_for(answer: Examined, run: RunContext) -> list[Finding]:
    """What speaks against answers that are a part of an event of which the question has the verb alone.

    Of a yes all parts are held against the question.
    """
    flaws: list[Finding] = []
    for item in answer.read:
        for group in relation_groups(item.path):
            asking = _asking(item, group)
            words = [word.text for word in asking]
            by_event = bool(group.event) and begins_alike(words, [kind.lower() for kind in group.event])
            is_bare = by_event and not begins_alike(words, [group.text])
            if group.size != 2 or not item.path.key:
                continue
            for place in (group.place - 2, group.place):
                part = _Part(item, group, place)
                if part.relation.casefold() in _VALUES and words:
                    continue
                words = [word.text for word in asking]
                if answer.reader.words.is_paraphrased(asking, part.relation):
                    words.append(part.relation.casefold())
                if is_bare or (answer.draft.operation == "exists" and not begins_alike(words, [part.relation])):
                    flaws += await _flaws_of(answer, part, run)
                elif not begins_alike(words, [part.relation]) and await _is_one_of_dates(answer, part, run):
                    flaws.append(finding("event-several-dates", part.event, part.relation))
                elif not await _names_part(words, part, run) and await _is_any_part(answer, part, run):
                    flaws.append(finding("event-part-unasked", part.relation))
                elif any(acts_against(answer.question, start, part.relation) for start in _starts(answer, part)):
                    flaws.append(finding("done-not-done-to", part.label))
    return flaws


_VALUES = frozenset({"has value", "numeric value", "numerical value", "value"})
"""Relations that say no more than the one before: the value of a height."""
_WHO_DID = re.compile(r"\W*who\s+(?:has\s+|have\s+|had\s+)?([^\W\d_]+)", re.IGNORECASE)


@dataclass(frozen=True)
class _Part:
    """What stands at a place of a path, on one side of the nameless event of a group of two relations."""

    item: ReadPath
    group: RelationGroup
    place: int

    @property
    def _number(self) -> int:
        return self.place - 1 if self.place == self.group.place else self.place

    @property
    def relation(self) -> str:
        """The relation from the event to it, in words."""
        return self.item.path.relations[self._number]

    @property
    def step(self) -> Step | None:
        """The same as a step from the event; None where the path goes against its arrow."""
        step = self.item.path.key.steps[self._number] if self.item.path.key else None
        return step if step and step.forward == (self.place == self.group.place) else None

    @property
    def label(self) -> str:
        """Its first name."""
        return next(iter(self.item.path.nodes[self.place].labels), "")

    @property
    def event(self) -> str:
        """What the event is called."""
        return self.group.event[0].casefold() if self.group.event else "event"


def _asking(item: ReadPath, group: RelationGroup) -> list[Word]:
    """The words that ask for a group of relations."""
    asked = [one for one in item.alignment.relations if one.element.place == group.place]
    return [word for one in asked for word in one.words]


async def _flaws_of(answer: Examined, part: _Part, run: RunContext) -> list[Finding]:
    """What speaks against one part of an event."""
    if part.step is None:
        return [finding("event-unclear", part.event, part.relation)]
    is_only = await is_only_part(part.step.relation, run)
    if part.item.path.nodes[part.place].kind == "topic":
        is_sure = is_only and (_is_called_so(part) or not _is_other_side(answer, part))
        return [] if is_sure else [finding("event-topic-uncertain", part.event, part.relation)]
    is_answer = part.place == part.item.position and answer.draft.operation != "exists"
    if (is_only and _names_class_at(part.item, part.place)) or (
        is_answer and await _asks_for(answer, part.relation, part.step.relation, run)
    ):
        return []
    return [finding("event-not-part", part.event, part.relation)]


async def _names_part(words: Sequence[str], part: _Part, run: RunContext) -> bool:
    """Whether words have the name of a part, by what other parts of its kind do not share.

    Of a "sending country" and a "receiving country", "which country" names neither.
    """
    others = await parts_beside(part.step.relation, run) if part.step is not None else frozenset[Term]()
    named = await run.relation_labels(sorted(others)) if others else {}
    shared = {word for text in named.values() for word in text.casefold().split()}
    own = [word for word in part.relation.casefold().split() if word not in shared]
    return begins_alike(words, [" ".join(own)])


async def _is_one_of_dates(answer: Examined, part: _Part, run: RunContext) -> bool:
    """Whether an answer is a date of an event that has others, and is not plainly that of the event."""
    kind = asked_kind(answer.rest)
    is_answer = part.place == part.item.position and answer.draft.operation == "none"
    if not is_answer or part.step is None or kind is None or kind.kind != "date":
        return False
    is_said = re.match(rf"\W*{re.escape(part.relation)}\s+(?:what|when|which)\b", answer.question, re.IGNORECASE)
    is_end = is_asked_end(answer.rest, part.relation)
    is_told = is_said is not None or is_end or is_told_by(part.relation, "when")
    return not is_told and bool(await dates_beside(part.step.relation, run))


async def _is_any_part(answer: Examined, part: _Part, run: RunContext) -> bool:
    """Whether an answer is one of several parts of an event, and no class or first word asks for it.

    What "is kept at" a place is the nameless thing itself, and not what it is made of.
    """
    is_answer = part.place == part.item.position and answer.draft.operation != "exists"
    if not is_answer or part.step is None:
        return False
    if _names_class_at(part.item, part.place) and not await parts_beside(part.step.relation, run):
        return False
    around = part.item.path.relations[part.place - 2].casefold()
    is_where = part.relation.casefold().split()[0] in PREPOSITIONS
    is_itself = around.split()[-1] in PREPOSITIONS and f" {around} " in f" {answer.rest.casefold().strip(' ?.!')} "
    is_only = not (is_where or is_itself) and await is_only_part(part.step.relation, run)
    kind = asked_kind(answer.rest)
    is_somebody = kind is not None and kind.kind == "person"
    is_asked = is_somebody and (is_party(part.relation) or _is_doer_of(answer.question, part.relation))
    return not (is_only or is_asked) and not await _asks_for(answer, part.relation, part.step.relation, run)


def _is_doer_of(question: str, relation: str) -> bool:
    """Whether "who" asks by its verb for who did what a relation says: who granted, by `granted by`."""
    verb = _WHO_DID.match(question)
    return (
        verb is not None and relation.casefold().endswith(" by") and begins_alike([verb[1]], [relation.casefold()])
    )


def _names_class_at(item: ReadPath, place: int) -> bool:
    """Whether a word of the question is the class of what stands at a place."""
    named = (word for word in item.alignment.words if word.element and word.element.kind == "class")
    return any(word.element and word.element.place == place and word.likeness >= SURE for word in named)


def _is_called_so(part: _Part) -> bool:
    """Whether the question has a noun for the event, as in "the contract of X", and no verb that X does."""
    heads = {singular(head) for kind in part.group.event for head in kind.casefold().split()[-1:]}
    return any(singular(word.text) in heads for word in _asking(part.item, part.group))


def _is_other_side(answer: Examined, part: _Part) -> bool:
    """Whether a topic did what it is said to be done to, or the other way round."""
    return any(is_acting(answer.question, start) != is_doer(part.relation) for start in _starts(answer, part))


def _starts(answer: Examined, part: _Part) -> list[int]:
    """Where the question names a topic; nowhere where another thing stands there."""
    node = part.item.path.nodes[part.place]
    labels = node.labels if node.kind == "topic" else ()
    places = name_places(answer.question, answer.topics)
    return [start for start, _, number in places if answer.topics[number].label in labels]


async def _asks_for(answer: Examined, relation: str, term: Term, run: RunContext) -> bool:
    """Whether a question asks for a part of an event: by the words for it, or by its first word."""
    said = set(re.findall(r"[^\W\d_]+", answer.rest.casefold()))
    words = set(relation.casefold().split())
    kind = asked_kind(answer.rest)
    if words <= said or kind is None:
        return words <= said
    if kind.kind == "date":
        is_end = is_asked_end(answer.rest, relation)
        return is_end or is_told_by(relation, "when") or await dates_beside(term, run) == frozenset()
    if kind.kind in ("number", "duration", "money"):
        return True
    if kind.kind == "place":
        return is_told_by(relation, "where")
    return kind.kind == "person" and tells_who_did(relation)
