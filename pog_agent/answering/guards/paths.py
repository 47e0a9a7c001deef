"""What the graph tells against the cited paths: where they lead, and over what."""

from collections.abc import Iterator
from itertools import chain, pairwise

from pog_agent.answering.guards.examined import Examined
from pog_agent.models import TopicEntity
from pog_agent.models.findings.finding import Finding, finding
from pog_agent.reading.cues import asks_for_shared
from pog_agent.reading.direction import said_direction
from pog_agent.reading.reader import ReadPath
from pog_agent.reading.senses.doers import may_be_plural
from pog_agent.reading.senses.mutual import is_symmetric
from pog_agent.run.context import RunContext
from pog_agent.words import singular


def over_siblings(answer: Examined) -> Iterator[Finding]:
    """Answers that share something with a thing, where the question does not ask for what they share."""
    for item in answer.read if answer.draft.operation != "exists" and not asks_for_shared(answer.rest) else ():
        path, steps = item.path, [*zip(item.path.relations, item.path.forward, strict=True)][: item.position]
        for place, ((relation, onward), (other, back)) in enumerate(pairwise(steps), start=1):
            if relation == other and onward != back and not is_symmetric(relation):
                yield finding("over-sibling", relation, refutes=not path.nodes[place].labels)


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
