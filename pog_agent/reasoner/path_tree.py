"""Paths as one tree that a reasoner is shown: what several paths begin with stands in it once.

A line has a code of its own, such as `n7`, which no other number of a prompt looks like.
"""

import re
from collections.abc import Iterable
from typing import Any, Final

from pog_agent.models import PatternKey, ShownNode, ShownPath, Value
from pog_agent.reasoner.writing import lines
from pog_agent.words import folded

_CODE: Final = re.compile(r"\W{0,3}n?\s?(\d{1,4})(?!\d).*", re.DOTALL | re.IGNORECASE)
_INDENT: Final = "  "


class TreeLine(Value):
    """One step in the tree: what stands there, on which pattern, at which position of it.

    `above` is the number of the line that it leads on from, None for a step from a topic. `depth` counts the lines
    above it. A line that is not `new` was shown before, and only leads to new ones.
    """

    number: int
    depth: int
    relation: str
    forward: bool
    node: ShownNode
    key: PatternKey
    position: int
    above: int | None = None
    new: bool = True

    @property
    def code(self) -> str:
        """What the line is cited by."""
        return line_code(self.number)

    @property
    def names(self) -> frozenset[str]:
        """What is shown there, for comparison."""
        return frozenset(map(folded, self.node.labels))

    @property
    def is_cut(self) -> bool:
        """Whether more stands there than is shown."""
        return self.node.total > len(self.node.labels)

    @property
    def text(self) -> str:
        """The line as it is shown, without its indent; of one that is not new the first name says what it is."""
        labels = self.node.labels if self.new else self.node.labels[:1]
        more = f", ... {self.node.total - len(labels)} more" if self.node.total > len(labels) else ""
        arrow = f"- {self.relation} ->" if self.forward else f"<- {self.relation} -"
        return f"{self.code} {arrow} {{{', '.join(labels)}{more}}}"


class TreeRoot(Value):
    """A topic with the lines below it, in order; what is `said` of it is its label."""

    said: str
    lines: tuple[TreeLine, ...]


class PathTree(Value):
    """Trees below the topics that the paths start from, and the `paths` that its lines stand on, each apart."""

    roots: tuple[TreeRoot, ...] = ()
    paths: tuple[ShownPath, ...] = ()

    @property
    def lines(self) -> tuple[TreeLine, ...]:
        """All lines, in the order of their numbers."""
        return tuple(line for root in self.roots for line in root.lines)

    @property
    def codes(self) -> tuple[str, ...]:
        """The codes that are shown."""
        return tuple(line.code for line in self.lines)

    @property
    def text(self) -> str:
        """The whole tree, a line each."""
        rows: list[str] = []
        for root in self.roots:
            rows.append(lines([root.said]))
            rows += [_INDENT * (line.depth + 1) + lines([line.text]) for line in root.lines]
        return "\n".join(rows)

    def standing(self, names: Iterable[str]) -> tuple[TreeLine, ...]:
        """The lines where all these names stand, each folded."""
        wanted = frozenset(names)
        return tuple(line for line in self.lines if wanted and wanted <= line.names)

    def knows(self, name: str) -> bool:
        """Whether a folded name stands on any line."""
        return any(name in line.names for line in self.lines)


def line_code(number: int) -> str:
    """The code of a line by its number."""
    return f"n{number}"


def read_line_code(value: Any) -> int | None:
    """The number of a line as models write its code: "n7", 7, "[n7]", "n7 - composer -> {...}"."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return value
    found = _CODE.fullmatch(value.strip()) if isinstance(value, str) else None
    return int(found[1]) if found else None
