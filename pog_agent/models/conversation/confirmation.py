"""What a run shows to a person before it goes on: topics, plan, composed query, answer.

Each is plain JSON once dumped: it is the value of a LangGraph interrupt. `reply` says what may be replied, and
`problem` what was wrong with the last reply.
"""

from typing import Annotated, Literal

from pydantic import Field

from pog_agent.models.answer import Status
from pog_agent.models.value import Value


class AlternativeEntity(Value):
    """Another entity that a mention may mean."""

    iri: str
    label: str


class LinkedTopic(Value):
    """A topic entity as it was linked, with the other entities that its mention may mean, the likeliest first."""

    iri: str
    label: str
    mention: str = ""
    optional: bool = False
    alternatives: tuple[AlternativeEntity, ...] = ()


class _Shown(Value):
    question: str
    reply: str
    problem: str = ""


class TopicsShown(_Shown):
    """The linked entities; `unlinked` are mentions for which none was found."""

    kind: Literal["topics"] = "topics"
    topics: tuple[LinkedTopic, ...]
    unlinked: tuple[str, ...] = ()


class PlanShown(_Shown):
    """What question analysis made of the question; `indicator` is empty where there is none."""

    kind: Literal["plan"] = "plan"
    split_questions: tuple[str, ...]
    indicator: str = ""
    predicted_depth: int


class QueryShown(_Shown):
    """The composed query in words, and why it may not be what is asked."""

    kind: Literal["query"] = "query"
    query: str
    doubts: tuple[str, ...] = ()


class AnswerShown(_Shown):
    """The answer before it is given out, with its status and what it cites."""

    kind: Literal["answer"] = "answer"
    answer: str
    status: Status
    confidence: float | None = None
    cited: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()


Confirmation = Annotated[TopicsShown | PlanShown | QueryShown | AnswerShown, Field(discriminator="kind")]
"""What a run waits for a reply to."""
