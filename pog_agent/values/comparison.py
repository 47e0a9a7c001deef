"""Values that are compared with each other: read together, ordered, and refused by name."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from pog_agent.values.typed import Span, TypedValue

MAX_NAMED = 3
"""So many refused values are named for each reason, the others counted."""

Scale = tuple[str, str]


@dataclass(frozen=True)
class Refusal:
    """A value that cannot be compared with the others, and why."""

    text: str
    reason: str


@dataclass(frozen=True)
class Extreme:
    """The places of the values that may be the greatest (or least) of a comparison.

    They are equal if it is `certain`. Else they are not known precisely enough to tell which it is, such as a year
    and a day in it.
    """

    places: tuple[int, ...]
    certain: bool


@dataclass(frozen=True)
class Comparison:
    """The spans of those values that compare with each other, by their place, and why the others do not."""

    spans: dict[int, Span]
    refused: tuple[Refusal, ...]

    def extreme(self, largest: bool) -> Extreme:
        """The values that no other value is surely beyond."""
        places: dict[Span, list[int]] = {}
        for place, span in self.spans.items():
            places.setdefault(span, []).append(place)
        best: list[Span] = []
        for span in places:
            if not any(_is_beyond(other, span, largest) for other in best):
                best = [other for other in best if not _is_beyond(span, other, largest)] + [span]
        return Extreme(tuple(sorted(place for span in best for place in places[span])), len(best) <= 1)

    def refusal_text(self) -> str | None:
        """How many values cannot be compared, which, and why; None where all can."""
        if not self.refused:
            return None
        by_reason: dict[str, list[str]] = {}
        for refusal in self.refused:
            by_reason.setdefault(refusal.reason, []).append(refusal.text)
        parts = [f"{named_texts(texts)} ({reason})" for reason, texts in by_reason.items()]
        total = len(self.spans) + len(self.refused)
        return f"{len(self.refused)} of {total} values cannot be compared: {'; '.join(parts)}"


def compare_values(values: Sequence[TypedValue]) -> Comparison:
    """The order of values of one kind and dimension, that which most values have. The others are refused.

    Numbers beside dates are years if all of them can be. "1,234" is read as the other values show; where they do
    not, it is refused, unless either reading gives the same order. All are refused where no kind and dimension has
    more values than every other.
    """
    settled = _with_settled_marks(_as_years(values))
    scales = Counter(_scale(value) for value in settled if value.span is not None)
    ranked = scales.most_common(2)
    chosen = None if not ranked or (len(ranked) > 1 and ranked[0][1] == ranked[1][1]) else ranked[0][0]
    spans = {
        place: value.span
        for place, value in enumerate(settled)
        if value.span is not None and _scale(value) == chosen
    }
    return Comparison(spans, tuple(_refusals(settled, spans, chosen)))


def _refusals(values: Sequence[TypedValue], spans: dict[int, Span], chosen: Scale | None) -> Iterator[Refusal]:
    for place, value in enumerate(values):
        if place not in spans:
            yield Refusal(value.text, value.refusal or _scale_refusal(_scale(value), chosen))


def _as_years(values: Sequence[TypedValue]) -> list[TypedValue]:
    """Numbers as years, where dates stand beside them and each of them is a plausible year."""
    numbers = [value for value in values if value.kind == "number"]
    if not any(value.kind == "date" for value in values) or not all(value.as_year for value in numbers):
        return list(values)
    return [value._replace(kind="date", span=value.as_year) if value.as_year else value for value in values]


def _with_settled_marks(values: Sequence[TypedValue]) -> list[TypedValue]:
    """Values with one reading each. Those are refused whose comma or point nothing explains."""
    if not any(value.by_comma for value in values):
        return list(values)
    marks = {value.mark for value in values if value.mark}
    by_point = [value._replace(by_comma=None) for value in values]
    by_comma = [value._replace(span=value.by_comma or value.span, by_comma=None) for value in values]
    if len(marks) == 1:
        return by_comma if "," in marks else by_point
    if not marks and _ranks(by_point) == _ranks(by_comma):
        return by_point
    unclear = "its comma or point may be a decimal mark or group digits"
    return [
        value._replace(span=None, by_comma=None, refusal=unclear) if value.by_comma else value for value in values
    ]


def _ranks(values: Sequence[TypedValue]) -> list[tuple[Scale, int]]:
    """The place of each value in the order of its scale."""
    points: dict[Scale, set[tuple[Any, ...]]] = {}
    for value in values:
        if value.span is not None:
            points.setdefault(_scale(value), set()).add(value.span.low)
    order = {scale: {low: rank for rank, low in enumerate(sorted(found))} for scale, found in points.items()}
    return [
        (_scale(value), -1 if value.span is None else order[_scale(value)][value.span.low]) for value in values
    ]


def _is_beyond(one: Span, other: Span, largest: bool) -> bool:
    return other.surely_before(one) if largest else one.surely_before(other)


def _scale(value: TypedValue) -> Scale:
    return value.kind, value.dimension


def _scale_name(scale: Scale) -> str:
    kind, dimension = scale
    return f"a {kind} in {dimension}" if dimension else f"a {kind}"


def _scale_refusal(scale: Scale, chosen: Scale | None) -> str:
    if chosen is None:
        return f"{_scale_name(scale)}, and no kind of value is in the majority"
    return f"{_scale_name(scale)} beside {_scale_name(chosen)}"


def named_texts(texts: Sequence[str]) -> str:
    """The first of several texts, each once, and how many more there are."""
    distinct = list(dict.fromkeys(texts))
    shown = ", ".join(repr(text) for text in distinct[:MAX_NAMED])
    return f"{shown} and {len(distinct) - MAX_NAMED} more" if len(distinct) > MAX_NAMED else shown
