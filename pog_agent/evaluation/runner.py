"""Asks many questions at once and judges each answer; gold answers stay on this side of the system."""

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, Protocol

from pog_agent.errors import GraphUnavailableError, ModelUnavailableError, PogError
from pog_agent.evaluation.asked_question import AskedQuestion
from pog_agent.evaluation.data.dataset import Question
from pog_agent.evaluation.measures.diagnosis import error_class
from pog_agent.evaluation.measures.metrics import measure
from pog_agent.evaluation.measures.recall import SELECTIONS, STAGES, RecallTracker, gold_nodes
from pog_agent.evaluation.measures.result_sets import ResultSetScores, score_query
from pog_agent.evaluation.record import Record, answered, cost, described
from pog_agent.evaluation.run_folder import RunFolder, page_name, trace_name
from pog_agent.kg.base import KnowledgeGraph
from pog_agent.models import Answer, Usage
from pog_agent.redaction import redacted
from pog_agent.run.node import Node
from pog_agent.run.resources import Resources
from pog_agent.run.telemetry.observation import Observation, RunWatcher, watching
from pog_agent.systems.wiring import Wiring
from pog_agent.tracing.recorder import RunRecorder
from pog_agent.tracing.run_trace import RunTrace

QuestionFinished = Callable[[Record], None]
"""Is told of each question as soon as its result is written."""
RunPage = Callable[[RunTrace], str]
"""Makes a page that explains a run."""
_LOG = logging.getLogger("pog_agent.evaluation")

UNAVAILABLE = (GraphUnavailableError, ModelUnavailableError)
MOST_FAILURES = 5
BRANCHING = ("fuzzy+branch", "three-step")


@dataclass(frozen=True)
class JudgedQuestion:
    """The result of a question with its trace, and the page of its run; the page is empty without one."""

    record: Record
    trace: dict[str, Any]
    page: str = ""


class EvaluatedSystem(Protocol):
    """What is evaluated: the interface of `PathsOverGraph`."""

    resources: Resources

    @property
    def wiring(self) -> Wiring:
        """Its steps, which tell what stages there are."""
        ...

    async def aask(self, question: str, **settings: Any) -> Answer:
        """The answer to a question."""
        ...


class Evaluation:
    """One system over one graph. Queries are scored over the `whole` graph, where a system sees a part of it only.

    `asking` holds the question that the calling task works on, with its gold. An ideal reasoner, which is part of
    evaluation too, may be given it before the system is opened; nothing below evaluation can reach it. With
    `run_page`, runs are recorded, and each question comes with the page that it makes of its run.
    """

    def __init__(
        self,
        system: EvaluatedSystem,
        kg: KnowledgeGraph,
        topics_given: bool = True,
        asking: ContextVar[AskedQuestion] | None = None,
        *,
        whole: KnowledgeGraph | None = None,
        run_page: RunPage | None = None,
    ) -> None:
        self.asking = asking or ContextVar("asking")
        self._system = system
        self._kg = kg
        self._whole = whole or kg
        self._topics_given = topics_given
        self._run_page = run_page
        self._config = system.resources.settings(None)
        self._stages = _stages(system.wiring.steps, self._config.strategy)
        system.resources.observer = self._observe

    async def ask(self, question: Question) -> JudgedQuestion:
        """The result of one question. Raises only what says that graph or model is out of reach."""
        topics = question.topics if self._topics_given else ()
        watch = AskedQuestion(question, recorder=RunRecorder(self._system.wiring) if self._run_page else None)
        self.asking.set(watch)
        began = time.perf_counter()
        try:
            gold = await gold_nodes(question.answers, self._kg, self._config.language_list)
            watch.gold, watch.in_graph = gold, gold.in_graph
            if self._stages and question.answers and not question.is_computed:
                watch.recall = RecallTracker(gold)
            own: dict[str, Any] = {"topics": topics} if topics else {}
            own |= {"task": question.task} if question.task != "answer" else {}
            with watching(watch), watching(watch.recorder or RunWatcher()):
                answer = await self._system.aask(question.question, **own)
        except UNAVAILABLE:
            raise
        except Exception as error:  # noqa: BLE001 (a question that fails is a result, not the end of the run)
            return self.failed(question, error, watch, time.perf_counter() - began)
        fields = self._described(question) | answered(answer) | self._judged(answer, watch)
        fields["retrieval"] = await watch.retrieval.measured(question)
        fields["wall_seconds"] = round(time.perf_counter() - began, 6)
        record = Record(**fields, result_set=await score_query(answer.sparql, question.gold_values, self._whole))
        return self._finished(record, watch, answer)

    def failed(
        self, question: Question, error: Exception, watch: AskedQuestion, seconds: float = 0.0
    ) -> JudgedQuestion:
        """The result of a question that has no answer, with the reason and what it has cost by then."""
        reason = f"{type(error).__name__}: {redacted(' '.join(str(error).split()))[:300]}"
        fields = self._described(question) | cost(Usage.total(watch.used), watch.seconds)
        fields |= {"graph_failed": isinstance(error, GraphUnavailableError)}
        fields["result_set"] = ResultSetScores() if question.gold_values and question.gold_values.named else None
        record = Record(**fields, error="failed", failure=reason, wall_seconds=round(seconds, 6))
        return self._finished(record, watch, None)

    def _finished(self, record: Record, watch: AskedQuestion, answer: Answer | None) -> JudgedQuestion:
        page = self._page(watch)
        record = record.model_copy(update={"page": page_name(record.id) if page else ""})
        return JudgedQuestion(record, _trace(record, watch, answer), page)

    def _page(self, watch: AskedQuestion) -> str:
        """The page of a question's run; a page that cannot be made is a line in the log and harms no result."""
        run = watch.run
        if self._run_page is None or run is None:
            return ""
        try:
            return self._run_page(run)
        except Exception:  # noqa: BLE001 (a question that was paid for is not lost for want of its page)
            _LOG.warning("the run of question %s has no page", watch.question.id, exc_info=True)
            return ""

    def _described(self, question: Question) -> dict[str, Any]:
        given = self._topics_given and bool(question.topics)
        return described(question, topics_given=given) | {"trace": trace_name(question.id)}

    def _judged(self, answer: Answer, watch: AskedQuestion) -> dict[str, Any]:
        measures = measure(answer, watch.question)
        recall = watch.recall.after(self._stages) if watch.recall else {}
        error = None if measures.right else error_class(answer, watch.question, recall, watch.in_graph)
        cut = bool(watch.recall and watch.recall.cut)
        return {"measures": measures, "recall": recall, "recall_cut": cut, "error": error}

    async def _observe(self, step: Observation) -> None:
        watch = self.asking.get(None)
        if watch is not None:
            await watch.see(step)


