"""The state of a run: small, serialisable values. Subgraphs and candidate sets live in the workspace.

Every system has a state that extends `RunState`. A step returns an update: those fields of the state that it
changes.
"""

from dataclasses import dataclass
from typing import Annotated, Any, Final

from langchain_core.messages import AnyMessage
from langgraph.graph.message import add_messages
from typing_extensions import TypedDict

from pog_agent.models import (
    Answer,
    AnswerDraft,
    ChosenReading,
    Claim,
    ContextRef,
    DirectAnswer,
    FoundConnections,
    Paraphrase,
    PatternKey,
    PatternRef,
    Phase,
    QueryDraft,
    QuestionAnalysis,
    QuestionReading,
    Rewriting,
    Step,
    StepUsage,
    SubgraphSizes,
    Sufficiency,
    Summary,
    Supplement,
    TopicEntity,
    Value,
)


class EntityList(Value):
    """Entities to join in this order by paths of more than `above` and at most `up_to` steps."""

    entities: tuple[str, ...]
    above: int
    up_to: int
    per_segment: int


class ExplorationPlan(Value):
    """Where the candidates of the current round come from; enough to find them again after a resume.

    Candidates are the patterns of `lists`, the patterns `keys` that compete again, and with `fresh` entities
    the continuations of `keys` by one step at those entities. With `reduced`, `lists` are
    searched in the reduced subgraph instead of the whole one; with `subsets`, they join fewer than all topics.
    """

    phase: Phase
    depth: int
    lists: tuple[EntityList, ...] = ()
    keys: tuple[PatternKey, ...] = ()
    fresh: tuple[str, ...] = ()
    reduced: bool = False
    subsets: bool = False


class SeenTrees(Value):
    """What the rounds so far have shown as trees, and the patterns that the last reply would look further from."""

    rounds: int = 0
    shown: tuple[PatternKey, ...] = ()
    opened: tuple[PatternKey, ...] = ()


class Branch(Value):
    """A relation that Think-on-Graph follows from the last node of a path, and its score."""

    stem: PatternKey
    step: Step
    score: float


@dataclass(frozen=True)
class _Kept:
    """Marks a field that a new question on a thread finds as the last one left it."""


KEPT: Final = _Kept()


def extend(old: list[str], new: list[str]) -> list[str]:
    """Appends texts not yet there, in order."""
    return list(dict.fromkeys([*old, *new]))


class RunInput(TypedDict, total=False):
    """What a run takes: a chat whose last human message is the question, or the question itself.

    `chosen` is the reading that the question is to be answered by, where somebody chose one. `meant` is what a
    person has said that words mean: it holds for the later questions of the thread, too.
    """

    messages: Annotated[list[AnyMessage], KEPT, add_messages]
    question: Annotated[str, KEPT]
    chosen: ChosenReading
    meant: Annotated[list[Paraphrase], KEPT]


class RunOutput(TypedDict, total=False):
    """What a run returns. `found` says in a line what the last step has found: a stream of updates has each."""

    messages: Annotated[list[AnyMessage], KEPT, add_messages]
    answer: Answer
    found: str


class RunState(RunInput, RunOutput, total=False):
    """What the steps of every system share.

    `rewriting` is what a follow-up was read as, on a thread with earlier turns. Where a `claim` is to be judged,
    `question` asks whether it is so. `spotted` are labels of the graph in the question, `unlinked` mentions that
    no entity of the graph resembles. `held` is an answer that a person is to confirm, `unsettled` one whose doubts
    about words are put to the model. With `reads_at_once`, one call is to read the question beside the names that
    code has found. `started` is in seconds since the epoch, `ran` the seconds that the steps have worked since
    then; `given_up` says which step was still at work when the time was up, and then only the answer is left to
    give. `graph_failed` says that an endpoint has broken down on the way. `settings` are those that the run began
    with (`settings/kept.py`).
    """

    run_id: str
    started: float
    settings: dict[str, dict[str, Any]]
    ran: float
    given_up: str
    graph_failed: bool
    rewriting: Rewriting
    claim: Claim
    reads_at_once: bool
    topics: list[TopicEntity]
    spotted: list[str]
    unlinked: list[str]
    analysis: QuestionAnalysis
    draft: AnswerDraft
    query_draft: QueryDraft
    held: Answer
    unsettled: Answer
    truncated: bool
    candidates: dict[str, int]
    usage: Annotated[list[StepUsage], lambda old, new: [*old, *new]]
    seconds: dict[str, float]
    warnings: Annotated[list[str], extend]


class PogState(RunState, total=False):
    """A search over path patterns. `kept` holds Paths_T, Paths_S and Paths_E of Algorithm 1 by phase.

    `document_topics` are entities that documents led to: the search may start from them, and the question need not
    name them. `connections` are those that a question asks for. With `composes_first`, a query is composed before
    the search. Where steps are merged, `question_reading` is what one call has read out of the question, and
    `seen` what was shown of the candidates.
    """

    question_reading: QuestionReading
    seen: SeenTrees
    document_topics: list[TopicEntity]
    composes_first: bool
    sizes: SubgraphSizes
    plan: ExplorationPlan
    new_candidates: int
    shortlist: list[PatternRef]
    kept: dict[str, list[PatternRef]]
    supplements: list[Supplement]
    visited: list[str]
    summary: Summary
    verdict: Sufficiency
    connections: FoundConnections


class TogState(PogState, total=False):
    """Think-on-Graph's search, which judges, answers and verifies as Paths-over-Graph does.

    `beam` are the paths it goes on from, `branches` the relations it follows from there.
    """

    branches: list[Branch]
    beam: list[PatternRef]


class PassageState(RunState, total=False):
    """A system that reads documents: the chunks that the model was shown last, numbered from 1 in this order."""

    contexts: list[ContextRef]


class HybridState(PogState, PassageState, total=False):
    """What an answer may be verified from: paths and passages."""


class RankedCandidate(Value):
    """A passage among the best of a round: its rank from 1 on, and its score for the candidate of this number."""

    candidate: int
    rank: int
    score: float


class Tog2State(TogState, HybridState, total=False):
    """Think-on-Graph 2's search over paths and passages.

    `options` are the relations out of the beam, `reached` the candidate entities, each with its path, `ranking`
    the passages that these are scored by. `clues` and `clue_contexts` are the retrieval feedback of the last
    reasoning, `search_query` what passages are compared with. `samples` are the chains of thought that were asked
    first.
    """

    options: list[Branch]
    reached: list[PatternRef]
    ranking: list[RankedCandidate]
    clues: str
    clue_contexts: list[ContextRef]
    search_query: str
    samples: list[DirectAnswer]


class BaselineState(RunState, total=False):
    """A baseline without a graph: the chains of thought that were sampled."""

    samples: list[DirectAnswer]
