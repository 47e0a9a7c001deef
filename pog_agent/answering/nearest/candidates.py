"""The relations at a topic that may be meant: those that lead to the kind of thing that is asked for."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from pog_agent.answering.facts.wider_classes import KnownClasses, known_classes
from pog_agent.answering.known_relations import Link, TopicFacts
from pog_agent.answering.shown_paths import Naming, naming_of
from pog_agent.models import ShownNode
from pog_agent.reading.answer_type import is_called, is_one_of
from pog_agent.reading.asked.bare import is_told_by
from pog_agent.reading.asked.kinds import AskedKind, asked_noun, may_be
from pog_agent.reading.asked.sides import is_on_asked_side
from pog_agent.reading.direction import is_against_the_wording
from pog_agent.reading.question_words import name_places
from pog_agent.reading.senses.begun_and_ended import is_other_end_of_time
from pog_agent.reading.senses.event_roles import acts_against
from pog_agent.reading.senses.roles import leads_to_role
from pog_agent.run.context import RunContext
from pog_agent.terms import Term, is_literal, literal_datatype, literal_value

ENDS_READ: Final = 20
LEAST_LIKE_NOUN: Final = 0.35
"""So like the noun behind "which" a relation must be, or the class that it leads to (by eye, on own graphs)."""
_VALUES: Final = {"date": "date", "number": "number", "duration": "number", "money": "number"}

Way = tuple[Link, ...]
"""One or two steps from a topic."""


@dataclass(frozen=True)
class Candidate:
    """Steps from a topic with their name, and what they lead to: the terms, and their kind in words.

    The `ends` are those of other things of the topic's class where the topic itself lacks the relation
    (`is_lacking`). `nearness` tells how near it is to the question (0 to 2), as far as that was compared.
    """

    way: Way
    label: str
    kind: str
    ends: frozenset[Term]
    is_lacking: bool
    leads_to_people: bool = False
    nearness: float = 0.0

    @property
    def is_onward(self) -> bool:
        """Whether the first step goes along its arrow."""
        return self.way[0][1]

    @property
    def leads_to_things(self) -> bool:
        """Whether it leads to things, and not to texts, numbers or dates."""
        return not any(map(is_literal, self.ends))


async def candidates_of(question: str, facts: TopicFacts, asked: AskedKind, run: RunContext) -> list[Candidate]:
    """The relations of a topic, or of others of its class, that lead to what is asked for.

    Raises `GraphUnavailableError`.
    """
    known = await known_classes(run)
    own: dict[Way, frozenset[Term]] = {(link,): frozenset(ends) for link, ends in facts.links.items()}
    own |= await _through_mediators(facts, run)
    lacking: dict[Way, frozenset[Term]] = {(link,): frozenset(ends) for link, ends in facts.others.items()}
    every = own | lacking
    words = await run.relation_labels(sorted({relation for way in every for relation, _ in way}))
    naming = await naming_of(run, sorted({end for ends in every.values() for end in _few(ends)}))
    found = []
    for way, ends in every.items():
        label = " ".join(dict.fromkeys(words[relation] for relation, _ in way))
        nodes = [_node(end, naming) for end in _few(ends)]
        kind = nodes[0].types[0].casefold() if nodes[0].types else _VALUES.get(asked.kind, "text")
        item = Candidate(way, label, kind, ends, way in lacking, asked.kind == "person")
        is_named = any(is_literal(end) or end in naming.labels for end in ends)
        if (
            is_named
            and _leads_to_kind(item, nodes, asked, known, run)
            and _is_said_so(item, question, facts, asked)
        ):
            found.append(item)
    return await _of_noun(question, found, known, run)


def _leads_to_kind(
    item: Candidate, nodes: Sequence[ShownNode], asked: AskedKind, known: KnownClasses, run: RunContext
) -> bool:
    """Whether all that a candidate leads to may be of the kind asked for. Who has a birthday is somebody."""
    return all(
        may_be(asked, node, _datatype(end), item.label, run.encoder)
        or (asked.kind == "person" and not known.people.isdisjoint(map(str.casefold, node.types)))
        for node, end in zip(nodes, _few(item.ends), strict=True)
    )


def _is_said_so(item: Candidate, question: str, facts: TopicFacts, asked: AskedKind) -> bool:
    """Whether the wording allows a candidate: its direction, its side, and the beginning or the end of a time."""
    places = name_places(question, [facts.topic])
    leads_to_what_is_there = asked.kind == "place" and not item.is_onward and is_told_by(item.label, "where")
    return (
        not leads_to_what_is_there
        and not any(acts_against(question, start, item.label) for start, _, _ in places)
        and not is_other_end_of_time(question, item.label)
        and is_on_asked_side(question, facts.topic, item.label, onward=item.is_onward, kind=asked.kind)
        and not is_against_the_wording(question, facts.topic, item.label, item.is_onward)
    )


async def _of_noun(
    question: str, found: Sequence[Candidate], known: KnownClasses, run: RunContext
) -> list[Candidate]:
    """The candidates that may be what a noun says is asked for: of the class or role of its name, else like it.

    Raises `GraphUnavailableError`.
    """
    noun = asked_noun(question)
    if not noun or not found:
        return [*found]
    if any(is_called(asked, known.labels) for asked in (noun, noun.split()[-1])):
        return [item for item in found if item.leads_to_things and is_one_of(noun, known.widened([item.kind]))]
    in_role = await _in_role(noun, found, run)
    if in_role:
        return in_role
    texts = [[item.label, item.kind] if item.leads_to_things else [item.label] for item in found]
    own = run.encoder.encode([noun])
    likeness = [float((own @ run.encoder.encode(told).T).max()) for told in texts]
    return [item for item, fit in zip(found, likeness, strict=True) if fit >= LEAST_LIKE_NOUN]


async def _in_role(noun: str, found: Sequence[Candidate], run: RunContext) -> list[Candidate]:
    """The candidates whose things all have the role of a noun: `plays in club` leads to a "soccer club"."""
    ends = {item.way: [end for end in _few(item.ends) if not is_literal(end)] for item in found}
    nodes = sorted({end for few in ends.values() for end in few})
    around = (await run.kg.neighbors(nodes, limit=ENDS_READ)).triples if nodes else ()
    words = await run.relation_labels(sorted({relation for _, relation, _ in around}))
    filled = {tail for _, relation, tail in around if leads_to_role(words[relation], noun, onward=True)}
    filled |= {head for head, relation, _ in around if leads_to_role(words[relation], noun, onward=False)}
    return [item for item in found if ends[item.way] and filled.issuperset(ends[item.way])]


async def _through_mediators(facts: TopicFacts, run: RunContext) -> dict[Way, frozenset[Term]]:
    """What stands behind nodes without a name: the ingredient of an amount that a recipe uses."""
    found: dict[Way, set[Term]] = {}
    things = {link: [end for end in _few(ends) if not is_literal(end)] for link, ends in facts.links.items()}
    nodes = sorted({end for ends in things.values() for end in ends})
    named = await run.labels(nodes)
    kinds = await run.kg.types(nodes)
    classes = {kind for known in kinds.values() for kind in known}
    for link, ends in things.items():
        if not ends or any(end in named for end in ends):
            continue
        around = await run.kg.neighbors(ends, limit=ENDS_READ * len(ends))
        for head, relation, tail in around.triples:
            if head in ends and tail != facts.topic.iri and tail not in classes:
                found.setdefault((link, (relation, True)), set()).add(tail)
    return {way: frozenset(ends) for way, ends in found.items()}


def _few(ends: Collection[Term]) -> list[Term]:
    return sorted(ends)[:ENDS_READ]


def _datatype(end: Term) -> str:
    return literal_datatype(end) or "" if is_literal(end) else ""


def _node(end: Term, naming: Naming) -> ShownNode:
    if is_literal(end):
        return ShownNode(labels=(literal_value(end),), total=1, kind="literal")
    return ShownNode(
        labels=(naming.labels.get(end, end),), total=1, kind="entity", types=naming.types.get(end, ())
    )
