"""Answer recall per stage and offline Hits@1 on question files, topics given.

Usage: python -m tests.benchmarks.recall DATA_DIR [NAME ...] [--limit N] [--json FILE]

DATA_DIR holds folders with `kg.nt.gz` and `dev.jsonl`. Exploration recall is that of the topic-entity phase run
to D_max whatever sufficiency would say: the engine alone. Fuzzy recall is after W1, with the question as query.
"""

import argparse
import asyncio
import json
import time
from collections import defaultdict
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path

from pog_agent import PathsOverGraph
from pog_agent.evaluation.dataset import Question, read_questions
from pog_agent.evaluation.metrics import gold_terms, hits_strict
from pog_agent.kg.open import open_kg
from pog_agent.models import PatternKey, TopicEntity
from pog_agent.ranking.encoder import open_encoder
from pog_agent.ranking.relevance import rank_patterns
from pog_agent.reasoner.wording import without_topics
from pog_agent.subgraph.detect import DetectionLimits, detect
from pog_agent.subgraph.enumerate import EnumerationBudget
from pog_agent.subgraph.explore import Window, explore_lists
from pog_agent.subgraph.graph import Subgraph
from pog_agent.subgraph.pattern import materialize
from pog_agent.terms import humanize, local_name

D_MAX = 3
W1 = 80


def reached(graph: Subgraph, keys: Sequence[PatternKey], question: Question) -> tuple[bool, bool]:
    """Whether any gold answer, and whether all, stand on the patterns off the topic positions."""
    wanted = gold_terms(graph.nodes, question.answers)
    found: set[str] = set()
    for key in keys:
        pattern = materialize(graph, key)
        if pattern is None:
            continue
        for position in range(1, key.length + 1):
            if position not in key.fixed:
                found |= wanted.intersection(pattern.nodes_at(position))
        if wanted and found == wanted:
            break
    return bool(found), len(found) == len(question.answers)


def measure(folder: Path, only: str, limit: int | None) -> dict[str, dict[str, float]]:
    store = open_kg(str(folder / "kg.nt.gz"))
    encoder = open_encoder("auto", print)
    rows: dict[str, list[dict[str, float]]] = defaultdict(list)
    with PathsOverGraph(store, "offline", encoder=encoder) as agent:
        for question in read_questions(folder / "dev.jsonl"):
            if only and not question.type.startswith(only):
                continue
            if limit is not None and len(rows[question.type]) >= limit:
                continue
            rows[question.type].append(_one(question, store, encoder, agent))
    return {
        kind: {name: sum(row[name] for row in group) / len(group) for name in group[0]} | {"n": len(group)}
        for kind, group in rows.items()
        if group
    }


def _one(question: Question, store, encoder, agent: PathsOverGraph) -> dict[str, float]:
    topics = list(question.topics)
    cpu = time.process_time()
    found = asyncio.run(detect(store, topics, D_MAX, DetectionLimits()))
    lists = [list(part) for size in range(len(topics), 0, -1) for part in combinations(topics, size)]
    windows = [Window(0, len(part) * D_MAX, 2 * D_MAX) for part in lists]
    explored = explore_lists(found.graph, lists, windows, EnumerationBudget())
    engine = time.process_time() - cpu
    anything, everything = reached(found.graph, explored.patterns, question)
    named = asyncio.run(store.labels(found.graph.relations))
    labels = {name: named.get(name) or humanize(local_name(name)) for name in found.graph.relations}
    mentions = [TopicEntity(iri=item.iri or "", label=item.label) for item in question.topic_entities]
    query = without_topics(question.question, mentions)
    ranked = rank_patterns(explored.patterns, query, labels, encoder, W1)
    fuzzy, fuzzy_all = reached(found.graph, [key for key, _ in ranked], question)
    answer = agent.ask(question.question, topics=tuple(topics))
    right = hits_strict(answer, question.answers)
    return {
        "explored": anything,
        "explored_all": everything,
        "fuzzy": fuzzy,
        "fuzzy_all": fuzzy_all,
        "hits1_strict": right,
        "supported": answer.status == "supported",
        "supported_right": right and answer.status == "supported",
        "abstained": answer.status == "abstained",
        "truncated": bool(explored.truncated or found.warnings),
        "patterns": len(explored.patterns),
        "engine_cpu_seconds": engine,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("names", nargs="*", default=["pq2", "pq3", "wc2014:WC-C"], help="NAME or NAME:TYPE")
    parser.add_argument("--limit", type=int, help="questions per type")
    parser.add_argument("--json", type=Path)
    args = parser.parse_args()
    results: dict[str, dict[str, dict[str, float]]] = {}
    for spec in args.names:
        name, _, only = spec.partition(":")
        results[name] = measure(args.data / name, only, args.limit)
        for kind, figures in results[name].items():
            print(name, kind, " ".join(f"{key}={value:.4g}" for key, value in figures.items()), flush=True)
    if args.json:
        args.json.write_text(json.dumps(results, indent=2))


if __name__ == "__main__":
    main()
