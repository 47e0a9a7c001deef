"""The paths between entities are all there are, whatever store holds the graph: compared with a plain search."""

import random
from itertools import pairwise, product

import pytest

from pog_agent import PathsOverGraph
from tests.pipeline_fixtures import small_graph
from tests.servers import oxigraph_of, serve_oxigraph

Edge = tuple[str, str, str]
Steps = tuple[tuple[str, bool], ...]


def random_edges(seed: int) -> list[Edge]:
    source = random.Random(seed)
    names = [f"N{number}" for number in range(9)]
    edges = {(source.choice(names), source.choice("pqr"), source.choice(names)) for _ in range(13)}
    return sorted(edge for edge in edges if edge[0] != edge[2])


def searched(edges: list[Edge], entities: list[str], max_length: int) -> set[tuple[Steps, ...]]:
    """The relations of all simple paths from each entity to the next, by trying every way."""

    def onward(node: str, goal: str, seen: frozenset[str], steps: Steps) -> set[Steps]:
        if node == goal:
            return {steps}
        if len(steps) == max_length:
            return set()
        ways = [(relation, True, tail) for head, relation, tail in edges if head == node]
        ways += [(relation, False, head) for head, relation, tail in edges if tail == node]
        found = [
            onward(end, goal, seen | {end}, (*steps, (relation, forward)))
            for relation, forward, end in ways
            if end not in seen
        ]
        return set().union(*found)

    return set(product(*(onward(start, goal, frozenset({start}), ()) for start, goal in pairwise(entities))))


@pytest.mark.parametrize("seed", range(3))
def test_all_paths_are_found_in_files_and_at_an_endpoint(seed):
    edges = random_edges(seed)
    graph = small_graph(*map(" ".join, edges))
    names = sorted({name for head, _, tail in edges for name in (head, tail)})
    source = random.Random(seed)
    with (
        serve_oxigraph(oxigraph_of(graph)) as url,
        PathsOverGraph(graph, encoder="lexical") as local,
        PathsOverGraph(url, encoder="lexical") as remote,
    ):
        for number, max_length in ((2, 2), (2, 5), (3, 3), (3, 4)):
            entities = source.sample(names, number)
            found = local.lookup.find_paths(entities, max_length=max_length)
            assert found.total == len(searched(edges, entities, max_length))
            assert remote.lookup.find_paths(entities, max_length=max_length) == found
