"""How two heads may be joined: chains of the schema summary, and the words of the question that ask for them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from pog_agent.kg.schema.summary import NO_CLASS, NO_CLASS_NO_LABEL
from pog_agent.models.class_topics import SchemaStep
from pog_agent.reading.composing.heads import Head, Measure
from pog_agent.reading.composing.lexicon import SchemaLexicon
from pog_agent.reading.composing.scanner import IDLE, Scan
from pog_agent.reading.question_words import PREPOSITIONS
from pog_agent.reading.schema.names import stems_of
from pog_agent.terms import Term
from pog_agent.words import FUNCTION_WORDS

LEAST_ASKED: Final = 0.5
"""So like a relation must the words be that ask for it."""
OF_UNASKED: Final = 0.45
OF_FURTHER_STEP: Final = 0.3
OF_DISTANCE: Final = 0.04
USUAL: Final = 0.7
"""The share of the instances that have a relation by which "of" or "in" alone may join them."""
_MOST_WORDS: Final = 3
_MOST_CHAINS: Final = 6


@dataclass(frozen=True)
class Join:
    """A way from one head to another: steps from `near` to `far`, with the score of what is said for it.

    `near_class` and `far_class` are what the ends are then taken for, None for an attribute's value or an entity
    without a class. `words` are the words of the question that ask for its relations, `unasked` the relations that
    none asks for.
    """

    near: int
    far: int
    steps: tuple[SchemaStep, ...]
    score: float
    near_class: Term | None
    far_class: Term | None
    words: frozenset[int]
    unasked: tuple[Term, ...]
    measure: Measure | None = None


class Joiner:
    """Finds the joins of the heads of one scan."""

    def __init__(self, scan: Scan, lexicon: SchemaLexicon) -> None:
        self._scan = scan
        self._lexicon = lexicon
        self._known: dict[tuple[int, int], tuple[Join, ...]] = {}
        self._runs = list(self._free_runs())
        self._likeness: dict[Term, list[float]] = {}

    def between(self, near: int, far: int) -> tuple[Join, ...]:
        """The joins from one head to another, the best first; `near` is a node."""
        if (near, far) not in self._known:
            found = sorted(self._joins(near, far), key=lambda item: -item.score)
            self._known[near, far] = tuple(found[:_MOST_CHAINS])
        return self._known[near, far]

    def _joins(self, near: int, far: int) -> Iterator[Join]:
        one, two = self._scan.heads[near], self._scan.heads[far]
        for start in self._classes(one):
            if two.kind in ("class", "entity"):
                for end in self._classes(two):
                    for steps in self._lexicon.chains.between(start, [end]):
                        yield self._join(near, far, steps, start, end)
            elif two.kind in ("attribute", "text"):
                for measure in two.measures:
                    for steps in self._lexicon.chains.to_attribute(start, measure.relation):
                        yield self._join(near, far, steps, start, None, measure)
            else:
                for measure in two.measures:
                    for link in self._lexicon.summary.links_from(start):
                        if link.relation == measure.relation:
                            step = SchemaStep(
                                relation=link.relation,
                                forward=True,
                                target=link.target,
                                edges=link.edges,
                                sources=link.sources,
                                targets=link.targets,
                            )
                            yield self._join(near, far, (step,), start, link.target, measure)

    def _classes(self, head: Head) -> Sequence[Term]:
        if head.kind == "entity":
            return head.classes or (NO_CLASS, NO_CLASS_NO_LABEL)
        if head.kind == "role":
            links = self._lexicon.summary.links
            wanted = {item.relation for item in head.measures}
            return tuple(dict.fromkeys(link.target for link in links if link.relation in wanted))
        return head.classes

    def _join(
        self,
        near: int,
        far: int,
        steps: tuple[SchemaStep, ...],
        start: Term,
        end: Term | None,
        measure: Measure | None = None,
    ) -> Join:
        one, two = self._scan.heads[near], self._scan.heads[far]
        words: set[int] = set()
        unasked: list[Term] = []
        total = 0.0
        region = self._region(one, two)
        for number, step in enumerate(steps):
            is_named = measure is not None and number == len(steps) - 1
            if is_named and measure is not None:
                total += measure.score
                continue
            likeness, run = self._asked(step.relation, region, one, two)
            if likeness >= LEAST_ASKED:
                total += likeness
                words.update(run)
            elif self._is_usual(start, steps, number):
                total += 0.25
            else:
                unasked.append(step.relation)
                total -= OF_UNASKED
        mediators = sum(step.through_mediator for step in steps[:-1])
        total /= len(steps)
        total -= OF_FURTHER_STEP * (len(steps) - 1 - mediators)
        between = sum(min(near, far) < other < max(near, far) for other in range(len(self._scan.heads)))
        total -= OF_DISTANCE * between
        return Join(near, far, steps, total, start, end, frozenset(words), tuple(unasked), measure)

    def _region(self, one: Head, two: Head) -> set[int]:
        """The words that may ask for a relation of two heads: between them, around the later one, and their own."""
        first, last = sorted((one, two), key=lambda head: head.place)
        starts = sorted(head.place[0] for head in self._scan.heads)
        following = next((start for start in starts if start >= last.place[1]), len(self._scan.words))
        ends = sorted(head.place[1] for head in self._scan.heads)
        before = max((end for end in ends if end <= first.place[0]), default=0)
        return set(range(before, following))

    def _asked(self, relation: Term, region: set[int], one: Head, two: Head) -> tuple[float, tuple[int, ...]]:
        """How clearly the words of a region ask for a relation, and which do."""
        if relation not in self._likeness:
            texts = [" ".join(self._scan.words[place].text for place in run) for run in self._runs]
            self._likeness[relation] = self._lexicon.likeness(texts, [relation])[:, 0].tolist() if texts else []
        best, chosen = 0.0, ()
        for fit, run in zip(self._likeness[relation], self._runs, strict=True):
            if region.issuperset(run) and fit > best + 1e-6:
                best, chosen = fit, run
        own = self._said_by_heads(relation, one, two)
        return (own, ()) if own > best else (best, chosen)

    def _said_by_heads(self, relation: Term, one: Head, two: Head) -> float:
        """1 if the name of the relation is that of a class at one of its ends ("pet" for "has pet")."""
        names = [stems_of(form.words) for form in self._lexicon.forms.get(relation, ())]
        for head in (one, two):
            if head.kind == "class":
                stems = stems_of(tuple(head.text.lower().split()))
                if any(name and set(name) <= set(stems) for name in names):
                    return 0.9
        return 0.0

    def _is_usual(self, start: Term, steps: tuple[SchemaStep, ...], number: int) -> bool:
        """Whether a step is what joins most instances of its class with those of the other."""
        step = steps[number]
        own = steps[number - 1].target if number else start
        found = self._lexicon.summary.class_of(own)
        size = found.instances if found else 0
        other = self._lexicon.summary.class_of(step.target)
        far = other.instances if other else 0
        share = max(step.sources / size if size else 0.0, step.targets / far if far else 0.0)
        if share < USUAL:
            return False
        rivals = [
            chain[0]
            for chain in self._lexicon.chains.between(own, [step.target])
            if len(chain) == 1 and (chain[0].relation, chain[0].forward) != (step.relation, step.forward)
        ]
        return all(rival.edges < step.edges for rival in rivals)

    def _free_runs(self) -> Iterator[tuple[int, ...]]:
        free = set(self._scan.free)
        words = self._scan.words
        for size in range(1, _MOST_WORDS + 1):
            for first in range(len(words) - size + 1):
                run = tuple(range(first, first + size))
                if any(place in self._scan.used for place in run) or not free.intersection(run):
                    continue
                if run[0] not in free or (run[-1] not in free and words[run[-1]].text not in PREPOSITIONS):
                    continue
                if all(
                    place in free or words[place].text in FUNCTION_WORDS | PREPOSITIONS | IDLE for place in run
                ):
                    yield run
