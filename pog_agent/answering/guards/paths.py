"""What the graph tells against the cited paths: where they lead, and over what."""

from collections.abc import Iterator

from pog_agent.answering.guards.examined import Examined
from pog_agent.reading.direction import is_against_the_wording, is_of_another_doer, is_symmetric
from pog_agent.reading.elements import relation_groups
from pog_agent.run.context import RunContext

MOST_RELATIONS_AT_A_MEDIATOR = 2


def nameless_detours(answer: Examined) -> Iterator[str]:
    """A path through several nameless nodes in a row says nothing that a reader could check."""
    for item in answer.read:
        for group in relation_groups(item.path):
            if group.size > MOST_RELATIONS_AT_A_MEDIATOR:
                yield f"a cited path goes through nameless nodes by {group.text!r}"


def unlike_paths(answer: Examined) -> Iterator[str]:
    """Answers of one topic on paths of different length, or on both sides of a relation: not all can be meant."""
    if answer.draft.operation == "exists":
        return
    lengths: dict[frozenset[str], set[int]] = {}
    for item in answer.resolution.cited:
        lengths.setdefault(item.pattern.key.topics, set()).add(item.position)
    if any(len(found) > 1 for found in lengths.values()):
        yield "answers at different distances from the topic were united"
    ways: dict[tuple[tuple[str, ...], str], set[bool]] = {}
    for read in answer.read:
        last = read.position - 1
        way = read.path.nodes[last].labels, read.path.relations[last]
        ways.setdefault(way, set()).add(read.path.forward[last])
    for (_, relation), directions in ways.items():
        if len(directions) > 1 and not is_symmetric(relation):
            yield f"answers on both sides of {relation!r} were united"


def members_of_a_class_between(answer: Examined) -> Iterator[str]:
    """A path from a class over any of its members to something else: nobody asks for these members."""
    classes = {topic.label.casefold() for topic in answer.topics if topic.optional}
    for item in answer.read:
        start, member = item.path.nodes[:2]
        kinds = {kind.casefold() for kind in member.types}
        named = {label.casefold() for label in start.labels} & classes & kinds
        if item.position > 1 and member.kind != "topic" and named:
            yield f"the path goes over any {next(iter(named))!r}, which nothing else in the question tells"


async def against_the_wording(answer: Examined, run: RunContext) -> list[str]:
    """Steps from a topic that are walked the other way round than the question says, or tell of another doer."""
    walked = {(topic, *step) for topic in answer.topics for step in answer.steps_from(topic.iri)}
    words = await run.relation_labels(sorted({relation for _, relation, _ in walked}))
    against = sorted(
        (words[relation], topic.label)
        for topic, relation, onward in walked
        if is_against_the_wording(answer.question, topic, words[relation], onward)
    )
    flaws = [f"the question says {relation!r} of {label!r} the other way round" for relation, label in against]
    others = sorted(
        words[relation]
        for topic, relation, _ in walked
        if is_of_another_doer(answer.question, topic, words[relation])
    )
    return flaws + [f"{relation!r} does not tell who does it, which the question asks for" for relation in others]
