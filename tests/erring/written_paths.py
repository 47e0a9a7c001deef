"""Paths as text, as prompts show them and as scenarios name them."""

import re
import string
from dataclasses import dataclass

ANSWER, KEY, ANYTHING = "?", "#", "*"
"""Marks of a scenario: the position of the answer, that of what is compared, and anything."""

_STOP = re.compile(r"(?:\b\d+(?P<letter>[a-z]))?\{(?P<labels>[^}]*)\}(?: (?P<link>- [^{}]+? ->|<- [^{}]+? -))?")
_MORE = re.compile(r"\.\.\. \d+ more")


@dataclass(frozen=True)
class Link:
    """The relations between two stops, as they stand in the text, and the arrow of the first."""

    relations: tuple[str, ...]
    forward: bool

    def matches(self, other: "Link") -> bool:
        """Whether both say the same. The arrow of joined relations is that of the first alone: it may differ."""
        return self.relations == other.relations and (self.forward == other.forward or len(self.relations) > 1)

    def turned(self) -> "Link":
        """The same from the other side."""
        return Link(self.relations[::-1], not self.forward)


@dataclass(frozen=True)
class WrittenPath:
    """A path as text: what stands at its stops, their positions, and the links between them."""

    stops: tuple[str, ...]
    positions: tuple[int, ...]
    links: tuple[Link, ...]

    @classmethod
    def read(cls, text: str) -> "WrittenPath":
        """A path with codes of places or without. Raises ValueError for a text that is none."""
        found = list(_STOP.finditer(text))
        if not found or [bool(item["link"]) for item in found] != [True] * (len(found) - 1) + [False]:
            raise ValueError(f"not a path: {text}")
        return cls(
            stops=tuple(item["labels"] for item in found),
            positions=tuple(_position(item["letter"], place) for place, item in enumerate(found)),
            links=tuple(_link(item["link"]) for item in found[:-1]),
        )

    def turned(self) -> "WrittenPath":
        """The same path from its other end."""
        links = tuple(link.turned() for link in reversed(self.links))
        return WrittenPath(self.stops[::-1], self.positions[::-1], links)

    def matching(self, shown_path: "WrittenPath") -> "WrittenPath | None":
        """This path in the direction in which a shown one is the same; None where it is another."""
        return next((path for path in (self, self.turned()) if path._names(shown_path)), None)

    def position_of(self, mark: str, shown_path: "WrittenPath") -> int | None:
        """Where the mark falls on a shown path that this one names; None where this path has no such mark."""
        return shown_path.positions[self.stops.index(mark)] if mark in self.stops else None

    def _names(self, other: "WrittenPath") -> bool:
        return (
            len(self.stops) == len(other.stops)
            and all(_same_stop(meant, there) for meant, there in zip(self.stops, other.stops, strict=True))
            and all(link.matches(there) for link, there in zip(self.links, other.links, strict=True))
        )


def _position(letter: str | None, place: int) -> int:
    return string.ascii_lowercase.index(letter) if letter else place


def _link(text: str) -> Link:
    forward = text.endswith("->")
    words = text[2:-3] if forward else text[3:-2]
    return Link(tuple(words.split(" / ")), forward)


def _same_stop(meant: str, there: str) -> bool:
    """Whether a stop is meant, whatever the case: a name may have come from an IRI or from a label."""
    named = (there, *_MORE.sub("", there).split(", "))
    return meant in (ANSWER, KEY, ANYTHING) or meant.casefold() in map(str.casefold, named)
