"""How two heads may be joined: chains of the schema summary, and the words of the question that ask for them."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from typing import Final

from pog_agent.deadline import while_in_time
from pog_agent.kg.schema.summary import NO_CLASS_NO_LABEL
from pog_agent.models.class_topics import SchemaStep
from pog_agent.models.findings.finding import Finding
from pog_agent.reading.composing.asking import LEAST_ASKED, AskingWords, classes_of
from pog_agent.reading.composing.heads import Head
from pog_agent.reading.composing.hints import ReadingHints
from pog_agent.reading.composing.scan import Scan
from pog_agent.reading.schema.lexicon import Measure, SchemaLexicon
from pog_agent.reading.senses.possession import possession
from pog_agent.terms import RDF, Term
from pog_agent.words import PREPOSITIONS

ABOUT_GRAPHS: Final = (RDF, "http://www.w3.org/2000/01/rdf-schema#", "http://www.w3.org/2002/07/owl#")
"""Relations of these namespaces speak of statements and vocabularies, not of things."""
OF_UNASKED: Final = 0.45
OF_USUAL: Final = 0.25
"""What a step is worth that no word asks for, and that usually joins things of these classes."""
LEAST_OF_STEM: Final = 0.3
"""What such a step is worth at least whose name shares a word with the question."""
OF_FURTHER_STEP: Final = 0.3
OF_DISTANCE: Final = 0.2
OF_HINT: Final = 0.5
"""What a value is worth more that another way to the answer goes by."""
USUAL: Final = 0.7
"""The share of the instances that have a relation by which "of" or "in" alone may join them."""


@dataclass(frozen=True)
class Join:
    """A way from one head to another: steps from `near` to `far`, with the score of what is said for it.

    `near_class` and `far_class` are what the ends are then taken for, None for an attribute's value or an entity
    without a class. `words` are the words of the question that ask for its relations, `unasked` the relations that
    none asks for. `fits` tell for each step how like its relation the words are that ask for it (0 to 1), and
    `doubts` why a relation may not be what they ask for.
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
    fits: tuple[float, ...] = ()
    doubts: tuple[Finding, ...] = ()


@dataclass(frozen=True)
class _Way:
    """Steps from a head, taken for a `start` class, to another; the last one by the `measure` that names it."""

    near: int
    far: int
    steps: tuple[SchemaStep, ...]
    start: Term
    end: Term | None
    measure: Measure | None = None


@dataclass(frozen=True)
class _SaidStep:
    """What is said for a step: its worth, how like its relation the words are, which these are, and doubts."""

    worth: float
    fit: float
    words: tuple[int, ...] = ()
    doubts: tuple[Finding, ...] = ()
    is_unasked: bool = False


