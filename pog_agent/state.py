"""The state of a run: small, serialisable values. Subgraphs and candidate sets live in the workspace."""

from typing import Annotated

from langchain_core.messages import AnyMessage
from langgraph.graph.message import add_messages
from typing_extensions import TypedDict

from pog_agent.models import (
    Answer,
    PatternKey,
    PatternRef,
    Phase,
    QuestionAnalysis,
    Step,
    StepUsage,
    SubgraphSizes,
    Supplement,
    TopicEntity,
    Value,
)
from pog_agent.reasoner.base import AnswerDraft, DirectAnswer, Sufficiency, Summary


class EntityList(Value):
    """Entities to join in this order by paths of more than `above` and at most `up_to` steps."""

    entities: tuple[str, ...]
    above: int
    up_to: int
    per_segment: int


class Plan(Value):
    """Where the candidates of the current round come from; enough to find them again after a resume.

    Candidates are the patterns of `lists`, the patterns `keys` that compete again, and with `fresh` entities
    the continuations of `keys` by one step at those entities. `reduced` tells which view `lists` are
    searched in; `subsets` that not all topics are joined.
    """

    phase: Phase
    depth: int
    lists: tuple[EntityList, ...] = ()
    keys: tuple[PatternKey, ...] = ()
    fresh: tuple[str, ...] = ()
    reduced: bool = False
    subsets: bool = False


class Branch(Value):
    """A relation that Think-on-Graph follows from the last node of a path, and its score."""

    stem: PatternKey
    step: Step
    score: float


def extend(old: list[str], new: list[str]) -> list[str]:
    """Appends texts not yet there, in order."""
    return list(dict.fromkeys([*old, *new]))


class PogInput(TypedDict, total=False):
    """What a run takes: a chat whose last human message is the question, or the question itself."""

    messages: Annotated[list[AnyMessage], add_messages]
    question: str


class PogOutput(TypedDict, total=False):
    """What a run returns."""

    messages: Annotated[list[AnyMessage], add_messages]
    answer: Answer


class PogState(PogInput, PogOutput, total=False):
    """Everything the nodes share. `kept` holds Paths_T, Paths_S and Paths_E of Algorithm 1 by phase.

    `beam` and `branches` are Think-on-Graph's: the paths it goes on from, the relations it follows from there.
    """

    run_id: str
    started: float
    topics: list[TopicEntity]
    analysis: QuestionAnalysis
    sizes: SubgraphSizes
    plan: Plan
    new_candidates: int
    shortlist: list[PatternRef]
    kept: dict[str, list[PatternRef]]
    supplements: list[Supplement]
    visited: list[str]
    summary: Summary
    verdict: Sufficiency
    draft: AnswerDraft
    branches: list[Branch]
    beam: list[PatternRef]
    samples: list[DirectAnswer]
    truncated: bool
    candidates: dict[str, int]
    usage: Annotated[list[StepUsage], lambda old, new: [*old, *new]]
    seconds: dict[str, float]
    warnings: Annotated[list[str], extend]
