"""Guards on meaning: what an answer does, is, or leaves out that its question does not allow.

Each finding is a sentence that makes the answer `partial`.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from pog_agent.answering.resolution import Resolution
from pog_agent.answering.shown_paths import naming_of
from pog_agent.models import EXTREMES, AnswerDraft, PatternKey, Step, TopicEntity
from pog_agent.ranking.encoder import Encoder
from pog_agent.reading.answer_type import (
    asked_class,
    classes_of,
    date_flaw,
    has_year,
    is_one_of,
    role_flaw,
    type_flaw,
)
from pog_agent.reading.cues import superlatives, unasked_operation, unread_cues
from pog_agent.reading.direction import is_against_the_wording, is_symmetric, leads_to_role
from pog_agent.reading.elements import relation_groups
from pog_agent.reading.extremes import key_flaw, polarity_flaw
from pog_agent.reading.reader import QuestionReader, ReadPath
from pog_agent.reading.wording import without_topics
from pog_agent.run.context import RunContext
from pog_agent.terms import is_literal
from pog_agent.values import read_literal, read_text
from pog_agent.words import folded

MAX_TERMS_CHECKED = 300
EDGES_READ = 200
"""So many edges of a namesake are looked at."""
_ASKS_FOR_A_KIND = re.compile(r"\b(?:kind|type|sort|class|category|what\s+(?:is|are|was|were)\W*$)", re.IGNORECASE)
MOST_RELATIONS_AT_A_MEDIATOR = 2


MAX_NAMES_CHECKED = 5


@dataclass(frozen=True)
class Examined:
    """An answer before it has a status, with the question as it was read on the cited paths."""

    question: str
    topics: tuple[TopicEntity, ...]
    draft: AnswerDraft
    resolution: Resolution
    reader: QuestionReader
    read: tuple[ReadPath, ...]
    encoder: Encoder

    @property
    def rest(self) -> str:
        """The question without the names of its topics."""
        return without_topics(self.question, self.topics)

    @cached_property
    def classes(self) -> frozenset[str]:
        """The labels of all classes on the cited paths."""
        return classes_of(node for item in self.read for node in item.path.nodes)

    @property
    def named(self) -> list[str]:
        """The relations and names on the cited paths in words."""
        relations = [group.text for item in self.read for group in relation_groups(item.path)]
        return [*relations, *(label for item in self.read for node in item.path.nodes for label in node.labels)]


def wording_flaws(answer: Examined) -> Iterator[str]:
    """What the words of an English question do not allow."""
    for guard in (
        _idle_cues,
        _several_superlatives,
        _unasked_operation,
        _extreme_of_other_values,
        _answer_of_other_type,
        _away_from_the_role,
    ):
        yield from guard(answer)


async def graph_flaws(answer: Examined, run: RunContext) -> list[str]:
    """What the graph tells against an answer, whatever language the question is in."""
    flaws = [] if run.config.topics else [*_topics_not_named(answer)]
    flaws += [*_answers_that_are_named(answer), *_restrictions_not_asked_for(answer), *_nameless_detours(answer)]
    flaws += [*_counted_numbers(answer), *_classes_as_answers(answer), *_unlike_paths(answer)]
    flaws += _members_of_a_class_between(answer)
    flaws += await _namesakes_with_the_same_step(answer, run)
    flaws += await _answers_of_other_classes(answer, run)
    return flaws + await _against_the_wording(answer, run)


def _idle_cues(answer: Examined) -> Iterator[str]:
    for cue in unread_cues(answer.rest, answer.named, answer.draft.operation):
        yield f"the question says {cue!r}, which no step carries out"


def _several_superlatives(answer: Examined) -> Iterator[str]:
    """The smallest town of the smallest country needs two extremes; an answer has one."""
    found = superlatives(answer.rest)
    if len(found) > 1:
        yield f"the question says {' and '.join(map(repr, found))}, and an answer has one extreme"


def _members_of_a_class_between(answer: Examined) -> Iterator[str]:
    """A path from a class over any of its members to something else: nobody asks for these members."""
    classes = {topic.label.casefold() for topic in answer.topics if topic.optional}
    for item in answer.read:
        start, member = item.path.nodes[:2]
        kinds = {kind.casefold() for kind in member.types}
        named = {label.casefold() for label in start.labels} & classes & kinds
        if item.position > 1 and member.kind != "topic" and named:
            yield f"the path goes over any {next(iter(named))!r}, which nothing else in the question tells"


def _unasked_operation(answer: Examined) -> Iterator[str]:
    flaw = unasked_operation(answer.question, answer.draft.operation)
    if flaw:
        yield flaw


def _extreme_of_other_values(answer: Examined) -> Iterator[str]:
    """An extreme whose values are not what the adjective measures, or that goes the other way."""
    cue = next(iter(superlatives(answer.rest)), "")
    if answer.draft.operation not in EXTREMES or not cue or not answer.read:
        return
    path, place = answer.read[0].path, answer.draft.key_position
    compared = [group.text for group in relation_groups(path) if group.place == place] if place else []
    values = path.nodes[place].labels if place else answer.read[0].answer.labels
    by_date = any(read_text(value).kind == "date" or has_year(value) for value in values)
    yield from filter(None, [key_flaw(cue, compared, by_date, answer.rest, answer.encoder)])
    yield from filter(None, [polarity_flaw(cue, answer.draft.operation, by_date)])


def _answer_of_other_type(answer: Examined) -> Iterator[str]:
    """An answer that is no person, place, date, number or member of the class that is asked for."""
    if answer.draft.operation in ("count", "exists"):
        return
    for item in answer.read:
        question, wording, node = answer.question, answer.reader.wording, item.answer
        yield from filter(None, [type_flaw(question, wording, node, answer.classes, answer.encoder)])
        relation, onward = item.path.relations[item.position - 1], item.path.forward[item.position - 1]
        yield from filter(None, [date_flaw(question, wording, node, relation)])
        yield from filter(None, [onward and role_flaw(wording, node, relation, answer.encoder)])


def _away_from_the_role(answer: Examined) -> Iterator[str]:
    """The last step leads away from what the question asks for: what has a part, where a part is asked for.

    "Whose part" asks for what has it.
    """
    if answer.draft.operation == "exists":
        return
    for item in answer.read:
        relation, onward = item.path.relations[item.position - 1], item.path.forward[item.position - 1]
        for target in answer.reader.wording.targets:
            if re.search(rf"\bwhose\s+{re.escape(target)}\b", answer.question, re.IGNORECASE):
                continue
            of_class = is_one_of(target, [kind.casefold() for kind in item.answer.types])
            if leads_to_role(relation, target, onward) is False and not of_class and not is_symmetric(relation):
                yield f"the question asks for {target!r}, and the path goes by {relation!r} the other way round"


def _topics_not_named(answer: Examined) -> Iterator[str]:
    """Topics whose name does not stand in the question: another name was taken for theirs."""
    for label in answer.reader.unplaced:
        yield f"the question does not name {label!r}"


def _answers_that_are_named(answer: Examined) -> Iterator[str]:
    """A thing that the question names is no answer to it."""
    if answer.draft.operation in ("exists", "count"):
        return
    topics = {topic.iri for topic in answer.topics if not topic.optional}
    for term in answer.resolution.terms[:MAX_TERMS_CHECKED]:
        label = answer.resolution.labels[term]
        is_said = len(label) > 2 and re.search(rf"(?<!\w){re.escape(label)}(?!\w)", answer.question)
        if term in topics or (is_said and not is_literal(term)):
            yield f"the answer {label!r} is named in the question"


def _counted_numbers(answer: Examined) -> Iterator[str]:
    """A number that the graph has is given, not counted."""
    terms = answer.resolution.terms
    if answer.draft.operation != "count" or len(terms) != 1 or not is_literal(terms[0]):
        return
    if read_literal(terms[0]).kind in ("number", "quantity"):
        yield "one number was counted, instead of given"


def _classes_as_answers(answer: Examined) -> Iterator[str]:
    """The class of a thing, where the question does not ask what kind of thing it is."""
    for item in answer.read:
        before = item.path.nodes[max(item.position - 1, 0)]
        kinds = {kind.casefold() for kind in before.types}
        if any(label.casefold() in kinds for label in item.answer.labels) and not _ASKS_FOR_A_KIND.search(
            answer.rest
        ):
            yield "the answer is the class of a thing, which the question does not ask for"


def _unlike_paths(answer: Examined) -> Iterator[str]:
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


def _restrictions_not_asked_for(answer: Examined) -> Iterator[str]:
    """Labels that restrict the answers, though the question does not name them."""
    draft, text = answer.draft, folded(answer.question)
    if not draft.only:
        return
    if draft.operation == "exists":
        strange = [label for label in draft.only if folded(label) not in text]
        if strange:
            yield f"the question does not say {', '.join(map(repr, strange))}"
    elif answer.resolution.left_out and draft.operation not in EXTREMES:
        yield f"{answer.resolution.left_out} of the things at the cited position were left out, without proof"


def _nameless_detours(answer: Examined) -> Iterator[str]:
    """A path through several nameless nodes in a row says nothing that a reader could check."""
    for item in answer.read:
        for group in relation_groups(item.path):
            if group.size > MOST_RELATIONS_AT_A_MEDIATOR:
                yield f"a cited path goes through nameless nodes by {group.text!r}"


async def names_without_use(answer: Examined, names: Sequence[str], run: RunContext) -> list[str]:
    """Those of the first names that belong to a thing of the graph, and to none on the cited paths.

    Classes and relations are no such things. It takes two look-ups, none without names.
    """
    bearers = await run.linker.named(names[:MAX_NAMES_CHECKED]) if names else {}
    every = sorted({iri for iris in bearers.values() for iri in iris})
    used = {topic.iri for topic in answer.topics} | set(answer.resolution.terms)
    for pattern, path in answer.resolution.paths:
        used |= {*path, *(step.relation for step in pattern.key.steps)}
    classes = await run.kg.classes(every) if every else set()
    return [name for name, iris in bearers.items() if used.isdisjoint(iris) and not classes.issuperset(iris)]


async def _answers_of_other_classes(answer: Examined, run: RunContext) -> list[str]:
    """Answers that do not belong to the class asked for, where others do."""
    asked = asked_class(answer.reader.wording.targets, answer.classes)
    terms = [term for term in answer.resolution.terms[:MAX_TERMS_CHECKED] if not is_literal(term)]
    if not asked or len(terms) < 2:
        return []
    naming = await naming_of(run, terms)
    kinds = {term: [kind.casefold() for kind in naming.types.get(term, ())] for term in terms}
    others = [term for term in terms if kinds[term] and not is_one_of(asked, kinds[term])]
    if not others or len(others) == len(terms):
        return []
    return [f"the question asks for {asked!r}, and {len(others)} of {len(terms)} answers are none"]


async def _namesakes_with_the_same_step(answer: Examined, run: RunContext) -> list[str]:
    """Topics whose namesakes have the first step from the topic, too: each of them may be meant."""
    namesakes = {topic.iri: topic for topic in answer.topics if topic.namesakes and not topic.optional}
    steps = {
        (topic, step.relation, step.forward)
        for item in answer.resolution.cited
        for topic in namesakes
        for step in _steps_from(item.pattern.key, topic)
    }
    if not steps:
        return []
    around = await run.kg.neighbors(
        sorted({iri for item in namesakes.values() for iri in item.namesakes}), EDGES_READ
    )
    there = {(head, relation, True) for head, relation, _ in around.triples}
    there |= {(tail, relation, False) for _, relation, tail in around.triples}
    found = {
        (topic, other): other in around.cut and (other, relation, forward) not in there
        for topic, relation, forward in sorted(steps)
        for other in namesakes[topic].namesakes
        if (other, relation, forward) in there or other in around.cut
    }
    return [
        f"{namesakes[topic].mention!r} may also mean {other}, which "
        + ("has too many edges to look at" if is_unknown else "has the same relation")
        for (topic, other), is_unknown in found.items()
    ]


async def _against_the_wording(answer: Examined, run: RunContext) -> list[str]:
    """Steps from a topic that are walked the other way round than the question says."""
    walked = {
        (topic, step.relation, step.forward)
        for item in answer.resolution.cited
        for topic in answer.topics
        for step in _steps_from(item.pattern.key, topic.iri)
    }
    words = await run.relation_labels(sorted({relation for _, relation, _ in walked}))
    against = sorted(
        (words[relation], topic.label)
        for topic, relation, onward in walked
        if is_against_the_wording(answer.question, topic, words[relation], onward)
    )
    return [f"the question says {relation!r} of {label!r} the other way round" for relation, label in against]


def _steps_from(key: PatternKey, entity: str) -> list[Step]:
    """The steps of a pattern that leave an entity, seen from there."""
    found: list[Step] = []
    for anchor in key.anchors:
        if anchor.entity == entity:
            found += key.steps[anchor.position : anchor.position + 1]
            before = key.steps[max(anchor.position - 1, 0) : anchor.position]
            found += [step.model_copy(update={"forward": not step.forward}) for step in before]
    return found
