"""From detection to the ranked top 80 with real sentence embeddings, and how much of the exact top 80 it holds.

Usage: python -m tests.benchmarks.fuzzy GRAPH QUESTIONS [--topics 2] [--limit N] [--overlap-up-to N]

Warm: torch is imported, the relation texts of the graph are cached, no text of the measured question was ever
embedded. The query is three relations of the graph drawn at random. The exact top 80 embeds the text of every
pattern in 32 bits, which takes minutes where there are many: `--overlap-up-to` leaves it out for questions with
more patterns (0: for all).
"""

import argparse
import asyncio
import json
import statistics
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from pog_agent.activity import EmbeddingBatch, listening
from pog_agent.kg.open import open_kg
from pog_agent.models import PatternKey
from pog_agent.ranking import relevance
from pog_agent.ranking.encoder import open_encoder
from pog_agent.ranking.relevance import rank_patterns
from pog_agent.subgraph.detection.limits import DetectionLimits
from pog_agent.subgraph.detection.reduce import reduce_graph
from pog_agent.subgraph.exploration.enumerate import EnumerationBudget
from pog_agent.subgraph.exploration.explore import LengthWindow, find_entity_paths
from pog_agent.terms import humanize, local_name
from tests.benchmarks.report import table
from tests.gold import read_questions
from tests.subgraph.detecting import detect

FREEBASE = "http://rdf.freebase.com/ns/"
WIDTH = 80


def topic_lists(path: Path) -> Iterator[list[str]]:
    if path.suffix == ".json":
        for record in json.loads(path.read_text(encoding="utf-8")):
            yield [FREEBASE + name for name in record["ids"]]
    else:
        for question in read_questions(path):
            yield list(question.topics)


def one(kg, topics: list[str], labels: dict[str, str], query: str, compared: int) -> dict[str, object]:
    encoder = open_encoder("auto", print)
    encoder.encode([*labels.values(), query])
    encoder.encode_for_ranking(["load the weights for ranking"])
    cpu = time.process_time()
    reduced = reduce_graph(asyncio.run(detect(kg, topics, 3, DetectionLimits())).graph, topics, 3)
    window = LengthWindow(0, 3 * len(topics), 6 if len(topics) > 1 else 3)
    found = find_entity_paths(reduced, topics, window, EnumerationBudget())
    engine = time.process_time() - cpu
    batches: list[EmbeddingBatch] = []
    with listening(batches.append):
        ranked = rank_patterns(found.patterns, query, labels, encoder, WIDTH)
    row: dict[str, object] = {
        "patterns": len(found.patterns),
        "engine cpu": engine,
        "cpu": time.process_time() - cpu,
        "texts": sum(batch.texts for batch in batches),
    }
    if len(found.patterns) <= compared:
        row["overlap"] = len({key for key, _ in ranked} & exact_best(found.patterns, query, labels)) / WIDTH
    return row


def exact_best(patterns, query: str, labels: dict[str, str]) -> set[PatternKey]:
    """The top 80 with every text embedded in 32 bits."""
    encoder = open_encoder("exact", print)
    usual, relevance.FINALISTS = relevance.FINALISTS, sys.maxsize
    try:
        return {key for key, _ in rank_patterns(patterns, query, labels, encoder, WIDTH)}
    finally:
        relevance.FINALISTS = usual


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("graph")
    parser.add_argument("questions", type=Path)
    parser.add_argument("--topics", type=int, default=2)
    parser.add_argument("--limit", type=int)
    parser.add_argument("--overlap-up-to", type=int, default=sys.maxsize, metavar="PATTERNS")
    args = parser.parse_args()
    kg = open_kg(args.graph)
    labels = {name: humanize(local_name(name)) for name in kg.relations}
    random = np.random.default_rng(1)
    import torch  # noqa: F401 (so does an encoder after some questions)

    rows = []
    for topics in [item for item in topic_lists(args.questions) if len(item) == args.topics][: args.limit]:
        query = ", ".join(random.choice(sorted(labels.values()), 3, replace=False))
        rows.append(one(kg, topics, labels, query, args.overlap_up_to))
        print(rows[-1], flush=True)
    print(table(rows))
    for name in dict.fromkeys(name for row in rows for name in row):
        figures = [float(str(row[name])) for row in rows if name in row]
        print(f"median {name} {statistics.median(figures):.3g} (of {len(figures)})")


if __name__ == "__main__":
    main()
