"""Clustered edges: all relations between the same two nodes count as one edge (paper section 4.1).

PoG clusters edges only to report a size, and every relation stays a pattern of its own. PoG-E keeps one relation
of each clustered edge (paper section 5).
"""

import hashlib

import numpy as np

from pog_agent.kg.adjacency import Adjacency
from pog_agent.subgraph.graph import Subgraph


def clustered_adjacency(graph: Subgraph) -> Adjacency:
    """The walkable graph with one edge between two nodes for all their relations in either direction.

    Nothing is lost: the graph still has the triples between the two nodes of a clustered edge.
    """
    walked = graph.adjacency
    sources = np.repeat(np.arange(walked.nodes), np.diff(walked.pointers))
    codes = np.zeros(len(walked.targets), dtype=np.int64)
    return Adjacency.from_rows(sources, codes, walked.targets, nodes=walked.nodes, code_count=1)


def sample_relations(graph: Subgraph, seed: int) -> Subgraph:
    """Keeps one relation (with its direction) of each clustered edge, drawn at random with the seed.

    The draw depends only on the seed, the terms of the two nodes and their relations. So the same edge keeps the
    same relation in every subgraph.
    """
    if not len(graph.heads):
        return graph
    low, high = np.minimum(graph.heads, graph.tails), np.maximum(graph.heads, graph.tails)
    order = np.lexsort((graph.heads, graph.relations_of, high, low))
    pair_changes = (np.diff(low[order]) != 0) | (np.diff(high[order]) != 0)
    starts = np.flatnonzero(np.concatenate([[True], pair_changes]))
    sizes = np.diff(np.concatenate([starts, [len(order)]]))
    wanted = np.zeros(len(order), dtype=np.bool_)
    for start, size in zip(starts.tolist(), sizes.tolist(), strict=True):
        pick = 0
        if size > 1:
            edge = order[start]
            pick = _draw(seed, graph.nodes[low[edge]], graph.nodes[high[edge]]) % size
        wanted[order[start + pick]] = True
    return graph.keep(wanted)


def _draw(seed: int, *terms: str) -> int:
    """A uniform 64-bit number that is a function of its arguments."""
    text = "\x00".join((str(seed), *terms))
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big")
