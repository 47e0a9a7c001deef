"""What the generator shares for one question: its words, the graph in sight, and the worth of parts."""

from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np

from pog_agent.asking.generating.facts import holds, is_decidable
from pog_agent.asking.generating.shapes import Along, Both, Members, PartKind, QueryPart, ThingSet, Without
from pog_agent.asking.likeness import SchemaLikeness
from pog_agent.asking.links import QuestionLink
from pog_agent.asking.question import CuedQuestion
from pog_agent.asking.schema import AskedSchema, SchemaWay
from pog_agent.asking.sight import MOST_ENDS, Sight
from pog_agent.terms import Term

MOST_CLASSES: Final = 7
MOST_STEPS: Final = 100
"""So many steps of the schema are followed from one set."""
_LINK, _STEP, _CLASS, _VALUE = 1.2, 2.2, 1.4, 0.8
_USUAL_STEP, _USUAL_CLASS = 0.42, 0.45
_CUED, _UNCUED = 0.5, -0.8
_CUES: Final = {
    "count": "count",
    "whether": "whether",
    "denial": "denial",
    "extreme": "extreme",
    "most": "extreme",
    "comparison": "comparison",
    "lasting": "comparison",
    "greater": "comparison",
    "total": "total",
    "average": "average",
}
_WITHOUT_CUE: Final = {
    "having": -0.15,
    "equal": 0.3,
    "lasting": 0.3,
    "numbered": 0.0,
    "average": -0.3,
    "total": -0.3,
}
_LONGER, _JOINED, _WORDLESS = 0.1, 0.15, 0.1
_NARROWING, _SAME = -0.05, 0.1
_REPEATED: Final = -0.3
_NAMING: Final = 0.8
"""A word that covers so much of a name counts as spent by it."""


