"""Three hops from a Virtuoso: our batched TSV beside batched JSON and one query per entity over 80 threads.

Usage: python -m tests.benchmarks.endpoint [--graph FILE.nt.gz] [--size M] [--rounds 3]

A Virtuoso with its default row cap is started on loopback and loaded with the generated graph. A neighbourhood is
every triple within three hops of an entity, which takes the edges of 700 to 850 entities, and the names of all
entities reached. The one query per entity asks for its edges in both directions, with the names at their other
ends. On a busy machine compare CPU seconds: 80 threads get more of it than four. All ways must find the same.
"""

import argparse
import asyncio
import os
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

import httpx
import numpy as np

from pog_agent.kg.sparql import client as sparql_client
from pog_agent.kg.sparql.store import SparqlStore
from pog_agent.terms import Triple
from tests.benchmarks.generated import NAMESPACE, SIZES, GeneratedGraph, entity_id, make, write_ntriples
from tests.benchmarks.report import Row, children_stats, table
from tests.virtuoso import MISSING, is_installed, serve_virtuoso

HOPS = 3
ENTITIES = (700, 850)
THREADS = 80
NAME = NAMESPACE + "type.object.name"
JSON = "application/sparql-results+json"


@dataclass
class Traffic:
    """What went over the wire."""

    queries: int = 0
    rows: int = 0
    bytes: int = 0


@dataclass(repr=False)
class Hood:
    """Triples and names within three hops."""

    triples: set[Triple] = field(default_factory=set)
    names: dict[str, str] = field(default_factory=dict)


def starts(graph: GeneratedGraph, count: int) -> list[str]:
    """The first entities whose neighbourhood takes the edges of so many entities."""
    adjacency = graph.adjacency()
    found: list[str] = []
    for start in np.random.default_rng(1).permutation(np.flatnonzero(~graph.is_mediator)).tolist():
        ball = np.array([start])
        for _ in range(HOPS - 1):
            ball = np.union1d(ball, adjacency.targets[adjacency.positions(ball)[1]])
            if len(ball) > ENTITIES[1]:
                break
        if ENTITIES[0] <= len(ball) <= ENTITIES[1]:
            found.append(NAMESPACE + entity_id(start))
            if len(found) == count:
                break
    return found


class Counting(httpx.AsyncHTTPTransport):
    """Counts queries and bytes."""

    def __init__(self, traffic: Traffic) -> None:
        super().__init__()
        self._traffic = traffic

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        self._traffic.queries += 1
        response = await super().handle_async_request(request)
        response.stream = _Counted(response.stream, self._traffic)  # type: ignore[arg-type]
        return response


class _Counted(httpx.AsyncByteStream):
    def __init__(self, stream: httpx.AsyncByteStream, traffic: Traffic) -> None:
        self._stream, self._traffic = stream, traffic

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for part in self._stream:
            self._traffic.bytes += len(part)
            yield part

    async def aclose(self) -> None:
        await self._stream.aclose()


async def batched(store: SparqlStore, start: str) -> Hood:
    """Hop by hop in batches, as the package does it, and then the names."""
    hood, seen, frontier = Hood(), {start}, [start]
    for _ in range(HOPS):
        found = await store.neighbors(frontier)
        hood.triples.update(found.triples)
        reached = {term for head, _, tail in found.triples for term in (head, tail)}
        frontier = sorted(reached - seen)
        seen |= reached
    hood.names = await store.labels(seen)
    return hood


def one_by_one(client: httpx.Client, url: str, start: str, traffic: Traffic) -> Hood:
    """Hop by hop with one query per entity and one per name, 80 at a time."""

    def ask(query: str) -> list[dict[str, dict[str, str]]]:
        reply = client.post(url, data={"query": query}, headers={"Accept": JSON})
        reply.raise_for_status()
        traffic.queries += 1
        traffic.bytes += reply.num_bytes_downloaded
        rows: list[dict[str, dict[str, str]]] = reply.json()["results"]["bindings"]
        traffic.rows += len(rows)
        return rows

    hood, seen, frontier = Hood(), {start}, [start]

    def edges(node: str) -> list[Triple]:
        name = f"OPTIONAL {{ ?other <{NAME}> ?name }}"
        rows = ask(
            f"SELECT ?p ?q ?other ?name WHERE {{ {{ <{node}> ?p ?other . {name} }} UNION "
            f"{{ ?other ?q <{node}> . {name} }} }}"
        )
        ends = [row["other"]["value"] for row in rows]
        named = zip(ends, rows, strict=True)
        hood.names.update({end: row["name"]["value"] for end, row in named if "name" in row})
        return [
            (node, row["p"]["value"], end) if "p" in row else (end, row["q"]["value"], node)
            for end, row in zip(ends, rows, strict=True)
        ]

    with ThreadPoolExecutor(THREADS) as pool:
        for _ in range(HOPS):
            found = [triple for part in pool.map(edges, frontier) for triple in part if triple[1] != NAME]
            hood.triples.update(found)
            reached = {term for head, _, tail in found for term in (head, tail)}
            frontier = sorted(reached - seen)
            seen |= reached
    return hood


