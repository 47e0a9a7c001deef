"""One request to a chat model: optional parameters, usage, errors. Nothing here knows the steps."""

import asyncio
from dataclasses import dataclass, field, replace
from typing import Any, Final

from langchain_core.language_models import BaseChatModel
from langchain_core.runnables import RunnableConfig
from langchain_core.runnables.config import ensure_config, merge_configs

from pog_agent.activity import ModelCall, Stopwatch, report
from pog_agent.loops import on_callers_loop
from pog_agent.models import StepUsage
from pog_agent.reasoner.base import CallBudget, LlmStep
from pog_agent.reasoner.chat.completion import (
    CUT_OFF,
    Completion,
    Messages,
    completion_of,
    given_up,
    sent_tokens,
)
from pog_agent.reasoner.chat.failures import ModelEndpoint, is_rejection, is_too_long, unavailable, words_of
from pog_agent.reasoner.chat.parsing import has_begun
from pog_agent.reasoner.chat.prices import Price
from pog_agent.reasoner.chat.servers.dialects import CallOptions, dialect_of
from pog_agent.reasoner.chat.servers.known_server import EXAMPLES, UNCAPPED, KnownServer
from pog_agent.reasoner.chat.servers.lessons import ServerLessons
from pog_agent.reasoner.chat.servers.trials import CallTrial, refused
from pog_agent.reasoner.chat.streamed import ReplyWatch
from pog_agent.reasoner.providers.cut_prompts import cut_prompt
from pog_agent.reasoner.providers.known_models import known_models
from pog_agent.reasoner.providers.reply_cache import KeptReplies

HIDDEN = "nostream"
"""LangGraph's tag for calls whose tokens are not for the user's message stream: they are JSON that points at
codes, and nothing of what they say has been verified. Code writes the reply that a user sees."""

TIMES_USUAL = 2
LEAST_CAP = 400
"""A reply of more tokens, and of more times its usual size, has run away: small models repeat themselves."""

_PROBLEM = 300
_REJECTIONS = 3
_SHARE_OF_PATIENCE: Final = 1 / 3
"""What has not been served before gets so much of the time to begin, so that there is time to ask without it. The
bound of a budget is not shared out: a slow server would be given up for being slow."""


@dataclass(frozen=True)
class _Limits:
    """Seconds until a reply must have begun, and must be whole; None where nothing bounds them."""

    whole: float | None
    begun: float | None


@dataclass
class _Call:
    """A call with all requests that are made for it: what they go without, since when, and what was spent."""

    step: LlmStep[Any]
    messages: Messages
    tag: str
    trial: CallTrial
    since: Stopwatch
    spent: Completion = field(default_factory=lambda: Completion(""))


