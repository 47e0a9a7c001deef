"""Graph reduction: keep what can lie on a path that joins topic entities (paper section 4.1)."""

from collections.abc import Sequence
from itertools import permutations

import numpy as np

from pog_agent.subgraph.graph import Subgraph


def reduce_graph(graph: Subgraph, topics: Sequence[str], depth: int) -> Subgraph:
    """Keeps each triple that distance labels allow on a segment of at most 2 * depth steps between topics.

    With one topic the segment is an open path of at most `depth` steps. No triple of a path in the window is
    lost; some that lie on walks only are kept (a distance label cannot tell a walk from a simple path).
    """
    present = [graph.node_id[topic] for topic in dict.fromkeys(topics) if topic in graph.node_id]
    if not present:
        return graph.keep(np.zeros(len(graph.heads), dtype=np.bool_))
    if len(present) == 1:
        distance = graph.distances(present[0], depth)
        return graph.keep(np.minimum(distance[graph.heads], distance[graph.tails]) < depth)
    distances = [graph.distances(topic, 2 * depth) for topic in present]
    wanted = np.zeros(len(graph.heads), dtype=np.bool_)
    for first, second in permutations(distances, 2):
        wanted |= first[graph.heads] + 1 + second[graph.tails] <= 2 * depth
    return graph.keep(wanted)
