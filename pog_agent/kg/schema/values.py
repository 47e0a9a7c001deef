"""What the literals of an attribute are: their datatype, and for numbers and dates their order."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from pog_agent.kg.schema.summary import MOST_EXAMPLES, STRING, TAGGED
from pog_agent.terms import LiteralTerm, Term, literal_value
from pog_agent.values.reading import read_literal
from pog_agent.values.typed import Bound

ORDERED: Final = frozenset(("number", "quantity", "date", "time"))
"""The kinds of values that have a smallest and a greatest one."""


class Place(NamedTuple):
    """Where a literal stands on its scale: `unit` is empty for what has none. Compare only within one unit."""

    unit: str
    low: Bound
    high: Bound


@dataclass(frozen=True)
class ValueFacts:
    """Units, extremes and examples of the distinct values of one attribute, as `SchemaAttribute` has them."""

    units: tuple[str, ...]
    smallest: str | None
    greatest: str | None
    examples: tuple[str, ...]


def datatype_of(term: LiteralTerm) -> tuple[Term, str]:
    """The datatype of a literal, and its language tag, empty for none."""
    suffix = term[term.rindex('"') + 1 :]
    if not suffix:
        return STRING, ""
    return (TAGGED, suffix[1:].lower()) if suffix[0] == "@" else (suffix[3:-1], "")


def place_of(term: LiteralTerm) -> Place | None:
    """The place of a number, quantity, date or time with a datatype; None for any other literal."""
    value = read_literal(term)
    if value.kind not in ORDERED or value.span is None:
        return None
    return Place(value.dimension, value.span.low[0], value.span.high[0])


def has_order(datatype: Term) -> bool:
    """Whether literals of the datatype may have a place; plain texts have none, whatever they say."""
    return datatype not in (STRING, TAGGED)


def example_places(count: int) -> list[int]:
    """Which of so many sorted values are shown: all of a few, else evenly spaced ones."""
    if count <= MOST_EXAMPLES:
        return list(range(count))
    return [count * (2 * number + 1) // (2 * MOST_EXAMPLES) for number in range(MOST_EXAMPLES)]


def describe_values(values: Sequence[LiteralTerm]) -> ValueFacts:
    """The facts about distinct literals of one datatype, sorted."""
    examples = tuple(literal_value(values[place]) for place in example_places(len(values)))
    ordered = has_order(datatype_of(values[0])[0]) if values else False
    places = [(place, term) for term in values if ordered and (place := place_of(term)) is not None]
    units = sorted({place.unit for place, _ in places})
    if len(units) != 1:
        return ValueFacts(tuple(filter(None, units)), None, None, examples)
    ranked = sorted(places, key=lambda item: (item[0].low, item[0].high, item[1]))
    smallest, greatest = (literal_value(term) for term in (ranked[0][1], ranked[-1][1]))
    return ValueFacts(tuple(filter(None, units)), smallest, greatest, examples)
