"""Question subgraph detection: D_max hops around the topic entities (paper section 4.1)."""

from collections.abc import Sequence
from dataclasses import dataclass

from pog_agent.kg.base import KnowledgeGraph
from pog_agent.subgraph.graph import Subgraph
from pog_agent.terms import Term, Triple, is_literal


@dataclass(frozen=True)
class DetectionLimits:
    """Bounds of a detection: edges fetched per node, and triples in total."""

    degree: int = 10_000
    triples: int = 1_000_000


@dataclass(frozen=True)
class Detection:
    """A detected subgraph, and in words what the limits left out."""

    graph: Subgraph
    warnings: tuple[str, ...] = ()


async def detect(kg: KnowledgeGraph, topics: Sequence[Term], hops: int, limits: DetectionLimits) -> Detection:
    """Fetches every triple within `hops` hops of a topic, one batched request per hop.

    Every edge of a path of at most 2 * hops steps between two topics has one end within hops - 1 of a topic,
    so no such edge is missing unless a limit cut it, which is then a warning.
    """
    triples: set[Triple] = set()
    seen: set[Term] = set(topics)
    frontier = sorted(seen)
    warnings: list[str] = []
    for hop in range(1, hops + 1):
        found = await kg.neighbors(frontier, limits.degree)
        triples.update(found.triples)
        if found.cut:
            warnings.append(_hub_warning(found.cut, limits.degree, hop))
        reached = {term for head, _, tail in found.triples for term in (head, tail)}
        frontier = sorted(term for term in reached - seen if not is_literal(term))
        seen |= reached
        if len(triples) > limits.triples and frontier and hop < hops:
            warnings.append(
                f"subgraph detection stopped after hop {hop} of {hops}: {len(triples)} triples are over the "
                f"limit of {limits.triples} (max_triples)"
            )
            break
        if not frontier:
            break
    return Detection(Subgraph.from_triples(triples), tuple(warnings))


def _hub_warning(cut: dict[Term, int], limit: int, hop: int) -> str:
    hub = max(cut, key=lambda term: cut[term])
    missing = f", {cut[hub]} of its edges left out" if cut[hub] > 0 else ""
    return (
        f"{len(cut)} node(s) have more than {limit} edges (max_degree) at hop {hop} and were expanded "
        f"in part, the largest {hub}{missing}"
    )
