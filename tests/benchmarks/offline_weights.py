"""What the offline reasoner's weights do on the lines they were chosen on, and what a regression makes of them.

Usage: python -m tests.benchmarks.offline_weights DATA_DIR [NAME ...] [--part odd|even] [--limit N]

The candidates of a question are the paths that the offline reasoner is first shown, topics given. `reach` is the
share of questions with a right one among them (a gold answer at an answer position), `similarity`, `weights` and
`fitted` the share where the best by similarity alone, by the weights in the code, and by the regression is right.

The regression raises the probability of right candidates under a softmax over those of their question, each kind
of question counting alike, with a penalty of 0.01 on squared weights of standardised parts. The weights in code
stem from such a fit on odd lines of the six sets; of the ones near it that did as well on these lines, those that
fell behind similarity by the least on any kind.
"""

import argparse
from collections import defaultdict
from contextlib import suppress
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from pog_agent import PathsOverGraph
from pog_agent.evaluation.data.dataset import Question
from pog_agent.kg.base import KnowledgeGraph
from pog_agent.kg.open import open_kg
from pog_agent.ranking.encoder import Encoder, open_encoder
from pog_agent.reading.reader import QuestionReader
from pog_agent.reasoner.offline.match import WEIGHTS
from pog_agent.reasoner.offline.matching import Matcher
from pog_agent.reasoner.offline.reasoner import OfflineReasoner
from pog_agent.subgraph.patterns.pattern import materialize
from tests.benchmarks.plain_answer import PARTS, questions_of
from tests.benchmarks.recall import SETS, explored
from tests.benchmarks.report import table
from tests.gold import gold_terms

FITTED = tuple(part for part in WEIGHTS if part not in ("missed", "lacks_key"))
PENALTY = 0.01

Floats = NDArray[np.float64]


class ShownError(Exception):
    """Ends a run where the reasoner has been shown its candidates."""


class Collecting(OfflineReasoner):
    """Keeps what it is first shown, and ends the run there."""

    async def select_paths(self, step):
        self.context, self.paths = step.context, step.paths
        raise ShownError

    async def judge_sufficiency(self, step):
        return await self.select_paths(step)


def candidates(question: Question, store: KnowledgeGraph, encoder: Encoder) -> tuple[Floats, Floats] | None:
    """The parts of the matches of a question, shape (candidates, parts), and which hold a gold answer."""
    reasoner = Collecting(encoder)
    with PathsOverGraph(store, encoder=encoder, reasoner=reasoner) as agent, suppress(ShownError):
        agent.ask(question.question, topics=question.topics)
        return None
    graph = explored(question, store).graph
    wanted = gold_terms(graph.nodes, question.answers)
    reader = QuestionReader(reasoner.context.question, reasoner.context.topics, encoder)
    matcher = Matcher(reader, encoder)
    matcher.matches(reasoner.paths)  # embeds all texts at once
    rows, right = [], []
    for match in matcher.candidates([path for path in reasoner.paths if path.nodes]):
        pattern = materialize(graph, match.path.key) if match.path.key else None
        if pattern:
            rows.append([float(getattr(match, part)) for part in WEIGHTS])
            right.append(float(bool(wanted.intersection(pattern.nodes_at(match.position)))))
    return (np.array(rows), np.array(right)) if rows else None


def fitted(groups: dict[str, list[tuple[Floats, Floats] | None]]) -> Floats:
    """The weights of the regression, 0 for the parts that are set by hand."""
    columns = [list(WEIGHTS).index(part) for part in FITTED]
    cases = [
        (rows[:, columns], right, 1 / len(group))
        for group in groups.values()
        for rows, right in filter(None, group)
        if 0 < right.sum() < len(right)
    ]
    every = np.concatenate([rows for rows, _, _ in cases])
    mean, spread = every.mean(axis=0), every.std(axis=0) + 1e-9

    def loss(weights: Floats) -> tuple[float, Floats]:
        total, slope = PENALTY * len(groups) * weights @ weights, 2 * PENALTY * len(groups) * weights
        for rows, right, share in cases:
            scaled = (rows - mean) / spread
            odds = np.exp(scaled @ weights - (scaled @ weights).max())
            good = odds * right
            total -= share * np.log(good.sum() / odds.sum() + 1e-12)
            slope = slope - share * scaled.T @ (good / (good.sum() + 1e-12) - odds / odds.sum())
        return float(total), slope

    found = minimize(loss, np.zeros(len(columns)), jac=True, method="L-BFGS-B").x
    weights = np.zeros(len(WEIGHTS))
    weights[columns] = found / spread
    return weights


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--part", choices=PARTS, default="odd", help="lines of the files, counted from 1")
    parser.add_argument("--limit", type=int, help="questions per kind")
    args = parser.parse_args()
    encoder = open_encoder("auto", print)
    groups: dict[str, list[tuple[Floats, Floats] | None]] = defaultdict(list)
    for name in args.names or [name for name in SETS if (args.data / name).is_dir()]:
        store = open_kg(str(args.data / name / "kg.nt.gz"))
        for kind, question in questions_of(args.data / name, args.part, args.limit):
            groups[f"{name} {kind}"].append(candidates(question, store, encoder))
    alone = np.array([float(part == "similarity") for part in WEIGHTS])
    ways = {"similarity": alone, "weights": np.array(list(WEIGHTS.values())), "fitted": fitted(groups)}
    rows = []
    for kind, group in groups.items():
        cases = [case for case in group if case]
        row: dict[str, object] = {"kind": kind, "n": len(group)}
        row["reach"] = sum(right.any() for _, right in cases) / len(group)
        for way, weights in ways.items():
            row[way] = sum(right[np.argmax(parts @ weights)] for parts, right in cases) / len(group)
        rows.append(row)
    print(table(rows))
    for way in ways:
        print(f"mean {way}: {np.mean([float(str(row[way])) for row in rows]):.3f}")
    print({part: round(float(weight), 2) for part, weight in zip(WEIGHTS, ways["fitted"], strict=True)})


if __name__ == "__main__":
    main()
