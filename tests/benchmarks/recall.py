"""Answer recall per stage on question files, topics given, and the paper's plain ranking beside ours.

Usage: python -m tests.benchmarks.recall DATA_DIR [NAME[:TYPE] ...] [--limit N] [--plain M] [--answers]
[--json FILE]

DATA_DIR holds folders with `kg.nt.gz` and `dev.jsonl`; without names, all known ones that are there.
One row per kind of question:

explored, explored_all  any gold answer, and all, on a pattern of the topic-entity phase run to D_max whatever
                        sufficiency would say: the engine alone
fuzzy_80, fuzzy_3       any gold answer on the best W1 = 80 and W_max = 3 of them; fuzzy_80_all all gold answers.
                        The query is the question less its topics
texts                   texts embedded for it, the query aside, by an encoder that knows the relations of the graph
                        and nothing else
truncated               share of questions where detection or exploration was cut

On the first M questions of a kind (`--plain`), the paper's method, every concrete path as a text:

same_80, same_3, same_texts     ours on the same questions
plain_80, plain_3, plain_texts  the plain method; its texts are all concrete paths, listed to 20,000
plain_sampled                   share of questions with more than 3,000 paths, of which that many are embedded,
                                evenly sampled
plain_cut                       share of questions with more than 20,000 paths or patterns: there plain_texts is
                                a lower bound
ratio                           plain_texts / same_texts
"""

import argparse
import asyncio
import json
import re
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import combinations, islice
from pathlib import Path

import numpy as np

from pog_agent import PathsOverGraph
from pog_agent.evaluation.data.dataset import Question
from pog_agent.evaluation.measures import metrics
from pog_agent.kg.base import KnowledgeGraph
from pog_agent.kg.open import open_kg
from pog_agent.models import PatternKey, TopicEntity
from pog_agent.ranking.encoder import Encoder, Vectors, open_encoder
from pog_agent.ranking.plain import path_texts, rank_by_best_path
from pog_agent.ranking.relevance import rank_patterns
from pog_agent.reading.wording import without_topics
from pog_agent.subgraph.detection.limits import DetectionLimits
from pog_agent.subgraph.exploration.enumerate import EnumerationBudget
from pog_agent.subgraph.exploration.explore import LengthWindow, explore_lists
from pog_agent.subgraph.graph import Subgraph
from pog_agent.subgraph.patterns.listing import concrete_paths
from pog_agent.subgraph.patterns.pattern import materialize
from pog_agent.terms import humanize, is_literal, literal_value, local_name
from tests.benchmarks.report import table
from tests.gold import gold_terms, read_questions
from tests.subgraph.detecting import detect

D_MAX = 3
W1 = 80
W_MAX = 3
SAMPLED_PATHS = 3_000
SETS = ("pq2", "pq3", "pql2", "wc2014", "metaqa", "fbsub")
EXCLUDED = {"metaqa-1-77": "its answer hangs on a self-loop"}

Figures = dict[str, float]


class Recording:
    """An encoder that remembers which texts it was asked for."""

    def __init__(self, inner: Encoder) -> None:
        self._inner = inner
        self.name = inner.name
        self.texts: set[str] = set()

    def encode(self, texts: Sequence[str]) -> Vectors:
        self.texts.update(texts)
        return self._inner.encode(texts)


@dataclass(frozen=True)
class Explored:
    """A question with its candidates, and what a ranking needs to know."""

    question: Question
    query: str
    store: KnowledgeGraph
    graph: Subgraph
    patterns: Sequence[PatternKey]
    labels: dict[str, str]
    truncated: bool


def explored(question: Question, store: KnowledgeGraph) -> Explored:
    """All patterns of the topic-entity phase, the smaller subsets of the topics included."""
    topics = list(question.topics)
    found = asyncio.run(detect(store, topics, D_MAX, DetectionLimits()))
    lists = [list(part) for size in range(len(topics), 0, -1) for part in combinations(topics, size)]
    windows = [LengthWindow(0, len(part) * D_MAX, 2 * D_MAX) for part in lists]
    result = explore_lists(found.graph, lists, windows, EnumerationBudget())
    named = asyncio.run(store.labels(found.graph.relations))
    labels = {name: named.get(name) or humanize(local_name(name)) for name in found.graph.relations}
    mentions = [TopicEntity(iri=item.iri or "", label=item.label) for item in question.topic_entities]
    query = without_topics(question.question, mentions) or question.question
    cut = bool(result.truncated or found.warnings)
    return Explored(question, query, store, found.graph, result.patterns, labels, cut)


def reached(case: Explored, keys: Sequence[PatternKey]) -> tuple[bool, bool]:
    """Whether any gold answer, and whether all, stand on the patterns off the topic positions."""
    wanted = gold_terms(case.graph.nodes, case.question.answers)
    found: set[str] = set()
    for key in keys if wanted else ():
        pattern = materialize(case.graph, key)
        if pattern is None:
            continue
        for position in range(1, key.length + 1):
            if position not in key.fixed:
                found |= wanted.intersection(pattern.nodes_at(position))
        if found == wanted:
            break
    return bool(found), len(found) == len(case.question.answers)


