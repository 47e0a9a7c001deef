"""Queries here, in Oxigraph and in Virtuoso: whether the results agree, and how long they take.

Usage: python -m tests.benchmarks.queries [--sizes 10000 100000] [--json FILE]
       python -m tests.benchmarks.queries --agreement 20000 [--first-seed 0]

Speed: a generated graph of parts with prices, dates, makers and countries. Every engine runs the same queries, as
values here and as SPARQL there; the median of some runs counts, after one that warms up. Oxigraph is pyoxigraph in
memory; Virtuoso, where it is installed, is asked over HTTP. `first` is the first run here, which reads the
relations and parses the literals. Virtuoso fails where a query would take it longer than a minute.

Agreement: so many random queries (`tests/query/random_queries.py`), each in Oxigraph, and half of them in rdflib.
It prints every difference, how many results are not empty, and in how many queries each construct occurs.
"""

import argparse
import json
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from random import Random
from statistics import median

import httpx
import pyoxigraph

from pog_agent.kg.local.compile import compile_files
from pog_agent.models.query import Query
from pog_agent.query.limits import QueryLimits
from pog_agent.query.local.evaluate import evaluate_locally
from pog_agent.query.local.index import QueryIndex
from pog_agent.query.sparql.select import written_query
from pog_agent.terms import RDF_TYPE, XSD, Triple, literal
from tests.benchmarks.report import Row, table
from tests.query.engines import Engines, local_outcome, ntriples, oxigraph_outcome
from tests.query.random_graphs import SUBCLASS, random_graph
from tests.query.random_queries import RandomQueries, constructs
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

QUERIES_A_GRAPH = 10
RUNS = 15
SLOW_S = 2.0
"""After a run that takes longer, one more is enough."""

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


def seconds(run: Callable[[], object]) -> float:
    """The median time of a run, the first one not counted."""
    begin = time.perf_counter()
    run()
    runs = 1 if time.perf_counter() - begin > SLOW_S else RUNS
    times = []
    for _ in range(runs):
        begin = time.perf_counter()
        run()
        times.append(time.perf_counter() - begin)
    return median(times)


def speed(size: int, folder: Path) -> list[Row]:
    """Milliseconds of every query in every engine over a graph of this size."""
    file = folder / f"parts{size}.nt"
    file.write_text(ntriples(parts_graph(size)), encoding="utf-8")
    index = QueryIndex(compile_files([file], str(file)))
    store = pyoxigraph.Store()
    store.bulk_load(path=file, format=pyoxigraph.RdfFormat.N_TRIPLES)
    found = []
    with ExitStack() as stack:
        urls = stack.enter_context(serve_virtuoso([file])) if is_installed() else []
        client = stack.enter_context(httpx.Client(timeout=120))
        for name, query in SPEED.items():
            written = written_query(query)
            begin = time.perf_counter()
            result = evaluate_locally(query, index, QueryLimits())
            first = time.perf_counter() - begin
            agrees = set(local_outcome(result).rows) == set(oxigraph_outcome(store, written).rows)
            row: Row = {"parts": size, "query": name, "rows": len(result.rows), "agrees": agrees}
            row["first_ms"] = 1000 * first
            row["warm_ms"] = 1000 * seconds(lambda query=query: evaluate_locally(query, index, QueryLimits()))
            row["oxigraph_ms"] = 1000 * seconds(lambda text=written.text: list(store.query(text)))
            text = written_query(query, for_virtuoso=True).text
            for url in urls:
                row["virtuoso_rows"] = asked(client, url, text)
                if row["virtuoso_rows"] is not None:
                    row["virtuoso_ms"] = 1000 * seconds(lambda text=text, url=url: asked(client, url, text))
            found.append(row)
    return found


def asked(client: httpx.Client, url: str, text: str) -> int | None:
    """How many rows an endpoint answers with; None if it fails."""
    reply = client.post(url, data={"query": text}, headers={"Accept": "text/tab-separated-values"})
    return len(reply.text.splitlines()) - 1 if reply.is_success else None


def agreement(count_: int, first_seed: int, folder: Path) -> Row:
    """Runs random queries, prints the differences, and says what the queries were like."""
    found: Counter[str] = Counter()
    asked_, filled, different = 0, 0, 0
    for seed in range(first_seed, first_seed + -(-count_ // QUERIES_A_GRAPH)):
        random = Random(seed)
        for_rdflib = seed % 2 == 0
        engines = Engines.holding(random_graph(random, for_rdflib), folder, for_rdflib)
        for place in range(QUERIES_A_GRAPH):
            query = RandomQueries(random, zones=not for_rdflib).query()
            outcome = local_outcome(evaluate_locally(query, engines.index, QueryLimits()))
            asked_ += 1
            filled += bool(outcome.rows or outcome.truth)
            found += Counter(dict.fromkeys(constructs(query), 1))
            for difference in engines.differences(query):
                different += 1
                print(f"seed {seed}, query {place}: {difference}\n")
    return {"queries": asked_, "with a result": filled, "differences": different, **dict(sorted(found.items()))}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--sizes", type=int, nargs="+", default=[10_000, 100_000], help="numbers of parts")
    parser.add_argument("--agreement", type=int, default=0, help="run so many random queries instead")
    parser.add_argument("--first-seed", type=int, default=0, help="of the random graphs")
    parser.add_argument("--json", type=Path, help="write the figures there, too")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if arguments.agreement:
            figures: object = agreement(arguments.agreement, arguments.first_seed, folder)
            print(json.dumps(figures, indent=1))
        else:
            listed = [row for size in arguments.sizes for row in speed(size, folder)]
            figures = listed
            print(table(listed))
    if arguments.json:
        arguments.json.write_text(json.dumps(figures, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
