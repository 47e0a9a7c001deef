"""Node expansion: new one-hop edges merged into kept patterns (Algorithm 1, lines 30-32)."""

from collections.abc import Collection, Sequence

import numpy as np

from pog_agent.models import PatternKey
from pog_agent.subgraph.graph import Subgraph
from pog_agent.subgraph.patterns.pattern import materialize
from pog_agent.terms import Term, is_literal


def entities_of(graph: Subgraph, patterns: Sequence[PatternKey]) -> list[Term]:
    """Every entity on the patterns (ExtractEntity), sorted. Literals are left out, since nothing follows them."""
    found: set[Term] = set()
    for key in patterns:
        pattern = materialize(graph, key)
        if pattern is not None:
            for position in range(key.length + 1):
                found.update(pattern.nodes_at(position))
    return sorted(term for term in found if not is_literal(term))


def merge_edges(
    graph: Subgraph, patterns: Sequence[PatternKey], fresh: Collection[Term]
) -> tuple[PatternKey, ...]:
    """The patterns, and each pattern cut at a position with a `fresh` entity and continued by one step.

    The step must lead from a fresh entity to a node that makes a simple path.
    """
    # All edges out of one position with the same step code make one longer pattern, so each code is tried once.
    merged: dict[PatternKey, None] = dict.fromkeys(patterns)
    known = (graph.nodes.id_of(term) for term in fresh)
    fresh_ids = np.array(sorted(node for node in known if node is not None), dtype=np.int64)
    for key in patterns:
        pattern = materialize(graph, key)
        if pattern is None:
            continue
        for position in range(key.length + 1):
            here = pattern.ids_at(position)
            _, codes, _ = graph.edges_from(np.intersect1d(here, fresh_ids))
            stem = key.prefix(position)
            for code in np.unique(codes).tolist():
                longer = PatternKey(anchors=stem.anchors, steps=(*stem.steps, graph.step(code)))
                if longer not in merged and materialize(graph, longer) is not None:
                    merged[longer] = None
    return tuple(merged)
