"""How many of the supporting documents of a question each system that reads documents hands to the model.

Usage: python -m tests.benchmarks.tog2 DATA_DIR [--index DIR] [--system NAME ...] [--ranker NAME ...] [--limit N]
                                   [--from-documents] [--lines odd|even] [--document-topics N]

DATA_DIR has `docs.jsonl.gz`, `kg.nt.gz`, and questions with `supporting_docs` in `dev.jsonl`. With
`--from-documents` the graph is made of the documents by co-occurrence, without the links that they have.

@10, ...  The share of supporting documents with a chunk among the first 10, 20 and 30 distinct chunks that a run
          hands to the model, in their order; `all` is the share of questions with all of them among the first 30.
answer    The share of questions with an answer, word for word, in one of these 30 chunks.
chunks    Distinct chunks that a run hands to the model (mean).
calls     LLM calls of a run (mean), recognition included: those that a language model would be asked.
s         CPU seconds of a run (mean), without a language model.

No language model takes part. A run goes through all rounds: nothing is judged sufficient, and the query stays the
question. `choice` says who chooses topics, relations and paths: `similarity`, as the offline reasoner does, or
`ideal`, who sees which of them lead to entities with a supporting document. Topics are those that the offline
reasoner finds in the question, and the entities of `tog2` are chosen by the passages, as always. `pog` composes no
queries here.
"""

import argparse
import asyncio
import tempfile
import time
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from pog_agent.agent import open_system
from pog_agent.answering.walked_paths import targets
from pog_agent.documents import DocumentIndex, build_index, open_index
from pog_agent.evaluation.data.dataset import Question, load_questions
from pog_agent.evaluation.measures.retrieval import DEPTHS, Retrieval, RetrievalTracker
from pog_agent.extraction import build_graph
from pog_agent.models import HybridReasoning, Sufficiency
from pog_agent.ranking.encoder import Encoder
from pog_agent.reasoner.base import LlmStep, Reply
from pog_agent.reasoner.offline.reasoner import OfflineReasoner
from pog_agent.reasoner.shown import Scored
from pog_agent.reasoner.steps.judge_sufficiency import JudgeSufficiency
from pog_agent.reasoner.steps.prune_topics import PruneTopics
from pog_agent.reasoner.steps.reason_over_knowledge import ReasonOverKnowledge
from pog_agent.reasoner.steps.select_paths import SelectPaths
from pog_agent.reasoner.steps.select_relations import SelectRelations
from pog_agent.run.telemetry.observation import Observation
from pog_agent.subgraph.patterns.pattern import PathPattern
from pog_agent.terms import is_literal
from tests.benchmarks.documents_graph import without_links
from tests.benchmarks.report import Row, table

SYSTEMS = ("rag", "tog2", "pog")

T = TypeVar("T")


class Watcher(OfflineReasoner):
    """Never satisfied, so that a run goes through all rounds; counts the calls and follows what it was shown."""

    def __init__(self, encoder: Encoder) -> None:
        super().__init__(encoder)
        self.wanted: frozenset[str] = frozenset()

    def begin(self, question: Question) -> None:
        """Before a question."""
        self.wanted = frozenset(question.supporting_docs)
        self.calls = 0
        self.tracker = RetrievalTracker()

    async def see(self, step: Observation) -> None:
        """Notes the chunks that the model is shown next."""
        self.last = step
        self.tracker.see(step)

    async def ask(self, step: LlmStep[T]) -> Reply[T]:
        """Counts what a language model would be asked."""
        self.calls += step.without_call() is None
        return await super().ask(step)

    async def reason_over_knowledge(self, step: ReasonOverKnowledge) -> HybridReasoning:
        """It never suffices."""
        return HybridReasoning()

    async def judge_sufficiency(self, step: JudgeSufficiency) -> Sufficiency:
        """They never suffice."""
        return Sufficiency(sufficient=False)


