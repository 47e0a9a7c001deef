"""What the graph tells against the cited paths: where they lead, and over what."""

import re
from collections.abc import Iterator
from itertools import chain, pairwise, product

from pog_agent.answering.guards.examined import Examined
from pog_agent.models import TopicEntity
from pog_agent.models.findings.finding import Finding, finding
from pog_agent.reading.alignment import SURE, AskedRelation
from pog_agent.reading.cues import asks_for_shared
from pog_agent.reading.direction import (
    is_against_the_wording,
    is_of_another_doer,
    is_other_end,
    said_direction,
)
from pog_agent.reading.elements import relation_groups, words_in_iri
from pog_agent.reading.reader import ReadPath
from pog_agent.reading.senses.doers import may_be_plural
from pog_agent.reading.senses.mutual import is_symmetric
from pog_agent.reading.senses.prepositions import LEAST_OF_SAME
from pog_agent.reading.senses.roles import gender_flaw
from pog_agent.run.context import RunContext
from pog_agent.words import PREPOSITIONS, singular, stem

MOST_RELATIONS_AT_A_MEDIATOR = 2


def nameless_detours(answer: Examined) -> Iterator[Finding]:
    """A path through several nameless nodes in a row says nothing that a reader could check."""
    for item in answer.read:
        for group in relation_groups(item.path):
            if group.size > MOST_RELATIONS_AT_A_MEDIATOR:
                yield finding("nameless-detour", group.text)


def over_siblings(answer: Examined) -> Iterator[Finding]:
    """Answers that share something with a thing, where the question does not ask for what they share."""
    for item in answer.read if answer.draft.operation != "exists" and not asks_for_shared(answer.rest) else ():
        path, steps = item.path, [*zip(item.path.relations, item.path.forward, strict=True)][: item.position]
        for place, ((relation, onward), (other, back)) in enumerate(pairwise(steps), start=1):
            if relation == other and onward != back and not is_symmetric(relation):
                yield finding("over-sibling", relation, refutes=not path.nodes[place].labels)


def unlike_paths(answer: Examined) -> Iterator[Finding]:
    """Answers of one topic on paths of different length, or on both sides of a relation: not all can be meant."""
    if answer.draft.operation == "exists":
        return
    lengths: dict[frozenset[str], set[int]] = {}
    for item in answer.resolution.cited:
        lengths.setdefault(item.pattern.key.topics, set()).add(item.position)
    if any(len(found) > 1 for found in lengths.values()):
        yield finding("answers-united", "at several distances")
    ways: dict[tuple[tuple[str, ...], str], set[bool]] = {}
    for read in answer.read:
        last = read.position - 1
        way = read.path.nodes[last].labels, read.path.relations[last]
        ways.setdefault(way, set()).add(read.path.forward[last])
    for (_, relation), directions in ways.items():
        if len(directions) > 1 and not is_symmetric(relation):
            yield finding("answers-united", f"on both sides of {relation!r}")


def relations_united(answer: Examined) -> Iterator[Finding]:
    """Answers of one topic by several relations, where the question says one alone, or says more of it."""
    if answer.draft.operation == "exists":
        return
    found: dict[frozenset[str], dict[str, AskedRelation]] = {}
    for item in answer.read:
        topics = item.path.key.topics if item.path.key is not None else frozenset[str]()
        for asked in item.alignment.relations:
            if asked.element.place == item.position:
                found.setdefault(topics, {})[asked.element.texts[0]] = asked
    for united in found.values():
        asking = [frozenset(asked.words) for asked in united.values()]
        is_said = {
            text: asked.likeness >= SURE and not any(frozenset(asked.words) < words for words in asking)
            for text, asked in united.items()
        }
        others = [text for text, holds in is_said.items() if not holds]
        if others and any(is_said.values()):
            said = next(text for text, holds in is_said.items() if holds)
            yield finding("answers-united", f"by {others[0]!r} and by {said!r}")


def members_of_a_class_between(answer: Examined) -> Iterator[Finding]:
    """A path from a class over any of its members to something else: nobody asks for these members.

    For a yes, a member that the question names is asked about.
    """
    is_yes = answer.draft.operation == "exists"
    for item in answer.read:
        topic = _class_of_members(answer, item)
        is_between = len(item.path.relations) > 1 and not _is_named(answer, item) if is_yes else item.position > 1
        if is_between and topic is not None:
            yield finding("over-class-members", topic.label)


def _is_named(answer: Examined, item: ReadPath) -> bool:
    """Whether the question names the second node of a path."""
    labels = item.path.nodes[1].labels
    return any(re.search(rf"(?<!\w){re.escape(label)}(?!\w)", answer.question, re.IGNORECASE) for label in labels)


async def members_of_narrower_classes(answer: Examined, run: RunContext) -> list[Finding]:
    """Paths from a class to its members, where others are members of its subclasses alone."""
    topics = {topic.iri: topic for item in answer.read if (topic := _class_of_members(answer, item))}
    schema = await run.graph_schema() if topics else None
    found = [schema.summary.class_of(iri) for iri in topics] if schema is not None else []
    return [
        finding("subclasses-left-out", topics[item.iri].label)
        for item in found
        if item is not None and item.instances > item.own_instances
    ]


def _class_of_members(answer: Examined, item: ReadPath) -> TopicEntity | None:
    """The topic that a path begins at, where it is a class of which the second node is a member."""
    start, member = item.path.nodes[:2]
    if member.kind == "topic":
        return None
    kinds = {kind.casefold() for kind in member.types} & {label.casefold() for label in start.labels}
    return next((topic for topic in answer.topics if topic.optional and topic.label.casefold() in kinds), None)


