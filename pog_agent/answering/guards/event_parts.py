"""Whether a question asks for the part of an event that an answer is, where it has only the verb of the event.

"When was Rex vaccinated?" asks for the date of a vaccination of which Rex is the patient, "who vaccinated Rex" for
whom it was given by. Of other parts the verb tells nothing.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pog_agent.answering.facts.event_parts import dates_beside, is_only_part, parts_beside
from pog_agent.answering.guards.examined import Examined
from pog_agent.language.english import english_pattern
from pog_agent.language.lexicon import english_words
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
    """What speaks against answers that are a part of an event, or against topics in a role that nothing says."""
    flaws: list[Finding] = []
    for part in _parts(answer):
        words = [word.text for word in part.asking]
        relation, is_yes = part.relation, answer.draft.operation == "exists"
        if relation.casefold() in _VALUES and words:
            continue
        by_event = begins_alike(words, [kind.lower() for kind in part.group.event])
        is_bare = by_event and not begins_alike(words, [part.group.text])
        node = part.item.path.nodes[part.place]
        if node.kind == "topic":
            is_open = is_bare or (is_yes and not begins_alike(words, [relation]))
            is_against = any(acts_against(answer.question, start, relation) for start in part.starts(answer))
            if is_against or (is_open and await _may_have_another_role(answer, part, run)):
                flaws.append(finding("role-unsaid", node.labels[0], relation, refutes=is_against))
        elif part.place == part.item.position and not is_yes:
            is_called = answer.reader.words.is_paraphrased(part.asking, relation)
            is_named = is_called or await _names_part(words, part, run)
            if not is_named and await _is_any_part(answer, part, is_bare=is_bare, run=run):
                flaws.append(finding("relation-unasked", relation))
    return flaws


def _parts(answer: Examined) -> Iterator["_EventPart"]:
    """What stands on either side of nameless events; nothing where a path goes against the arrow."""
    for item in answer.read:
        for group in relation_groups(item.path) if item.path.key else ():
            for place in (group.place - 2, group.place) if group.size == 2 else ():
                part = _EventPart(item, group, place)
                step = item.path.key.steps[part.number] if item.path.key else None
                if step is not None and step.forward == (place == group.place):
                    yield part


_VALUES = english_words("mere_value")
"""Relations that say no more than the one before: the value of a height."""
_WHO_DID = english_pattern("judged_answers", "who_did")


@dataclass(frozen=True)
class _EventPart:
    """What stands at a place of a path, on one side of the nameless event of a group of two relations."""

    item: ReadPath
    group: RelationGroup
    place: int

    @property
    def number(self) -> int:
        """Which relation of the path is the one between the event and it."""
        return self.place - 1 if self.place == self.group.place else self.place

    @property
    def relation(self) -> str:
        """That relation in words."""
        return self.item.path.relations[self.number]

    @property
    def term(self) -> Term:
        """That relation."""
        return self.item.path.key.steps[self.number].relation if self.item.path.key else ""

    @property
    def asking(self) -> list[Word]:
        """The words that ask for the relations of the event."""
        asked = [one for one in self.item.alignment.relations if one.element.place == self.group.place]
        return [word for one in asked for word in one.words]

    def starts(self, answer: Examined) -> list[int]:
        """Where the question names it."""
        labels, places = self.item.path.nodes[self.place].labels, name_places(answer.question, answer.topics)
        return [start for start, _, number in places if answer.topics[number].label in labels]


async def _names_part(words: Sequence[str], part: _EventPart, run: RunContext) -> bool:
    """Whether words have the name of a part, by what other parts of its kind do not share.

    Of a "sending country" and a "receiving country", "which country" names neither.
    """
    others = await parts_beside(part.term, run)
    named = await run.relation_labels(sorted(others)) if others else {}
    shared = {word for text in named.values() for word in text.casefold().split()}
    own = [word for word in part.relation.casefold().split() if word not in shared]
    return begins_alike(words, [" ".join(own)])


async def _is_any_part(answer: Examined, part: _EventPart, *, is_bare: bool, run: RunContext) -> bool:
    """Whether an answer is one of several parts of an event, and no class or first word asks for it.

    What "is kept at" a place is the nameless thing itself, and not what it is made of.
    """
    if _names_class_at(part.item, part.place) and not await parts_beside(part.term, run):
        return False
    around = part.item.path.relations[part.place - 2].casefold()
    is_where = part.relation.casefold().split()[0] in PREPOSITIONS
    is_itself = around.split()[-1] in PREPOSITIONS and f" {around} " in f" {answer.rest.casefold().strip(' ?.!')} "
    is_only = not (is_bare or is_where or is_itself) and await is_only_part(part.term, run)
    kind = asked_kind(answer.rest)
    is_somebody = kind is not None and kind.kind == "person"
    is_asked = is_somebody and (is_party(part.relation) or _is_doer_of(answer.question, part.relation))
    return not (is_only or is_asked) and not await _asks_for(answer, part.relation, part.term, run)


def _is_doer_of(question: str, relation: str) -> bool:
    """Whether "who" asks by its verb for who did what a relation says: who granted, by `granted by`."""
    verb = _WHO_DID.match(question)
    return (
        verb is not None and relation.casefold().endswith(" by") and begins_alike([verb[1]], [relation.casefold()])
    )


async def _may_have_another_role(answer: Examined, part: _EventPart, run: RunContext) -> bool:
    """Whether a topic may have another role in its event: there are more, or it did what was done to it.

    In "the contract of X", a noun for the event, nobody is said to do anything.
    """
    if not await is_only_part(part.term, run):
        return True
    heads = {singular(head) for kind in part.group.event for head in kind.casefold().split()[-1:]}
    is_noun = any(singular(word.text) in heads for word in part.asking)
    is_other = (is_acting(answer.question, at) != is_doer(part.relation) for at in part.starts(answer))
    return not is_noun and any(is_other)


def _names_class_at(item: ReadPath, place: int) -> bool:
    """Whether a word of the question is the class of what stands at a place."""
    named = (word for word in item.alignment.words if word.element and word.element.kind == "class")
    return any(word.element and word.element.place == place and word.likeness >= SURE for word in named)


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
