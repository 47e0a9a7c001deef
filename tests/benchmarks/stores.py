"""The same questions over every local store: what loading the graph, opening it and detecting a subgraph take.

Usage: python -m tests.benchmarks.stores --graphs DIR [--size M]

What DIR lacks is generated first. Each store has a process of its own, as memory is that of a process (which the
questions, drawn from the generated graph, are part of: about 100 MiB at M). A question is detection at D_max = 3
around its topics; the first is asked once before, so that the files are open. All stores must detect as many
triples.
"""

import argparse
import asyncio
import json
import resource
import shutil
import subprocess
import sys
import time
from collections import defaultdict
from pathlib import Path
from statistics import median

from pog_agent.kg.base import KnowledgeGraph
from pog_agent.kg.local.index import build_index
from pog_agent.kg.local.oxigraph_files import build_store
from pog_agent.kg.open import open_kg
from pog_agent.subgraph.detection.limits import DetectionLimits
from tests.benchmarks.generated import NAMESPACE, SIZES, make, questions, write_ntriples
from tests.benchmarks.report import Row, table
from tests.subgraph.detecting import detect

D_MAX = 3
STORES = ("compiled", "oxigraph")


def ntriples_file(folder: Path, size: str) -> Path:
    """The generated graph of a size as N-Triples."""
    file = folder / f"{size}.nt.gz"
    if not file.exists():
        folder.mkdir(parents=True, exist_ok=True)
        write_ntriples(make(size), file)
    return file


def load(store: str, file: Path, out: Path) -> None:
    """Makes what a store needs on disk."""
    if store == "compiled":
        build_index([str(file)], str(out))
    elif store == "oxigraph":
        build_store([str(file)], str(out))


def opened(store: str, out: Path) -> KnowledgeGraph:
    """The graph in a store."""
    return open_kg(f"oxigraph:{out}" if store == "oxigraph" else str(out))


def measured(store: str, folder: Path, size: str) -> Row:
    """All figures of one store; `seconds` and `triples` by number of topics."""
    out = folder / f"{size}.{store}"
    begin = time.perf_counter()
    kg = opened(store, out)
    row: Row = {"store": store, "open_s": time.perf_counter() - begin}
    seconds, detected = defaultdict(list), []
    asked = [[NAMESPACE + name for name in question.ids] for question in questions(make(size))]
    for number, topics in enumerate([asked[0], *asked]):
        begin = time.perf_counter()
        found = asyncio.run(detect(kg, topics, D_MAX, DetectionLimits()))
        if number:
            seconds[len(topics)].append(time.perf_counter() - begin)
            detected.append(len(found.graph.heads))
    begin = time.perf_counter()
    asyncio.run(kg.find(["nobody"]))
    row["first_name_s"] = time.perf_counter() - begin
    row |= {f"topics_{count}_s": median(own) for count, own in seconds.items()}
    row["memory_mib"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    return {**row, "detected": detected}


def _row(store: str, folder: Path, size: str) -> Row:
    """Loads, then measures, each in its own process."""
    out = folder / f"{size}.{store}"
    if out.exists():
        shutil.rmtree(out)
    begin = time.perf_counter()
    _run("load", store, folder, size)
    loaded = time.perf_counter() - begin
    row = json.loads(_run("measure", store, folder, size))
    disk = sum(path.stat().st_size for path in out.rglob("*")) // 2**20 if out.exists() else 0
    return {"store": store, "load_s": loaded if disk else 0.0, "disk_mib": disk, **row}


def _run(step: str, store: str, folder: Path, size: str) -> str:
    command = [sys.executable, "-m", __spec__.name, "--graphs", str(folder), "--size", size, "--step", step, store]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--graphs", type=Path, required=True, help="folder of generated graphs")
    parser.add_argument("--size", choices=SIZES, default="M")
    parser.add_argument("--step", nargs=2, help=argparse.SUPPRESS)
    args = parser.parse_args()
    file = ntriples_file(args.graphs, args.size)
    if args.step:
        step, store = args.step
        if step == "load":
            load(store, file, args.graphs / f"{args.size}.{store}")
        else:
            print(json.dumps(measured(store, args.graphs, args.size)))
        return
    rows = [_row(store, args.graphs, args.size) for store in STORES]
    print(table([{name: value for name, value in row.items() if name != "detected"} for row in rows]))
    if any(row["detected"] != rows[0]["detected"] for row in rows):
        sys.exit("the stores DIFFER in what they detect")
    print("all stores detect the same numbers of triples:", rows[0]["detected"])


if __name__ == "__main__":
    main()
