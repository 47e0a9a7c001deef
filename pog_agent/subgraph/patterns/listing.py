"""A bounded number of concrete paths of many patterns."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from pog_agent.models import PatternKey
from pog_agent.subgraph.graph import Subgraph
from pog_agent.subgraph.patterns.pattern import materialize
from pog_agent.terms import Term

MAX_PATHS = 20_000

NodePath = tuple[Term, ...]


@dataclass(frozen=True)
class ConcretePaths:
    """Paths as node sequences with the number of the pattern of each. Of `cut` patterns some are left out."""

    paths: tuple[NodePath, ...]
    owners: tuple[int, ...]
    cut: int = 0


def concrete_paths(graph: Subgraph, patterns: Sequence[PatternKey], limit: int = MAX_PATHS) -> ConcretePaths:
    """At most `limit` paths of the patterns.

    Every pattern has the same share. What some leave unused goes to the others in their order. If there are more
    patterns than the limit, each of the first patterns gets one path.
    """
    rows: list[tuple[int, NodePath]] = []
    waiting: list[tuple[int, NodePath, Iterator[NodePath]]] = []
    share = max(limit // max(len(patterns), 1), 1)
    for number in range(min(limit, len(patterns))):
        pattern = materialize(graph, patterns[number])
        if pattern is None:
            continue
        onward = pattern.each_path()
        rows += [(number, path) for path in islice(onward, share)]
        following = next(onward, None)
        if following is not None:
            waiting.append((number, following, onward))
    cut = max(len(patterns) - limit, 0)
    for number, following, onward in waiting:
        more = [following, *islice(onward, max(limit - len(rows) - 1, 0))] if len(rows) < limit else []
        rows += [(number, path) for path in more]
        cut += not more or next(onward, None) is not None
    return ConcretePaths(tuple(path for _, path in rows), tuple(number for number, _ in rows), cut)
