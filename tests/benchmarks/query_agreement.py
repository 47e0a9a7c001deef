"""Random queries here and elsewhere: whether another engine or a real endpoint has another result.

Usage: python -m tests.benchmarks.query_agreement 20000 [--first-seed 0] [--json FILE]
       python -m tests.benchmarks.query_agreement 300 --endpoints [--first-seed 0] [--fetched-edges 50000] [...]

So many random queries (`tests/query/random_queries.py`), ten over each random graph, each in Oxigraph, and half of
them in rdflib. It prints every difference, how many results are not empty, and in how many queries each construct
occurs.

`--endpoints`: through `evaluate` at endpoints over HTTP: an Oxigraph, and a Virtuoso where it is installed. The
results are compared with the evaluation here, over the triples that the endpoint says it holds. It prints every
failure and every difference with the doubts of the result, and counts what became of the queries: "different" is
what would have been taken as reliable. "computed here" is a result over edges that were fetched from the endpoint,
"other values held" the same result over other literals than the file has. `--fetched-edges 0` fetches none.
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
from pog_agent.kg.local.compile import compile_files
from pog_agent.kg.sparql.store import SparqlStore
from pog_agent.models.query import Query, QueryResult
from pog_agent.query.evaluate import evaluate
from pog_agent.query.fetched import FetchedEdges
from pog_agent.query.limits import QueryLimits
from pog_agent.query.local.evaluate import evaluate_locally
from pog_agent.query.local.index import QueryIndex
from pog_agent.query.sparql.select import written_query
from tests.benchmarks.report import Row
from tests.query.constructs import constructs
from tests.query.engines import Engines, local_outcome, ntriples
from tests.query.random_graphs import random_graph
from tests.query.random_queries import RandomQueries
from tests.servers import serve_oxigraph
from tests.virtuoso import NotLoadedError, is_installed, serve_virtuoso

QUERIES_A_GRAPH = 10
GRAPHS_A_SERVER = 10
ALL_TRIPLES = "SELECT ?head ?relation ?tail WHERE { ?head ?relation ?tail }"


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


def endpoints(count: int, first_seed: int, folder: Path, limits: QueryLimits) -> list[Row]:
    """What became of random queries at each endpoint; every failure and difference is printed."""
    figures: dict[str, Counter[str]] = {}
    chosen = list(seeds(count, first_seed))
    left = [chosen[first : first + GRAPHS_A_SERVER] for first in range(0, len(chosen), GRAPHS_A_SERVER)]
    while left:
        some = left.pop(0)
        try:
            for name, found in _at_servers({seed: _graph_file(seed, folder) for seed in some}, limits):
                figures.setdefault(name, Counter()).update(found)
        except NotLoadedError:
            if len(some) == 1:
                raise
            middle = len(some) // 2
            left += [some[:middle], some[middle:]]
    return [{"endpoint": name, "queries": found.total(), **found} for name, found in figures.items()]


def _at_servers(files: dict[int, Path], limits: QueryLimits) -> Iterator[tuple[str, list[str]]]:
    """By endpoint what became of the queries over each of some graphs."""
    with ExitStack() as stack:
        virtuoso = stack.enter_context(serve_virtuoso(list(files.values()))) if is_installed() else []
        for place, (seed, file) in enumerate(files.items()):
            store = pyoxigraph.Store()
            store.load(path=file, format=pyoxigraph.RdfFormat.N_TRIPLES)
            with serve_oxigraph(store) as url:
                urls = {"oxigraph": url} | ({"virtuoso": virtuoso[place]} if virtuoso else {})
                for name, address in urls.items():
                    with closing(SparqlStore(address)) as remote:
                        yield name, _outcomes(seed, file, remote, limits)


def _graph_file(seed: int, folder: Path) -> Path:
    file = folder / f"graph{seed}.nt"
    file.write_text(ntriples(random_graph(Random(seed), for_rdflib=False)), encoding="utf-8")
    return file


def _queries(seed: int) -> list[Query]:
    random = Random(f"queries {seed}")
    return [RandomQueries(random, zones=True).query() for _ in range(QUERIES_A_GRAPH)]


def _outcomes(seed: int, file: Path, remote: SparqlStore, limits: QueryLimits) -> list[str]:
    return asyncio.run(_outcomes_at(seed, QueryIndex(compile_files([file], str(file))), remote, limits))


async def _outcomes_at(seed: int, given: QueryIndex, remote: SparqlStore, limits: QueryLimits) -> list[str]:
    held = await remote.solutions(ALL_TRIPLES, ("head", "relation", "tail"), limits.rows)
    index = QueryIndex(FetchedEdges([(head, relation, tail) for head, relation, tail in held.rows]))
    outcomes = []
    for place, query in enumerate(_queries(seed)):
        mine = evaluate_locally(query, index, limits)
        outcome, reason = await _outcome(query, mine, remote, limits)
        if reason:
            written = written_query(query, for_virtuoso=await remote.is_virtuoso()).text
            print(f"{remote.name}, seed {seed}, query {place}: {outcome}: {reason}\n{written}\n", flush=True)
        elif _difference(evaluate_locally(query, given, limits), mine):
            outcome += ", other values held"
        outcomes.append(outcome)
    return outcomes


async def _outcome(query: Query, mine: QueryResult, remote: SparqlStore, limits: QueryLimits) -> tuple[str, str]:
    """What became of a query at an endpoint, and the reason if it is not the same result."""
    try:
        other = await evaluate(query, remote, limits=limits)
    except PogError as error:
        return "failed", str(error)
    here = ", computed here" * bool(other.evaluated_here)
    doubt = ", in doubt" * bool(other.doubts or other.truncated)
    reason = _difference(mine, other)
    if not reason:
        return f"same{doubt}{here}", ""
    doubt = doubt or ", with rows left out" * bool(other.skipped)
    return f"different{doubt}{here}", f"{reason}; {[*other.doubts, *other.skipped]}"


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
    most = QueryLimits().fetched_edges
    parser.add_argument("--fetched-edges", type=int, default=most, help="for a query that an endpoint may err at")
    parser.add_argument("--json", type=Path, help="write the figures there, too")
    arguments = parser.parse_args()
    asked = arguments.count, arguments.first_seed
    limits = QueryLimits(fetched_edges=arguments.fetched_edges)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        figures = endpoints(*asked, folder, limits) if arguments.endpoints else agreement(*asked, folder)
    print(json.dumps(figures, indent=1))
    if arguments.json:
        arguments.json.write_text(json.dumps(figures, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
