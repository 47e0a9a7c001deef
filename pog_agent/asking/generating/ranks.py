"""The greatest and least of a set: by a value, by one of what a step leads to, by how many; and of two things."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

from pog_agent.asking.generating.bench import Bench, best
from pog_agent.asking.generating.conditions import attributes
from pog_agent.asking.generating.facts import greatest, most_linked
from pog_agent.asking.generating.shapes import Either, ExtremeOf, MostOf, ThingSet
from pog_agent.asking.schema import SchemaWay
from pog_agent.terms import Term

MOST_BASES: Final = 70
MOST_COUNTED: Final = 40
MOST_STEPS: Final = 14
MOST_BESIDE: Final = 6
_LEANING, _COUNT_LEANING, _FURTHER, _HALF = 0.2, 0.2, 0.2, 0.5


def extremes(bench: Bench, bases: Sequence[ThingSet]) -> Iterator[ThingSet]:
    """Those of each set with the greatest or least value of an attribute, its own or that of a thing beside it."""
    ordered = attributes(bench)
    for base in bases:
        if base.is_single:
            continue
        own = [step for step in ordered if not base.classes.isdisjoint(bench.schema.steps[step].sources)]
        for step in own:
            yield from _ranked(bench, base, (step,))
        if bench.has_cue("extreme"):
            for first in bench.schema.steps_of(base.classes):
                facts = bench.schema.steps[first]
                beside = (
                    (
                        step
                        for step in ordered[:MOST_BESIDE]
                        if not facts.targets.isdisjoint(bench.schema.steps[step].sources)
                    )
                    if bench.leads_to_nodes(first)
                    else ()
                )
                for step in beside:
                    yield from _ranked(bench, base, (first, step))


def _ranked(bench: Bench, base: ThingSet, steps: tuple[SchemaWay, ...]) -> Iterator[ThingSet]:
    parts = (*(bench.part("step", step) for step in steps), bench.operation("extreme"))
    prior = base.prior + bench.added(base, parts)
    if len(steps) > 1:
        prior -= _FURTHER + (1 - _HALF) * bench.worth[parts[0]]
    for descending in (True, False):
        yield ThingSet(
            ExtremeOf(base.shape, steps, descending),
            (*base.parts, *parts),
            base.links,
            prior + _LEANING * bench.leaning(steps[-1], descending),
            greatest(bench, base.ends, steps, descending=descending),
            base.classes,
            base.step,
            base.class_,
            (*base.operations, ("extreme", "+" if descending else "-")),
        )


def most_of(bench: Bench, bases: Sequence[ThingSet]) -> Iterator[ThingSet]:
    """Those of each set that have most or fewest others by a step."""
    most, least = (bench.question.leanings["extremes", kind] for kind in ("most", "least"))
    for base in best(bases, MOST_COUNTED):
        if base.is_single:
            continue
        steps = sorted(bench.schema.steps_of(base.classes), key=lambda step: (-bench.relevance(step), step))
        for step in steps[:MOST_STEPS]:
            parts = (bench.part("step", step), bench.operation("most"))
            prior = base.prior + bench.added(base, parts) - _FURTHER / 2
            for descending in (True, False):
                fits = (descending and most) or (not descending and least and not most)
                yield ThingSet(
                    MostOf(base.shape, step, descending),
                    (*base.parts, *parts),
                    base.links,
                    prior + (_COUNT_LEANING if fits else -_COUNT_LEANING),
                    most_linked(bench, base.ends, step, descending=descending),
                    base.classes,
                    base.step,
                    base.class_,
                    (*base.operations, ("most", "+" if descending else "-")),
                )


def pairs(bench: Bench, named: Sequence[ThingSet]) -> Iterator[tuple[ThingSet, ThingSet, ThingSet]]:
    """Two single things of different words, and the one of both with the greater or lesser value."""
    single = [item for item in named if item.is_single and not bench.links[next(iter(item.links))].is_text]
    for one, other in combinations(single, 2):
        if not bench.are_apart(one, other):
            continue
        first, second = next(iter(one.links)), next(iter(other.links))
        steps = [
            step
            for step in bench.schema.steps_of(one.classes)
            if bench.schema.steps[step].kind in ("number", "date")
            and not other.classes.isdisjoint(bench.schema.steps[step].sources)
        ]
        for step in steps:
            parts = (*one.parts, *other.parts, bench.part("step", step), bench.operation("greater"))
            prior = one.prior + other.prior + bench.worth[parts[-1]] + bench.worth[parts[-2]]
            for descending in (True, False):
                leaning = bench.leaning(step, descending, "comparisons") or bench.leaning(step, descending)
                yield (
                    one,
                    other,
                    ThingSet(
                        ExtremeOf(Either(first, second), (step,), descending),
                        parts,
                        one.links | other.links,
                        prior + _LEANING * leaning,
                        _greater_of(bench, one, other, step, descending=descending),
                        one.classes | other.classes,
                        operations=(("greater", "+" if descending else "-"),),
                    ),
                )


def _greater_of(
    bench: Bench, one: ThingSet, other: ThingSet, step: SchemaWay, *, descending: bool
) -> frozenset[Term] | None:
    """The one of two things with the greater or lesser value; nothing where one of them has no value."""
    values = [greatest(bench, item.ends, (step,), descending=descending) for item in (one, other)]
    if any(value is None for value in values):
        return None
    if not all(values):
        return frozenset()
    return greatest(bench, frozenset().union(*filter(None, values)), (step,), descending=descending)
