"""Conditions on paths: what they go through, what they avoid, and by which relations alone they go."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from pog_agent.deadline import while_in_time
from pog_agent.subgraph.graph import Subgraph
from pog_agent.subgraph.patterns.pattern import PathPattern
from pog_agent.terms import Term

MOST_WALKED: Final = 20_000
"""So many paths of one pattern are walked to find one that goes through everything it has to."""


@dataclass(frozen=True)
class PathConditions:
    """What each path has to do besides joining the entities.

    It has a node of each set of `through` between its entities, and none that is `avoided`. Its relations are some
    of `relations`, or any where that is None, and none that is `barred`.
    """

    through: tuple[frozenset[Term], ...] = ()
    avoided: frozenset[Term] = frozenset()
    relations: frozenset[str] | None = None
    barred: frozenset[str] = frozenset()

    def allows(self, relation: str) -> bool:
        """Whether a path may have a relation."""
        return relation not in self.barred and (self.relations is None or relation in self.relations)


NO_CONDITIONS: Final = PathConditions()


def allowed_part(graph: Subgraph, conditions: PathConditions) -> Subgraph:
    """The triples that a path under the conditions may have."""
    wanted = np.array([conditions.allows(name) for name in graph.relations], dtype=np.bool_)[graph.relations_of]
    known = (graph.nodes.id_of(term) for term in conditions.avoided)
    avoided = np.array([node for node in known if node is not None], dtype=np.int64)
    if len(avoided):
        wanted &= ~np.isin(graph.heads, avoided) & ~np.isin(graph.tails, avoided)
    return graph if wanted.all() else graph.keep(wanted)


def paths_under(pattern: PathPattern, conditions: PathConditions) -> Iterator[tuple[Term, ...]]:
    """The concrete paths of a pattern of the allowed part that go through all they have to, each once.

    Each is searched when it is asked for. What is left after `MOST_WALKED` paths, or when the time of the step
    is up, is noted as undone.
    """
    if not conditions.through:
        yield from pattern.each_path()
        return
    first, *others = conditions.through
    fixed = pattern.key.fixed
    inner = [place for place in range(pattern.key.length + 1) if place not in fixed]
    seen: set[tuple[Term, ...]] = set()
    starts = ((place, node) for place in inner for node in pattern.nodes_at(place) if node in first)
    walked = (path for place, node in starts for path in pattern.each_path(place, node))
    for path in while_in_time(walked, "paths under the conditions", MOST_WALKED):
        between = {path[place] for place in inner}
        if path not in seen and all(between & wanted for wanted in others):
            seen.add(path)
            yield path