async def run_all(
    evaluation: Evaluation,
    questions: Sequence[Question],
    folder: RunFolder,
    jobs: int = 1,
    finished: QuestionFinished | None = None,
) -> None:
    """Asks the questions, `jobs` at once, and writes each as soon as it is finished.

    Raises the error of a graph or model that is out of reach at the start, or for several questions in a row, and
    writes none of these questions: the same run can go on with them later. Between other questions the error
    counts as a failure of the question.
    """
    queue = iter(questions)
    held: list[JudgedQuestion] = []
    served = False

    def keep(result: JudgedQuestion) -> None:
        folder.add(result.record, result.trace, result.page)
        if finished is not None:
            finished(result.record)

    async def worker() -> None:
        nonlocal served
        for question in queue:
            try:
                result = await evaluation.ask(question)
            except UNAVAILABLE as error:
                if not served or len(held) + 1 >= max(jobs, MOST_FAILURES):
                    raise
                held.append(evaluation.failed(question, error, evaluation.asking.get()))
                continue
            served = served or result.record.failure is None
            while held:
                keep(held.pop(0))
            keep(result)

    try:
        async with asyncio.TaskGroup() as group:
            for _ in range(min(jobs, len(questions))):
                group.create_task(worker())
    except* PogError as errors:
        raise _first(errors) from None
    for result in held:
        keep(result)


def _first(errors: BaseExceptionGroup[PogError]) -> PogError:
    """The first error of a group. The others say the same."""
    first = errors.exceptions[0]
    return _first(first) if isinstance(first, BaseExceptionGroup) else first


def _stages(steps: Sequence[Node], strategy: str) -> tuple[str, ...]:
    """The stages of a workflow that candidates are measured after."""
    present = {step.declared.stage for step in steps}
    measured = {"explored", "fuzzy", "branch"} if strategy in BRANCHING else {"explored", "fuzzy"}
    stages = tuple(stage for stage in STAGES if stage in present & measured)
    return (*stages, "selected") if present.intersection(SELECTIONS) else stages


def _trace(record: Record, watch: AskedQuestion, answer: Answer | None) -> dict[str, Any]:
    return {
        "record": record.model_dump(mode="json", exclude={"usage", "seconds", "subgraph"}),
        "answer": answer.to_json() if answer else None,
        "gold_in_graph": watch.in_graph,
        "steps": watch.steps,
    }
