"""One request to a chat model: optional parameters, usage, errors. Nothing here knows the steps."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.runnables import RunnableConfig

from pog_agent.activity import ModelCall, Stopwatch, report
from pog_agent.reasoner.base import LlmStep
from pog_agent.reasoner.chat.failures import (
    ModelEndpoint,
    is_rejection,
    is_too_long,
    rejected_parameter,
    unavailable,
)

HIDDEN = "nostream"
"""LangGraph's tag for calls whose tokens are not for the user's message stream."""

Messages = list[tuple[str, str]]
_PROBLEM = 300
_REJECTIONS = 3


@dataclass(frozen=True)
class Completion:
    """What one call gave.

    `problem` says what was wrong with it by the server's account. `stopped` is the budget's text when no call
    was made. A call that was stopped or whose prompt was rejected is not `repeatable`. `requests` does not count
    what the server refused for a parameter, without a reply.
    """

    text: str
    problem: str = ""
    stopped: str = ""
    repeatable: bool = True
    requests: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    warnings: tuple[str, ...] = ()


class ChatCalls:
    """Calls one model. Remembers in `left_out` which optional parameters its server rejects.

    Transient errors are retried by the model's own client alone: what comes through is final. A rejection concerns
    its prompt alone, whichever step asks. A model that has served nothing is out of use once it rejects the third
    request, or one for the answer of the run.
    """

    def __init__(
        self,
        model: BaseChatModel,
        max_output_tokens: int | None = None,
        on_budget: Callable[[LlmStep[Any]], str | None] | None = None,
        left_out: set[str] | None = None,
    ) -> None:
        self.endpoint = ModelEndpoint.of_model(model)
        self._model = model
        self._max_output_tokens = max_output_tokens
        self._on_budget = on_budget
        self._left_out = set() if left_out is None else left_out
        self._has_served = False
        self._rejections = 0

    async def complete(self, step: LlmStep[Any], messages: Messages, temperature: float, tag: str) -> Completion:
        """Asks once. Raises ModelUnavailableError when the model is out of reach or rejects all requests."""
        stop = self._on_budget(step) if self._on_budget else None
        if stop:
            return Completion("", stopped=stop, repeatable=False)
        warnings: tuple[str, ...] = ()
        while True:
            parameters = self._parameters(temperature)
            config = RunnableConfig(tags=[HIDDEN, tag], run_name=step.name)
            watch = Stopwatch()
            try:
                message = await self._model.ainvoke(messages, config, **parameters)
            except Exception as error:
                self._report(tag, messages, watch, Completion(""), self.endpoint.hide(str(error))[:_PROBLEM])
                parameter = rejected_parameter(error, frozenset(parameters))
                if parameter is not None:
                    warnings += self._leave_out(parameter)
                    continue
                if is_rejection(error) and (is_too_long(error) or not self._rejects_all(step)):
                    problem = f"the model rejects the request: {self.endpoint.hide(str(error))[:200]}"
                    return Completion("", problem, repeatable=False, requests=1, warnings=warnings)
                failure = unavailable(error, self.endpoint)
                if failure is None:
                    raise
                # The client's own error may hold the key, and whoever logs a chain of errors shows all of it.
                raise failure from None
            self._has_served = True
            completion = _completion(message, warnings)
            self._report(tag, messages, watch, completion, completion.problem)
            return completion

    def _rejects_all(self, step: LlmStep[Any]) -> bool:
        """Counts one more rejection, and tells whether the model is of no use by now."""
        self._rejections += 1
        return not self._has_served and (step.answers or self._rejections >= _REJECTIONS)

    def _report(self, tag: str, messages: Messages, watch: Stopwatch, given: Completion, problem: str) -> None:
        report(
            ModelCall(
                step=tag,
                model=self.endpoint.model,
                messages=tuple(messages),
                reply=given.text,
                prompt_tokens=given.prompt_tokens,
                completion_tokens=given.completion_tokens,
                problem=problem,
                began=watch.began,
                seconds=watch.seconds,
            )
        )

    def _parameters(self, temperature: float) -> dict[str, Any]:
        parameters = {"temperature": temperature, "max_tokens": self._max_output_tokens}
        return {
            name: value for name, value in parameters.items() if value is not None and name not in self._left_out
        }

    def _leave_out(self, parameter: str) -> tuple[str, ...]:
        if parameter in self._left_out:  # another call was told so in the meantime
            return ()
        self._left_out.add(parameter)
        return (f"{self.endpoint} rejects the parameter {parameter}: left out from now on",)


def _completion(message: BaseMessage, warnings: tuple[str, ...]) -> Completion:
    usage = message.usage_metadata if isinstance(message, AIMessage) else None
    text = str(message.text)
    problem = ""
    if message.response_metadata.get("finish_reason") in ("length", "max_tokens"):
        problem = "it was cut off at the limit of output tokens"
    if not text.strip() and message.additional_kwargs.get("refusal"):
        problem = "the model refused"
    return Completion(
        text=text,
        problem=problem,
        requests=1,
        prompt_tokens=usage["input_tokens"] if usage else 0,
        completion_tokens=usage["output_tokens"] if usage else 0,
        warnings=warnings,
    )
