"""Chains of links between classes on the schema summary: no instance is ever looked at."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, product
from typing import Final

from pog_agent.kg.schema.summary import NO_CLASS_NO_LABEL, SchemaSummary
from pog_agent.models.class_topics import SchemaStep
from pog_agent.terms import Term

LONGEST: Final = 2
LONGEST_THROUGH_MEDIATORS: Final = 3

Chain = tuple[SchemaStep, ...]


@dataclass(frozen=True)
class _Walk:
    """One direction of a link, with how it began: two walks of one relation and direction are one step."""

    start: Term
    step: SchemaStep


class ChainFinder:
    """Finds how the classes of one schema summary are joined. The cost depends on classes and links alone."""

    def __init__(self, summary: SchemaSummary) -> None:
        self._summary = summary

    def between(self, start: Term, ends: Iterable[Term]) -> tuple[Chain, ...]:
        """The chains from a class to one of some classes, of up to two steps, or three through a mediator.

        Chains of the same relations and directions are one: the classes between are then those with most edges.
        A chain that can only lead back to its beginning (a city is in a state, which has the city in it, where
        each city is in one state) is left out, and so is one of relations that never meet at one nameless node,
        as far as the summary knows that. They are sorted by length, then relations.
        """
        return _distinct(self._chains(start, sorted(set(ends))))

    def steps_from(self, start: Term) -> Sequence[SchemaStep]:
        """The single steps from a class to others."""
        return self._steps.get(start, ())

    def to_attribute(self, start: Term, relation: Term) -> tuple[Chain, ...]:
        """The chains from a class to the values of an attribute, its own or that of a class joined with it."""
        owners: dict[Term, SchemaStep] = {}
        for item in self._attributes.get(relation, ()):
            if item.start not in owners or item.step.edges > owners[item.start].edges:
                owners[item.start] = item.step
        own = [(owners[start],)] if start in owners else []
        linked = (
            (*steps, owners[steps[-1].target])
            for end in sorted(owners)
            for steps in self.between(start, [end])
            if (len(steps) < LONGEST or (len(steps) == LONGEST and _has_mediator(steps)))
            and self._meet(steps[-1], owners[steps[-1].target])
        )
        return _distinct(chain(own, linked))

    def _chains(self, start: Term, ends: Sequence[Term]) -> Iterator[Chain]:
        """The chains of any classes between; the last step is looked up by both of its classes."""
        for end in ends:
            yield from ((step,) for step in self._between.get((start, end), ()))
        for first in self._steps.get(start, ()):
            for end in ends:
                for last in self._between.get((first.target, end), ()):
                    if self._goes_on(start, first, last):
                        yield first, last
            for middle in self._steps.get(first.target, ()):
                if not (first.through_mediator or middle.through_mediator) or not self._goes_on(
                    start, first, middle
                ):
                    continue
                for end in ends:
                    for last in self._between.get((middle.target, end), ()):
                        if self._goes_on(first.target, middle, last):
                            yield first, middle, last

    def _goes_on(self, start: Term, one: SchemaStep, other: SchemaStep) -> bool:
        """Whether a step may follow on another one that begins at a class, and leads further."""
        return self._meet(one, other) and not self._leads_back(start, one, other)

    def _meet(self, one: SchemaStep, other: SchemaStep) -> bool:
        """Whether there is a node that one step leads to and the other one from, as far as this is known."""
        if one.target != NO_CLASS_NO_LABEL or not self._met:
            return True
        return ((one.relation, one.forward), (other.relation, not other.forward)) in self._met

    @cached_property
    def _met(self) -> frozenset[tuple[tuple[Term, bool], tuple[Term, bool]]]:
        """The pairs of relations, each with whether it leads to the node, that meet at nameless nodes."""
        sides = (
            [*((name, True) for name in shape.incoming), *((name, False) for name in shape.outgoing)]
            for shape in self._summary.shapes
        )
        return frozenset((one, other) for own in sides for one, other in product(own, own))

    def _leads_back(self, start: Term, one: SchemaStep, other: SchemaStep) -> bool:
        """Whether the second step undoes the first: the same relation back, with one edge at each node."""
        is_back = (one.relation, one.forward) == (other.relation, not other.forward)
        return (
            is_back and other.target in self._summary.above.get(start, (start,)) and other.edges == other.sources
        )

    @cached_property
    def _walks(self) -> tuple[_Walk, ...]:
        mediators = {item.iri for item in self._summary.classes if item.mediator}
        found = []
        for link in self._summary.links:
            for forward, start, end in ((True, link.source, link.target), (False, link.target, link.source)):
                near, far = (link.sources, link.targets) if forward else (link.targets, link.sources)
                step = SchemaStep(
                    relation=link.relation,
                    forward=forward,
                    target=end,
                    edges=link.edges,
                    sources=near,
                    targets=far,
                    through_mediator=end in mediators,
                )
                found.append(_Walk(start, step))
        return tuple(found)

    @cached_property
    def _steps(self) -> Mapping[Term, list[SchemaStep]]:
        found: defaultdict[Term, list[SchemaStep]] = defaultdict(list)
        for walk in self._walks:
            found[walk.start].append(walk.step)
        return dict(found)

    @cached_property
    def _between(self) -> Mapping[tuple[Term, Term], list[SchemaStep]]:
        found: defaultdict[tuple[Term, Term], list[SchemaStep]] = defaultdict(list)
        for walk in self._walks:
            found[walk.start, walk.step.target].append(walk.step)
        return dict(found)

    @cached_property
    def _attributes(self) -> Mapping[Term, list[_Walk]]:
        found: defaultdict[Term, list[_Walk]] = defaultdict(list)
        for item in self._summary.attributes:
            step = SchemaStep(
                relation=item.relation,
                forward=True,
                target=item.datatype,
                edges=item.edges,
                sources=item.sources,
                targets=item.values,
            )
            found[item.relation].append(_Walk(item.source, step))
        return dict(found)


def _distinct(chains: Iterable[Chain]) -> tuple[Chain, ...]:
    """One chain for each sequence of relations and directions; sorted by length, relations, and forward first."""
    found: dict[tuple[tuple[Term, bool], ...], Chain] = {}
    for steps in chains:
        key = tuple((step.relation, not step.forward) for step in steps)
        if key not in found or _weight(steps) > _weight(found[key]):
            found[key] = steps
    return tuple(steps for _, steps in sorted(found.items(), key=lambda item: (len(item[0]), item[0])))


def _has_mediator(steps: Chain) -> bool:
    return any(step.through_mediator for step in steps)


def _weight(steps: Chain) -> tuple[tuple[int, ...], tuple[Term, ...]]:
    """Sorts chains of the same relations: those of more edges, then by the names of their classes."""
    return tuple(step.edges for step in steps), tuple(step.target for step in steps)
