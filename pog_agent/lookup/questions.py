"""Questions that a graph might answer, made of its own names: examples for somebody who does not know it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pog_agent.answering.facts.wider_classes import known_classes
from pog_agent.kg.schema.summary import (
    PSEUDO_CLASSES,
    SchemaAttribute,
    SchemaClass,
    SchemaLink,
    SchemaSummary,
)
from pog_agent.lookup.wording import is_clumsy, is_noun, is_past, is_sayable, question_for
from pog_agent.models import Value
from pog_agent.reading.composing.joins import ABOUT_GRAPHS
from pog_agent.run.context import RunContext
from pog_agent.terms import XSD, Term, is_iri
from pog_agent.words import plural

MOST_CLASSES = 8
INSTANCES_READ = 40
INSTANCES_COMPARED = 12
EDGES_READ = 200
MOST_ENDS = 3
RELATIONS_PER_CLASS = 5
FEWEST_VALUES = 3
NUMBERS = frozenset(XSD + name for name in ("integer", "decimal", "double", "float", "int", "long"))
DATES = frozenset(XSD + name for name in ("date", "dateTime", "gYear", "gYearMonth"))


class ClassQuestions(Value):
    """A class, its number of instances, and questions about one of them and about all, the most natural first."""

    iri: Term
    label: str
    instances: int
    about_one: tuple[str, ...] = ()
    about_all: tuple[str, ...] = ()


class _KnownThing(Value):
    """An instance with its name, and where each of its relations leads."""

    iri: Term
    name: str
    ends: dict[Term, tuple[Term, ...]]


async def class_questions(summary: SchemaSummary, run: RunContext) -> tuple[ClassQuestions, ...]:
    """The largest classes with questions about facts, facts of facts, extremes, lists and counts, in their words.

    Nobody has tried them: a reasoner may read one otherwise, or not at all. Raises `GraphUnavailableError`.
    """
    about_things = (item for item in summary.classes if not item.iri.startswith((*PSEUDO_CLASSES, *ABOUT_GRAPHS)))
    classes = [item for item in about_things if not item.mediator and item.named]
    words = _Words(summary, run.config.language_list, (await known_classes(run)).people)
    classes = [item for item in classes if is_sayable(words.of_class(item.iri))][:MOST_CLASSES]
    things = {item.iri: await _things(item, run) for item in classes}
    names = {thing.iri: thing.name for found in things.values() for thing in found}
    return tuple(_questions(item, things[item.iri], names, words) for item in classes)


@dataclass(frozen=True)
class _Words:
    """The words of a schema. `people` are the classes of persons, in lower case."""

    summary: SchemaSummary
    languages: Sequence[str]
    people: frozenset[str]

    def of_class(self, iri: Term) -> str:
        """The name of a class as it stands in a sentence: "Sculpture" is "sculpture", "GPU" stays."""
        found = self.summary.class_of(iri)
        name = found.shown(self.languages) if found is not None else ""
        return name.lower() if name.istitle() else name

    def of_relation(self, iri: Term) -> str:
        """The words of a relation without the verb of a predicate: "has part" is "part"."""
        words = self.summary.names_of(iri).shown(self.languages).split()
        return " ".join(words[1:] if len(words) > 1 and words[0].lower() in ("has", "is") else words)

    def is_of_people(self, iri: Term) -> bool:
        """Whether things of a class are persons."""
        return self.of_class(iri).casefold() in self.people


def _questions(
    kind: SchemaClass, things: Sequence[_KnownThing], names: Mapping[Term, str], words: _Words
) -> ClassQuestions:
    links = _typical(words.summary.links_from(kind.iri), words.summary)
    facts = sorted(_fact_questions(kind, links, things, words), key=is_clumsy)
    name = words.of_class(kind.iri)
    about_all = [
        *_list_questions(kind, links, things, names, words),
        *_extreme_questions(kind, words),
        f"How many {plural(name)} are there?",
        f"Which {plural(name)} are there?",
    ]
    return ClassQuestions(
        iri=kind.iri,
        label=kind.shown(words.languages),
        instances=kind.instances,
        about_one=tuple(dict.fromkeys([*facts, *_chain_questions(links, things, words)])),
        about_all=tuple(dict.fromkeys(about_all)),
    )


async def _things(kind: SchemaClass, run: RunContext) -> list[_KnownThing]:
    """Some instances whose names can be said and tell them apart, those with the most relations first."""
    around = await run.kg.neighbors([kind.iri], INSTANCES_READ)
    heads = [*dict.fromkeys(head for head, _, tail in around.triples if tail == kind.iri and is_iri(head))]
    labels = await run.labels(heads)
    names = [*labels.values()]
    known = [iri for iri in heads if is_sayable(labels.get(iri, "")) and names.count(labels[iri]) == 1]
    known = known[:INSTANCES_COMPARED]
    ends: dict[Term, dict[Term, tuple[Term, ...]]] = {iri: {} for iri in known}
    for head, relation, tail in (await run.kg.neighbors(known, EDGES_READ)).triples:
        if head in ends:
            ends[head][relation] = (*ends[head].get(relation, ()), tail)
    things = [_KnownThing(iri=iri, name=labels[iri], ends=ends[iri]) for iri in known]
    return sorted(things, key=lambda thing: -len(thing.ends))


def _typical(links: Sequence[SchemaLink], summary: SchemaSummary) -> list[SchemaLink]:
    """The links to named things of which an instance has few, the most frequent first."""

    def is_plain(link: SchemaLink) -> bool:
        target = summary.class_of(link.target)
        is_named = target is not None and target.iri not in PSEUDO_CLASSES and not target.mediator
        return is_named and link.edges <= MOST_ENDS * link.sources

    found = sorted(filter(is_plain, links), key=lambda link: (-link.edges, link.relation, link.target))
    return [*{link.relation: link for link in reversed(found)}.values()][::-1][:RELATIONS_PER_CLASS]


def _fact_questions(
    kind: SchemaClass, links: Sequence[SchemaLink], things: Sequence[_KnownThing], words: _Words
) -> Iterator[str]:
    """One question for each relation, of another thing each as far as there are enough."""
    attributes = [item.relation for item in words.summary.attributes_of(kind.iri) if item.edges <= item.sources]
    targets = {link.relation: link.target for link in links}
    used: set[str] = set()
    for relation in dict.fromkeys([*targets, *attributes[:RELATIONS_PER_CLASS]]):
        having = [thing for thing in things if 0 < len(thing.ends.get(relation, ())) <= MOST_ENDS]
        fresh = [thing for thing in having if thing.name not in used] or having
        target = targets.get(relation)
        is_somebody = target is not None and words.is_of_people(target)
        said = words.of_relation(relation)
        is_place = (
            target is not None and not is_somebody and (said == "born in" or not words.is_of_people(kind.iri))
        )
        text = (
            question_for(said, fresh[0].name, "Who" if is_somebody else "What", may_be_place=is_place)
            if fresh
            else ""
        )
        if text:
            used.add(fresh[0].name)
            yield text


def _chain_questions(links: Sequence[SchemaLink], things: Sequence[_KnownThing], words: _Words) -> Iterator[str]:
    """Questions for what lies two steps away, over a relation of which the thing has one end."""
    for first in links:
        begins = next((thing for thing in things if len(thing.ends.get(first.relation, ())) == 1), None)
        for second in _typical(words.summary.links_from(first.target), words.summary):
            said = [words.of_relation(link.relation) for link in (first, second)]
            if begins is not None and second.target != first.source and all(map(is_noun, said)):
                yield f"What is the {said[1]} of the {said[0]} of {begins.name}?"


def _list_questions(
    kind: SchemaClass,
    links: Sequence[SchemaLink],
    things: Sequence[_KnownThing],
    names: Mapping[Term, str],
    words: _Words,
) -> Iterator[str]:
    """Questions for the things of a class by what was done to them: "Which paintings were painted by Ann?"."""
    for link in links:
        said = words.of_relation(link.relation)
        ends = (end for thing in things for end in thing.ends.get(link.relation, ()) if end in names)
        if said.endswith(" by") and is_past(said.split()[0]) and (end := next(ends, None)) is not None:
            yield f"Which {plural(words.of_class(kind.iri))} were {said} {names[end]}?"


def _extreme_questions(kind: SchemaClass, words: _Words) -> Iterator[str]:
    for item in words.summary.attributes_of(kind.iri):
        said = words.of_relation(item.relation)
        if _has_order(item) and is_sayable(said) and is_noun(said):
            most = "latest" if item.datatype in DATES else "highest"
            yield f"Which {words.of_class(kind.iri)} has the {most} {said}?"


def _has_order(item: SchemaAttribute) -> bool:
    is_ordered = item.datatype in NUMBERS | DATES and item.smallest != item.greatest
    return is_ordered and item.values >= FEWEST_VALUES and item.edges <= item.sources
