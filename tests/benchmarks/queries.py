"""Queries over large classes here, in Oxigraph and in Virtuoso: how long they take.

Usage: python -m tests.benchmarks.queries [--sizes 10000 100000] [--around M L] [--json FILE]

A generated graph of parts with prices, dates, makers and countries, alone or in the middle of a generated graph
(`--around`, one for each size; see `tests.benchmarks.generated`). Every engine runs the same queries, as values
here and as SPARQL there. The median of some runs counts, after one that warms up, in CPU milliseconds: of this
process here and for Oxigraph, which is pyoxigraph in memory; of the server alone for Virtuoso, which is asked over
HTTP where it is installed. `first` is the first run here, which reads the relations and parses the literals.
Virtuoso fails where a query would take it longer than a minute. CPU times need Linux.
"""

import argparse
import json
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from itertools import zip_longest
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import httpx
import pyoxigraph

from pog_agent.kg.local.compile import compile_files
from pog_agent.models.query import Query
from pog_agent.query.limits import QueryLimits
from pog_agent.query.local.evaluate import evaluate_locally
from pog_agent.query.local.index import QueryIndex
from pog_agent.query.sparql.select import written_query
from pog_agent.terms import RDF_TYPE, XSD, Triple, literal
from tests.benchmarks import generated
from tests.benchmarks.report import child_threads_cpu, table
from tests.query.engines import local_outcome, ntriples, oxigraph_outcome
from tests.query.random_graphs import SUBCLASS
from tests.query.written import (
    EX,
    after,
    aggregate,
    column,
    compared,
    constant,
    count,
    edge,
    greatest,
    instance,
    number,
    one_of,
    pattern,
    rows,
    scalar,
    variable,
    without,
)
from tests.virtuoso import is_installed, serve_virtuoso

RUNS = 15
OTHERS = ("oxigraph_ms", "virtuoso_ms")
SLOW_S = 2.0
"""After a run that takes longer, one more is enough."""

Row = dict[str, Any]
"""One line of the table."""

PART = instance("part", "Part")
PRICE = edge("part", "price", "price")
MAKER = (edge("part", "maker", "maker"), edge("maker", "country", "country"))
HEAVY = (edge("part", "weight", "weight"), compared(number("weight"), ">", constant("900")))
COST = column("price", number("price"))

SPEED: dict[str, Query] = {
    "count": scalar(pattern(PART), count("part")),
    "count with a condition": scalar(pattern(PART, *HEAVY), count("part")),
    "extreme with a condition": greatest(pattern(PART, PRICE, *HEAVY), "part", COST),
    "6th to 10th": greatest(pattern(PART, PRICE), "part", COST, ranks=(6, 10)),
    "count by country": rows(pattern(PART, *MAKER), column("country"), column("parts", count("part"))),
    "average price by year": rows(
        pattern(PART, PRICE, edge("part", "made", "made")),
        column("year", after("year", "made")),
        column("mean", aggregate("average", "part", number("price"))),
    ),
    "makers without parts after a day": rows(
        pattern(
            edge("maker", "country", "country"),
            one_of("country", "country7"),
            without(
                edge("part", "maker", "maker"),
                edge("part", "made", "made"),
                compared(variable("made", "date"), ">", constant(literal("2024-11-01", XSD + "date"))),
            ),
        ),
        column("maker"),
    ),
}


