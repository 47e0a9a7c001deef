"""One request to a chat model: optional parameters, usage, errors. Nothing here knows the steps."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.runnables import RunnableConfig

from pog_agent.activity import ModelCall, Stopwatch, report
from pog_agent.loops import on_callers_loop
from pog_agent.models import StepUsage
from pog_agent.reasoner.base import CallBudget, LlmStep
from pog_agent.reasoner.chat.failures import (
    ModelEndpoint,
    is_rejection,
    is_too_long,
    rejected_parameter,
    unavailable,
)
from pog_agent.reasoner.chat.parsing import has_begun
from pog_agent.reasoner.chat.prices import Price
from pog_agent.reasoner.chat.tokens import estimated_tokens
from pog_agent.reasoner.providers.cut_prompts import cut_prompt
from pog_agent.reasoner.providers.known_models import known_models
from pog_agent.reasoner.providers.reply_cache import KeptReplies

HIDDEN = "nostream"
"""LangGraph's tag for calls whose tokens are not for the user's message stream."""

UNCAPPED = "the cap of replies"
EXAMPLES = "examples in prompts"
"""What `left_out` has for a model that thinks before it replies, besides the temperature."""
TIMES_USUAL = 2
LEAST_CAP = 400
"""A reply of more tokens, and of more times its usual size, has run away: small models repeat themselves."""

Messages = list[tuple[str, str]]
_PROBLEM = 300
_FINISH_REASONS = ("finish_reason", "stop_reason", "done_reason")
_CUT_OFF = "it was cut off at the limit of output tokens"
_REJECTIONS = 3


@dataclass(frozen=True)
class Completion:
    """What one call gave.

    `problem` says what was wrong with it by the server's account. `stopped` is the budget's text when no call
    was made, or one was given up. A call that was stopped or whose prompt was rejected is not `repeatable`.
    `requests` does not count what the server refused for a parameter, without a reply. Tokens that the server did
    not count are `estimated`. `is_thought` says that our own cap cut it off before its object had begun. One that
    `is_cached` was kept from an earlier call, and has made none.
    """

    text: str
    problem: str = ""
    stopped: str = ""
    repeatable: bool = True
    requests: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    estimated: bool = False
    is_thought: bool = False
    is_cached: bool = False
    warnings: tuple[str, ...] = ()

    def after(self, earlier: "Completion") -> "Completion":
        """This one with what an earlier one has used."""
        return replace(
            self,
            estimated=self.estimated or earlier.estimated,
            requests=self.requests + earlier.requests,
            prompt_tokens=self.prompt_tokens + earlier.prompt_tokens,
            completion_tokens=self.completion_tokens + earlier.completion_tokens,
        )


class ChatCalls:
    """Calls one model. Remembers in `left_out` which optional parameters its server rejects.

    Without `max_output_tokens` a reply is capped at a multiple of the usual size of its step, where the model
    takes such a parameter and has none of its own. A model that has not begun its object by then thinks first:
    it is asked again, and without a cap and without examples from then on. So is one from the start whose name
    says that it thinks, and without a temperature; one that refuses a temperature gets no examples either.
    Replies that are `kept` from earlier calls are taken from there, but for those of steps that are samples.
    A model that has not replied after `patience` seconds, whatever its client does, is unavailable. Transient
    errors are retried by the model's own client alone: what comes through is final. A rejection concerns its
    prompt alone, whichever step asks. A model that has served nothing is out of use once it rejects the third
    request, or one for the answer of the run.
    """

    def __init__(
        self,
        model: BaseChatModel,
        max_output_tokens: int | None = None,
        *,
        budget: CallBudget | None = None,
        left_out: set[str] | None = None,
        price: Price | None = None,
        patience: float | None = None,
        kept: KeptReplies | None = None,
    ) -> None:
        self.endpoint = ModelEndpoint.of_model(model)
        self._model = model
        self._max_output_tokens = max_output_tokens
        self._is_uncapped = getattr(model, "max_tokens", 0) is None
        self._budget = budget
        self._price = price
        self._patience = patience
        self._kept = kept
        self._left_out = set() if left_out is None else left_out
        if known_models().thinks(self.endpoint.model):
            self._left_out |= {"temperature", UNCAPPED, EXAMPLES}
        self._has_served = False
        self._rejections = 0

    @property
    def takes_examples(self) -> bool:
        """Whether examples in a prompt help the model: one that thinks before it replies does better without."""
        return EXAMPLES not in self._left_out

    async def complete(self, step: LlmStep[Any], messages: Messages, temperature: float, tag: str) -> Completion:
        """Asks once, a model that thinks first twice; not at all where the reply is kept from an earlier call.

        Raises ModelUnavailableError when the model is out of reach or rejects all requests.
        """
        if self._kept is None or step.is_sample:
            return await self._asked_for(step, messages, temperature, tag)
        parameters = {"step": step.name, "temperature": temperature, "max_output_tokens": self._max_output_tokens}
        watch = Stopwatch()
        text = await self._kept.recall(messages, parameters)
        if text is not None:
            completion = Completion(text, is_cached=True)
            self._report(tag, messages, watch, completion, "")
            return completion
        completion = await self._asked_for(step, messages, temperature, tag)
        if completion.text and not completion.problem:
            await self._kept.keep(messages, parameters, completion.text)
        return replace(completion, warnings=(*completion.warnings, *self._kept.trouble))

    async def _asked_for(self, step: LlmStep[Any], messages: Messages, temperature: float, tag: str) -> Completion:
        first = await self._within_budget(step, messages, temperature, tag)
        if not first.is_thought:
            return first
        self._left_out |= {UNCAPPED, EXAMPLES}
        note = f"{self.endpoint} thinks before it replies: its replies are not capped from now on"
        again = await self._within_budget(step, messages, temperature, tag)
        return replace(again.after(first), warnings=(*first.warnings, note, *again.warnings))

    async def _within_budget(
        self, step: LlmStep[Any], messages: Messages, temperature: float, tag: str
    ) -> Completion:
        if self._budget is None:
            return await self._completed(step, messages, temperature, tag)
        estimate = self._estimate(step, messages)
        refused = self._budget.refusal(step, estimate)
        if refused is not None:
            return Completion("", stopped=refused, repeatable=False)
        completion = await self._completed(step, messages, temperature, tag)
        self._budget.used(estimate, self.usage(step.name, [completion]))
        return completion

    def usage(self, step: str, completions: list[Completion]) -> StepUsage:
        """What some calls of a step have used."""
        prompt_tokens = sum(part.prompt_tokens for part in completions)
        completion_tokens = sum(part.completion_tokens for part in completions)
        return StepUsage(
            step=step,
            llm_calls=sum(part.requests for part in completions),
            cached_calls=sum(part.is_cached for part in completions),
            prompt_tokens=prompt_tokens,
            completion_tokens=completion_tokens,
            cost=self._price.cost(prompt_tokens, completion_tokens) if self._price is not None else None,
            estimated=any(part.estimated for part in completions),
            refused=next((part.stopped for part in completions if part.stopped), ""),
        )

    def _estimate(self, step: LlmStep[Any], messages: Messages) -> StepUsage:
        """What a call is likely to use."""
        usual = step.reply_tokens
        reply = usual if self._max_output_tokens is None else min(usual, self._max_output_tokens)
        sent = _sent_tokens(messages)
        return self.usage(step.name, [Completion("", requests=1, prompt_tokens=sent, completion_tokens=reply)])

    async def _completed(self, step: LlmStep[Any], messages: Messages, temperature: float, tag: str) -> Completion:
        warnings: tuple[str, ...] = ()
        while True:
            parameters = self._parameters(step, temperature)
            config = RunnableConfig(tags=[HIDDEN, tag], run_name=step.name)
            watch = Stopwatch()
            bound = self._budget.seconds(step) if self._budget else None
            limits = [seconds for seconds in (bound, self._patience) if seconds is not None]
            try:
                async with asyncio.timeout(min(limits, default=None)):
                    message = await on_callers_loop(self._model.ainvoke(messages, config, **parameters))
            except Exception as error:
                if (
                    self._budget
                    and bound is not None
                    and isinstance(error, TimeoutError)
                    and watch.seconds >= bound
                ):
                    completion = _given_up(messages, self._budget.late(step), warnings)
                    self._report(tag, messages, watch, completion, completion.stopped)
                    return completion
                self._report(tag, messages, watch, Completion(""), self.endpoint.hide(str(error))[:_PROBLEM])
                parameter = rejected_parameter(error, frozenset(parameters))
                if parameter is not None:
                    warnings += self._leave_out(parameter)
                    if parameter == "temperature" and is_rejection(error):
                        self._left_out.add(EXAMPLES)
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
            warnings += cut_prompt(message, self.endpoint.model, _sent_tokens(messages))
            completion = self._counted(_completion(message, warnings), messages)
            self._report(tag, messages, watch, completion, completion.problem)
            return replace(completion, is_thought=self._is_thought(completion, parameters))

    def _counted(self, completion: Completion, messages: Messages) -> Completion:
        """The completion with its tokens, which are estimated where the server has not counted them."""
        if completion.prompt_tokens or completion.completion_tokens:
            return completion
        return replace(
            completion,
            prompt_tokens=_sent_tokens(messages),
            completion_tokens=estimated_tokens([completion.text]),
            estimated=True,
            warnings=(
                *completion.warnings,
                f"{self.endpoint} does not count its tokens: they are estimated, four characters a token",
            ),
        )

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
                is_cached=given.is_cached,
            )
        )

    def _is_thought(self, completion: Completion, parameters: Mapping[str, Any]) -> bool:
        """Whether our own cap cut off a reply whose object has not begun."""
        is_ours = self._max_output_tokens is None and "max_tokens" in parameters
        return is_ours and completion.problem == _CUT_OFF and not has_begun(completion.text)

    def _parameters(self, step: LlmStep[Any], temperature: float) -> dict[str, Any]:
        most = step.most_reply_tokens or max(LEAST_CAP, TIMES_USUAL * step.reply_tokens)
        is_capped = self._is_uncapped and UNCAPPED not in self._left_out
        cap = self._max_output_tokens or (most if is_capped else None)
        parameters = {"temperature": temperature, "max_tokens": cap}
        return {
            name: value for name, value in parameters.items() if value is not None and name not in self._left_out
        }

    def _leave_out(self, parameter: str) -> tuple[str, ...]:
        if parameter in self._left_out:  # another call was told so in the meantime
            return ()
        self._left_out.add(parameter)
        return (f"{self.endpoint} rejects the parameter {parameter}: left out from now on",)


def _is_over(bound: float | None, watch: Stopwatch) -> bool:
    """Whether it is the bound of the budget that has ended a call."""
    return bound is not None and watch.seconds >= bound


def _sent_tokens(messages: Messages) -> int:
    return estimated_tokens(text for _, text in messages)


def _given_up(messages: Messages, reason: str, warnings: tuple[str, ...]) -> Completion:
    """A call that was given up: its prompt was sent, and is likely to be charged for."""
    return Completion(
        "",
        stopped=reason,
        repeatable=False,
        requests=1,
        prompt_tokens=_sent_tokens(messages),
        estimated=True,
        warnings=warnings,
    )


def _completion(message: BaseMessage, warnings: tuple[str, ...]) -> Completion:
    usage = message.usage_metadata if isinstance(message, AIMessage) else None
    text = str(message.text)
    problem = ""
    reasons = (message.response_metadata.get(name) for name in _FINISH_REASONS)
    if any(str(reason).lower() in ("length", "max_tokens") for reason in reasons):
        problem = _CUT_OFF
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
