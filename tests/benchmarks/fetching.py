"""What detection asks of an endpoint, with meeting in the middle and with all hops around each topic.

Usage: python -m tests.benchmarks.fetching --questions FILE.json (--graph GRAPH.nt.gz | --url ENDPOINT) [--limit N]

With --graph it stands in memory behind a store that counts queries and rows as an endpoint would have them; the
endpoint of --url must hold the graph. Per question with several topics and per depth D: queries, rows and seconds
of D_max hops around every topic, and of what D needs. `same` says whether both give the same patterns.
"""

import argparse
import asyncio
import json
from pathlib import Path

from pog_agent.kg.base import RemoteGraph
from pog_agent.kg.local.compile import compile_files
from pog_agent.kg.sparql.store import SparqlStore
from pog_agent.models import Fetched
from pog_agent.subgraph.detection.fetch import FetchingDetector
from pog_agent.subgraph.detection.limits import DetectionLimits, SearchExtent
from pog_agent.subgraph.detection.reduce import reduce_graph
from pog_agent.subgraph.exploration.enumerate import EnumerationBudget
from pog_agent.subgraph.exploration.explore import LengthWindow, find_entity_paths
from tests.benchmarks.generated import NAMESPACE
from tests.subgraph.remote import Remote

D_MAX = 3
LIMITS = DetectionLimits(rows=10**9, queries=10**9, seconds=1e9)


def patterns(graph, topics: list[str], depth: int) -> set[object]:
    """The patterns that join the topics at this depth."""
    window = LengthWindow(0, len(topics) * depth, 2 * depth)
    found = find_entity_paths(
        reduce_graph(graph, topics, depth), topics, window, EnumerationBudget(patterns=200_000)
    )
    return set(found.patterns)


def fetched(store: RemoteGraph, topics: list[str], depth: int, reach: SearchExtent) -> tuple[Fetched, set[object]]:
    """What one detection asks for, and the patterns it gives."""
    growing = FetchingDetector(store, topics, LIMITS)
    found = asyncio.run(growing.detected(reach))
    assert not found.warnings, found.warnings
    return growing.fetched, patterns(found.graph, topics, depth)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--graph", type=Path)
    parser.add_argument("--questions", type=Path, required=True)
    parser.add_argument("--url")
    parser.add_argument("--limit", type=int)
    args = parser.parse_args()
    store = SparqlStore(args.url) if args.url else Remote(asyncio.run(_triples(args.graph)))
    print("| topics | D | all hops: queries, rows, s | meeting: queries, rows, s | same |\n|---|---|---|---|---|")
    questions = [item for item in json.loads(args.questions.read_text()) if len(item["ids"]) > 1]
    for question in questions[: args.limit]:
        topics = [NAMESPACE + name for name in question["ids"]]
        for depth in range(1, D_MAX + 1):
            # Before, every run began with everything within D_MAX hops, whatever depth it was to explore.
            whole, expected = fetched(store, topics, depth, SearchExtent(D_MAX))
            joint, found = fetched(store, topics, depth, SearchExtent(depth, joint=True))
            cells = [f"{item.queries:,}, {item.rows:,}, {item.seconds:.2f}" for item in (whole, joint)]
            print(f"| {' '.join(question['ids'])} | {depth} | {cells[0]} | {cells[1]} | {found == expected} |")


async def _triples(path: Path) -> list[tuple[str, str, str]]:
    kg = compile_files([path], path.name)
    nodes = [kg.terms[number] for number in range(kg.adjacency.literals, kg.adjacency.nodes)]
    return (await kg.neighbors(nodes)).triples


if __name__ == "__main__":
    main()