class Ideal(Watcher):
    """Chooses topics, relations and paths by the supporting documents of what they lead to."""

    def __init__(self, encoder: Encoder, index: DocumentIndex) -> None:
        super().__init__(encoder)
        self._index = index

    async def prune_topics(self, step: PruneTopics) -> tuple[int, ...]:
        """Topics with a supporting document first."""
        support = self._support([topic.iri for topic in step.topics])
        numbers = range(1, len(step.topics) + 1)
        return tuple(sorted(numbers, key=lambda number: -support[step.topics[number - 1].iri]))

    async def select_relations(self, step: SelectRelations) -> tuple[Scored, ...]:
        """Relations to entities with a supporting document first, then by similarity."""
        options, run = self.last.after["options"], self.last.run  # type: ignore[typeddict-item]
        reached = await targets(run, options)
        support = self._support([term for terms in reached for term in terms])
        similar = await super().select_relations(step)
        scores = {
            item.number: (any(support[term] for term in reached[item.number - 1]), item.score) for item in similar
        }
        order = sorted(scores, key=lambda number: scores[number], reverse=True)
        return tuple(Scored(number=number, score=1.0 if scores[number][0] else 0.5) for number in order)

    async def select_paths(self, step: SelectPaths) -> tuple[int, ...]:
        """Paths on which the most supporting documents are written about, each path for what the others lack."""
        after, run = self.last.after, self.last.run
        patterns = [await run.pattern(after, path.key) if path.key else None for path in step.paths]
        documents = [self._documents(pattern) if pattern else frozenset() for pattern in patterns]
        chosen: list[int] = []
        covered: frozenset[str] = frozenset()
        while len(chosen) < min(step.width, len(step.paths)):
            left = [place for place in range(len(step.paths)) if place not in chosen]
            best = max(left, key=lambda place: len(documents[place] - covered))
            chosen.append(best)
            covered |= documents[best]
        return tuple(step.paths[place].number for place in chosen)

    def _documents(self, pattern: PathPattern) -> frozenset[str]:
        """The supporting documents that the entities on a path are linked to."""
        terms = [term for place in range(pattern.key.length + 1) for term in pattern.nodes_at(place)]
        found = self._index.chunks_of([term for term in dict.fromkeys(terms) if not is_literal(term)])
        return self.wanted & {chunk.document for chunks in found.values() for chunk in chunks}

    def _support(self, terms: Sequence[str]) -> dict[str, int]:
        """How many supporting documents each entity is linked to."""
        found = self._index.chunks_of(terms)
        return {term: len({chunk.document for chunk in found.get(term, ())} & self.wanted) for term in terms}


async def measured(reasoner: Watcher, questions: Sequence[Question], **settings: Any) -> Row:
    """The figures of one system over all questions."""
    calls: list[int] = []
    seconds: list[float] = []
    found: list[Retrieval] = []
    with open_system(reasoner=reasoner, **settings) as agent:
        agent.open()
        agent.resources.observer = reasoner.see
        for question in questions:
            reasoner.begin(question)
            begin = time.process_time()
            await agent.aask(question.question)
            seconds.append(time.process_time() - begin)
            calls.append(reasoner.calls)
            retrieval = await reasoner.tracker.measured(question)
            if retrieval is not None:
                found.append(retrieval)
    return {
        **{f"@{depth}": round(float(np.mean([item.recall[depth] for item in found])), 3) for depth in DEPTHS},
        "all": round(float(np.mean([bool(item.complete) for item in found])), 3),
        "answer": round(float(np.mean([bool(item.has_answer) for item in found])), 3),
        "chunks": round(float(np.mean([item.chunks for item in found])), 1),
        "calls": round(float(np.mean(calls)), 1),
        "s": round(float(np.mean(seconds)), 2),
    }


async def compared(
    questions: Sequence[Question],
    kg: str,
    folder: Path,
    systems: Sequence[str],
    rankers: Sequence[str],
    **settings: Any,
) -> list[Row]:
    """A line for plain retrieval, and for each other system two with each ranker."""
    index = open_index(folder)
    encoder = index.encoder
    settings |= {"kg": kg, "docs": str(folder), "encoder": encoder}
    rows: list[Row] = []
    if "rag" in systems:
        plain = await measured(Watcher(encoder), questions, name="rag", contexts=max(DEPTHS), **settings)
        rows.append({"system": "rag", "ranker": "dense", "choice": "", **plain})
    for system, ranker in product([name for name in systems if name != "rag"], rankers):
        for choice, reasoner in (("similarity", Watcher(encoder)), ("ideal", Ideal(encoder, index))):
            found = await measured(reasoner, questions, name=system, ranker=ranker, compose="off", **settings)
            rows.append({"system": system, "ranker": ranker, "choice": choice, **found})
    return rows


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("--index", type=Path, help="folder to keep the index in")
    parser.add_argument("--system", nargs="+", choices=SYSTEMS, default=[*SYSTEMS])
    parser.add_argument("--ranker", nargs="+", default=["dense", "bm25"])
    parser.add_argument("--limit", type=int, help="the first questions")
    parser.add_argument("--from-documents", action="store_true", help="make the graph from the documents")
    parser.add_argument("--lines", choices=["odd", "even"], help="only these lines of the questions")
    parser.add_argument("--document-topics", type=int, default=0, help="the setting of this name")
    given = parser.parse_args()
    asked = slice(given.lines == "even", given.limit, 2 if given.lines else 1)
    questions = load_questions(given.data / "dev.jsonl").questions[asked]
    docs, kg = given.data / "docs.jsonl.gz", given.data / "kg.nt.gz"
    with tempfile.TemporaryDirectory() as temporary:
        if given.from_documents:
            docs, kg = without_links(docs, Path(temporary) / "docs.jsonl"), Path(temporary) / "graph.ttl"
            build_graph(docs, kg)
        folder = given.index or Path(temporary) / "index"
        build_index(docs, str(kg), folder)
        settings = {"document_topics": given.document_topics}
        rows = compared(questions, str(kg), folder, given.system, given.ranker, **settings)
        print(table(asyncio.run(rows)))


if __name__ == "__main__":
    main()
