"""The schema of a graph as questions are read over it: steps by class, what they lead to, and names in words."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal, NamedTuple

from pog_agent.kg.preset import Preset
from pog_agent.kg.schema.summary import NO_CLASS, NO_CLASS_NO_LABEL, PSEUDO_CLASSES
from pog_agent.reading.schema.lexicon import SchemaLexicon
from pog_agent.terms import Term

MOST_NAMES: Final = 4
"""So many names of a class or relation are compared with the words of a question."""

ValueKind = Literal["node", "number", "date", "text"]


class SchemaWay(NamedTuple):
    """A relation, along its arrow or against it."""

    relation: Term
    forward: bool


@dataclass(frozen=True)
class StepFacts:
    """What a step leads to, the classes that have it and those that it leads to, and its number of edges."""

    kind: ValueKind
    sources: frozenset[Term]
    targets: frozenset[Term]
    edges: int
    fan_out: float


class AskedSchema:
    """Classes and steps of one graph; made once for all questions."""

    def __init__(self, lexicon: SchemaLexicon, preset: Preset, languages: Sequence[str]) -> None:
        self.lexicon = lexicon
        self.summary = lexicon.summary
        self.preset = preset
        self.languages = tuple(languages)
        self._hidden = frozenset((*preset.types, *preset.subclasses))

    @cached_property
    def classes(self) -> Sequence[Term]:
        """The classes, without those that stand for none."""
        return [item.iri for item in self.summary.classes if item.iri not in PSEUDO_CLASSES]

    @cached_property
    def relations(self) -> Sequence[Term]:
        """The relations of all steps."""
        return list(dict.fromkeys(step.relation for step in self.steps))

    @cached_property
    def steps(self) -> Mapping[SchemaWay, StepFacts]:
        """All steps with what is known of them."""
        sources: defaultdict[SchemaWay, set[Term]] = defaultdict(set)
        targets: defaultdict[SchemaWay, set[Term]] = defaultdict(set)
        sizes: defaultdict[SchemaWay, tuple[int, int]] = defaultdict(lambda: (0, 1))
        kinds: dict[SchemaWay, ValueKind] = {}
        for link in self.summary.links:
            if link.relation in self._hidden:
                continue
            for step, start, end, near in (
                (SchemaWay(link.relation, True), link.source, link.target, link.sources),
                (SchemaWay(link.relation, False), link.target, link.source, link.targets),
            ):
                sources[step].add(start)
                targets[step].add(end)
                sizes[step] = max(sizes[step], (link.edges, near))
                kinds.setdefault(step, "node")
        for item in self.summary.attributes:
            step = SchemaWay(item.relation, True)
            sources[step].add(item.source)
            sizes[step] = max(sizes[step], (item.edges, item.sources))
            kinds[step] = self._kind(item.relation)
            back = SchemaWay(item.relation, False)
            targets[back].add(item.source)
            sizes[back] = max(sizes[back], (item.edges, item.values))
            kinds.setdefault(back, "node")
        return {
            step: StepFacts(
                kinds[step],
                frozenset(sources[step]),
                frozenset(targets[step]),
                sizes[step][0],
                sizes[step][0] / max(sizes[step][1], 1),
            )
            for step in sorted(kinds)
        }

    def steps_of(self, classes: Iterable[Term]) -> Sequence[SchemaWay]:
        """The steps that some classes have."""
        return list(dict.fromkeys(step for item in classes for step in self._by_class.get(item, ())))

    def widened(self, types: Iterable[Term]) -> frozenset[Term]:
        """Classes with their superclasses; what stands for none where there are none."""
        above = self.summary.above
        found = frozenset(wide for item in types for wide in above.get(item, (item,)))
        return found or frozenset((NO_CLASS, NO_CLASS_NO_LABEL))

    @cached_property
    def below(self) -> Mapping[Term, frozenset[Term]]:
        """Each class with all its subclasses and itself."""
        found: defaultdict[Term, set[Term]] = defaultdict(set)
        for class_, above in self.summary.above.items():
            for wide in above:
                found[wide].add(class_)
        return {class_: frozenset(own) for class_, own in found.items()}

    def is_nameless(self, classes: Iterable[Term]) -> bool:
        """Whether things of some classes mostly have no name: they stand for statements."""
        own = [found for item in classes if (found := self.summary.class_of(item)) is not None]
        return bool(own) and all(item.mediator for item in own)

    def size(self, class_: Term) -> int:
        """How many instances a class has."""
        found = self.summary.class_of(class_)
        return found.instances if found is not None else 0

    def name(self, iri: Term) -> str:
        """The name of a class or relation to show."""
        return self.names(iri)[0]

    def names(self, iri: Term) -> Sequence[str]:
        """The names of a class or relation, the one to show first, in small letters."""
        found = self.summary.class_of(iri) or self.summary.names_of(iri)
        shown = found.shown(self.languages)
        names = dict.fromkeys(text.lower() for text in (shown, *found.texts))
        return list(names)[:MOST_NAMES]

    def bounds(self, relation: Term) -> tuple[str | None, str | None]:
        """The least and the greatest value of an attribute as it is written, as far as both are known."""
        own = self.lexicon.attributes.get(relation, ())
        if len({item.datatype for item in own}) != 1:
            return None, None
        lows = [item.smallest for item in own if item.smallest]
        highs = [item.greatest for item in own if item.greatest]
        return min(lows, default=None), max(highs, default=None)

    @cached_property
    def _by_class(self) -> Mapping[Term, Sequence[SchemaWay]]:
        found: defaultdict[Term, list[SchemaWay]] = defaultdict(list)
        for step, facts in self.steps.items():
            for class_ in facts.sources:
                found[class_].append(step)
        return found

    def _kind(self, relation: Term) -> ValueKind:
        lexicon = self.lexicon
        if lexicon.is_of_time(relation):
            return "date"
        return "number" if lexicon.is_numeric(relation) else "text"
