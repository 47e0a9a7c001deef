"""Candidates as a tree: what open paths begin with stands in it once, with all that stands there."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Final

from pog_agent.answering.shown_paths import show_paths
from pog_agent.models import PatternKey, PatternRef, ShownPath
from pog_agent.reasoner.path_tree import PathTree, TreeLine, TreeRoot
from pog_agent.run.context import RunContext
from pog_agent.state import PogState

LABELS_SHOWN: Final = 100
"""So many names are shown of all lines together, of one at least and at most as many as follow."""
LEAST_LABELS: Final = 3
MOST_LABELS: Final = 25

Place = tuple[PatternKey, int]
"""A position on a pattern."""


async def path_tree(
    run: RunContext, state: PogState, refs: Sequence[PatternRef], shown: Collection[PatternKey] = ()
) -> PathTree:
    """The tree of some candidates, the best branches first; what leads to them alone and was `shown` is not new.

    A line behind the last topic of a path stands for the path up to there, whatever follows it: so that all that
    stands there is shown, and an answer from it is one from a whole path. Up to that topic, what stands at a place
    depends on the whole of the path between the topics, so that each has lines of its own. A place without a name
    has no line: the relations on its two sides stand side by side.
    """
    branches = [_places(ref.key) for ref in refs]
    keys = list(dict.fromkeys(key for places in branches for key, _ in places))
    limit = min(max(LABELS_SHOWN // max(len(keys), 1), LEAST_LABELS), MOST_LABELS)
    paths = dict(zip(keys, await show_paths(run, state, keys, limit=limit), strict=True))
    roots: dict[str, _Branch] = {}
    labels: dict[str, str] = {}
    for places in branches:
        if all(paths[key].nodes for key, _ in places):
            first, _ = places[0]
            labels[first.fixed[0]] = paths[first].nodes[0].labels[0]
            roots.setdefault(first.fixed[0], _Branch()).grow(places)
    numbering = _Numbering(paths, frozenset(shown))
    written = tuple(TreeRoot(said=labels[start], lines=numbering.lines(root)) for start, root in roots.items())
    return PathTree(roots=written, paths=tuple(paths.values()))


def _places(key: PatternKey) -> list[Place]:
    """The places of a pattern from its first step on, each on the pattern that it is shown of."""
    last = max(key.fixed)
    return [(key.prefix(max(place, last)), place) for place in range(1, key.length + 1)]


@dataclass
class _Branch:
    """What follows a place, in the order in which it was come by."""

    below: dict[Place, "_Branch"] = field(default_factory=dict)

    def grow(self, places: Sequence[Place]) -> None:
        """Adds a path."""
        branch = self
        for place in places:
            branch = branch.below.setdefault(place, _Branch())


class _Numbering:
    """Writes branches as lines, numbered through all trees."""

    def __init__(self, paths: dict[PatternKey, ShownPath], shown: frozenset[PatternKey]) -> None:
        self._paths = paths
        self._shown = shown
        self._numbers = 0

    def lines(self, branch: _Branch) -> tuple[TreeLine, ...]:
        """The lines below a topic."""
        found: list[TreeLine] = []
        self._write(branch, found, None, ())
        return tuple(found)

    def _write(
        self, branch: _Branch, found: list[TreeLine], above: TreeLine | None, unnamed: tuple[str, ...]
    ) -> None:
        for (key, position), below in branch.below.items():
            path = self._paths[key]
            node, words = path.nodes[position], (*unnamed, path.relations[position - 1])
            if node.kind == "mediator":
                self._write(below, found, above, words)
                continue
            self._numbers += 1
            line = TreeLine(
                number=self._numbers,
                depth=above.depth + 1 if above is not None else 0,
                relation=" / ".join(words),
                forward=path.forward[position - len(words)],
                node=node,
                key=key,
                position=position,
                above=above.number if above is not None else None,
                new=key not in self._shown,
            )
            found.append(line)
            self._write(below, found, line, ())