def parts_graph(size: int) -> list[Triple]:
    """So many parts of twenty kinds, each with a price, a weight, a day and a maker in one of fifty countries."""
    random = Random(size)
    triples = [(f"{EX}Kind{kind}", SUBCLASS, EX + "Part") for kind in range(20)]
    makers = max(size // 20, 1)
    triples += [
        (f"{EX}maker{maker}", EX + "country", f"{EX}country{random.randrange(50)}") for maker in range(makers)
    ]
    for place in range(size):
        part = f"{EX}part{place}"
        day = f"{random.randint(1990, 2024)}-{random.randint(1, 12):02}-{random.randint(1, 28):02}"
        price = f"{random.randint(1, 99999)}.{random.randint(1, 9)}"
        triples += [
            (part, RDF_TYPE, f"{EX}Kind{random.randrange(20)}"),
            (part, EX + "price", literal(price, XSD + "decimal")),
            (part, EX + "weight", literal(str(random.randint(1, 1000)), XSD + "integer")),
            (part, EX + "made", literal(day, XSD + "date")),
            (part, EX + "maker", f"{EX}maker{random.randrange(makers)}"),
        ]
    return triples


def cpu_ms(run: Callable[[], object], clock: Callable[[], float]) -> float:
    """The median CPU milliseconds of a run, the first one not counted."""
    begin = time.perf_counter()
    run()
    runs = 1 if time.perf_counter() - begin > SLOW_S else RUNS
    times = []
    for _ in range(runs):
        start = clock()
        run()
        times.append(clock() - start)
    return 1000 * median(times)


def speed(size: int, around: str | None, folder: Path) -> Iterator[Row]:
    """Milliseconds of every query in every engine over so many parts, around which a generated graph may stand."""
    file = folder / f"parts{size}.nt"
    with file.open("w", encoding="utf-8") as text:
        text.write(ntriples(parts_graph(size)))
        text.writelines(generated.ntriples(generated.make(around)) if around else ())
    index = QueryIndex(compile_files([file], str(file)))
    store = pyoxigraph.Store()
    store.bulk_load(path=file, format=pyoxigraph.RdfFormat.N_TRIPLES)
    with ExitStack() as stack:
        urls = stack.enter_context(serve_virtuoso([file])) if is_installed() else []
        client = stack.enter_context(httpx.Client(timeout=120))
        for name, query in SPEED.items():
            row: Row = {"parts": size, "around": around, "query": name}
            row |= _here_and_oxigraph(query, index, store)
            for url in urls:
                row |= _virtuoso(query, client, url)
            ratios = {key.replace("_ms", "_ratio"): row[key] / row["warm_ms"] for key in OTHERS if key in row}
            yield row | ratios


def _here_and_oxigraph(query: Query, index: QueryIndex, store: pyoxigraph.Store) -> Row:
    here = partial(evaluate_locally, query, index, QueryLimits())
    written = written_query(query)
    begin = time.process_time()
    result = here()
    first = time.process_time() - begin
    agrees = set(local_outcome(result).rows) == set(oxigraph_outcome(store, written).rows)
    return {
        "rows": len(result.rows),
        "agrees": agrees,
        "first_ms": 1000 * first,
        "warm_ms": cpu_ms(here, time.process_time),
        "oxigraph_ms": cpu_ms(lambda: list(store.query(written.text)), time.process_time),
    }


def _virtuoso(query: Query, client: httpx.Client, url: str) -> Row:
    there = partial(asked, client, url, written_query(query, for_virtuoso=True).text)
    rows = there()
    return {"virtuoso_rows": rows} | ({} if rows is None else {"virtuoso_ms": cpu_ms(there, child_threads_cpu)})


def asked(client: httpx.Client, url: str, text: str) -> int | None:
    """How many rows an endpoint answers with; None if it fails."""
    reply = client.post(url, data={"query": text}, headers={"Accept": "text/tab-separated-values"})
    return len(reply.text.splitlines()) - 1 if reply.is_success else None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--sizes", type=int, nargs="+", default=[10_000, 100_000], help="numbers of parts")
    parser.add_argument("--around", choices=generated.SIZES, nargs="+", default=[], help="a graph for each size")
    parser.add_argument("--json", type=Path, help="write the figures there, too")
    arguments = parser.parse_args()
    figures: list[Row] = []
    with tempfile.TemporaryDirectory() as folder:
        for size, around in zip_longest(arguments.sizes, arguments.around[: len(arguments.sizes)]):
            for row in speed(size, around, Path(folder)):
                print(f"{row['query']}, {size} parts: {row['warm_ms']:.1f} ms here", flush=True)
                figures.append(row)
    print(table(figures))
    if arguments.json:
        arguments.json.write_text(json.dumps(figures, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
