"""A graph with some of its edges missing: it shows what incompleteness does to answers."""

from dataclasses import replace

import numpy as np

from pog_agent.errors import SettingError
from pog_agent.kg.adjacency import Adjacency
from pog_agent.kg.base import KnowledgeGraph
from pog_agent.kg.local.compiled import CompiledGraph


def without_edges(graph: KnowledgeGraph, share: float, seed: int = 0) -> CompiledGraph:
    """The graph less a random share (0 to 1) of its edges. All names and nodes stay.

    The same seed drops the same edges. A larger share drops all that a smaller one drops and more, so that a
    sweep is monotone. Raises `SettingError` for a share out of range and for a graph that is not held locally.
    """
    if not 0 <= share < 1:
        raise SettingError(f"the share of edges to drop is {share:g}; it must be at least 0 and less than 1")
    if not isinstance(graph, CompiledGraph):
        raise SettingError(f"{graph.name}: edges can be dropped from RDF files and compiled graphs only")
    edges = graph.adjacency
    along = np.flatnonzero((edges.codes & 1) == 0)
    kept = along[np.random.default_rng(seed).random(len(along)) >= share]
    heads = np.searchsorted(edges.pointers, kept, side="right") - 1
    adjacency = Adjacency.from_triples(
        heads.astype(np.int32),
        edges.codes[kept] >> 1,
        edges.targets[kept],
        nodes=edges.nodes,
        relation_count=len(graph.relations),
        literals=edges.literals,
    )
    parts = replace(graph.parts, adjacency=adjacency, digest=None)
    name = f"{graph.name} less {share:.0%} of its edges (seed {seed})"
    return CompiledGraph(parts, name, graph.notices)
