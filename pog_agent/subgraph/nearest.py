"""Which entities of a subgraph stand at the relations that are most like a query."""

from collections.abc import Collection, Sequence

import numpy as np

from pog_agent.subgraph.graph import Subgraph
from pog_agent.terms import Term


def nearest_entities(
    graph: Subgraph, similarity: Sequence[float], besides: Collection[Term], most: int
) -> list[tuple[Term, str]]:
    """The entities at the relations most like the query, each with the most alike of its relations, best first.

    `similarity` has one figure for each relation of the graph. Equal ones come in the order of the graph.
    """
    # Edges are written in rising order of similarity: what stays at a node is its most similar edge.
    order = np.argsort(np.asarray(similarity)[graph.relations_of], kind="stable")
    best = np.full(len(graph.nodes), -1)
    for ends in (graph.heads, graph.tails):
        best[ends[order]] = np.maximum(best[ends[order]], np.arange(len(order)))
    best[: graph.literals] = -1
    found: list[tuple[Term, str]] = []
    for node in np.argsort(-best, kind="stable").tolist():
        if len(found) == most or best[node] < 0:
            break
        if (term := graph.nodes[node]) not in besides:
            found.append((term, graph.relations[int(graph.relations_of[order[best[node]]])]))
    return found
