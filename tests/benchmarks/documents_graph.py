"""What a graph by co-occurrence costs, and whether it joins the documents that a question needs.

Usage: python -m tests.benchmarks.documents_graph DATA_DIR [--pairs N]

DATA_DIR has `docs.jsonl.gz`, and questions with `supporting_docs` in `dev.jsonl`. The corpus's links are left out.

Entities, edges, megabytes of Turtle and seconds of CPU are those of the whole command. `gold` is the share of the
pairs of supporting documents of a question whose titles are joined within one and within two hops; `chance` is the
same for N random pairs of documents (20,000). Pairs with the same title are left out. One line for each setting.
"""

import argparse
import json
import random
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from pathlib import Path

import rdflib

from pog_agent.documents.corpus import read_corpus
from pog_agent.extraction import CooccurrenceThresholds, build_graph
from pog_agent.extraction.graph import entity_key
from pog_agent.extraction.turtle import entity_iri
from tests.benchmarks.report import Row, measure, table

SETTINGS = (
    CooccurrenceThresholds(),
    CooccurrenceThresholds(scope="chunk"),
    CooccurrenceThresholds(min_mentions=1),
    CooccurrenceThresholds(min_weight=0.2),
    CooccurrenceThresholds(min_weight=0.4),
    CooccurrenceThresholds(max_edges=10),
    CooccurrenceThresholds(min_count=2),
)

Pair = tuple[str, str]
Neighbours = Mapping[str, set[str]]


def row_of(docs: Path, thresholds: CooccurrenceThresholds, gold: Sequence[Pair], chance: Sequence[Pair]) -> Row:
    """The figures of one setting."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "graph.ttl"
        figures = measure(lambda: build_graph(docs, out, thresholds=thresholds, force=True))
        report = build_graph(docs, out, thresholds=thresholds, force=True)
        around = neighbours(out)
    names = ("scope", "min_mentions", "min_count", "min_weight", "max_edges")
    return {
        **{name: getattr(thresholds, name) for name in names},
        "entities": report.entities,
        "edges": report.edges,
        "MB": round(report.bytes / 1e6, 1),
        "cpu_s": round(figures.cpu_seconds, 1),
        **{f"gold_{hops}": round(share(gold, around, hops), 3) for hops in (1, 2)},
        **{f"chance_{hops}": round(share(chance, around, hops), 3) for hops in (1, 2)},
    }


def neighbours(file: Path) -> Neighbours:
    """Which entities are joined, by IRI, as rdflib reads the file."""
    graph = rdflib.Graph().parse(file)
    found: dict[str, set[str]] = defaultdict(set)
    (relation,) = {item for item in graph.predicates() if "/relation/" in str(item)}
    for head, tail in graph.subject_objects(relation):
        found[str(head)].add(str(tail))
        found[str(tail)].add(str(head))
    return found


def share(pairs: Iterable[Pair], around: Neighbours, hops: int) -> float:
    """The share of the pairs that are joined within one hop or two."""
    joined = [
        b in around.get(a, ()) or (hops > 1 and not around.get(a, set()).isdisjoint(around.get(b, ())))
        for a, b in pairs
    ]
    return sum(joined) / len(joined)


def without_links(docs: Path, file: Path) -> Path:
    """Writes a corpus without the links that it has, and gives the file."""
    documents = read_corpus(docs, print)
    lines = (json.dumps({"id": item.id, "title": item.title, "text": item.text}) for item in documents)
    file.write_text("\n".join(lines), encoding="utf-8")
    return file


def main() -> None:
    """Prints one line for each setting."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--pairs", type=int, default=20_000)
    arguments = parser.parse_args()
    documents = list(read_corpus(arguments.data / "docs.jsonl.gz", print))
    titles = {item.id: entity_iri(entity_key(item.title)) for item in documents}
    questions = [json.loads(line) for line in (arguments.data / "dev.jsonl").read_text().splitlines()]
    gold = [
        (titles[a], titles[b])
        for item in questions
        for a, b in combinations(item["supporting_docs"], 2)
        if titles[a] != titles[b]
    ]
    draw = random.Random(0)
    drawn = (tuple(draw.sample(list(titles.values()), 2)) for _ in range(arguments.pairs))
    chance = [(a, b) for a, b in drawn if a != b]
    with tempfile.TemporaryDirectory() as folder:
        bare = without_links(arguments.data / "docs.jsonl.gz", Path(folder) / "docs.jsonl")
        print(f"{len(gold)} pairs of supporting documents, {len(chance)} random ones")
        print(table([row_of(bare, item, gold, chance) for item in SETTINGS]))


if __name__ == "__main__":
    main()
