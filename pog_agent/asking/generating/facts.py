"""What the edges in sight tell of conditions and orders, so that what is known to be empty is no candidate."""

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from pog_agent.asking.generating.shapes import Having, Shape, Valued
from pog_agent.asking.schema import SchemaWay
from pog_agent.kg.schema.values import Place, place_of
from pog_agent.models.query import Operator
from pog_agent.terms import Term, is_literal, literal_value

if TYPE_CHECKING:
    from pog_agent.asking.generating.bench import Bench

_YEAR: Final = 4


def is_decidable(shape: Shape) -> bool:
    """Whether the edges of a node tell whether a condition holds of it."""
    return isinstance(shape, (Having, Valued))


def holds(bench: "Bench", shape: Shape, node: Term) -> bool:
    """Whether a condition holds of a node whose edges are known; a value that is not read is taken to."""
    if isinstance(shape, Having):
        return bool(bench.sight.ends(node, shape.step)) != shape.denied
    assert isinstance(shape, Valued)
    return any(_compares(bench, shape, term) for term in bench.sight.ends(node, shape.step))


def greatest(
    bench: "Bench", nodes: frozenset[Term] | None, steps: tuple[SchemaWay, ...], *, descending: bool
) -> frozenset[Term] | None:
    """Those of some nodes with the greatest or least value; None where that is not known."""
    if nodes is None or not bench.sight.knows(nodes):
        return None
    values: dict[Term, Fraction] = {}
    for node in nodes:
        ends: Iterable[Term] = (node,)
        for step in steps[:-1]:
            ends = [end for own in ends for end in bench.sight.ends(own, step)]
            if not bench.sight.knows(ends):
                return None
        for end in ends:
            for term in bench.sight.ends(end, steps[-1]):
                place = _place(term)
                if place is None:
                    return None
                value = Fraction(place.low)
                known = values.get(node)
                values[node] = value if known is None else (max if descending else min)(known, value)
    if not values:
        return frozenset()
    best = (max if descending else min)(values.values())
    return frozenset(node for node, value in values.items() if value == best)


def most_linked(
    bench: "Bench", nodes: frozenset[Term] | None, step: SchemaWay, *, descending: bool
) -> frozenset[Term] | None:
    """Those of some nodes that a step leads to most or fewest others from; None where that is not known."""
    if nodes is None or not bench.sight.knows(nodes):
        return None
    counts = {node: len(bench.sight.ends(node, step)) for node in nodes}
    best = (max if descending else min)(counts.values(), default=0)
    found = frozenset(node for node, count in counts.items() if count == best)
    return found if best or not descending else frozenset()


def _compares(bench: "Bench", shape: Valued, term: Term) -> bool:
    if not is_literal(term):
        return True
    if shape.is_time:
        time, text = bench.question.times[shape.value], literal_value(term)
        return _is_so(shape.operator, text[:_YEAR], time.low[:_YEAR], time.high[:_YEAR])
    place, number = _place(term), bench.question.numbers[shape.value]
    if place is None or place.unit or number.unit is not None:
        return True
    value = Fraction(number.figures)
    return _is_so(shape.operator, Fraction(place.low), value, value)


def _is_so(operator: Operator, value: Fraction | str, low: Fraction | str, high: Fraction | str) -> bool:
    """Whether a value compares with a span; of times only years are looked at, so a tie is taken to hold."""
    is_text = isinstance(value, str)
    if operator in ("<", "<="):
        return value <= high if operator == "<=" or is_text else value < low  # type: ignore[operator]
    if operator in (">", ">="):
        return value >= low if operator == ">=" or is_text else value > high  # type: ignore[operator]
    return low <= value <= high  # type: ignore[operator]


@lru_cache(maxsize=100_000)
def _place(term: Term) -> Place | None:
    return place_of(term) if is_literal(term) else None
