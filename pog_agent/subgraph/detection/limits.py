"""How far a detection goes, what it may cost, and what it gives."""

from dataclasses import dataclass
from typing import NamedTuple

from pog_agent.deadline import TIME_IS_UP
from pog_agent.kg.base import Neighborhood
from pog_agent.subgraph.graph import Subgraph
from pog_agent.terms import Term


class SearchExtent(NamedTuple):
    """How far a search looks: all within `hops` of a topic, or `joint` only what can join the topics.

    Joint are the paths through all topics in their order: at most 2 * hops steps from one to the next, and in
    total hops times the number of topics. A store that is read by ids gives all within the hops either way.
    """

    hops: int
    joint: bool = False


@dataclass(frozen=True)
class DetectionLimits:
    """The bounds of a detection: edges per node and triples, and at an endpoint rows, queries and seconds."""

    degree: int = 10_000
    triples: int = 5_000_000
    rows: int = 500_000
    queries: int = 1_000
    seconds: float = 120.0

    def hub_warnings(self, cut: dict[Term, int], hop: int | None = None) -> tuple[str, ...]:
        """Says which nodes the limit of edges per node has cut. `cut` is that of a `Neighborhood`."""
        if not cut:
            return ()
        hub = max(cut, key=lambda term: cut[term])
        missing = f", {cut[hub]} of its edges left out" if cut[hub] > 0 else ""
        return (
            f"{len(cut)} node(s) have more than {self.degree} edges (max_degree){_at(hop)} and were expanded "
            f"in part, the largest {hub}{missing}",
        )

    def warnings(self, found: Neighborhood, hop: int | None = None) -> tuple[str, ...]:
        """Says what is missing around nodes that were asked for."""
        texts = [*self.hub_warnings(found.cut, hop)]
        if found.unsorted:
            texts.append(
                f"of {len(found.unsorted)} node(s) with more than {self.degree} edges{_at(hop)} the first edges "
                "were read, not those closest to the question, since they could not be counted or read by relation"
            )
        counts = [count for count in found.hidden.values() if count > 0]
        if counts:
            texts.append(
                f"{sum(counts)} edge(s) of {len(counts)} node(s){_at(hop)} lead to blank nodes, which have no "
                "lasting names at an endpoint, and were left out"
            )
        unnamed = [node for node, count in found.hidden.items() if count < 0]
        if unnamed:
            texts.append(
                f"{len(unnamed)} node(s){_at(hop)} were not expanded, since no query can name them, the first "
                f"{unnamed[0]}"
            )
        return tuple(texts)

    def late_warning(self, hop: int, hops: int) -> str:
        """Says that a detection ended early, since its time was up."""
        return f"subgraph detection stopped after hop {hop} of {hops}: {TIME_IS_UP}"

    def stop_warning(self, hop: int, hops: int, triples: int) -> str:
        """Says that a detection ended early, with too many triples."""
        return (
            f"subgraph detection stopped after hop {hop} of {hops}: {triples} triples are over the "
            f"limit of {self.triples} (max_triples)"
        )


@dataclass(frozen=True)
class DetectedSubgraph:
    """A detected subgraph, and in words what the limits left out."""

    graph: Subgraph
    warnings: tuple[str, ...] = ()


def _at(hop: int | None) -> str:
    return f" at hop {hop}" if hop is not None else ""
