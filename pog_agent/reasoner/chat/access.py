"""How a command that builds something reaches a chat model, and what bounds its calls."""

from dataclasses import dataclass
from typing import Any

from pog_agent.errors import SettingError
from pog_agent.models import StepUsage
from pog_agent.prompts import PromptLibrary
from pog_agent.reasoner.base import LlmStep
from pog_agent.reasoner.chat.models import open_chat_model, patience
from pog_agent.reasoner.chat.reasoner import ChatReasoner


@dataclass(frozen=True)
class ModelAccess:
    """The chat model that reads: `provider:name`, where it is served, and what bounds its calls.

    `max_calls` bounds the calls of one run, repairs included; None does not. Below 1 it is a `SettingError`.
    """

    model: str
    base_url: str | None = None
    max_calls: int | None = None
    max_output_tokens: int | None = None
    timeout: float = 60.0

    def __post_init__(self) -> None:
        if self.max_calls is not None and self.max_calls < 1:
            raise SettingError(f"max_calls is 1 at least, not {self.max_calls}")

    def reasoner(self, prompts: PromptLibrary | None = None) -> ChatReasoner:
        """What asks the model. Raises `SettingError` for a model that cannot be opened."""
        return ChatReasoner(
            open_chat_model(self.model, self.base_url, self.timeout),
            max_output_tokens=self.max_output_tokens,
            prompts=prompts,
            budget=_CallsLeft(self.max_calls) if self.max_calls is not None else None,
            patience=patience(self.timeout),
        )


class _CallsLeft:
    """A budget of so many calls, repairs included."""

    def __init__(self, calls: int) -> None:
        self._calls = calls

    def refusal(self, step: LlmStep[Any], estimate: StepUsage) -> str | None:
        """Why no call may be made, or None, and then it counts."""
        del step, estimate
        if not self._calls:
            return "no call is left"
        self._calls -= 1
        return None

    def seconds(self, step: LlmStep[Any]) -> float | None:
        """No call is given up before the model's own time."""
        del step
        return None

    def late(self, step: LlmStep[Any]) -> str:
        """Never asked for."""
        return f"{step.name} took too long"

    def used(self, estimate: StepUsage, usage: StepUsage) -> None:
        """Calls are counted before they are made."""
