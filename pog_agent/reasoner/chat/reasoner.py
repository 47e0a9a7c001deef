"""The reasoner that asks a chat model: one way to ask for every LLM step."""

from collections.abc import Callable
from typing import Any, TypeVar

from langchain_core.language_models import BaseChatModel

from pog_agent.models import StepUsage
from pog_agent.prompts import PromptLibrary
from pog_agent.reasoner.base import Converted, LlmStep, Reply
from pog_agent.reasoner.chat.calls import ChatCalls, Completion, Messages
from pog_agent.reasoner.chat.parsing import Parsed, parse_reply
from pog_agent.reasoner.replies import ReplyModel

T = TypeVar("T")

_SHOWN_BAD_REPLY = 4000


class ChatReasoner:
    """Answers LLM steps (paper section 4, Appendix E) with any LangChain chat model.

    A reply is read tolerantly; what cannot be read is asked for once more with what was wrong; then the step
    falls back as it says, with a warning. Steps that explore run at `explore_temperature`, all others at
    `reason_temperature`; a server that rejects the temperature or `max_output_tokens` is asked without it from
    then on, and `left_out`, which reasoners of one model may share, keeps its name. When `on_budget` returns a
    text for a step, no call is made: the step falls back and the text is its warning.
    """

    def __init__(
        self,
        model: BaseChatModel,
        *,
        explore_temperature: float = 0.4,
        reason_temperature: float = 0.0,
        max_output_tokens: int | None = None,
        prompts: PromptLibrary | None = None,
        on_budget: Callable[[LlmStep[Any]], str | None] | None = None,
        left_out: set[str] | None = None,
    ) -> None:
        self._calls = ChatCalls(model, max_output_tokens, on_budget, left_out)
        self._prompts = prompts if prompts is not None else PromptLibrary()
        self._explore_temperature = explore_temperature
        self._reason_temperature = reason_temperature

    @property
    def name(self) -> str:
        """The model's name."""
        return self._calls.endpoint.model

    @property
    def understands_language(self) -> bool:
        """A language model does."""
        return True

    async def ask(self, step: LlmStep[T]) -> Reply[T]:
        """The step's value out of the reply to its prompt.

        Raises ModelUnavailableError when the model cannot be reached or rejects all requests.
        """
        known = step.without_call()
        if known is not None:
            return Reply(known, StepUsage(step=step.name))
        messages = self._prompts.get(step.name).messages(**step.values())
        temperature = self._explore_temperature if step.exploring else self._reason_temperature
        completion = await self._calls.complete(step, messages, temperature, tag=step.name)
        completions = [completion]
        parsed = _read(completion, step.reply)
        if parsed.value is None and completion.repeatable:
            repair = self._repair(messages, completion, parsed.problem)
            completion = await self._calls.complete(step, repair, self._reason_temperature, tag="repair")
            completions.append(completion)
            parsed = _read(completion, step.reply)
        converted = step.convert(parsed.value) if parsed.value is not None else Converted[T](None)
        warnings = [warning for part in completions for warning in part.warnings]
        problems = [f"{step.name}: {text}" for text in (parsed.problem, *converted.warnings) if text]
        value = converted.value
        if value is None:
            fallback = step.fallback()
            value = fallback.value
            problems = [completion.stopped or f"{'; '.join(problems)}: {fallback.meaning}"]
        return Reply(value, _usage(step.name, completions), tuple(dict.fromkeys(warnings + problems)))

    def _repair(self, messages: Messages, completion: Completion, problem: str) -> Messages:
        (_, instructions), (_, request) = messages
        return self._prompts.get("repair").messages(
            instructions=instructions,
            request=request,
            reply=completion.text[-_SHOWN_BAD_REPLY:],
            problem=problem,
        )


def _read(completion: Completion, model: type[ReplyModel]) -> Parsed[ReplyModel]:
    if not completion.repeatable:
        return Parsed(None, completion.problem)
    parsed = parse_reply(completion.text, model)
    if parsed.value is None and completion.problem:
        return Parsed(None, f"{parsed.problem}: {completion.problem}")
    return parsed


def _usage(name: str, completions: list[Completion]) -> StepUsage:
    return StepUsage(
        step=name,
        llm_calls=sum(part.requests for part in completions),
        prompt_tokens=sum(part.prompt_tokens for part in completions),
        completion_tokens=sum(part.completion_tokens for part in completions),
    )
