"""One line of a run's results: a question, its answer, and everything that figures are computed from."""

from collections.abc import Iterable, Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from pog_agent.evaluation.data.dataset import Question
from pog_agent.evaluation.measures.diagnosis import ErrorClass
from pog_agent.evaluation.measures.metrics import Measures
from pog_agent.evaluation.measures.recall import Reached
from pog_agent.evaluation.measures.result_sets import ResultSetScores
from pog_agent.evaluation.measures.retrieval import Retrieval
from pog_agent.models import Answer, StepUsage, SubgraphSizes, Usage


class Record(BaseModel):
    """A finished question. `failure` says why there is no answer: the question counts as wrong.

    `graph_failed` says that the graph failed on the way, or that this was the failure.

    `topics` is the number of topic entities of the data set, and `topics_given` says whether the run started from
    them. `group` is the type up to its hops, `length` the number of steps of the gold path. `recall` is empty
    where the system shows no candidates or computes the answer; with `recall_cut` it is a lower bound. `retrieval`
    is None for a run without documents, `result_set` for a question without a gold query. `seconds` are per node.
    `wall_seconds` run from start to end, with other questions beside it. `path_lengths` has the steps of each
    cited path. `columns` and `rows` are those of a table. `ops` and `gold_disputed` are those of the question.
    `verdict` is that of a claim. `confidence` is None where the system gave none; `alternatives` are other
    readings, each with its answers, path and confidence. `trace` and `page` are the files of the question's trace
    and of the page of its run, from the folder of the results; `page` is empty where none was written.
    """

    model_config = ConfigDict(frozen=True, extra="ignore")

    id: str
    question: str
    type: str = ""
    group: str = ""
    ops: tuple[str, ...] = ()
    gold_disputed: bool = False
    topics: int = 0
    topics_given: bool = True
    length: int | None = None
    gold: list[dict[str, Any]] = Field(default_factory=list)
    answers: list[dict[str, Any]] = Field(default_factory=list)
    columns: list[str] = Field(default_factory=list)
    rows: list[list[dict[str, Any] | None]] = Field(default_factory=list)
    status: str = "failed"
    kind: str = ""
    verdict: str | None = None
    evidence: str | None = None
    phase: str | None = None
    depth: int | None = None
    reason: str = ""
    truncated: bool = False
    confidence: float | None = None
    alternatives: list[dict[str, Any]] = Field(default_factory=list)
    path_lengths: list[int] = Field(default_factory=list)
    measures: Measures = Measures(judged="none")
    recall: dict[str, Reached] = Field(default_factory=dict)
    recall_cut: bool = False
    retrieval: Retrieval | None = None
    result_set: ResultSetScores | None = None
    error: ErrorClass | None = None
    failure: str | None = None
    graph_failed: bool = False
    subgraph: SubgraphSizes | None = None
    llm_calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    usage: dict[str, StepUsage] = Field(default_factory=dict)
    seconds: dict[str, float] = Field(default_factory=dict)
    wall_seconds: float = 0.0
    trace: str = ""
    page: str = ""


def settled(records: Iterable[Record]) -> list[Record]:
    """The questions whose gold answer nobody disputes."""
    return [item for item in records if not item.gold_disputed]


def described(question: Question, topics_given: bool) -> dict[str, Any]:
    """The fields that the question alone decides."""
    return {
        "id": question.id,
        "question": question.question,
        "type": question.type,
        "group": question.group,
        "ops": question.ops,
        "gold_disputed": question.gold_disputed,
        "topics": len(question.topic_entities),
        "topics_given": topics_given,
        "length": question.length,
        "gold": [item.model_dump(exclude_defaults=True, mode="json") for item in question.answers],
    }


def answered(answer: Answer) -> dict[str, Any]:
    """The fields that the answer alone decides."""
    shown = answer.to_json()
    return {
        "answers": shown["answers"],
        "columns": shown["columns"],
        "rows": shown["rows"],
        "status": answer.status,
        "kind": answer.kind,
        "verdict": answer.verdict,
        "evidence": answer.evidence,
        "phase": answer.phase,
        "depth": answer.depth,
        "reason": answer.reason,
        "truncated": answer.truncated,
        "graph_failed": answer.graph_failed,
        "confidence": answer.confidence,
        "alternatives": shown["alternatives"],
        "path_lengths": [len(path.triples) for path in answer.paths],
        "subgraph": answer.subgraph,
        **cost(answer.usage, answer.seconds),
    }


def cost(usage: Usage, seconds: Mapping[str, float]) -> dict[str, Any]:
    """The fields that say what the run has used."""
    return {
        "llm_calls": usage.llm_calls,
        "prompt_tokens": usage.prompt_tokens,
        "completion_tokens": usage.completion_tokens,
        "usage": usage.by_step,
        "seconds": dict(seconds),
    }