class ChatCalls:
    """Calls one model. Shares with others of the model what is `known` of its server.

    Without `max_output_tokens` a reply is capped at a multiple of the usual size of its step, where the model
    takes such a parameter and has none of its own. A model that has not begun its object by then thinks first:
    it is asked again, and without a cap and without examples from then on. So is one from the start whose name
    says that it thinks, and without a temperature; one that refuses a temperature gets no examples either. A reply
    is streamed where the server streams and counts its tokens, and broken off once it has run away.
    Replies that are `kept` from earlier calls are taken from there, but for those of steps that are samples.
    What a server rejects by name is left out from then on. While it has not served a form of replies or streams,
    a call that fails is asked without them, and they are left out if that works.
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
        known: KnownServer | None = None,
        price: Price | None = None,
        patience: float | None = None,
        kept: KeptReplies | None = None,
    ) -> None:
        self.endpoint = ModelEndpoint.of_model(model)
        self._model = model
        self._dialect = dialect_of(model, self.endpoint)
        self._max_output_tokens = max_output_tokens
        self._is_uncapped = getattr(model, "max_tokens", 0) is None
        self._budget = budget
        self._price = price
        self._patience = patience
        self._kept = kept
        self._known = KnownServer() if known is None else known
        if known_models().thinks(self.endpoint.model):
            self._known.left_out |= {"temperature", UNCAPPED, EXAMPLES}
        self._lessons = ServerLessons(self._known, self.endpoint, self._dialect)
        self._has_served = False
        self._rejections = 0
        self._tried_in_vain = False

    @property
    def takes_examples(self) -> bool:
        """Whether examples in a prompt help the model: one that thinks before it replies does better without."""
        return EXAMPLES not in self._known.left_out

    async def complete(self, step: LlmStep[Any], messages: Messages, temperature: float, tag: str) -> Completion:
        """Asks once, a model that thinks first twice; not at all where the reply is kept from an earlier call.

        A `tag` other than the step's name is for a further turn.
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
        return completion.warning(self._kept.trouble)

    async def _asked_for(self, step: LlmStep[Any], messages: Messages, temperature: float, tag: str) -> Completion:
        first = await self._within_budget(step, messages, temperature, tag)
        if not first.is_thought:
            return first
        self._known.left_out |= {UNCAPPED, EXAMPLES}
        note = f"{self.endpoint} thinks before it replies: its replies are not capped from now on"
        again = await self._within_budget(step, messages, temperature, tag)
        return again.after(first.warning((note,)))

    def was_read(self, step: LlmStep[Any], completion: Completion) -> None:
        """Tells that a reply could be read: the server serves the form that it was asked in."""
        if completion.form:
            self._known.prove(completion.form, step.name)

    def was_mended(self, step: LlmStep[Any], completion: Completion) -> None:
        """Tells that a reply could not be read, and one in plain text after it could.

        Its form is left out, since it holds the model to nothing, and may be what had spoilt the reply. Nobody is
        told so: nothing is lost by it.
        """
        form = completion.form
        if form and not completion.problem and not self._known.is_proven(form, step.name):
            self._known.give_up(form, step.name)

    async def _within_budget(
        self, step: LlmStep[Any], messages: Messages, temperature: float, tag: str
    ) -> Completion:
        if self._budget is None:
            return await self._completed(step, messages, temperature, tag)
        estimate = self._estimate(step, messages)
        refusal = self._budget.refusal(step, estimate)
        if refusal is not None:
            return Completion("", stopped=refusal, repeatable=False)
        completion = await self._completed(step, messages, temperature, tag)
        self._budget.used(estimate, self.usage(step.name, [completion]))
        return completion

    def usage(self, step: str, completions: list[Completion]) -> StepUsage:
        """What some calls of a step have used."""
        prompt_tokens = sum(part.prompt_tokens for part in completions)
        cached_tokens = sum(part.cached_tokens for part in completions)
        completion_tokens = sum(part.completion_tokens for part in completions)
        price = self._price
        return StepUsage(
            step=step,
            llm_calls=sum(part.requests for part in completions),
            cached_calls=sum(part.is_cached for part in completions),
            prompt_tokens=prompt_tokens,
            cached_tokens=cached_tokens,
            completion_tokens=completion_tokens,
            cost=price.cost(prompt_tokens, completion_tokens, cached_tokens) if price is not None else None,
            estimated=any(part.estimated for part in completions),
            refused=next((part.stopped for part in completions if part.stopped), ""),
        )

    def _estimate(self, step: LlmStep[Any], messages: Messages) -> StepUsage:
        """What a call is likely to use."""
        usual = step.reply_tokens
        reply = usual if self._max_output_tokens is None else min(usual, self._max_output_tokens)
        sent = sent_tokens(messages)
        return self.usage(step.name, [Completion("", requests=1, prompt_tokens=sent, completion_tokens=reply)])

    async def _completed(self, step: LlmStep[Any], messages: Messages, temperature: float, tag: str) -> Completion:
        trial = CallTrial(self._known, step.name, is_further=tag != step.name)
        call = _Call(step, messages, tag, trial, Stopwatch())
        while True:
            options = self._options(step, temperature, trial)
            bound = self._budget.seconds(step) if self._budget else None
            reply, watch = ReplyWatch(options.cap), Stopwatch()
            try:
                completion = await self._asked(call, options, reply, self._limits(call, options, bound))
            except Exception as error:  # noqa: BLE001 (what does not concern the model is raised again)
                is_late = isinstance(error, TimeoutError) and bound is not None and watch.seconds >= bound
                problem = self._late(step) if is_late else self.endpoint.hide(words_of(error))[:_PROBLEM]
                self._report(tag, messages, watch, Completion(reply.text), problem)
                if is_late:
                    return given_up(messages, problem).after(call.spent)
                failed = self._failed(error, call, options, has_begun=bool(reply.text))
                if failed is not None:
                    return failed.after(call.spent)
                continue
            self._has_served = True
            completion = self._lessons.counted(completion, messages, options, reply)
            self._report(tag, messages, watch, completion, completion.problem)
            completion = replace(completion, is_thought=self._is_thought(completion, options)).after(call.spent)
            is_empty = not completion.text.strip()
            may_go_on = is_empty and not self._tried_in_vain and self._has_room(call)
            if not may_go_on or not trial.is_spoilt(completion, options):
                self._tried_in_vain |= bool(trial.dropped) and is_empty and not completion.problem
                return completion.warning(self._lessons.leave_out(trial.blamed(completion), step))
            call.spent = completion

    def _failed(
        self, error: Exception, call: _Call, options: CallOptions, *, has_begun: bool
    ) -> Completion | None:
        """What a call gives that was rejected for its prompt; None where it is made again, without something.

        Raises the error, in our words where it concerns the model.
        """
        is_timeout = isinstance(error, TimeoutError)
        if parameter := refused(error, options):
            call.spent = call.spent.warning(self._lessons.leave_out(parameter, call.step))
            if parameter == "temperature" and is_rejection(error):
                self._known.left_out.add(EXAMPLES)
            return None
        has_room = not is_timeout or self._has_room(call)
        if has_room and call.trial.goes_on(error, options, has_begun, self._tried_in_vain):
            call.spent = given_up(call.messages).after(call.spent) if is_timeout else call.spent
            return None
        self._tried_in_vain |= bool(call.trial.dropped)
        if is_rejection(error) and (is_too_long(error) or not self._rejects_all(call.step)):
            problem = f"the model rejects the request: {self.endpoint.hide(words_of(error))[:200]}"
            return Completion("", problem, repeatable=False, requests=1)
        failure = unavailable(error, self.endpoint)
        if failure is None:
            raise error
        # The client's own error may hold the key, and whoever logs a chain of errors shows all of it.
        raise failure from None

    def _has_room(self, call: _Call) -> bool:
        """Whether the budget allows one more request for a call, with whose usage it is told."""
        if self._budget is None:
            return True
        estimate = self._estimate(call.step, call.messages)
        if self._budget.refusal(call.step, estimate) is not None:
            return False
        self._budget.used(estimate, StepUsage(step=call.step.name))
        return True

    async def _asked(self, call: _Call, options: CallOptions, reply: ReplyWatch, limits: _Limits) -> Completion:
        """One request; all of it runs on the loop of its connections."""
        own = RunnableConfig(tags=[HIDDEN, call.tag], run_name=call.step.name)
        heard = merge_configs({"callbacks": ensure_config().get("callbacks")}, {"callbacks": [reply]})
        config = RunnableConfig(**own, callbacks=heard["callbacks"])
        sent, arguments = self._dialect.messages(call.messages), self._dialect.arguments(options)

        async def ask() -> Completion:
            now = asyncio.get_running_loop().time()
            whole = None if limits.whole is None else now + limits.whole
            async with asyncio.timeout_at(whole if limits.begun is None else now + limits.begun) as deadline:
                reply.began = lambda: None if deadline.expired() else deadline.reschedule(whole)
                try:
                    message = await self._model.ainvoke(sent, config, **arguments)
                    told = cut_prompt(message, self.endpoint.model, sent_tokens(call.messages))
                    return replace(completion_of(message), form=options.form).warning(told)
                except (asyncio.CancelledError, Exception):
                    task = asyncio.current_task()
                    if not reply.runaway or (task is not None and task.cancelling()):
                        raise
                    return Completion(reply.text, reply.runaway, requests=1, form=options.form)

        return await on_callers_loop(ask())

    def _options(self, step: LlmStep[Any], temperature: float, trial: CallTrial) -> CallOptions:
        left_out = self._known.left_out
        most = step.most_reply_tokens or max(LEAST_CAP, TIMES_USUAL * step.reply_tokens)
        is_capped = self._is_uncapped and UNCAPPED not in left_out
        cap = self._max_output_tokens or (most if is_capped else None)
        cap_name = next(iter(self._lessons.cap_names), "")
        return CallOptions(
            step,
            temperature if "temperature" not in left_out else None,
            cap if cap_name else None,
            cap_name if cap else "",
            trial.form(self._dialect.forms),
            self._dialect.can_stream and trial.may_stream,
        )

    def _limits(self, call: _Call, options: CallOptions, bound: float | None) -> _Limits:
        left = None if self._patience is None else max(0.0, self._patience - call.since.seconds)
        whole = min((seconds for seconds in (bound, left) if seconds is not None), default=None)
        if call.trial.dropped or not call.trial.unproven(options):
            return _Limits(whole, None)
        begun = self._patience * _SHARE_OF_PATIENCE if self._patience is not None else None
        return _Limits(whole, None if begun is None or whole is None or begun >= whole else begun)

    def _rejects_all(self, step: LlmStep[Any]) -> bool:
        """Counts one more rejection, and tells whether the model is of no use by now."""
        self._rejections += 1
        return not self._has_served and (step.answers or self._rejections >= _REJECTIONS)

    def _late(self, step: LlmStep[Any]) -> str:
        return self._budget.late(step) if self._budget else ""

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

    def _is_thought(self, completion: Completion, options: CallOptions) -> bool:
        """Whether our own cap cut off a reply whose object has not begun."""
        is_ours = self._max_output_tokens is None and options.cap is not None
        return is_ours and completion.problem == CUT_OFF and not has_begun(completion.text)
