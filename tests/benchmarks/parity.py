"""The same questions over the same graph in every kind of store: do answers, cited paths and candidates agree?

Usage: python -m tests.benchmarks.parity DATA_DIR [NAME ...] [--limit N] [--without STORE ...]

DATA_DIR holds folders with `kg.nt.gz` and `dev.jsonl`. The stores are the compiled file, Oxigraph on disk, and
endpoints on loopback: a Virtuoso (left out with a word where there is none), Oxigraph's engine behind HTTP, and
rdflib-endpoint, which is slow on graphs of more than 100,000 triples. The offline reasoner answers, topics given.
What is compared with the compiled file: the answers and their status, the triples of the cited paths, and the
number of candidates after each step.
"""

import argparse
import tempfile
from collections.abc import Container, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pyoxigraph

from pog_agent import PathsOverGraph
from pog_agent.evaluation.data.dataset import Question
from pog_agent.kg.local.oxigraph_files import build_store
from pog_agent.kg.local.rdf_files import load_rdf
from pog_agent.models import Answer
from tests.benchmarks.report import table
from tests.gold import read_questions
from tests.servers import serve_graph, serve_oxigraph
from tests.virtuoso import MISSING, is_installed, serve_virtuoso

PARTS = ("answers", "paths", "candidates")
ENDPOINTS = ("virtuoso", "oxigraph-endpoint", "rdflib-endpoint")


@contextmanager
def stores(file: Path, without: Container[str]) -> Iterator[dict[str, str]]:
    """What `--kg` takes for each store of the graph in the file; the first is the file."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        store = folder / "oxigraph"
        build_store([str(file)], str(store))
        found = {"file": str(file), "oxigraph": f"oxigraph:{store}"}
        if "virtuoso" in without or not is_installed():
            print(f"virtuoso skipped: {'--without' if is_installed() else MISSING}")
        else:
            [found["virtuoso"]] = stack.enter_context(serve_virtuoso([file]))
        if "oxigraph-endpoint" not in without:
            engine = pyoxigraph.Store.read_only(str(store))
            found["oxigraph-endpoint"] = stack.enter_context(serve_oxigraph(engine))
        if "rdflib-endpoint" not in without:
            found["rdflib-endpoint"] = stack.enter_context(serve_graph(load_rdf([file])))
        yield found


def parts(answer: Answer) -> dict[str, object]:
    """What has to be the same."""
    answers = sorted((item.iri or "", item.value or "", item.label) for item in answer.answers)
    return {
        "answers": (answer.status, answers),
        "paths": [path.triples for path in answer.paths],
        "candidates": answer.candidates,
    }


def compared(
    name: str, file: Path, questions: list[Question], without: Container[str]
) -> Iterator[dict[str, object]]:
    """One row a store: on how many questions it agrees with the file."""
    with stores(file, without) as found:
        expected: list[dict[str, object]] = []
        for store, kg in found.items():
            with PathsOverGraph(kg) as agent:
                seen = [parts(agent.ask(item.question, topics=item.topics)) for item in questions]
            expected = expected or seen
            pairs = list(zip(expected, seen, strict=True))
            same = {part: sum(one[part] == other[part] for one, other in pairs) for part in PARTS}
            yield {"set": name, "store": store, "n": len(questions), **same}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("names", nargs="*", help="(default: all sets that are there)")
    parser.add_argument("--limit", type=int, default=30)
    parser.add_argument(
        "--without", nargs="+", default=[], choices=ENDPOINTS, metavar="STORE", help=" ".join(ENDPOINTS)
    )
    args = parser.parse_args()
    rows = []
    for name in args.names or sorted(file.parent.name for file in args.data.glob("*/dev.jsonl")):
        questions = read_questions(args.data / name / "dev.jsonl", args.limit)
        for row in compared(name, args.data / name / "kg.nt.gz", questions, args.without):
            rows.append(row)
            print(row, flush=True)
    print(table(rows))


if __name__ == "__main__":
    main()
