"""What a recorded run is: every view of a run reads this and nothing else."""

from typing import Any

from pydantic import Field

from pog_agent.activity import Activity, EmbeddingBatch, ModelCall, StoreQuery
from pog_agent.events import RouteTaken
from pog_agent.models import Answer, Phase, Value
from pog_agent.terms import RDF_TYPE, RDFS_SUBCLASS, Term, Triple

FORMAT = 2


class KeptCandidate(Value):
    """A path pattern that a selection has kept: its display text, and its score from the ranking."""

    text: str
    score: float = 0.0


class Pruning(Value):
    """What a selection made of the candidates: how many there were, how many are left, and the first of these."""

    before: int
    after: int
    kept: tuple[KeptCandidate, ...] = ()


class TracedStep(Value):
    """One step of a run.

    `began` counts from the start of the run, in seconds. `summary` says in a few words what it found, `found` has
    the fields that the step declares for its trace. `following` is the next step, and `route` why it is this one
    where there are several. `problem` says why the step failed, empty where it did not.
    """

    node: str
    began: float
    seconds: float
    phase: Phase | None = None
    depth: int | None = None
    summary: str = ""
    found: dict[str, Any] = Field(default_factory=dict)
    candidates: int | None = None
    pruning: Pruning | None = None
    warnings: tuple[str, ...] = ()
    activities: tuple[Activity, ...] = ()
    following: str | None = None
    route: RouteTaken | None = None
    problem: str = ""

    @property
    def model_calls(self) -> tuple[ModelCall, ...]:
        """Prompts and replies of the step."""
        return tuple(item for item in self.activities if isinstance(item, ModelCall))

    @property
    def store_queries(self) -> tuple[StoreQuery, ...]:
        """The SPARQL that the step sent."""
        return tuple(item for item in self.activities if isinstance(item, StoreQuery))

    @property
    def embedding_batches(self) -> tuple[EmbeddingBatch, ...]:
        """What the step embedded."""
        return tuple(item for item in self.activities if isinstance(item, EmbeddingBatch))


class Surrounding(Value):
    """The part of the reduced subgraph that lies nearest to topics and answers, to be drawn around the paths.

    `left_out` counts the triples of the subgraph that are not among them. `labels` has words for every term, those
    of the cited paths too. `class_relations` lead from a thing to its class, and from a class to a wider one.
    """

    triples: tuple[Triple, ...] = ()
    left_out: int = 0
    labels: dict[str, str] = Field(default_factory=dict)
    class_relations: tuple[Term, ...] = (RDF_TYPE, RDFS_SUBCLASS)


class RunTrace(Value):
    """A recorded run.

    `started` is a time in UTC (ISO 8601), `seconds` the time from start to end. `settings` are those given
    explicitly, as texts without secrets. `answer` is None where the run failed; `failure` says why.
    """

    format: int = FORMAT
    run_id: str
    system: str
    question: str
    claim: str = ""
    started: str
    seconds: float
    model: str = ""
    encoder: str = ""
    graph: str = ""
    settings: dict[str, str] = Field(default_factory=dict)
    steps: tuple[TracedStep, ...] = ()
    answer: Answer | None = None
    failure: str = ""
    surrounding: Surrounding = Surrounding()

    def to_json(self) -> dict[str, Any]:
        """The run as a JSON object; the answer is the documented one of `ask --json`."""
        record = self.model_dump(mode="json")
        record["answer"] = self.answer.to_json() if self.answer is not None else None
        return record