class Joiner:
    """Finds the joins of the heads of one scan."""

    def __init__(self, scan: Scan, lexicon: SchemaLexicon, hints: ReadingHints | None = None) -> None:
        self._scan = scan
        self._lexicon = lexicon
        self._hints = hints or ReadingHints()
        self._known: dict[tuple[int, int], tuple[Join, ...]] = {}
        self._asking = AskingWords(scan, lexicon, self._hints)

    def between(self, near: int, far: int) -> tuple[Join, ...]:
        """The joins from one head to another, the best first; `near` is a node."""
        if (near, far) not in self._known:
            found: dict[object, Join] = {}
            joins = while_in_time(self._joins(near, far), "ways to join what the question names")
            possible = (join for join in joins if join is not None)
            for join in sorted(possible, key=lambda item: -item.score):
                found.setdefault(self._key(join), join)
            self._known[near, far] = tuple(found.values())
        return self._known[near, far]

    def _key(self, join: Join) -> object:
        """What tells joins apart: an entity is the same thing in each of its classes, and so is anything."""
        ends: list[tuple[Term, ...] | Term | None] = []
        for place, class_ in ((join.near, join.near_class), (join.far, join.far_class)):
            head = self._scan.heads[place]
            ends.append(head.bearers.get(class_ or "") if head.kind == "entity" else class_)
            if head.is_anything:
                ends[-1] = None
        return tuple((step.relation, step.forward) for step in join.steps), tuple(ends)

    def _joins(self, near: int, far: int) -> Iterator[Join | None]:
        one, two = self._scan.heads[near], self._scan.heads[far]
        is_plain = partial(self._is_plain, one, two)
        for start in classes_of(one, self._lexicon):
            if two.kind in ("class", "entity"):
                for end in classes_of(two, self._lexicon):
                    for steps in self._lexicon.chains.between(start, [end], is_plain):
                        yield self._join(_Way(near, far, steps, start, end))
            elif two.kind in ("attribute", "text"):
                for measure in two.measures:
                    for steps in self._lexicon.chains.to_attribute(start, measure.relation, is_plain):
                        yield self._join(_Way(near, far, steps, start, None, measure))
            else:
                for measure in two.measures:
                    for step in self._role_steps(start, measure.relation, one.text):
                        yield self._join(_Way(near, far, (step,), start, step.target, measure))

    def _role_steps(self, start: Term, relation: Term, noun: str) -> Iterator[SchemaStep]:
        """The steps from a class to what plays a role there; "pupil of" leads back to the pupil.

        So does "owns" to the owner of things that the question calls by a `noun`.
        """
        told = possession(self._lexicon.label(relation), noun.casefold().split())
        is_of = told is not None and told[0] == "source"
        is_of = is_of or any(
            text.lower().split()[-1:] == ["of"] for text in self._lexicon.summary.names_of(relation).texts
        )
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

    def _join(self, way: _Way) -> Join | None:
        if self._is_no_way(way):
            return None
        steps = way.steps
        said: list[_SaidStep] = []
        for number in range(len(steps)):
            said.append(self._said(way, number, {place for item in said for place in item.words}))
        words = frozenset(place for item in said for place in item.words)
        unasked = tuple(step.relation for step, item in zip(steps, said, strict=True) if item.is_unasked)
        total = sum(item.worth for item in said)
        ends = self._scan.heads[way.near], self._scan.heads[way.far]
        if len(steps) > 1 and way.measure is None and not words and not self._asking.is_said(steps, *ends):
            unasked = tuple(step.relation for step in steps)
            total -= OF_UNASKED * len(steps)
        if len(steps) > 1 and self._is_direct(way) and len(words) < len(steps):
            total -= OF_UNASKED * len(steps)
        mediators = sum(map(is_mediated, steps[:-1]))
        score = total / len(steps) - OF_FURTHER_STEP * (len(steps) - 1 - mediators)
        return Join(
            near=way.near,
            far=way.far,
            steps=steps,
            score=score - OF_DISTANCE * self._nodes_between(way.near, way.far),
            near_class=way.start,
            far_class=way.end,
            words=words,
            unasked=unasked,
            measure=way.measure,
            fits=tuple(item.fit for item in said),
            doubts=tuple(doubt for item in said for doubt in item.doubts),
        )

    def _said(self, way: _Way, number: int, taken: Collection[int]) -> _SaidStep:
        """What the question says for a step; `taken` words ask for those before it."""
        steps, measure = way.steps, way.measure
        step, one, two = steps[number], self._scan.heads[way.near], self._scan.heads[way.far]
        if measure is not None and number == len(steps) - 1:
            worth = measure.score - measure.doubt + OF_HINT * (step.relation in self._hints.relations)
            worth -= OF_UNASKED * (two.is_any_time and one.kind == "entity")
            return self._said_of_value(step, one, two, _SaidStep(worth, min(measure.score, 1.0)))
        likeness, run = self._asking.asked(step.relation, one, two)
        if run and set(run) <= set(taken):
            likeness, run = 0.0, ()
        fit = min(likeness, 1.0)
        if likeness >= LEAST_ASKED:
            direction = self._asking.direction(step, run, one, two) if len(steps) == 1 else 0.0
            doubts = tuple(self._asking.doubts(step, likeness, run, one, two))
            return _SaidStep(likeness + direction, fit, run, doubts)
        is_usual = self._is_usual(way.start, steps, number)
        if is_usual and run and self._asking.shares_stem(step.relation, run):
            return _SaidStep(max(likeness, LEAST_OF_STEM), fit, run)
        of_class = measure is not None and one.kind != "entity" and not one.is_hint
        if is_usual and (len(steps) == 1 or _is_of_fact(steps, number) or of_class):
            return _SaidStep(OF_USUAL, fit)
        if step.relation in self._hints.relations:
            return _SaidStep(OF_USUAL, fit)
        return _SaidStep(-OF_UNASKED, fit, is_unasked=True)

    def _said_of_value(self, step: SchemaStep, one: Head, two: Head, said: _SaidStep) -> _SaidStep:
        """What is said for a step to a value, with the words that ask for its attribute: "made by Kestrel"."""
        likeness, run = self._asking.asked(step.relation, one, two) if two.kind == "text" else (0.0, ())
        if not run or not (likeness >= LEAST_ASKED or self._asking.shares_stem(step.relation, run)):
            return said
        doubts = tuple(self._asking.doubts(step, likeness, run, one, two))
        return replace(said, words=run, doubts=doubts)

    def _is_no_way(self, way: _Way) -> bool:
        """Whether steps join nothing that a question means: back and forth, far to a hint, over the vocabulary.

        Over a nameless node, who took part may be joined with who else did, but not with the values of another.
        A role that a nameless node plays leads on by what that node has.
        """
        near = self._scan.heads[way.near]
        roles = [item.relation for item in near.measures] if near.kind == "role" else []
        if roles and not self._lexicon.chains.may_begin(way.steps, way.start, roles):
            return True
        turns = [item for item, other in pairwise(way.steps) if item.relation == other.relation]
        if any(way.measure is not None or not is_mediated(item) for item in turns):
            return True
        is_far = self._scan.heads[way.far].is_hint and way.measure is not None and len(way.steps) > 1
        return is_far or any(step.relation.startswith(ABOUT_GRAPHS) for step in way.steps)

    def _nodes_between(self, near: int, far: int) -> int:
        """How many things are named between two heads."""
        first, last = sorted((near, far))
        return sum(head.is_node for head in self._scan.heads[first + 1 : last])

    def _is_direct(self, way: _Way) -> bool:
        """Whether one relation joins two classes, so that a longer way has to be asked for."""
        return way.end is not None and bool(self._lexicon.chains.direct(way.start, way.end))

    def _is_plain(self, one: Head, two: Head, own: Term, step: SchemaStep) -> bool:
        """Whether no word or hint asks for a step, nor does it usually join things of its classes."""
        if step.relation in self._hints.relations or self._asking.asked(step.relation, one, two)[0] >= LEAST_ASKED:
            return False
        return not self._is_usual(own, (step,), 0)

    def _is_usual(self, start: Term, steps: tuple[SchemaStep, ...], number: int) -> bool:
        """Whether a step is what joins most instances of its class with those of the other.

        Not so where another relation of theirs has the preposition that the question says.
        """
        step = steps[number]
        own = steps[number - 1].target if number else start
        found = self._lexicon.summary.class_of(own)
        size = found.instances if found else 0
        target = self._lexicon.summary.class_of(step.target)
        far = target.instances if target else 0
        share = max(step.sources / size if size else 0.0, step.targets / far if far else 0.0)
        if share < USUAL:
            return False
        is_said = self._has_said_preposition(step)
        return not any(
            rival.edges >= step.edges or (not is_said and self._has_said_preposition(rival))
            for rival in self._lexicon.chains.direct(own, step.target)
            if (rival.relation, rival.forward) != (step.relation, step.forward)
        )

    def _has_said_preposition(self, step: SchemaStep) -> bool:
        """Whether a relation is named with a preposition of the question: "located in", where it says "in"."""
        last = self._lexicon.label(step.relation).casefold().split()[-1:]
        return not PREPOSITIONS.isdisjoint(last) and any(word.text in last for word in self._scan.words)


def is_mediated(step: SchemaStep) -> bool:
    """Whether a step leads to something without a name, which only joins others."""
    return step.through_mediator or step.target == NO_CLASS_NO_LABEL


def _is_of_fact(steps: Sequence[SchemaStep], number: int) -> bool:
    """Whether a step leads to a nameless fact, or on from one: both sides of it say one thing."""
    return is_mediated(steps[number]) or (number > 0 and is_mediated(steps[number - 1]))
