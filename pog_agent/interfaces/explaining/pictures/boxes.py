"""What a picture is made of: boxes with the names of things, in layers, and links between them."""

from dataclasses import dataclass

from pog_agent.tracing.elements import NodeRole


@dataclass(frozen=True)
class BoxLine:
    """A thing in a box: its id, its name, what its values say, and which cited triples have it, by number.

    `relation` says by which relation it hangs on another box, where several are in a box of their own.
    """

    id: str
    text: str
    detail: str
    facts: frozenset[int]
    relation: str = ""


@dataclass(frozen=True)
class Box:
    """Things that are linked alike, usually one; `caption` is their class, `more` counts those without a line."""

    key: str
    role: NodeRole
    caption: str
    lines: tuple[BoxLine, ...]
    layer: int
    more: int = 0


@dataclass(frozen=True)
class Link:
    """Relations between two boxes in words, read from `source` to `target`, and the cited triples that say so."""

    source: str
    target: str
    label: str
    facts: frozenset[int]


@dataclass(frozen=True)
class Sketch:
    """Boxes in layers from the topics on, and links between them; `left_out` counts boxes that found no room."""

    boxes: tuple[Box, ...]
    links: tuple[Link, ...]
    left_out: int = 0
