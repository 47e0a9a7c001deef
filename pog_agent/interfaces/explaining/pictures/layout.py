"""Where the boxes of a picture stand, and how its links run: layer by layer, each label in a place of its own.

Layers of boxes alternate with layers of labels. A link runs from its box through the place of its label to the
next box, and through a gap of its own in every layer between, so that it crosses no box and no label. Along is the
way from topics to answers: to the right on a wide page, downwards on a narrow one; across is the other way.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

from pog_agent.interfaces.explaining.pictures.boxes import Sketch

SWEEPS: Final = 6
MARGIN: Final = 4.0
BESIDE: Final = 14.0
"""Between things of one layer."""
BETWEEN: Final = 38.0
"""Between layers, where links spread out."""
GAP_FOR_LINK: Final = 6.0
STRAIGHT: Final = 9.0
"""So far a link runs straight where it leaves or reaches something, so that an arrow fits its end."""

Size = tuple[float, float]
Point = tuple[float, float]


@dataclass(frozen=True)
class Rectangle:
    """A rectangle: its corner nearest to the origin, and its size."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True)
class LinkRun:
    """The way of a link that shares its label with others: points from box to label, or from label to box.

    It has an arrow `at_start` or `at_end`, or none, and shows the cited triples of these numbers (`facts`).
    """

    points: tuple[Point, ...]
    at_start: bool
    at_end: bool
    facts: frozenset[int]


@dataclass(frozen=True)
class PictureLayout:
    """Where everything is: boxes by key, labels as their lines and their places, and the runs of the links."""

    width: float
    height: float
    boxes: dict[str, Rectangle]
    labels: tuple[tuple[str, Rectangle, frozenset[int]], ...]
    runs: tuple[LinkRun, ...]


@dataclass
class _Item:
    """Something in a layer: a box, a label, or the gap of a link. `centre` is where it stands across."""

    layer: int
    along: float
    across: float
    centre: float = 0.0
    before: list["_Item"] = field(default_factory=list)
    behind: list["_Item"] = field(default_factory=list)


@dataclass
class _Bundle:
    """Links that share a label, since they say the same of one box. Onward they are read away from the topics."""

    label: str
    is_onward: bool
    lows: dict[str, frozenset[int]]
    highs: dict[str, frozenset[int]]

    @property
    def facts(self) -> frozenset[int]:
        """The cited triples of all of them."""
        return frozenset().union(*self.lows.values())


def laid_out(
    sketch: Sketch, size_of_box: Mapping[str, Size], size_of_label: Callable[[str], Size], *, downwards: bool
) -> PictureLayout:
    """The layout of a sketch, whose boxes and labels have these sizes in pixels."""

    def item(layer: int, size: Size) -> _Item:
        along, across = reversed(size) if downwards else size
        return _Item(layer, along, across)

    layer_of = {box.key: box.layer for box in sketch.boxes}
    boxes = {key: item(2 * layer, size_of_box[key]) for key, layer in layer_of.items()}
    bundles = _bundled(sketch, layer_of)
    labels = [item(2 * max(map(layer_of.__getitem__, one.lows)) + 1, size_of_label(one.label)) for one in bundles]
    chains = [
        chain for bundle, label in zip(bundles, labels, strict=True) for chain in _chains(bundle, label, boxes)
    ]
    items = {id(one): one for one in (*boxes.values(), *labels, *(one for chain in chains for one in chain.items))}
    layers = _in_layers(items.values())
    _arrange(layers)
    frame = _Frame(_starts(layers), min(one.centre - one.across / 2 for one in items.values()) - MARGIN, downwards)
    across = max(one.centre + one.across / 2 for one in items.values()) - frame.least + MARGIN
    along = max(start + room for start, room in frame.starts.values()) + MARGIN
    return PictureLayout(
        width=across if downwards else along,
        height=along if downwards else across,
        boxes={key: frame.place(one) for key, one in boxes.items()},
        labels=tuple(
            (bundle.label, frame.place(one), bundle.facts) for bundle, one in zip(bundles, labels, strict=True)
        ),
        runs=tuple(
            LinkRun(frame.points(chain.items), chain.at_start, chain.at_end, chain.facts) for chain in chains
        ),
    )


@dataclass(frozen=True)
class _Chain:
    """What one run of a link passes, from a box to a label or from a label to a box, and where it has an arrow."""

    items: tuple[_Item, ...]
    at_start: bool
    at_end: bool
    facts: frozenset[int]


def _chains(bundle: _Bundle, label: _Item, boxes: Mapping[str, _Item]) -> Iterator[_Chain]:
    """The runs of the links of a bundle, with a gap in each layer between; their items know each other then."""
    runs = [(boxes[key], label, facts, not bundle.is_onward, False) for key, facts in bundle.lows.items()]
    runs += [(label, boxes[key], facts, False, bundle.is_onward) for key, facts in bundle.highs.items()]
    for first, last, facts, at_start, at_end in runs:
        gaps = [_Item(layer, 0.0, GAP_FOR_LINK) for layer in range(first.layer + 1, last.layer)]
        items = (first, *gaps, last)
        for one, other in pairwise(items):
            one.behind.append(other)
            other.before.append(one)
        yield _Chain(items, at_start, at_end, facts)


