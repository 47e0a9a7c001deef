"""What one call to a chat model gave: its text, what was wrong with it, and what it used."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.messages.ai import UsageMetadata

from pog_agent.reasoner.chat.tokens import estimated_tokens

Messages = list[tuple[str, str]]

CUT_OFF: Final = "it was cut off at the limit of output tokens"
REFUSED: Final = "the model refused"
_FINISH_REASONS: Final = ("finish_reason", "stop_reason", "done_reason")


@dataclass(frozen=True)
class Completion:
    """What one call gave.

    `problem` says what was wrong with it by the server's account. `stopped` is the budget's text when no call
    was made, or one was given up. A call that was stopped or whose prompt was rejected is not `repeatable`.
    `requests` does not count what the server refused for a parameter, without a reply. Of the prompt's tokens the
    server had read those `cached` before. Tokens that the server did not count are `estimated`. `is_thought` says
    that our own cap cut it off before its object had begun. `form` is what the server was told to reply in.
    One that `is_cached` was kept from an earlier call, and has made none.
    """

    text: str
    problem: str = ""
    stopped: str = ""
    repeatable: bool = True
    requests: int = 0
    prompt_tokens: int = 0
    cached_tokens: int = 0
    completion_tokens: int = 0
    estimated: bool = False
    is_thought: bool = False
    form: str = ""
    is_cached: bool = False
    warnings: tuple[str, ...] = ()

    def after(self, earlier: "Completion") -> "Completion":
        """This one with what an earlier one has used, and has warned of."""
        return replace(
            self,
            estimated=self.estimated or earlier.estimated,
            requests=self.requests + earlier.requests,
            prompt_tokens=self.prompt_tokens + earlier.prompt_tokens,
            cached_tokens=self.cached_tokens + earlier.cached_tokens,
            completion_tokens=self.completion_tokens + earlier.completion_tokens,
            warnings=(*earlier.warnings, *self.warnings),
        )

    def warning(self, texts: tuple[str, ...]) -> "Completion":
        """The same with further warnings."""
        return replace(self, warnings=(*self.warnings, *texts)) if texts else self

    def estimated_for(self, messages: Messages) -> "Completion":
        """The same with tokens that nobody has counted."""
        return replace(
            self,
            prompt_tokens=sent_tokens(messages),
            completion_tokens=estimated_tokens([self.text]),
            estimated=True,
        )


def completion_of(message: BaseMessage) -> Completion:
    """What a reply says, with what its server says of it."""
    usage = message.usage_metadata if isinstance(message, AIMessage) else None
    text = str(message.text)
    problem = ""
    reasons = (message.response_metadata.get(name) for name in _FINISH_REASONS)
    if any(str(reason).lower() in ("length", "max_tokens") for reason in reasons):
        problem = CUT_OFF
    if not text.strip() and message.additional_kwargs.get("refusal"):
        problem = REFUSED
    return Completion(
        text=text,
        problem=problem,
        requests=1,
        prompt_tokens=usage["input_tokens"] if usage else 0,
        cached_tokens=_cached(usage) if usage else 0,
        completion_tokens=usage["output_tokens"] if usage else 0,
    )


def given_up(messages: Messages, reason: str = "") -> Completion:
    """A call that was given up: its prompt was sent, and is likely to be charged for."""
    unread = Completion("", stopped=reason, repeatable=False, requests=1)
    return replace(unread.estimated_for(messages), completion_tokens=0)


def sent_tokens(messages: Iterable[tuple[str, str]]) -> int:
    """How many tokens some messages have, about."""
    return estimated_tokens(text for _, text in messages)


def _cached(usage: UsageMetadata) -> int:
    """Tokens read from a cache. Tiers of service have names of their own in front: `priority_cache_read`."""
    details = usage.get("input_token_details") or {}
    return sum(count for name, count in details.items() if name.endswith("cache_read") and isinstance(count, int))
