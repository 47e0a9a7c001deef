"""Random queries here and elsewhere: whether another engine or a real endpoint has another result.

Usage: python -m tests.benchmarks.query_agreement 20000 [--first-seed 0] [--json FILE]
       python -m tests.benchmarks.query_agreement 300 --endpoints [--first-seed 0] [--json FILE]

So many random queries (`tests/query/random_queries.py`), ten over each random graph, each in Oxigraph, and half of
them in rdflib. It prints every difference, how many results are not empty, and in how many queries each construct
occurs.

`--endpoints`: through `evaluate`, over the graph here and at endpoints over HTTP: an Oxigraph, and a Virtuoso
where it is installed. It prints every failure and every difference with the doubts of the result, and counts what
became of the queries: "different" is what would have been taken as reliable.
"""

import argparse
import asyncio
import json
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from random import Random

import pyoxigraph

from pog_agent.errors import PogError
from pog_agent.kg.base import KnowledgeGraph
from pog_agent.kg.local.compile import compile_files
from pog_agent.kg.sparql.store import SparqlStore
from pog_agent.models.query import Query, QueryResult
from pog_agent.query.evaluate import evaluate
from pog_agent.query.limits import QueryLimits
from pog_agent.query.local.evaluate import evaluate_locally
from pog_agent.query.sparql.select import written_query
from tests.benchmarks.report import Row
from tests.query.engines import Engines, local_outcome, ntriples
from tests.query.random_graphs import random_graph
from tests.query.random_queries import RandomQueries, constructs
from tests.servers import serve_oxigraph
from tests.virtuoso import is_installed, serve_virtuoso

QUERIES_A_GRAPH = 10


def agreement(count: int, first_seed: int, folder: Path) -> Row:
    """Runs random queries, prints the differences, and says what the queries were like."""
    found: Counter[str] = Counter()
    asked, filled, different = 0, 0, 0
    for seed in seeds(count, first_seed):
        random = Random(seed)
        for_rdflib = seed % 2 == 0
        engines = Engines.holding(random_graph(random, for_rdflib), folder, for_rdflib)
        for place in range(QUERIES_A_GRAPH):
            query = RandomQueries(random, zones=not for_rdflib).query()
            outcome = local_outcome(evaluate_locally(query, engines.index, QueryLimits()))
            asked += 1
            filled += bool(outcome.rows or outcome.truth)
            found += Counter(dict.fromkeys(constructs(query), 1))
            for difference in engines.differences(query):
                different += 1
                print(f"seed {seed}, query {place}: {difference}\n", flush=True)
    return {"queries": asked, "with a result": filled, "differences": different, **dict(sorted(found.items()))}


def seeds(count: int, first_seed: int) -> range:
    """The seeds of the graphs that so many queries take."""
    return range(first_seed, first_seed + -(-count // QUERIES_A_GRAPH))


def endpoints(count: int, first_seed: int, folder: Path) -> list[Row]:
    """What became of random queries at each endpoint; every failure and difference is printed."""
    files = [_graph_file(seed, folder) for seed in seeds(count, first_seed)]
    figures: dict[str, Counter[str]] = {}
    with ExitStack() as stack:
        virtuoso = stack.enter_context(serve_virtuoso(files)) if is_installed() else []
        for place, (seed, file) in enumerate(zip(seeds(count, first_seed), files, strict=True)):
            store = pyoxigraph.Store()
            store.load(path=file, format=pyoxigraph.RdfFormat.N_TRIPLES)
            with serve_oxigraph(store) as url:
                urls = {"oxigraph": url} | ({"virtuoso": virtuoso[place]} if virtuoso else {})
                local = compile_files([file], str(file))
                for name, address in urls.items():
                    with closing(SparqlStore(address)) as remote:
                        for outcome in _outcomes(seed, local, remote, name):
                            figures.setdefault(name, Counter())[outcome] += 1
    return [{"endpoint": name, "queries": found.total(), **found} for name, found in figures.items()]


def _graph_file(seed: int, folder: Path) -> Path:
    file = folder / f"graph{seed}.nt"
    file.write_text(ntriples(random_graph(Random(seed), for_rdflib=False)), encoding="utf-8")
    return file


def _queries(seed: int) -> list[Query]:
    random = Random(f"queries {seed}")
    return [RandomQueries(random, zones=True).query() for _ in range(QUERIES_A_GRAPH)]


def _outcomes(seed: int, local: KnowledgeGraph, remote: KnowledgeGraph, name: str) -> Iterator[str]:
    for place, query in enumerate(_queries(seed)):
        outcome, reason = asyncio.run(_outcome(query, local, remote))
        if reason:
            written = written_query(query, for_virtuoso=name == "virtuoso").text
            print(f"{name}, seed {seed}, query {place}: {outcome}: {reason}\n{written}\n", flush=True)
        yield outcome


async def _outcome(query: Query, local: KnowledgeGraph, remote: KnowledgeGraph) -> tuple[str, str]:
    """What became of a query at an endpoint, and the reason if it is not the same result."""
    mine = await evaluate(query, local)
    try:
        other = await evaluate(query, remote)
    except PogError as error:
        return "failed", str(error)
    reason = _difference(mine, other)
    if not reason:
        return ("same, with a doubt" if other.doubts or other.truncated else "same"), ""
    reliable = not (other.doubts or other.truncated)
    return "different" if reliable else "different, with a doubt", f"{reason}; doubts: {list(other.doubts)}"


def _difference(mine: QueryResult, other: QueryResult) -> str:
    own, found = local_outcome(mine), local_outcome(other)
    if own.truth != found.truth:
        return f"{found.truth} instead of {own.truth}"
    missing, surplus = (_shown(*sides) for sides in ((own.rows, found.rows), (found.rows, own.rows)))
    return f"missing there {missing}, only there {surplus}" if missing or surplus else ""


def _shown(rows: Sequence[object], others: Sequence[object]) -> list[str]:
    return [str(row) for row in rows if row not in others][:3]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("count", type=int, help="how many queries")
    parser.add_argument("--first-seed", type=int, default=0, help="of the random graphs")
    parser.add_argument("--endpoints", action="store_true", help="over HTTP instead of in this process")
    parser.add_argument("--json", type=Path, help="write the figures there, too")
    arguments = parser.parse_args()
    measured = endpoints if arguments.endpoints else agreement
    with tempfile.TemporaryDirectory() as name:
        figures = measured(arguments.count, arguments.first_seed, Path(name))
    print(json.dumps(figures, indent=1))
    if arguments.json:
        arguments.json.write_text(json.dumps(figures, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
