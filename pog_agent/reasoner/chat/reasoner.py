"""The reasoner that asks a chat model: one way to ask for every LLM step."""

from dataclasses import replace
from typing import Any, TypeVar

from langchain_core.language_models import BaseChatModel

from pog_agent.models import StepUsage
from pog_agent.prompts import PromptLibrary
from pog_agent.reasoner.base import CallBudget, Converted, LlmStep, Reply
from pog_agent.reasoner.chat.calls import ChatCalls
from pog_agent.reasoner.chat.completion import Completion, Messages
from pog_agent.reasoner.chat.example_copies import ExampleGuard, ExampleTexts, Uncopied
from pog_agent.reasoner.chat.parsing import Parsed, parse_reply
from pog_agent.reasoner.chat.prices import Price
from pog_agent.reasoner.chat.repeated_failures import RepeatedFailures
from pog_agent.reasoner.chat.servers.known_server import KnownServer
from pog_agent.reasoner.providers.reply_cache import KeptReplies
from pog_agent.reasoner.replies import ReplyModel

T = TypeVar("T")

REPAIR = "repair"
_SHOWN_BAD_REPLY = 2000
_NO_REPLY = "(nothing)"


class ChatReasoner:
    """Answers LLM steps (paper section 4, Appendix E) with any LangChain chat model.

    A reply is read tolerantly; what cannot be read, or copies an example of the prompt, is asked for once more,
    in a further turn that says what was wrong; then copies are dropped or the step falls back as it says, with a
    warning.

    Steps that explore run at `explore_temperature`, all others at `reason_temperature`. A model that
    thinks before it replies gets prompts without examples. A server that can is held
    to the JSON schema of a step's reply, or to JSON. What it rejects is left out from then on, which `known`
    keeps and reasoners of one model may share. When the `budget` refuses a call, or gives one up, the step falls
    back and the reason is its warning. With a `price` the usage says what the calls cost. A model that has not
    replied after `patience` seconds is unavailable.

    After `most_alike` replies in a row that could not be read for the same reason, a step falls back without being
    asked, with one warning; None asks it always. The same holds for repairs, but for those of an answer.
    """

    def __init__(
        self,
        model: BaseChatModel,
        *,
        explore_temperature: float = 0.4,
        reason_temperature: float = 0.0,
        max_output_tokens: int | None = None,
        prompts: PromptLibrary | None = None,
        budget: CallBudget | None = None,
        known: KnownServer | None = None,
        price: Price | None = None,
        patience: float | None = None,
        most_alike: int | None = None,
        kept: KeptReplies | None = None,
    ) -> None:
        self._calls = ChatCalls(
            model, max_output_tokens, budget=budget, known=known, price=price, patience=patience, kept=kept
        )
        self._prompts = prompts if prompts is not None else PromptLibrary()
        self._failures = RepeatedFailures(most_alike)
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
        given_up = self._failures.given_up(step.name)
        if given_up:
            return self._unasked(step, given_up)
        prompt = self._prompts.get(step.name)
        if not self._calls.takes_examples:
            prompt = prompt.without_examples
        messages = prompt.messages(**step.values())
        examples = ExampleGuard(ExampleTexts.of_prompts(prompt), request=messages[1][1])
        completions, parsed, examples = await self._replied(step, messages, examples)
        left = examples.checked(parsed.value) if parsed.value is not None else Uncopied[ReplyModel](None)
        converted = step.convert(left.value) if left.value is not None else Converted[T](None)
        dropped = f"{left.problem}: dropped" if left.copies and converted.value is not None else left.problem
        warnings = [warning for part in completions for warning in part.warnings]
        problems = [f"{step.name}: {text}" for text in (parsed.problem, dropped, *converted.warnings) if text]
        usage = self._calls.usage(step.name, completions)
        unread = "" if left.value is not None or usage.refused else parsed.problem or left.problem
        if not usage.refused:
            self._failures.note(step.name, unread)
        if converted.value is not None:
            return Reply(converted.value, usage, tuple(dict.fromkeys(warnings + problems)))
        fallback = step.fallback()
        problems = [completions[-1].stopped or f"{'; '.join(problems)}: {fallback.meaning}"]
        usage = usage.model_copy(update={"unread": unread, "is_lost": fallback.is_loss})
        return Reply(fallback.value, usage, tuple(dict.fromkeys(warnings + problems)))

    def _unasked(self, step: LlmStep[T], problem: str) -> Reply[T]:
        """The fallback of a step that is not asked again in this run."""
        fallback = step.fallback()
        usage = StepUsage(step=step.name, unread=problem, is_lost=fallback.is_loss)
        warning = f"{step.name} is not asked again: its last replies could not be read ({problem})"
        return Reply(fallback.value, usage, (warning,))

    async def _replied(
        self, step: LlmStep[T], messages: Messages, examples: ExampleGuard
    ) -> tuple[list[Completion], Parsed[ReplyModel], ExampleGuard]:
        """The reply to a step, or to the repair of one that cannot be read, copies an example or has a problem.

        With what of it is no data of the request.
        """
        temperature = self._explore_temperature if step.exploring else self._reason_temperature
        first = await self._calls.complete(step, messages, temperature, tag=step.name)
        parsed = _read(first, step.reply)
        if parsed.value is not None:
            self._calls.was_read(step, first)
        wrong = _wrong(step, parsed, examples)
        is_vain = not step.answers and wrong == self._failures.given_up(REPAIR)
        if is_vain or not (wrong and first.repeatable):
            return [first], parsed, examples
        turn = self._prompts.get(REPAIR).messages(problem=wrong)
        repair = [*messages, ("ai", _shown(first)), *turn]
        second = await self._calls.complete(step, repair, self._reason_temperature, tag=REPAIR)
        repaired = _read(second, step.reply)
        if not second.stopped:
            self._failures.note(REPAIR, "" if repaired.value is not None else repaired.problem)
        if repaired.value is not None and parsed.value is None:
            self._calls.was_mended(step, first)
        is_better = repaired.value is not None or parsed.value is None
        examples = replace(examples, texts=examples.texts.with_turn(turn[-1][1]).with_turn(wrong))
        return [first, second], repaired if is_better else parsed, examples


def _shown(completion: Completion) -> str:
    """A bad reply as the repair shows it: its end, where the decision stands, or the start of what was cut off."""
    text = completion.text.strip()
    return (text[:_SHOWN_BAD_REPLY] if completion.problem else text[-_SHOWN_BAD_REPLY:]) or _NO_REPLY


def _read(completion: Completion, model: type[ReplyModel]) -> Parsed[ReplyModel]:
    if not completion.repeatable:
        return Parsed(None, completion.problem)
    parsed = parse_reply(completion.text, model)
    if parsed.value is None and completion.problem:
        return Parsed(None, f"{parsed.problem}: {completion.problem}")
    return parsed


def _wrong(step: LlmStep[Any], parsed: Parsed[ReplyModel], examples: ExampleGuard) -> str:
    """Why a reply is asked for once more; empty where it is not."""
    if parsed.value is None:
        return parsed.problem
    return examples.checked(parsed.value).problem or step.problem(parsed.value)
