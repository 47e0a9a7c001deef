"""The interface of reasoners: a reasoner answers LLM steps, each a request with typed inputs and a typed value.

A reasoner never raises for a bad model reply: the step falls back as it says itself, with a warning. Only
`ModelUnavailableError` passes through.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from pog_agent.config import PogConfig
from pog_agent.models import StepUsage
from pog_agent.reasoner.replies import ReplyModel
from pog_agent.reasoner.reply_schema import JsonSchema, schema_of

T = TypeVar("T")


@dataclass(frozen=True)
class Reply(Generic[T]):
    """What a step yields: its value, what it used, and what went wrong on the way."""

    value: T
    usage: StepUsage
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True)
class Converted(Generic[T]):
    """The value of a step, None when nothing usable is left of the reply; and what was dropped."""

    value: T | None
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True)
class Fallback(Generic[T]):
    """What a step yields when the reply cannot be used, and a phrase that says so in the warning.

    It `is_loss` where nothing stands in for the reply, so that no more can be said of the graph without it.
    """

    value: T
    meaning: str
    is_loss: bool = False


class LlmStep(ABC, Generic[T]):
    """One LLM step: a request whose fields are what the step is asked about.

    A subclass is a frozen dataclass in a file of its own in `reasoner/steps/`. `name` is that of its prompt in
    `prompts/`, and of the step in usage and traces. The reply is read as `reply`.
    """

    name: ClassVar[str]
    reply: ClassVar[type[ReplyModel]]
    reply_tokens: ClassVar[int]
    """Usual size of a reply, for previews."""
    most_reply_tokens: ClassVar[int] = 0
    """A reply of more tokens has run away; 0 where a multiple of its usual size says so."""
    answers: ClassVar[bool] = False
    """Whether it gives the answer of a run: a budget keeps a call for it."""

    @property
    def exploring(self) -> bool:
        """Whether it is asked at the temperature of exploring instead of that of reasoning."""
        return False

    @property
    def is_sample(self) -> bool:
        """Whether it is asked several times for replies that may differ, so that none may come from a cache."""
        return False

    @abstractmethod
    def values(self) -> dict[str, object]:
        """What fills the placeholders of the prompt."""

    @abstractmethod
    def convert(self, reply: Any) -> Converted[T]:
        """The value out of a reply that was read as `reply`; what was not shown is dropped with a warning."""

    @abstractmethod
    def fallback(self) -> Fallback[T]:
        """What holds when no reply can be used."""

    def reply_schema(self) -> JsonSchema:
        """What a server that holds a model to a schema gets: a step with numbered choices lists those it shows."""
        return schema_of(self.reply)

    def problem(self, reply: Any) -> str:
        """Why a reply that was read as `reply` is asked for once more; empty where it is not."""
        del reply
        return ""

    def without_call(self) -> T | None:
        """The value where nothing needs to be asked; None where it does."""
        return None

    @classmethod
    def shown_tokens(cls, config: PogConfig) -> int:
        """Usual size of what the prompt shows besides the question, for previews."""
        del config
        return 0


class CallBudget(Protocol):
    """What a reasoner asks before each call to a model, and tells of it afterwards."""

    def refusal(self, step: LlmStep[Any], estimate: StepUsage) -> str | None:
        """Why a step may not make another call, which takes about so much; None, and then the call counts."""
        ...

    def seconds(self, step: LlmStep[Any]) -> float | None:
        """How long a call of a step may take; None where nothing bounds it."""
        ...

    def late(self, step: LlmStep[Any]) -> str:
        """Why a call of a step was given up."""
        ...

    def used(self, estimate: StepUsage, usage: StepUsage) -> None:
        """A call that was begun with this estimate has ended, and has used so much."""
        ...


class Reasoner(Protocol):
    """Everything the pipeline asks of a language model, or of what stands in for one."""

    @property
    def name(self) -> str:
        """What to call it in reports."""
        ...

    @property
    def understands_language(self) -> bool:
        """Whether it understands a question, rather than comparing its words."""
        ...

    async def ask(self, step: LlmStep[T]) -> Reply[T]:
        """The value of a step, the step's fallback where nothing better can be said."""
        ...
