"""Chains of links between classes on the schema summary: no instance is ever looked at."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, product
from typing import Final

from pog_agent.deadline import while_in_time
from pog_agent.kg.schema.summary import NO_CLASS_NO_LABEL, SchemaSummary
from pog_agent.models.class_topics import SchemaStep
from pog_agent.terms import Term

LONGEST: Final = 2
MOST_ALIKE: Final = 24
"""So many chains are found that differ in their plain steps alone, those of the most edges first."""
MOST_WALKED: Final = 100_000
"""So many chains are followed from a class to others."""

CHAINS: Final = "chains of the schema"

Chain = tuple[SchemaStep, ...]
_Name = tuple[Term, bool]
_Kind = _Name | Term | None
_Parted = tuple[list[SchemaStep], list[SchemaStep]]
_Walked = tuple[tuple[Term, SchemaStep], ...]
"""Steps, each with the class that it is from."""
IsPlain = Callable[[Term, SchemaStep], bool]
"""Whether nothing speaks for a step from a class, so that one is as good as another."""


@dataclass(frozen=True)
class _Walk:
    """One direction of a link, with how it began: two walks of one relation and direction are one step."""

    start: Term
    step: SchemaStep


class ChainFinder:
    """Finds how the classes of one schema summary are joined. The cost depends on classes and links alone."""

    def __init__(self, summary: SchemaSummary) -> None:
        self._summary = summary

    def between(self, start: Term, ends: Iterable[Term], is_plain: IsPlain | None = None) -> tuple[Chain, ...]:
        """The chains from a class to one of some classes, of up to two steps, or three through a mediator.

        Chains of the same relations and directions are one: the classes between are then those with most edges.
        A chain that can only lead back to its beginning (a city is in a state, which has the city in it, where
        each city is in one state) is left out, and so is one of relations that never meet at one nameless node,
        as far as the summary knows that. They are sorted by length, then relations.

        With many relations there are as many chains as their square or cube. So of those that differ in steps
        alone that are plain by `is_plain`, `MOST_ALIKE` are found.
        """
        return _distinct(_ChainSearch(self, start, sorted(set(ends)), is_plain or _is_never_plain).chains())

    def direct(self, start: Term, end: Term) -> Sequence[SchemaStep]:
        """The single steps from a class to another."""
        return self._between.get((start, end), ())

    def steps_from(self, start: Term) -> Sequence[SchemaStep]:
        """The single steps from a class to others."""
        return self._steps.get(start, ())

    def may_begin(self, steps: Sequence[SchemaStep], start: Term, relations: Iterable[Term]) -> bool:
        """Whether steps may begin at a thing of a class that has or is what one of some relations tells.

        Of nameless things it is known which relations they have besides.
        """
        if start != NO_CLASS_NO_LABEL or not self._met:
            return True
        name = steps[0].relation, not steps[0].forward
        return any(((relation, leads), name) in self._met for relation in relations for leads in (True, False))

    def to_attribute(self, start: Term, relation: Term, is_plain: IsPlain | None = None) -> tuple[Chain, ...]:
        """The chains from a class to the values of an attribute, its own or that of a class joined with it.

        Of the steps before the attribute `is_plain` says the same as in `between`.
        """
        owners: dict[Term, SchemaStep] = {}
        for item in self._attributes.get(relation, ()):
            if item.start not in owners or item.step.edges > owners[item.start].edges:
                owners[item.start] = item.step
        own = [(owners[start],)] if start in owners else []
        linked = (
            (*steps, owners[steps[-1].target])
            for end in sorted(owners)
            for steps in self.between(start, [end], is_plain)
            if (len(steps) < LONGEST or (len(steps) == LONGEST and _has_mediator(steps)))
            and self._meet(steps[-1], owners[steps[-1].target])
        )
        return _distinct(chain(own, linked))

    def junction(self, step: SchemaStep) -> object:
        """What decides which steps meet one: the class that it leads to, or how it leads to nameless things."""
        is_shaped = step.target == NO_CLASS_NO_LABEL and bool(self._met)
        return (step.relation, step.forward) if is_shaped else step.target

    def onward(self, step: SchemaStep, end: Term | None = None) -> Sequence[SchemaStep]:
        """The steps that meet one at the class that it leads to, those to all classes or to one."""
        if step.target != NO_CLASS_NO_LABEL or not self._met:
            return self._steps.get(step.target, ()) if end is None else self.direct(step.target, end)
        found = self._met_by.get((step.relation, step.forward), ())
        return found if end is None else [item for item in found if item.target == end]

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

    @cached_property
    def _met_by(self) -> Mapping[tuple[Term, bool], list[SchemaStep]]:
        """The steps from nameless nodes by the relations that lead to these, each with its direction."""
        own: defaultdict[tuple[Term, bool], list[SchemaStep]] = defaultdict(list)
        for step in self._steps.get(NO_CLASS_NO_LABEL, ()):
            own[step.relation, not step.forward].append(step)
        found: defaultdict[tuple[Term, bool], list[SchemaStep]] = defaultdict(list)
        for one, other in sorted(self._met):
            found[one] += own.get(other, ())
        return found

    def leads_back(self, start: Term, one: SchemaStep, other: SchemaStep) -> bool:
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
        return tuple(sorted(found, key=lambda walk: (-walk.step.edges, walk.step.relation)))

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


class _ChainSearch:
    """The search for the chains from a class to some ends; a few of those that differ in plain steps alone.

    At each class, steps for which something speaks are followed first, so that the search stops at the first plain
    one that is too many.
    """

    def __init__(self, finder: ChainFinder, start: Term, ends: Sequence[Term], is_plain: IsPlain) -> None:
        self._finder, self._start, self._ends, self._is_plain = finder, start, ends, is_plain
        self._counts: Counter[tuple[_Kind, ...]] = Counter()
        self._kinds: dict[tuple[Term, Term, _Name], _Kind] = {}
        self._parted: dict[object, _Parted] = {}

    def chains(self) -> Iterator[Chain]:
        """The chains, the shorter first."""
        for end in self._ends:
            yield from ((step,) for step in self._finder.direct(self._start, end))
        for walked in while_in_time(chain(self._singles(), self._pairs()), CHAINS, MOST_WALKED):
            kinds = tuple(self._kind(own, step) for own, step in walked)
            own, step = walked[-1]
            for end in self._ends:
                for last in chain(*self._lasts(step, end)):
                    kind = *kinds, self._kind(step.target, last)
                    if self._is_full(kind, end):
                        if kind[-1] is None:
                            break
                    elif not self._finder.leads_back(own, step, last):
                        self._counts[*kind, end] += 1
                        yield *(item for _, item in walked), last

    def _singles(self) -> Iterator[_Walked]:
        return (((self._start, first),) for first in self._finder.steps_from(self._start))

    def _pairs(self) -> Iterator[_Walked]:
        """Two steps of which one leads to a mediator, where a third one leads to an end."""
        for first in self._finder.steps_from(self._start):
            told, plain = self._middles(first)
            kind = self._kind(self._start, first)
            for number, middle in enumerate(chain(told, plain)):
                if number >= len(told) and all(self._is_full((kind, None, None), end) for end in self._ends):
                    break
                is_mediated = first.through_mediator or middle.through_mediator
                if is_mediated and not self._finder.leads_back(self._start, first, middle):
                    yield (self._start, first), (first.target, middle)

    def _middles(self, first: SchemaStep) -> _Parted:
        """The steps that meet the first one and lead on to an end.

        They are parted by whether something speaks for them or for what follows.
        """
        key = self._finder.junction(first)
        if key not in self._parted:
            told, plain = list[SchemaStep](), list[SchemaStep]()
            for step in self._finder.onward(first):
                further = [self._lasts(step, end) for end in self._ends]
                if any(self._follows(first, step, last) for lasts, _ in further for last in lasts):
                    told.append(step)
                elif any(self._follows(first, step, last) for _, lasts in further for last in lasts):
                    (plain if self._kind(first.target, step) is None else told).append(step)
            self._parted[key] = told, plain
        return self._parted[key]

    def _follows(self, first: SchemaStep, step: SchemaStep, last: SchemaStep) -> bool:
        return not self._finder.leads_back(first.target, step, last)

    def _lasts(self, step: SchemaStep, end: Term) -> _Parted:
        """The steps to an end that meet one, by whether something speaks for them."""
        key = self._finder.junction(step), end
        if key not in self._parted:
            parted = list[SchemaStep](), list[SchemaStep]()
            for last in self._finder.onward(step, end):
                parted[self._kind(step.target, last) is None].append(last)
            self._parted[key] = parted
        return self._parted[key]

    def _is_full(self, kinds: tuple[_Kind, ...], end: Term) -> bool:
        return None in kinds and self._counts[*kinds, end] >= MOST_ALIKE

    def _kind(self, own: Term, step: SchemaStep) -> _Kind:
        """What tells a step from others, None for a plain one."""
        name = step.relation, step.forward
        key = own, step.target, name
        if key not in self._kinds:
            self._kinds[key] = None if self._is_plain(own, step) else name
        return self._kinds[key]


def _is_never_plain(own: Term, step: SchemaStep) -> bool:
    del own, step
    return False


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