def against_a_paraphrase(answer: Examined) -> Iterator[Finding]:
    """Steps from a topic that are walked the other way round than all paraphrases in place of the words say.

    What "circles" Saturn is what "orbits" it, and not what Saturn orbits.
    """
    for item in answer.read:
        for asked in (one for one in item.alignment.relations if one.words):
            place = asked.element.place
            relation = item.path.relations[place - 1]
            if item.path.nodes[place].kind == "literal":
                continue
            for side, is_start in ((place - 1, True), (place, False)):
                labels = item.path.nodes[side].labels if item.path.nodes[side].kind == "topic" else ()
                for topic in (one for one in answer.topics if one.label in labels):
                    name, words = topic.mention or topic.label, answer.reader.words
                    texts = chain(
                        words.rewording.reworded(asked.words, before=name),
                        words.rewording.reworded(asked.words, same_way=True),
                    )
                    told = {said_direction(text, topic, relation) for text in texts} - {None}
                    onward = item.path.forward[place - 1] == is_start
                    if told == {not onward} and said_direction(answer.question, topic, relation) is None:
                        yield finding("turned", relation)


async def against_the_wording(answer: Examined, run: RunContext) -> list[Finding]:
    """Steps from a topic that are walked the other way round than the question says."""
    walked = {(topic, *step) for topic in answer.topics for step in answer.steps_from(topic.iri)}
    words = await run.relation_labels(sorted({relation for _, relation, _ in walked}))
    against = sorted(
        words[relation]
        for topic, relation, onward in walked
        if any(
            is_against_the_wording(answer.question, topic, text, onward)
            for text in filter(None, (words[relation], words_in_iri(relation)))
        )
    )
    return [finding("turned", relation, refutes=True) for relation in dict.fromkeys(against)]


def other_end_asked(answer: Examined) -> Iterator[Finding]:
    """Last steps to who does something, where the question asks for the other one: who leads, or who is led."""
    for item in answer.read if answer.draft.operation != "exists" else ():
        last = item.position - 1
        relation, onward = item.path.relations[last], item.path.forward[last]
        if is_other_end(answer.question, relation, answer_is_target=onward):
            yield finding("other-side-asked", relation)


def uncertain_sides(answer: Examined) -> Iterator[Finding]:
    """Relations of things of one kind whose name may be a verb or a plural: who "mentors" whom is not told."""
    for item in answer.read:
        before, relation = item.path.nodes[item.position - 1], item.path.relations[item.position - 1]
        is_of_one_kind = not set(before.types).isdisjoint(item.answer.types) or not (
            before.types or item.answer.types
        )
        asking = (word.text for one in item.alignment.relations for word in one.words)
        nouns = [word for word in asking if singular(word) == word and may_be_plural(relation, word)]
        if is_of_one_kind and nouns:
            yield finding("side-untold", relation)


def untold_sides(answer: Examined) -> Iterator[Finding]:
    """Relations of things of one kind beside a topic, where no wording tells which side of them is asked for.

    "To whom does the house owe allegiance as a vassal" has the word of `vassal of`, but no side of it. What a
    paraphrase says tells a side only where it takes the place of the words: "who taught Ann" of `trained`.
    """
    for item in answer.read:
        for asked in item.alignment.relations:
            place = asked.element.place
            here, there = item.path.nodes[place - 1 : place + 1]
            relation = item.path.relations[place - 1]
            kinds = [set(map(str.casefold, answer.known.widened(node.types))) for node in (here, there)]
            if not asked.words or is_symmetric(relation) or kinds[0].isdisjoint(kinds[1]):
                continue
            sides = [topic for topic in answer.topics for node in (here, there) if topic.label in node.labels]
            asked_by = [answer.question, *answer.reader.words.rewording.reworded(asked.words)]
            told = (said_direction(text, topic, relation) for text, topic in product(asked_by, sides))
            if sides and all(onward is None for onward in told):
                yield finding("side-untold", relation)


def _verbs_of(answer: Examined, asked: AskedRelation) -> list[str]:
    """The words that ask for a relation, without other verbs that a paraphrase calls by its whole name.

    Who supplies something is whom it is "bought from", if a paraphrase says so.
    """
    words = answer.reader.words
    said = {
        words.content[row].start
        for (first, size), others in words.paraphrases.items()
        if not set(others).isdisjoint(asked.element.texts)
        for row in range(first, first + size)
    }
    verbs = [word for word in asked.words if word.text not in PREPOSITIONS]
    own = set(map(stem, " ".join(asked.element.texts).split()))
    return [word.text for word in verbs if word.start not in said or stem(word.text) in own]


def doers_not_told(answer: Examined) -> Iterator[Finding]:
    """Relations that do not tell who does what the question asks the doer of, or who of the parents is meant."""
    for asked in dict.fromkeys(asked for item in answer.read for asked in item.alignment.relations):
        relation = asked.element.texts[0]
        verbs = _verbs_of(answer, asked) if asked.likeness >= LEAST_OF_SAME else []
        pairs = product(answer.topics, verbs)
        yield from filter(None, [gender_flaw([word.text for word in asked.words], relation)])
        if any(is_of_another_doer(answer.question, topic, relation, verb) for topic, verb in pairs):
            yield finding("doer-not-told", relation, verbs[0])
