"""Conditions that need no name: values compared with numbers and times, what things have or lack, how many."""

from collections.abc import Iterator, Sequence
from typing import Final

from pog_agent.asking.generating.bench import Bench, best
from pog_agent.asking.generating.shapes import Having, Lasting, Numbered, ThingSet, Valued
from pog_agent.asking.question import AskedTime
from pog_agent.asking.schema import SchemaWay
from pog_agent.models.query import Operator

MOST_ATTRIBUTES: Final = 14
MOST_FEATURES: Final = 16
MOST_FEATURES_DENIED: Final = 40
MOST_VALUES: Final = 4
LEAST_FAN_OUT: Final = 1.05
"""A step that leads to hardly more than one thing each counts nothing."""
OPERATORS: Final[tuple[Operator, ...]] = (">", "<", ">=", "<=", "=")
_LEANING, _INCLUSIVE = 0.25, 0.1


def attributes(bench: Bench) -> Sequence[SchemaWay]:
    """The attributes with an order, the most relevant first."""
    ordered = [step for step, facts in bench.schema.steps.items() if facts.kind in ("number", "date")]
    return sorted(ordered, key=lambda step: (-bench.relevance(step), step))[:MOST_ATTRIBUTES]


def valued(bench: Bench) -> Iterator[ThingSet]:
    """Things whose values compare with the numbers and times of the question."""
    question = bench.question
    for step in attributes(bench):
        is_time = bench.schema.steps[step].kind == "date"
        values = (question.times if is_time else question.numbers)[:MOST_VALUES]
        for place, value in enumerate(values):
            for operator in OPERATORS:
                if isinstance(value, AskedTime) and _is_beyond(bench, step, operator, value):
                    continue
                yield _compared(bench, step, operator, place, is_time=is_time)


def _compared(bench: Bench, step: SchemaWay, operator: Operator, place: int, *, is_time: bool) -> ThingSet:
    name = "equal" if operator == "=" else "comparison"
    parts = (
        bench.part("step", step),
        bench.part("value", ("time" if is_time else "number", place)),
        bench.operation(name),
    )
    prior = sum(bench.worth[part] for part in parts)
    if operator != "=":
        prior += _LEANING * bench.leaning(step, operator[0] == ">", "comparisons")
        prior -= _INCLUSIVE * (("=" in operator) != bench.question.leanings["comparisons", "inclusive"])
    return ThingSet(
        Valued(step, operator, place, is_time),
        parts,
        frozenset(),
        prior,
        None,
        bench.schema.steps[step].sources,
        operations=((name, operator),),
    )


def _is_beyond(bench: Bench, step: SchemaWay, operator: Operator, time: AskedTime) -> bool:
    """Whether no value of an attribute can compare so, by its least and greatest one."""
    least, greatest = bench.schema.bounds(step.relation)
    if least is None or greatest is None:
        return False
    after, before = greatest[: len(time.high)] < time.low[: len(greatest)], least > time.high
    return (operator in (">", ">=", "=") and after) or (operator in ("<", "<=", "=") and before)


def lasting(bench: Bench) -> Iterator[ThingSet]:
    """Things with a beginning and an end, which last at a time of the question."""
    dated = [step for step in attributes(bench) if bench.schema.steps[step].kind == "date"]
    for place in range(min(len(bench.question.times), MOST_VALUES)):
        for begins in dated:
            for ends in dated:
                sources = bench.schema.steps[begins].sources & bench.schema.steps[ends].sources
                if begins == ends or not sources or not _come_in_order(bench, begins, ends):
                    continue
                parts = (bench.part("value", ("time", place)), bench.operation("lasting"))
                prior = sum(bench.worth[part] for part in parts)
                yield ThingSet(
                    Lasting(begins, ends, place),
                    parts,
                    frozenset(),
                    prior,
                    None,
                    sources,
                    operations=(("lasting", "="),),
                )


def _come_in_order(bench: Bench, begins: SchemaWay, ends: SchemaWay) -> bool:
    """Whether the values of one attribute may be before those of another one, by the least and the greatest."""
    own, other = bench.schema.bounds(begins.relation), bench.schema.bounds(ends.relation)
    return all(one is not None and two is not None and one <= two for one, two in zip(own, other, strict=True))


def having(bench: Bench, *, denied: bool) -> Iterator[ThingSet]:
    """Things that have something by a relevant step, or nothing."""
    most = MOST_FEATURES_DENIED if denied and bench.has_cue("denial") else MOST_FEATURES
    steps = [step for step, facts in bench.schema.steps.items() if facts.sources]
    steps = sorted(steps, key=lambda step: (-bench.relevance(step), step))[:most]
    name, sign = ("denial", "-") if denied else ("having", "=")
    for step in steps:
        parts = (bench.part("step", step), bench.operation(name))
        sources = bench.schema.steps[step].sources
        yield ThingSet(
            Having(step, denied),
            parts,
            frozenset(),
            sum(bench.worth[part] for part in parts),
            None,
            sources,
            operations=((name, sign),),
        )


def numbered(bench: Bench, bases: Sequence[ThingSet]) -> Iterator[ThingSet]:
    """Things with more or fewer of something than a number of the question says."""
    for place in range(min(len(bench.question.numbers), MOST_VALUES)):
        for base in best(bases, 12):
            steps = [
                step
                for step in bench.schema.steps_of(base.classes)
                if bench.leads_to_nodes(step) and bench.schema.steps[step].fan_out > LEAST_FAN_OUT
            ]
            for step in sorted(steps, key=lambda item: (-bench.relevance(item), item))[:6]:
                for operator in OPERATORS:
                    parts = (
                        bench.part("step", step),
                        bench.part("value", ("number", place)),
                        bench.operation("numbered"),
                    )
                    yield ThingSet(
                        Numbered(base.shape, step, operator, place),
                        (*base.parts, *parts),
                        base.links,
                        base.prior + bench.added(base, parts) - _INCLUSIVE * ("=" in operator),
                        None,
                        base.classes,
                        base.step,
                        base.class_,
                        (*base.operations, ("numbered", operator)),
                    )