class Bench:
    """The bench of one question. The numbers above are a rough worth by hand: the ranker decides, not they."""

    def __init__(
        self,
        question: CuedQuestion,
        links: Sequence[QuestionLink],
        schema: AskedSchema,
        likeness: SchemaLikeness,
        sight: Sight,
    ) -> None:
        self.question, self.links, self.schema = question, links, schema
        self.likeness, self.sight = likeness, sight
        self.parts: list[QueryPart] = []
        self.worth: list[float] = []
        self.words: list[int] = []
        """For each part the places of the words that name it, as bits."""
        self._places: dict[QueryPart, int] = {}
        self.classes: Sequence[Term] = sorted(schema.classes, key=lambda iri: (-likeness.of(iri), iri))[
            :MOST_CLASSES
        ]

    def part(self, kind: PartKind, key: object) -> int:
        """The number of a part."""
        part = QueryPart(kind, key)
        place = self._places.get(part)
        if place is None:
            place = self._places[part] = len(self.parts)
            self.parts.append(part)
            self.worth.append(self._worth(part))
            self.words.append(self._words_of(part))
        return place

    def operation(self, name: str) -> int:
        """The number of the part of an operation."""
        return self.part("operation", name)

    def has_cue(self, name: str) -> bool:
        """Whether the question has a cue of an operation."""
        return bool(self.question.cues[name])

    def leads_to_nodes(self, step: SchemaWay) -> bool:
        """Whether a step leads to things, and not to values."""
        return not step.forward or self.schema.steps[step].kind == "node"

    def relevance(self, step: SchemaWay) -> float:
        """How relevant a step is, by its relation."""
        return self.likeness.of(step.relation)

    def grown(self, selection: ThingSet) -> list[ThingSet]:
        """What one more step leads to."""
        if selection.ends is not None and self.sight.knows(selection.ends):
            steps = self.sight.steps_from(selection.ends)
            return [self._along(selection, step, ends) for step, ends in steps.items()]
        return [self._along(selection, step, None) for step in self._most_relevant(selection)]

    def _most_relevant(self, selection: ThingSet) -> list[SchemaWay]:
        """The steps of the classes of a set, the most relevant ones of very many."""
        steps = self.schema.steps_of(selection.classes)
        if len(steps) <= MOST_STEPS:
            return list(steps)
        return sorted(steps, key=lambda step: (-self.relevance(step), step))[:MOST_STEPS]

    def lacking(self, selection: ThingSet) -> list[ThingSet]:
        """What the steps of its classes would lead to that its own things lack: known to be nothing."""
        if selection.ends is None or not self.sight.knows(selection.ends):
            return []
        own = self.sight.steps_from(selection.ends)
        steps = (step for step in self._most_relevant(selection) if step not in own)
        return [self._along(selection, step, frozenset()) for step in steps]

    def _along(self, selection: ThingSet, step: SchemaWay, ends: frozenset[Term] | None) -> ThingSet:
        part = self.part("step", step)
        known = ends if ends is None or len(ends) <= MOST_ENDS else None
        classes = self.sight.classes(known) if known else self.schema.steps[step].targets
        return ThingSet(
            Along(step, selection.shape),
            (*selection.parts, part),
            selection.links,
            selection.prior + self.added(selection, (part,)) - _LONGER,
            known,
            classes,
            step,
            None,
            selection.operations,
        )

    def added(self, selection: ThingSet, parts: Sequence[int]) -> float:
        """What some parts add to the prior of a selection: each word is spent once."""
        spent, total = 0, 0.0
        for part in selection.parts:
            spent |= self._first_free(part, spent)
        for part in parts:
            free = self._first_free(part, spent)
            total += self.worth[part] if free or not self.words[part] else min(self.worth[part], _REPEATED)
            spent |= free
        return total

    def _first_free(self, part: int, spent: int) -> int:
        """The word that a part is spent on: of a name all its words, else the first that is left."""
        own = self.words[part]
        if self.parts[part].kind == "link":
            return own
        free = own & ~spent
        return free & -free

    def typed(self, selection: ThingSet) -> list[ThingSet]:
        """The selection with a class, where the class says more or names it better."""
        found = []
        for class_ in self.classes:
            own = self._in_class(selection, class_)
            if own is None:
                continue
            part = self.part("class", class_)
            worth = self.worth[part]
            is_same = own == selection.ends
            if (is_same and worth < _SAME) or worth < _NARROWING:
                continue
            found.append(
                ThingSet(
                    Both((Members(class_), selection.shape)),
                    (*selection.parts, part),
                    selection.links,
                    selection.prior + self.added(selection, (part,)),
                    own if selection.ends is not None else None,
                    self.schema.widened((class_,))
                    | (selection.classes if selection.ends is None else frozenset()),
                    selection.step,
                    class_,
                    selection.operations,
                )
            )
        return found

    def _in_class(self, selection: ThingSet, class_: Term) -> frozenset[Term] | None:
        """Those in a class; nothing in particular where the things are not known; None where there are none."""
        if selection.ends is None:
            is_possible = class_ in selection.classes or not selection.classes.isdisjoint(
                self.schema.widened((class_,))
            )
            return frozenset() if is_possible else None
        if class_ not in selection.classes:
            return None
        if not selection.ends:
            return selection.ends
        return frozenset(node for node in selection.ends if class_ in self.sight.class_of(node)) or None

    def joined(self, one: ThingSet, other: ThingSet) -> ThingSet | None:
        """What is in both, None where nothing can be."""
        ends, classes = self._common(one, other)
        if (ends is not None and not ends) or not classes:
            return None
        return ThingSet(
            Both((one.shape, other.shape)),
            (*one.parts, *other.parts),
            one.links | other.links,
            one.prior + self._further(one, other) - _JOINED,
            ends,
            classes,
            one.step or other.step,
            one.class_ or other.class_,
            one.operations + other.operations,
        )

    def _further(self, one: ThingSet, other: ThingSet) -> float:
        """What another selection adds to the prior of one: its own, less what its parts repeat."""
        plain = sum(self.worth[part] for part in other.parts)
        return other.prior - plain + self.added(one, other.parts)

    def _common(self, one: ThingSet, other: ThingSet) -> tuple[frozenset[Term] | None, frozenset[Term]]:
        if one.ends is not None and other.ends is not None:
            both = one.ends & other.ends
            return both, self.sight.classes(both) or one.classes
        known, open_ = (one, other) if one.ends is not None else (other, one)
        if known.ends is None:
            return None, one.classes & other.classes
        if self.sight.knows(known.ends) and is_decidable(open_.shape):
            own = frozenset(node for node in known.ends if holds(self, open_.shape, node))
            return own, self.sight.classes(own)
        able = frozenset(node for node in known.ends if not self.sight.class_of(node).isdisjoint(open_.classes))
        return (None, self.sight.classes(able)) if able else (frozenset(), frozenset())

    def without(self, one: ThingSet, other: ThingSet) -> ThingSet | None:
        """What is in the one and not in the other, None where that cannot be."""
        part = self.operation("denial")
        ends = one.ends - other.ends if one.ends is not None and other.ends is not None else None
        if (ends is not None and not ends) or one.classes.isdisjoint(other.classes):
            return None
        return ThingSet(
            Without(one.shape, other.shape),
            (*one.parts, *other.parts, part),
            one.links | other.links,
            one.prior + self._further(one, other) + self.worth[part] - _WORDLESS,
            ends,
            one.classes,
            one.step,
            one.class_,
            (*one.operations, *other.operations, ("denial", "-")),
        )

    def are_apart(self, one: ThingSet, other: ThingSet) -> bool:
        """Whether no word of the question names something of both."""
        places = {place for link in one.links for place in self.links[link].places}
        return places.isdisjoint(place for link in other.links for place in self.links[link].places)

    def leaning(self, step: SchemaWay, descending: bool, table: str = "extremes") -> float:
        """Whether the words speak for the greater or the lesser end of an order of values: 1, 0 or -1."""
        leanings = self.question.leanings
        if self.schema.steps[step].kind == "date":
            late, early = leanings[table, "late"], leanings[table, "early"]
        else:
            more, less = ("most", "least") if table == "extremes" else ("more", "less")
            late, early = leanings[table, more], leanings[table, less]
        if late == early:
            return 0.0
        return 1.0 if late == descending else -1.0

    def _words_of(self, part: QueryPart) -> int:
        if part.kind == "link":
            assert isinstance(part.key, int)
            return sum(1 << place for place in self.links[part.key].places)
        if part.kind in ("step", "class"):
            iri = part.key.relation if isinstance(part.key, SchemaWay) else str(part.key)
            places = np.flatnonzero(self.likeness.cover[self.likeness.names.place[iri]] >= _NAMING)
            return sum(1 << int(place) for place in places)
        return 0

    def _worth(self, part: QueryPart) -> float:
        if part.kind == "link":
            assert isinstance(part.key, int)
            return _LINK * self.links[part.key].score
        if part.kind == "step":
            assert isinstance(part.key, SchemaWay)
            return _STEP * (self.relevance(part.key) - _USUAL_STEP)
        if part.kind == "class":
            return _CLASS * (self.likeness.of(str(part.key)) - _USUAL_CLASS)
        if part.kind == "value":
            return _VALUE
        name = str(part.key)
        if name in _CUES and self.has_cue(_CUES[name]):
            return _CUED
        return _WITHOUT_CUE.get(name, _UNCUED)


def best(selections: Iterable[ThingSet], most: int) -> list[ThingSet]:
    """The selections of the greatest prior."""
    return sorted(selections, key=lambda item: -item.prior)[:most]
