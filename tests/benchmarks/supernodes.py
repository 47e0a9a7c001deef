"""What merging structurally equivalent nodes would save: nodes with the same neighbours over the same relations.

Usage: python -m tests.benchmarks.supernodes GRAPH QUESTIONS [--limit N]

GRAPH is anything `--kg` takes; QUESTIONS a generated question file or a question set with topics. For each reduced
question subgraph: the share of nodes with a twin, and the share of edges that would be walked less.
"""

import argparse
import asyncio
import json
import statistics
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from pog_agent.kg.open import open_kg
from pog_agent.subgraph.detection.limits import DetectionLimits
from pog_agent.subgraph.detection.reduce import reduce_graph
from pog_agent.subgraph.graph import Subgraph
from tests.benchmarks.report import table
from tests.gold import read_questions
from tests.subgraph.detecting import detect

FREEBASE = "http://rdf.freebase.com/ns/"


def classes(graph: Subgraph, apart: set[int]) -> dict[bytes, list[int]]:
    """Nodes by their row: step codes and neighbours. Those in `apart` have a class each."""
    adjacency = graph.adjacency
    found: dict[bytes, list[int]] = {}
    for node in range(adjacency.nodes):
        row = slice(int(adjacency.pointers[node]), int(adjacency.pointers[node + 1]))
        key = adjacency.codes[row].tobytes() + b"/" + adjacency.targets[row].tobytes()
        found.setdefault(str(node).encode() if node in apart else key, []).append(node)
    return found


def savings(graph: Subgraph, topics: list[str]) -> tuple[float, float]:
    """Share of nodes that have a twin, and share of edges that merging twins would take away."""
    ids = {node for node in map(graph.nodes.id_of, topics) if node is not None}
    groups = [nodes for nodes in classes(graph, ids).values() if len(nodes) > 1]
    merged = np.array([node for nodes in groups for node in nodes[1:]], dtype=np.int64)
    twins = sum(map(len, groups))
    edges = len(graph.adjacency.targets)
    # A merged node's edges go both ways.
    gone = 2 * int(graph.adjacency.degree(merged).sum())
    return twins / max(len(graph.nodes), 1), min(gone / max(edges, 1), 1.0)


def topic_lists(path: Path) -> Iterator[list[str]]:
    if path.suffix == ".json":
        for record in json.loads(path.read_text(encoding="utf-8")):
            yield [FREEBASE + name for name in record["ids"]]
    else:
        for question in read_questions(path):
            yield list(question.topics)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("graph")
    parser.add_argument("questions", type=Path)
    parser.add_argument("--limit", type=int)
    args = parser.parse_args()
    kg = open_kg(args.graph)
    found: dict[int, list[tuple[float, float]]] = {}
    for topics in list(topic_lists(args.questions))[: args.limit]:
        graph = asyncio.run(detect(kg, topics, 3, DetectionLimits())).graph
        found.setdefault(len(topics), []).append(savings(reduce_graph(graph, topics, 3), topics))
    rows = [
        {
            "topics": count,
            "n": len(values),
            "nodes with a twin": statistics.median(share for share, _ in values),
            "edges saved": statistics.median(share for _, share in values),
        }
        for count, values in sorted(found.items())
    ]
    print(table(rows))


if __name__ == "__main__":
    main()