@dataclass(frozen=True)
class _Frame:
    """From where things stand along and across to pixels of the page; each layer has its start and its room."""

    starts: Mapping[int, tuple[float, float]]
    least: float
    downwards: bool

    def place(self, one: _Item) -> Rectangle:
        """The rectangle of an item: boxes of a wide picture are as wide as their layer, labels in its middle."""
        begin, room = self.starts[one.layer]
        is_box = one.layer % 2 == 0
        depth = room if is_box and not self.downwards else one.along
        along, across = begin if is_box else begin + (room - depth) / 2, one.centre - one.across / 2 - self.least
        if self.downwards:
            return Rectangle(across, along, one.across, depth)
        return Rectangle(along, across, depth, one.across)

    def points(self, items: Sequence[_Item]) -> tuple[Point, ...]:
        """Where a run turns: at the edges of its two ends and of every layer that it leaves, enters or passes."""
        found: dict[Point, None] = {}
        for number, one in enumerate(items):
            begin, room = self.starts[one.layer]
            own = self.place(one)
            near, depth = (own.y, own.height) if self.downwards else (own.x, own.width)
            stops = [begin - STRAIGHT, near] if number == len(items) - 1 else [begin, begin + room]
            for along in [near + depth, begin + room + STRAIGHT] if number == 0 else stops:
                centre = one.centre - self.least
                found[(centre, along) if self.downwards else (along, centre)] = None
        return tuple(found)


def _bundled(sketch: Sketch, layer_of: Mapping[str, int]) -> list[_Bundle]:
    """The links by what they say of which box: of the one nearer to the topics, else of the other one."""
    said = []
    for link in sketch.links:
        is_onward = layer_of[link.source] <= layer_of[link.target]
        ends = (link.source, link.target) if is_onward else (link.target, link.source)
        said.append((link, is_onward, *ends))
    fans: dict[tuple[object, ...], _Bundle] = {}
    at_low = [(link.label, is_onward, low) for link, is_onward, low, _ in said]
    for link, is_onward, low, high in said:
        is_fan = at_low.count((link.label, is_onward, low)) > 1
        key = (link.label, is_onward, is_fan, low if is_fan else high, None if is_fan else layer_of[low])
        bundle = fans.setdefault(key, _Bundle(link.label, is_onward, {}, {}))
        bundle.lows[low] = bundle.lows.get(low, frozenset()) | link.facts
        bundle.highs[high] = bundle.highs.get(high, frozenset()) | link.facts
    return [*fans.values()]


def _in_layers(items: Iterable[_Item]) -> dict[int, list[_Item]]:
    found: dict[int, list[_Item]] = {}
    for one in items:
        found.setdefault(one.layer, []).append(one)
    return {layer: found[layer] for layer in sorted(found)}


def _arrange(layers: Mapping[int, list[_Item]]) -> None:
    """Gives each item its place across: as near as there is room to what it is linked with."""
    for layer in layers.values():
        _spread(layer, [0.0] * len(layer))
    for number in range(SWEEPS):
        is_forth = number % 2 == 0
        for layer in [*layers.values()][:: 1 if is_forth else -1]:
            wanted = [
                _mean([other.centre for other in (one.before if is_forth else one.behind)], one.centre)
                for one in layer
            ]
            order = sorted(range(len(layer)), key=lambda place: wanted[place])
            layer[:] = [layer[place] for place in order]
            _spread(layer, [wanted[place] for place in order])


def _mean(values: Sequence[float], otherwise: float) -> float:
    return sum(values) / len(values) if values else otherwise


def _spread(layer: Sequence[_Item], wanted: Sequence[float]) -> None:
    """Sets items side by side in their order, each as near to where it is wanted as there is room.

    Items that would overlap become a block, which stands where its items are wanted on average. A block that then
    overlaps the one before joins it.
    """
    blocks: list[tuple[list[_Item], list[float]]] = []
    for one, centre in zip(layer, wanted, strict=True):
        blocks.append(([one], [centre - one.across / 2]))
        while len(blocks) > 1 and _mean(blocks[-1][1], 0.0) < _mean(blocks[-2][1], 0.0) + _length(blocks[-2][0]):
            items, starts = blocks.pop()
            before = _length(blocks[-1][0])
            blocks[-1] = [*blocks[-1][0], *items], [*blocks[-1][1], *(start - before for start in starts)]
    for items, starts in blocks:
        edge = _mean(starts, 0.0)
        for one in items:
            one.centre = edge + one.across / 2
            edge += one.across + BESIDE


def _length(items: Iterable[_Item]) -> float:
    return sum(one.across + BESIDE for one in items)


def _starts(layers: Mapping[int, Sequence[_Item]]) -> dict[int, tuple[float, float]]:
    """Where each layer begins along the way, and how much room it has."""
    found, edge = dict[int, tuple[float, float]](), MARGIN
    for layer, items in layers.items():
        room = max(one.along for one in items)
        found[layer] = edge, room
        edge += room + BETWEEN
    return found
