"""Graph reduction: keep what can lie on a path that joins topic entities (paper section 4.1)."""

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from pog_agent.subgraph.graph import Subgraph


def reduce_graph(graph: Subgraph, topics: Sequence[str], depth: int) -> Subgraph:
    """Keeps each triple that distance labels allow on a segment of at most 2 * depth steps between topics.

    With one topic the segment is an open path of at most `depth` steps. No triple of a path in the window is
    lost; some that lie on walks only are kept (a distance label cannot tell a walk from a simple path).
    """
    ids = (graph.nodes.id_of(topic) for topic in dict.fromkeys(topics))
    present = [node for node in ids if node is not None]
    if not present:
        return graph.keep(np.zeros(len(graph.heads), dtype=np.bool_))
    if len(present) == 1:
        distance = graph.distances(present[0], depth)
        return graph.keep(np.minimum(distance[graph.heads], distance[graph.tails]) < depth)
    wanted = np.zeros(len(graph.heads), dtype=np.bool_)
    labels = [graph.distances(topic, 2 * depth) for topic in present]
    # A label is at most 127 in 8 bits, and one in reach at most 2 * depth: no sum of two wraps to less than that.
    ends = [(label[graph.heads], label[graph.tails]) for label in labels]
    for (first_head, first_tail), (second_head, second_tail) in combinations(ends, 2):
        for near, far in ((first_head, second_tail), (second_head, first_tail)):
            reached = np.maximum(near, far) < 2 * depth
            wanted |= reached & (near + far < 2 * depth)
    return graph.keep(wanted)
