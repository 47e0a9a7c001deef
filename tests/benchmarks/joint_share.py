"""Which share of the best joint patterns of three topics is found under the budget.

Usage: python -m tests.benchmarks.joint_share GRAPH QUESTIONS [--best 80] [--most PAIRS]

The best are those by the composed score (cosine of the mean relation vector with a query of three relations drawn
at random), over all combinations of both segments in the window, scored one by one without any budget. Questions
with more than PAIRS combinations, and those that fit in the budget, are left out.
"""

import argparse
import asyncio
import json
from itertools import pairwise
from pathlib import Path

import numpy as np

from pog_agent.kg.open import open_kg
from pog_agent.ranking.encoder import open_encoder
from pog_agent.subgraph.detection.limits import DetectionLimits
from pog_agent.subgraph.detection.reduce import reduce_graph
from pog_agent.subgraph.exploration.enumerate import NONE, EnumeratedPatterns, EnumerationBudget, joined_patterns
from pog_agent.subgraph.exploration.explore import LengthWindow, find_entity_paths
from pog_agent.subgraph.graph import Subgraph
from pog_agent.terms import humanize, local_name
from tests.benchmarks.report import table
from tests.benchmarks.supernodes import topic_lists
from tests.subgraph.detecting import detect

LONGEST = 9
CHUNK = 512
UNBOUNDED = EnumerationBudget(patterns=10**8, edges=10**9, pairs=10**9)


def sums(found: EnumeratedPatterns, vectors: np.ndarray) -> np.ndarray:
    """The summed relation vectors of each pattern, shape (patterns, dimensions)."""
    padded = np.vstack([vectors, np.zeros((1, vectors.shape[1]), dtype=np.float32)])
    total = np.zeros((len(found.codes), vectors.shape[1]), dtype=np.float32)
    for column in found.codes.T:
        total += padded[np.where(column == NONE, len(vectors), column >> 1)]
    return total


def best_pairs(
    left: EnumeratedPatterns, right: EnumeratedPatterns, vectors: np.ndarray, query: np.ndarray, count: int
):
    """The `count` best pairs of rows whose lengths together are in the window."""
    first, second = sums(left, vectors), sums(right, vectors)
    others = (second @ query, (second * second).sum(axis=1), right.lengths)
    scores, rows = np.zeros(0), np.zeros((0, 2), dtype=np.int64)
    for start in range(0, len(first), CHUNK):
        part = first[start : start + CHUNK]
        dots = (part @ query)[:, None] + others[0]
        norms = (part * part).sum(axis=1)[:, None] + others[1] + 2 * part @ second.T
        cosine = dots / np.sqrt(np.maximum(norms, 1e-12))
        cosine[left.lengths[start : start + CHUNK][:, None] + others[2] > LONGEST] = -2
        flat = np.argpartition(-cosine, min(count, cosine.size - 1), axis=None)[:count]
        scores = np.append(scores, cosine.ravel()[flat])
        found = np.stack(np.unravel_index(flat, cosine.shape), axis=1) + np.array([start, 0])
        rows = np.vstack([rows, found])
        order = np.argsort(-scores, kind="stable")[:count]
        scores, rows = scores[order], rows[order]
    return rows


def share(graph: Subgraph, topics: list[str], encoder, count: int, most: int) -> dict[str, object] | None:
    ids = [graph.nodes.id_of(topic) for topic in topics]
    segments = [joined_patterns(graph, ends, 6, UNBOUNDED) for ends in pairwise(ids)]
    lengths = [np.bincount(segment.lengths, minlength=7) for segment in segments]
    total = sum(int(lengths[0][i]) * int(lengths[1][j]) for i in range(7) for j in range(7) if i + j <= LONGEST)
    if not EnumerationBudget().patterns < total <= most:
        return None
    labels = [humanize(local_name(name)) for name in graph.relations]
    random = np.random.default_rng(total)
    query = encoder.encode([", ".join(random.choice(labels, 3, replace=False))])[0]
    vectors = encoder.encode(labels)
    wanted = best_pairs(*segments, vectors, query, count)
    found = find_entity_paths(
        graph, topics, LengthWindow(0, LONGEST, 6), EnumerationBudget(), lambda _: (vectors @ query).tolist()
    )
    have = {tuple(row[row != NONE].tolist()) for row in found.patterns.blocks[0].codes}
    joint = [
        (*segments[0].codes[a][: segments[0].lengths[a]], *segments[1].codes[b][: segments[1].lengths[b]])
        for a, b in wanted.tolist()
    ]
    hits = sum(tuple(int(code) for code in row) in have for row in joint)
    return {"joint patterns": total, "kept": len(found.patterns), "share of the best": hits / len(joint)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("graph")
    parser.add_argument("questions", type=Path)
    parser.add_argument("--best", type=int, default=80)
    parser.add_argument("--most", type=int, default=100_000_000)
    parser.add_argument("--json", type=Path)
    args = parser.parse_args()
    kg, encoder = open_kg(args.graph), open_encoder("auto", print)
    rows = []
    for topics in topic_lists(args.questions):
        if len(topics) == 3:
            graph = asyncio.run(detect(kg, topics, 3, DetectionLimits())).graph
            row = share(reduce_graph(graph, topics, 3), topics, encoder, args.best, args.most)
            rows += [row] if row else []
            if row:
                print(row, flush=True)
    print(table(rows))
    if args.json:
        args.json.write_text(json.dumps(rows, indent=1))


if __name__ == "__main__":
    main()
