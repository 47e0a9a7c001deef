"""What a value is once it is read: its kind, its dimension, and the span of the scale that it stands for."""

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Literal, NamedTuple

Kind = Literal["number", "quantity", "date", "time", "duration", "text"]
Bound = int | Decimal | Fraction

ZONE_SLACK = 14 * 3600
"""Seconds by which a moment without a time zone may differ from the same moment in UTC (XML Schema)."""


@dataclass(frozen=True, slots=True)
class Span:
    """From where to where on its scale a value may lie.

    A point has the same bounds; any other span ends just below `high`: the day 2000-01-01 reaches from its first
    second to just before the next day. A duration has one point for each date that XML Schema measures it from,
    anything else one in all. `zoned` says whether a moment has a time zone; it is None for what is no moment.
    """

    low: tuple[Bound, ...]
    high: tuple[Bound, ...]
    zoned: bool | None = None

    @classmethod
    def point(cls, value: Bound) -> "Span":
        """The span of a value that is known exactly."""
        return cls((value,), (value,))

    def surely_before(self, other: "Span") -> bool:
        """Whether all that this span may stand for is less than all that the other one may.

        This is a strict partial order of the spans of one scale. Spans tie where neither is before the other.
        """
        highs = self.high if self.zoned == other.zoned else tuple(high + ZONE_SLACK for high in self.high)
        return all(
            high < low or (high == low and start < end)
            for start, end, high, low in zip(self.low, self.high, highs, other.low, strict=True)
        )


class TypedValue(NamedTuple):
    """A literal or text that was read.

    Values compare only within one `kind` and one `dimension`: the unit that quantities are converted to, or a
    currency. `span` is None for what has no place on any scale; `refusal` then says why. `mark` is the decimal
    mark that the text cannot be read without ("." or ","). Where the text can be read with either ("1,234"),
    `by_comma` is the span with a decimal comma and `span` the one with a decimal point. `as_year` is the year that
    a number may mean.
    """

    text: str
    kind: Kind
    dimension: str = ""
    span: Span | None = None
    by_comma: Span | None = None
    mark: str = ""
    as_year: Span | None = None
    refusal: str = ""


def refused(text: str, reason: str) -> TypedValue:
    """What cannot be compared, and why."""
    return TypedValue(text, "text", refusal=reason)
