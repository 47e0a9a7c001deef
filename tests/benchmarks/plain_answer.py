"""The plainest answer from paths, as a yardstick of the offline reasoner, and that reasoner beside it.

Usage: python -m tests.benchmarks.plain_answer DATA_DIR [NAME ...] [--part odd|even|all] [--limit N] [--offline]
[--json FILE]

The plain trial embeds the question without the labels of its topics and the relation names of every path pattern
of the topic-entity phase, and answers with the end entities of the most similar pattern, or with all between its
topics where it ends in one. Topics are given to both, and as the plain trial always answers, so does the reasoner
(`offline:guess`; `supported` is the share of questions with a supported answer that is exactly the gold answers).
`plain` and `offline` are strict Hits@1 (any gold), `difference` their paired mean with a 95% bootstrap interval.
"""

import argparse
import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import numpy as np

from pog_agent import PathsOverGraph
from pog_agent.evaluation.data.dataset import Question
from pog_agent.evaluation.measures import metrics
from pog_agent.evaluation.measures.statistics import bootstrap_interval
from pog_agent.kg.open import open_kg
from pog_agent.ranking.encoder import Encoder, open_encoder
from pog_agent.ranking.relevance import rank_patterns
from pog_agent.reasoner.offline.reasoner import GUESSING
from pog_agent.subgraph.patterns.pattern import materialize
from tests.benchmarks.recall import EXCLUDED, SETS, Explored, explored
from tests.benchmarks.report import table
from tests.gold import gold_terms, read_questions

PARTS = {"odd": (0, 2), "even": (1, 2), "all": (0, 1)}
RESAMPLES = 10_000


def plainly_right(case: Explored, encoder: Encoder) -> bool:
    """Whether a gold answer is among the end entities of the most similar pattern, or between its topics."""
    best = rank_patterns(case.patterns, case.query, case.labels, encoder, 1)
    pattern = materialize(case.graph, best[0][0]) if best else None
    if pattern is None:
        return False
    key = pattern.key
    places = [place for place in range(key.length + 1) if place not in key.fixed]
    ends = places if key.length in key.fixed else [key.length]
    found = {node for place in ends for node in pattern.nodes_at(place)}
    return bool(gold_terms(case.graph.nodes, case.question.answers) & found)


def questions_of(folder: Path, part: str, limit: int | None) -> Iterator[tuple[str, Question]]:
    """The questions of a part of the lines, `limit` per kind, with the kind: what the type says before a colon."""
    start, step = PARTS[part]
    counts: Counter[str] = Counter()
    for question in read_questions(folder / "dev.jsonl")[start::step]:
        kind = question.type.partition(":")[0]
        counts[kind] += question.id not in EXCLUDED
        if question.id not in EXCLUDED and (limit is None or counts[kind] <= limit):
            yield kind, question


def measure(folder: Path, args: argparse.Namespace) -> list[dict[str, float | str]]:
    """One row per kind of question."""
    store, encoder = open_kg(str(folder / "kg.nt.gz")), open_encoder("auto", print)
    groups: dict[str, list[tuple[bool, bool, bool]]] = defaultdict(list)
    with ExitStack() as stack:
        agent = None
        if args.offline:
            agent = stack.enter_context(PathsOverGraph(store, model=GUESSING, encoder=encoder))
        for kind, question in questions_of(folder, args.part, args.limit):
            plain = plainly_right(explored(question, store), encoder)
            found = metrics.Measures(judged="none")
            if agent:
                found = metrics.measure(agent.ask(question.question, topics=question.topics), question)
            groups[kind].append((plain, found.hits1_strict, found.supported_right))
    rows: list[dict[str, float | str]] = []
    for kind, group in sorted(groups.items()):
        plain_share, offline, supported = np.array(group, dtype=np.float64).T
        row: dict[str, float | str] = {"set": folder.name, "kind": kind, "n": len(group)}
        row["plain"] = float(plain_share.mean())
        if agent:
            low, high = bootstrap_interval((offline - plain_share).tolist(), RESAMPLES)
            difference = float((offline - plain_share).mean())
            row |= {"offline": float(offline.mean()), "difference": difference, "low": low, "high": high}
            row["supported"] = float(supported.mean())
        rows.append(row)
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--part", choices=PARTS, default="even", help="lines of the files, counted from 1")
    parser.add_argument("--limit", type=int, help="questions per kind")
    parser.add_argument("--offline", action="store_true", help="run the offline reasoner as well")
    parser.add_argument("--json", type=Path)
    args = parser.parse_args()
    rows = []
    for name in args.names or [name for name in SETS if (args.data / name).is_dir()]:
        found = measure(args.data / name, args)
        print(table(found), flush=True)
        rows += found
    if args.offline:
        print(f"mean difference over kinds: {np.mean([float(row['difference']) for row in rows]):.3f}")
    if args.json:
        args.json.write_text(json.dumps(rows, indent=2))


if __name__ == "__main__":
    main()
