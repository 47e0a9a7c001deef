"""Graph reduction: keep what can lie on a path that joins topic entities (paper section 4.1)."""

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from pog_agent.subgraph.graph import Subgraph


def reduce_graph(graph: Subgraph, topics: Sequence[str], depth: int) -> Subgraph:
    """Keeps each triple that distances allow on a segment of at most 2 * depth steps between two topics.

    With one topic the segment is an open path of at most `depth` steps. No triple of a path in the window is lost.
    Some triples that lie only on walks are kept, since distances cannot tell a walk from a simple path.
    """
    ids = (graph.nodes.id_of(topic) for topic in dict.fromkeys(topics))
    present = [node for node in ids if node is not None]
    if not present:
        return graph.keep(np.zeros(len(graph.heads), dtype=np.bool_))
    if len(present) == 1:
        distance = graph.distances(present[0], depth)
        return graph.keep(np.minimum(distance[graph.heads], distance[graph.tails]) < depth)
    graph = _near_two(graph, present, depth)
    ids = (graph.nodes.id_of(topic) for topic in dict.fromkeys(topics))
    labels = [graph.distances(node, 2 * depth) for node in ids if node is not None]
    wanted = np.zeros(len(graph.heads), dtype=np.bool_)
    ends = [(label[graph.heads], label[graph.tails]) for label in labels]
    for (first_head, first_tail), (second_head, second_tail) in combinations(ends, 2):
        for near, far in ((first_head, second_tail), (second_head, first_tail)):
            # Each is less than 2 * depth before they are added: a sum of two labels in 8 bits could wrap.
            wanted |= (np.maximum(near, far) < 2 * depth) & (near + far < 2 * depth)
    return graph.keep_paths(wanted)


def _near_two(graph: Subgraph, present: Sequence[int], depth: int) -> Subgraph:
    """Drops the nodes that distances up to `depth` already rule out from every segment.

    A node further than `depth` from a topic is at least depth + 1 from it. Most triples are looked at only here.
    """
    first = np.full(len(graph.nodes), depth + 1, dtype=np.int8)
    second = first.copy()
    for topic in present:
        label = np.minimum(graph.distances(topic, depth), depth + 1)
        second = np.minimum(second, np.maximum(first, label))
        first = np.minimum(first, label)
    useful = first + second <= 2 * depth
    return graph.keep_paths(useful[graph.heads] & useful[graph.tails])
