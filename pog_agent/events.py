"""Progress of a run as typed events: what the command line shows and what `stream` yields."""

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from pog_agent.models import Answer, Confirmation, Phase, Turn, Value


class NodeStarted(Value):
    """A node of the graph began."""

    type: Literal["node_started"] = "node_started"
    node: str
    phase: Phase | None = None
    depth: int | None = None


class NodeFinished(Value):
    """A node ended after this many seconds; `summary` says in a few words what it found."""

    type: Literal["node_finished"] = "node_finished"
    node: str
    phase: Phase | None = None
    depth: int | None = None
    seconds: float
    summary: str = ""


class RouteTaken(Value):
    """After `node` the run goes on with `target`, by a condition of the diagram, and why: a few words.

    It `turns` where the search deepens, goes elsewhere or ends, and does not just go on.
    """

    type: Literal["route"] = "route"
    node: str
    target: str
    condition: str
    why: str
    turns: bool


class WarningRaised(Value):
    """Something was cut, skipped or replaced; the same text is in the answer's warnings."""

    type: Literal["warning"] = "warning"
    node: str
    text: str


class QuestionRewritten(Value):
    """A follow-up was read as a question of its own, limited to the things `among` where there are any."""

    type: Literal["question_rewritten"] = "question_rewritten"
    said: str
    question: str
    among: tuple[str, ...] = ()


class ConfirmationAsked(Value):
    """The run waits for a person: it goes on once it is resumed with a reply."""

    type: Literal["confirmation"] = "confirmation"
    node: str
    confirmation: Confirmation


class AnswerReady(Value):
    """The run is over. `turn` is what follow-ups are read by, for who keeps the conversation."""

    type: Literal["answer"] = "answer"
    answer: Answer
    turn: Turn | None = None


Event = Annotated[
    NodeStarted | NodeFinished | RouteTaken | QuestionRewritten | WarningRaised | ConfirmationAsked | AnswerReady,
    Field(discriminator="type"),
]

_EVENT: TypeAdapter[Event] = TypeAdapter(Event)


def parse_event(record: object) -> Event:
    """The event of a record from the graph's custom stream."""
    return _EVENT.validate_python(record)
