"""Who chooses for the benchmark of Think-on-Graph 2: by similarity, or ideally. Neither is ever satisfied."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from pog_agent.answering.walked_paths import targets
from pog_agent.documents import DocumentIndex
from pog_agent.evaluation.data.dataset import Question
from pog_agent.evaluation.measures.retrieval import RetrievalTracker
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

JUDGING = (ReasonOverKnowledge, JudgeSufficiency)


@dataclass(frozen=True)
class HandedOver:
    """What a run has handed to the model by some time: distinct chunks in their order, calls, CPU seconds."""

    chunks: tuple[int, ...]
    calls: int
    seconds: float


T = TypeVar("T")


class Watcher(OfflineReasoner):
    """Never satisfied, so that a run goes through all rounds; counts the calls and follows what it was shown."""

    def __init__(self, encoder: Encoder) -> None:
        super().__init__(encoder)
        self.wanted: frozenset[str] = frozenset()

    def begin(self, question: Question) -> None:
        """Before a question."""
        self.wanted = frozenset(question.supporting_docs)
        self.judged: list[HandedOver] = []
        self._calls = 0
        self._tracker = RetrievalTracker()
        self._began = time.process_time()

    async def see(self, step: Observation) -> None:
        """Notes the chunks that the model is shown, and where a round ends."""
        self.last = step
        self._tracker.see(step)
        if step.node.declared.asks in JUDGING:
            self.judged.append(self.so_far())

    def so_far(self) -> HandedOver:
        """By now. `judged` has it of each time that the model was asked whether the knowledge suffices."""
        return HandedOver(tuple(self._tracker.chunks), self._calls, time.process_time() - self._began)

    async def ask(self, step: LlmStep[T]) -> Reply[T]:
        """Counts what a language model would be asked."""
        self._calls += step.without_call() is None
        return await super().ask(step)

    async def reason_over_knowledge(self, step: ReasonOverKnowledge) -> HybridReasoning:
        """It never suffices."""
        return HybridReasoning()

    async def judge_sufficiency(self, step: JudgeSufficiency) -> Sufficiency:
        """They never suffice."""
        return Sufficiency(sufficient=False)


class Ideal(Watcher):
    """Chooses relations and paths by the supporting documents of what they lead to; with `topics` those, too."""

    def __init__(self, encoder: Encoder, index: DocumentIndex, topics: bool = True) -> None:
        super().__init__(encoder)
        self._index = index
        self._chooses_topics = topics

    async def prune_topics(self, step: PruneTopics) -> tuple[int, ...]:
        """Topics with a supporting document first."""
        if not self._chooses_topics:
            return await super().prune_topics(step)
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
