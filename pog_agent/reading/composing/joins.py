"""How two heads may be joined: chains of the schema summary, and the words of the question that ask for them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from pog_agent.kg.schema.summary import NO_CLASS, NO_CLASS_NO_LABEL
from pog_agent.models.class_topics import SchemaStep
from pog_agent.reading.composing.heads import Head
from pog_agent.reading.composing.scan import IDLE, Scan
from pog_agent.reading.question_words import PREPOSITIONS
from pog_agent.reading.schema.lexicon import Measure, SchemaLexicon
from pog_agent.reading.schema.names import stems_of
from pog_agent.terms import RDF, Term
from pog_agent.words import FUNCTION_WORDS

ABOUT_GRAPHS: Final = (RDF, "http://www.w3.org/2000/01/rdf-schema#", "http://www.w3.org/2002/07/owl#")
"""Relations of these namespaces speak of statements and vocabularies, not of things."""
LEAST_ASKED: Final = 0.5
"""So like a relation must the words be that ask for it."""
SHARED_LETTERS: Final = 4
"""So many first letters two words of one stem share."""
LEAST_SAID: Final = 0.3
"""So like a relation words between two things are read with it, where the name of a thing asks for it itself."""
OF_FAR_WORDS: Final = 0.3
"""What words behind both things lose where there are words between them."""
OF_DIRECTION: Final = 0.15
OF_VAGUE_DIRECTION: Final = 0.05
"""The same for a relation of things of one kind that may be no verb ("coach"): both ways are looked at."""
OF_UNASKED: Final = 0.45
OF_FURTHER_STEP: Final = 0.3
OF_DISTANCE: Final = 0.2
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
            found: dict[object, Join] = {}
            possible = (join for join in self._joins(near, far) if join is not None)
            for join in sorted(possible, key=lambda item: -item.score):
                found.setdefault(self._key(join), join)
            self._known[near, far] = tuple(found.values())[:_MOST_CHAINS]
        return self._known[near, far]

    def _key(self, join: Join) -> object:
        """What tells joins apart: an entity is the same thing in each of its classes."""
        ends = []
        for place, class_ in ((join.near, join.near_class), (join.far, join.far_class)):
            head = self._scan.heads[place]
            ends.append(head.bearers.get(class_ or "") if head.kind == "entity" else class_)
        return tuple((step.relation, step.forward) for step in join.steps), tuple(ends)

    def _joins(self, near: int, far: int) -> Iterator[Join | None]:
        one, two = self._scan.heads[near], self._scan.heads[far]
        for start in self._classes(one):
            if two.kind in ("class", "entity"):
                for end in self._classes(two):
                    for steps in self._lexicon.chains.between(start, [end]):
                        yield self._join(near, far, steps, (start, end))
            elif two.kind in ("attribute", "text"):
                for measure in two.measures:
                    for steps in self._lexicon.chains.to_attribute(start, measure.relation):
                        yield self._join(near, far, steps, (start, None), measure)
            else:
                for measure in two.measures:
                    for step in self._role_steps(start, measure.relation):
                        yield self._join(near, far, (step,), (start, step.target), measure)

    def _role_steps(self, start: Term, relation: Term) -> Iterator[SchemaStep]:
        """The steps from a class to what plays a role there; "pupil of" leads back to the pupil."""
        is_of = any(text.lower().split()[-1:] == ["of"] for text in self._lexicon.summary.names_of(relation).texts)
        summary = self._lexicon.summary
        for link in summary.links_to(start) if is_of else summary.links_from(start):
            if link.relation == relation:
                yield SchemaStep(
                    relation=relation,
                    forward=not is_of,
                    target=link.source if is_of else link.target,
                    edges=link.edges,
                    sources=link.targets if is_of else link.sources,
                    targets=link.sources if is_of else link.targets,
                )

    def _classes(self, head: Head) -> Sequence[Term]:
        if head.kind == "entity":
            return head.classes or (NO_CLASS,)
        if head.kind == "role":
            links = self._lexicon.summary.links
            wanted = {item.relation for item in head.measures}
            ends = ((link.source, link.target) for link in links if link.relation in wanted)
            return tuple(dict.fromkeys(end for pair in ends for end in pair))
        return head.classes

    def _join(
        self,
        near: int,
        far: int,
        steps: tuple[SchemaStep, ...],
        classes: tuple[Term, Term | None],
        measure: Measure | None = None,
    ) -> Join | None:
        start, end = classes
        one, two = self._scan.heads[near], self._scan.heads[far]
        words: set[int] = set()
        unasked: list[Term] = []
        total = 0.0
        for number, step in enumerate(steps):
            is_named = measure is not None and number == len(steps) - 1
            if is_named and measure is not None:
                total += measure.score - measure.doubt
                continue
            likeness, run = self._asked(step.relation, one, two)
            if run and words.issuperset(run):
                likeness, run = 0.0, ()
            is_usual = self._is_usual(start, steps, number)
            if likeness >= LEAST_ASKED:
                total += likeness + (self._direction(step, run, one, two) if len(steps) == 1 else 0.0)
                words.update(run)
            elif is_usual and run and self._shares_stem(step.relation, run):
                total += max(likeness, 0.3)
                words.update(run)
            elif is_usual and (len(steps) == 1 or _is_of_fact(steps, number) or measure is not None):
                total += 0.25
            else:
                unasked.append(step.relation)
                total -= OF_UNASKED
        if any(item.relation == other.relation and not is_mediated(item) for item, other in pairwise(steps)):
            return None
        is_far = two.is_hint and measure is not None and len(steps) > 1
        if is_far or any(step.relation.startswith(ABOUT_GRAPHS) for step in steps):
            return None
        if len(steps) > 1 and measure is None and not words and not self._is_said(steps, one, two):
            unasked = [step.relation for step in steps]
            total -= OF_UNASKED * len(steps)
        if len(steps) > 1 and end is not None and self._is_direct(start, end) and len(words) < len(steps):
            total -= OF_UNASKED * len(steps)
        mediators = sum(map(is_mediated, steps[:-1]))
        total /= len(steps)
        total -= OF_FURTHER_STEP * (len(steps) - 1 - mediators)
        between = sum(
            min(near, far) < other < max(near, far) and self._scan.heads[other].is_node
            for other in range(len(self._scan.heads))
        )
        total -= OF_DISTANCE * between
        return Join(near, far, steps, total, start, end, frozenset(words), tuple(unasked), measure)

    def _is_direct(self, start: Term, end: Term) -> bool:
        """Whether one relation joins two classes, so that a longer way has to be asked for."""
        return any(len(chain) == 1 for chain in self._lexicon.chains.between(start, [end]))

    def _shares_stem(self, relation: Term, run: tuple[int, ...]) -> bool:
        """Whether a word begins as one of the relation's name does: "funded", "funder"."""
        names = {word for form in self._lexicon.forms.get(relation, ()) for word in form.words}
        words = (self._scan.words[place].text for place in run)
        return any(word[:SHARED_LETTERS] == name[:SHARED_LETTERS] for word in words for name in names)

    def _is_said(self, steps: Sequence[SchemaStep], one: Head, two: Head) -> bool:
        """Whether the names of the things themselves ask for one of the relations."""
        return any(self._said_by_heads(step.relation, one, two) >= LEAST_ASKED for step in steps)

    def _regions(self, one: Head, two: Head) -> tuple[range, range]:
        """The words that may ask for a relation of two heads: between them, and behind the later one."""
        first, last = sorted((one, two), key=lambda head: head.place)
        following = min(
            (head.place[0] for head in self._scan.heads if head.place[0] >= last.place[1] and not head.is_hint),
            default=len(self._scan.words),
        )
        return range(first.place[1], last.place[0]), range(last.place[1], following)

    def _asked(self, relation: Term, one: Head, two: Head) -> tuple[float, tuple[int, ...]]:
        """How clearly the words around two heads ask for a relation, and which do."""
        between, behind = self._regions(one, two)
        says = any(place in between for place in self._scan.free)
        best: float = 0.0
        chosen: tuple[int, ...] = ()
        for fit, run in zip(self._of_runs(relation), self._runs, strict=True):
            if run[0] in between and run[-1] in between:
                worth = fit
            elif run[0] in behind and run[-1] in behind:
                worth = fit - (OF_FAR_WORDS if says else 0.0)
            else:
                continue
            if worth > best + 1e-6:
                best, chosen = worth, run
        own = self._said_by_heads(relation, one, two)
        if own <= best:
            return best, chosen
        said = chosen and chosen[-1] in between and best >= LEAST_SAID
        return own, chosen if said and self._is_nearest(relation, chosen, one, two) else ()

    def _direction(self, step: SchemaStep, run: tuple[int, ...], one: Head, two: Head) -> float:
        """What the order of words says for the direction of a step from the first head to the second.

        The subject stands before its verb, the object behind it; "by" turns this around, in the question ("is
        supplied by") as in the name of a relation ("painted by").
        """
        if not run or step.target is None:
            return 0.0
        first, last = sorted((one, two), key=lambda head: head.place)
        words = self._scan.words
        subject = first if run[-1] < last.place[0] else last
        behind = run[-1] + 1
        is_passive = words[run[-1]].text == "by" or (behind < len(words) and words[behind].text == "by")
        names = (form.text for form in self._lexicon.forms.get(step.relation, ()))
        label = self._lexicon.label(step.relation).lower()
        is_turned = is_passive != (label.endswith(" by") or any(name.endswith(" by") for name in names))
        source = one if step.forward else two
        kinds = [set(self._classes(head)) for head in (one, two)]
        is_vague = (
            not kinds[0].isdisjoint(kinds[1]) and label.split()[-1:] and label.split()[-1] not in PREPOSITIONS
        )
        worth = OF_VAGUE_DIRECTION if is_vague else OF_DIRECTION
        return worth if (source is subject) != is_turned else -worth

    def _of_runs(self, relation: Term) -> list[float]:
        """How like each run of free words is to a relation."""
        if relation not in self._likeness:
            texts = [" ".join(self._scan.words[place].text for place in run) for run in self._runs]
            self._likeness[relation] = self._lexicon.likeness(texts, [relation])[:, 0].tolist() if texts else []
        return self._likeness[relation]

    def _is_nearest(self, relation: Term, run: tuple[int, ...], one: Head, two: Head) -> bool:
        """Whether no other relation of the two things is more like the words."""
        place = self._runs.index(run)
        mine = self._of_runs(relation)[place]
        around = {
            link.relation
            for head in (one, two)
            for class_ in self._classes(head)
            for link in (*self._lexicon.summary.links_from(class_), *self._lexicon.summary.links_to(class_))
        }
        rivals = [self._of_runs(other)[place] for other in around if other != relation]
        return all(fit <= max(mine, LEAST_ASKED - 0.1) for fit in rivals)

    def _said_by_heads(self, relation: Term, one: Head, two: Head) -> float:
        """1 if the name of the relation is that of a class at one of its ends ("pet" for "has pet")."""
        names = [stems_of(form.words) for form in self._lexicon.forms.get(relation, ())]
        for head in (one, two):
            if head.kind == "class":
                stems = stems_of(tuple(head.text.lower().split()))
                if any(name and set(name) <= set(stems) for name in names):
                    return 0.9
                if any(set(stems) < set(name) for name in names):
                    return 0.7
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


def is_mediated(step: SchemaStep) -> bool:
    """Whether a step leads to something without a name, which only joins others."""
    return step.through_mediator or step.target == NO_CLASS_NO_LABEL


def _is_of_fact(steps: Sequence[SchemaStep], number: int) -> bool:
    """Whether a step leads to a nameless fact, or on from one: both sides of it say one thing."""
    return is_mediated(steps[number]) or (number > 0 and is_mediated(steps[number - 1]))
