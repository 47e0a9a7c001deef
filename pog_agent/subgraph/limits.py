"""What a detection may cost, and what it gives."""

from dataclasses import dataclass

from pog_agent.subgraph.graph import Subgraph
from pog_agent.terms import Term


@dataclass(frozen=True)
class DetectionLimits:
    """Bounds of a detection: edges per node, triples, and rows, queries and seconds of one run at an endpoint."""

    degree: int = 10_000
    triples: int = 5_000_000
    rows: int = 500_000
    queries: int = 1_000
    seconds: float = 120.0

    def hub_warnings(self, cut: dict[Term, int], hop: int | None = None) -> tuple[str, ...]:
        """What a limit of edges per node has cut, in words; `cut` as in `Neighborhood`."""
        if not cut:
            return ()
        hub = max(cut, key=lambda term: cut[term])
        where = f" at hop {hop}" if hop is not None else ""
        missing = f", {cut[hub]} of its edges left out" if cut[hub] > 0 else ""
        return (
            f"{len(cut)} node(s) have more than {self.degree} edges (max_degree){where} and were expanded "
            f"in part, the largest {hub}{missing}",
        )

    def stop_warning(self, hop: int, hops: int, triples: int) -> str:
        """That a detection ended early, with too many triples."""
        return (
            f"subgraph detection stopped after hop {hop} of {hops}: {triples} triples are over the "
            f"limit of {self.triples} (max_triples)"
        )


@dataclass(frozen=True)
class Detection:
    """A detected subgraph, and in words what the limits left out."""

    graph: Subgraph
    warnings: tuple[str, ...] = ()