def ours(case: Explored, encoder: Encoder) -> Figures:
    """Recall and embedded texts of the ranking by relation sequences."""
    recorded = Recording(encoder)
    ranked = [key for key, _ in rank_patterns(case.patterns, case.query, case.labels, recorded, W1)]
    some, every = reached(case, ranked)
    return {
        "fuzzy_80": some,
        "fuzzy_80_all": every,
        "fuzzy_3": reached(case, ranked[:W_MAX])[0],
        "texts": len(recorded.texts - {case.query, *case.labels.values()}),
    }


def plain(case: Explored, encoder: Encoder) -> Figures:
    """The same of the ranking by concrete paths."""
    listed = concrete_paths(case.graph, case.patterns)
    total = len(listed.paths)
    chosen = np.unique(np.linspace(0, max(total - 1, 0), min(total, SAMPLED_PATHS)).astype(int)).tolist()
    paths, owners = [listed.paths[row] for row in chosen], [listed.owners[row] for row in chosen]
    nodes = sorted({node for path in paths for node in path})
    labels = asyncio.run(case.store.labels([node for node in nodes if not is_literal(node)]))
    names = {node: literal_value(node) if is_literal(node) else labels.get(node, "unnamed") for node in nodes}
    texts = path_texts(case.patterns, paths, owners, names, case.labels)
    ranked = [case.patterns[row] for row, _ in rank_by_best_path(texts, owners, case.query, encoder, W1)]
    return {
        "plain_80": reached(case, ranked)[0],
        "plain_3": reached(case, ranked[:W_MAX])[0],
        "plain_texts": total,
        "plain_sampled": total > SAMPLED_PATHS,
        "plain_cut": listed.cut > 0,
    }


def answered(question: Question, agent: PathsOverGraph) -> Figures:
    """How the offline reasoner does."""
    answer = agent.ask(question.question, topics=question.topics)
    found, names = (
        metrics.measure(answer, question),
        ("right", "supported", "supported_right", "abstained", "hits1_strict"),
    )
    return {name: float(getattr(found, name)) for name in names}


def kind_of(question: Question) -> str:
    """The type of a question up to its number of hops: `2hop` of `2hop:actor_to_movie_to_year`."""
    found = re.match(r".*?\dhop\b", question.type)
    return found[0] if found else question.type


def chosen_questions(file: Path, only: str, limit: int | None) -> Iterator[tuple[str, Question]]:
    """The kinds, and of each the first questions."""
    groups: dict[str, list[Question]] = defaultdict(list)
    for question in read_questions(file):
        if question.type.startswith(only) and question.id not in EXCLUDED:
            groups[kind_of(question)].append(question)
    for kind, group in groups.items():
        yield from ((kind, question) for question in islice(group, limit))


def measure(folder: Path, only: str, args: argparse.Namespace) -> dict[str, Figures]:
    """The mean figures of each kind of question in a set."""
    store, encoder = open_kg(str(folder / "kg.nt.gz")), open_encoder("auto", print)
    rows: dict[str, list[Figures]] = defaultdict(list)
    with ExitStack() as stack:
        agent = stack.enter_context(PathsOverGraph(store, encoder=encoder)) if args.answers else None
        for kind, question in chosen_questions(folder / "dev.jsonl", only, args.limit):
            cpu = time.process_time()
            case = explored(question, store)
            engine = time.process_time() - cpu
            some, every = reached(case, case.patterns)
            row = {"explored": some, "explored_all": every, **ours(case, encoder), "truncated": case.truncated}
            row |= {"patterns": len(case.patterns), "engine_cpu_seconds": engine}
            if len(rows[kind]) < args.plain:
                row |= {f"same_{name}": row[f"fuzzy_{name}"] for name in ("80", "3")} | {
                    "same_texts": row["texts"]
                }
                row |= plain(case, encoder)
            rows[kind].append(row | (answered(question, agent) if agent else {}))
    return {kind: means(group) for kind, group in rows.items()}


def means(rows: Sequence[Figures]) -> Figures:
    """The mean of each figure over the questions that have it, and how many questions those are."""
    names = dict.fromkeys(name for row in rows for name in row)
    values = {name: [row[name] for row in rows if name in row] for name in names}
    figures: Figures = {"n": len(rows)} | {name: float(np.mean(column)) for name, column in values.items()}
    if "plain_texts" in figures:
        figures |= {
            "n_plain": len(values["plain_texts"]),
            "ratio": figures["plain_texts"] / max(figures["same_texts"], 1),
        }
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("names", nargs="*", help="NAME or NAME:TYPE")
    parser.add_argument("--limit", type=int, help="questions per kind")
    parser.add_argument("--plain", type=int, default=0, help="questions per kind for the plain method (slow)")
    parser.add_argument("--answers", action="store_true", help="answer offline as well (slow)")
    parser.add_argument("--json", type=Path)
    args = parser.parse_args()
    results: dict[str, dict[str, Figures]] = {}
    for spec in args.names or [name for name in SETS if (args.data / name).is_dir()]:
        name, _, only = spec.partition(":")
        results[spec] = measure(args.data / name, only, args)
        print(table([{"set": name, "kind": kind, **row} for kind, row in results[spec].items()]), flush=True)
    if args.json:
        args.json.write_text(json.dumps(results, indent=2))


if __name__ == "__main__":
    main()