def measured(url: str, start: str, way: str) -> tuple[Hood, Row]:
    """One neighbourhood by one way, with fresh connections and empty caches."""
    traffic = Traffic()
    if way == "one by one":
        limits = httpx.Limits(max_connections=THREADS, max_keepalive_connections=THREADS)
        with httpx.Client(limits=limits, timeout=60) as client:
            hood, seconds = timed(lambda: one_by_one(client, url, start, traffic))
    else:
        store = SparqlStore(url, transport=lambda: Counting(traffic))
        if way == "batched JSON":
            store._client._accept = sparql_client._JSON
        counted = store._client.rows

        async def rows_of(*given: Any, **options: Any) -> list[tuple[str, ...]]:
            rows = await counted(*given, **options)
            traffic.rows += len(rows)
            return rows

        store._client.rows = rows_of  # type: ignore[method-assign]
        hood, seconds = timed(lambda: asyncio.run(batched(store, start)))
        store.close()
    return hood, {"way": way, **seconds, **vars(traffic)}


def timed(work: Callable[[], Hood]) -> tuple[Hood, dict[str, float]]:
    """What the work gives, its wall time, and the CPU seconds of this process and of the database."""
    begin = time.perf_counter(), time.process_time(), _children_cpu()
    found = work()
    wall, client, server = (
        time.perf_counter() - begin[0],
        time.process_time() - begin[1],
        _children_cpu() - begin[2],
    )
    return found, {"seconds": wall, "client_cpu": client, "server_cpu": server}


def _children_cpu() -> float:
    """CPU seconds so far of all processes below this one (Linux)."""
    ticks = sum(int(fields[11]) + int(fields[12]) for fields in children_stats().values())
    return ticks / os.sysconf("SC_CLK_TCK")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--graph", type=Path, help="N-Triples of the generated graph, if there are any")
    parser.add_argument("--size", choices=SIZES, default="M")
    parser.add_argument("--rounds", type=int, default=3, help="neighbourhoods")
    args = parser.parse_args()
    if not is_installed():
        print(f"endpoint skipped: {MISSING}")
        return
    graph = make(args.size)
    with tempfile.TemporaryDirectory() as folder:
        file = args.graph or Path(folder) / f"{args.size}.nt.gz"
        if not file.exists():
            write_ntriples(graph, file)
        begin = time.perf_counter()
        with serve_virtuoso([file]) as [url]:
            print(f"virtuoso started and loaded in {time.perf_counter() - begin:.1f} s", flush=True)
            compare(url, starts(graph, args.rounds))


def compare(url: str, entities: list[str]) -> None:
    """Prints each neighbourhood by each way, and the medians of their ratios."""
    ways = ("batched TSV", "batched JSON", "one by one")
    rows: list[Row] = []
    for start in entities:
        measured(url, start, "batched JSON")  # whoever is first would wait for the database to read its pages
        hoods = []
        for way in ways:
            hood, row = measured(url, start, way)
            print(f"  {way}: {row['seconds']:.1f} s", flush=True)
            rows.append({"entity": start.removeprefix(NAMESPACE), **row, "triples": len(hood.triples)})
            hoods.append(hood)
        if any(hood != hoods[0] for hood in hoods):
            sys.exit("the ways find DIFFERENT triples or names")
    print(table(rows))
    for way in ways[1:]:
        for what, columns in (("wall time", ("seconds",)), ("CPU time", ("client_cpu", "server_cpu"))):
            ours, others = (
                [_total(row, columns) for row in rows if row["way"] == name] for name in (ways[0], way)
            )
            ratios = [one / other for one, other in zip(ours, others, strict=True)]
            print(f"{ways[0]} takes {median(ratios):.2f} of the {what} of {way} (worst {max(ratios):.2f})")


def _total(row: Row, columns: Sequence[str]) -> float:
    return sum(float(str(row[column])) for column in columns)


if __name__ == "__main__":
    main()
