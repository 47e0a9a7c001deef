"""One LLM step: ask, read the reply, ask once more, fall back. Nothing here knows which step it is."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from pog_agent.models import StepUsage
from pog_agent.prompts import PromptLibrary
from pog_agent.reasoner.base import Reply
from pog_agent.reasoner.chat.calls import ChatCalls, Completion, Messages
from pog_agent.reasoner.chat.parsing import Parsed, ReplyModel, parse_reply
from pog_agent.reasoner.steps.replies import Converted

T = TypeVar("T")
R = TypeVar("R", bound=ReplyModel)

_SHOWN_BAD_REPLY = 4000


@dataclass(frozen=True)
class Fallback(Generic[T]):
    """What a step yields when the reply cannot be used, and in words what that means."""

    value: T
    meaning: str


@dataclass(frozen=True)
class Temperatures:
    """Temperatures of the steps that explore and of those that reason."""

    exploring: float
    reasoning: float


class AskedSteps:
    """Carries out steps with the calls and prompts given.

    A reply is read tolerantly; what cannot be read is asked for once more with what was wrong; then the step falls
    back with a warning.
    """

    def __init__(self, calls: ChatCalls, prompts: PromptLibrary, temperatures: Temperatures) -> None:
        self.calls = calls
        self._prompts = prompts
        self._temperatures = temperatures

    async def ask(
        self,
        step: str,
        model: type[R],
        convert: Callable[[R], Converted[T]],
        fallback: Fallback[T],
        *,
        values: dict[str, object],
        exploring: bool = False,
    ) -> Reply[T]:
        """The step's value out of the reply to its prompt, filled in with `values`."""
        messages = self._prompts.get(step).messages(**values)
        temperature = self._temperatures.exploring if exploring else self._temperatures.reasoning
        completion = await self.calls.complete(step, messages, temperature, tag=step)
        completions = [completion]
        parsed = _read(completion, model)
        if parsed.value is None and completion.repeatable:
            repair = self._repair(messages, completion, parsed.problem)
            completion = await self.calls.complete(step, repair, self._temperatures.reasoning, tag="repair")
            completions.append(completion)
            parsed = _read(completion, model)
        converted = convert(parsed.value) if parsed.value is not None else Converted[T](None)
        warnings = [warning for part in completions for warning in part.warnings]
        problems = [f"{step}: {text}" for text in (parsed.problem, *converted.warnings) if text]
        value = converted.value
        if value is None:
            value = fallback.value
            problems = [completion.stopped or f"{'; '.join(problems)}: {fallback.meaning}"]
        return Reply(value, _usage(step, completions), tuple(dict.fromkeys(warnings + problems)))

    def _repair(self, messages: Messages, completion: Completion, problem: str) -> Messages:
        (_, instructions), (_, request) = messages
        return self._prompts.get("repair").messages(
            instructions=instructions,
            request=request,
            reply=completion.text[-_SHOWN_BAD_REPLY:],
            problem=problem,
        )


def _read(completion: Completion, model: type[R]) -> Parsed[R]:
    if not completion.repeatable:
        return Parsed(None, completion.problem)
    parsed = parse_reply(completion.text, model)
    if parsed.value is None and completion.problem:
        return Parsed(None, f"{parsed.problem}: {completion.problem}")
    return parsed


def _usage(step: str, completions: list[Completion]) -> StepUsage:
    return StepUsage(
        step=step,
        llm_calls=sum(part.requests for part in completions),
        prompt_tokens=sum(part.prompt_tokens for part in completions),
        completion_tokens=sum(part.completion_tokens for part in completions),
    )


def without_call(step: str, value: T) -> Reply[T]:
    """A value that no call was needed for."""
    return Reply(value, StepUsage(step=step))
