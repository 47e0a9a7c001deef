"""LangChain's model of Ollama, with what a run asks of a model: caps, a bound on its time, and enough context.

Only who has the extra can import this.
"""

import asyncio
import math
import os
from collections.abc import AsyncIterator, Mapping
from typing import Any, Final

from langchain_core.exceptions import ContextOverflowError
from langchain_core.messages import BaseMessage
from langchain_core.outputs import ChatResult
from langchain_ollama import ChatOllama  # type: ignore[import-not-found,unused-ignore]
from ollama import ResponseError  # type: ignore[import-not-found,unused-ignore]
from pydantic import PrivateAttr
from typing_extensions import override

from pog_agent.errors import ModelUnavailableError
from pog_agent.reasoner.chat.tokens import CHARACTERS_PER_TOKEN
from pog_agent.reasoner.providers.json_client import JsonClient
from pog_agent.reasoner.providers.ollama_server import OllamaContext, context_of, ollama_root

_GROWTH: Final = 4096
_FEWEST_CHARACTERS: Final = 3
"""Characters a token, in names and JSON: room is made by this, and a prompt refused by the usual number."""
_UNCAPPED_REPLY: Final = 1024
_NOT_FOUND: Final = 404


def open_ollama(name: str, base_url: str | None, timeout: float, context_tokens: int | None) -> "OllamaChat":
    """The model of this name, on the server at the base URL, at OLLAMA_HOST, or on this machine."""
    return OllamaChat(
        model=name,
        base_url=ollama_root(base_url, os.environ.get("OLLAMA_HOST")),
        seconds=timeout,
        context_tokens=context_tokens,
        disable_streaming=True,
        # A connection left open by an earlier event loop breaks the first request of the next one.
        client_kwargs={"timeout": timeout, "headers": {"Connection": "close"}},
    )


class OllamaChat(ChatOllama):  # type: ignore[misc,unused-ignore]
    """Takes `temperature` and `max_tokens` with each call, and asks the server for enough context.

    Ollama cuts a prompt that is longer than the context silently, and has 4,096 tokens by default on most
    machines. So each request says how much it needs: `context_tokens`, or what the server has, 8,192 at least, and
    more for a longer prompt as far as the model goes. A prompt that is too long even so raises
    `ContextOverflowError`. A reply that is not there after `seconds` raises `TimeoutError`.
    """

    max_tokens: int | None = None
    context_tokens: int | None = None
    seconds: float
    _context: OllamaContext | None = PrivateAttr(default=None)
    _asked_for: int = PrivateAttr(default=0)

    @override
    async def _agenerate(self, *arguments: Any, **options: Any) -> ChatResult:
        async with asyncio.timeout(self.seconds):
            result: ChatResult = await super()._agenerate(*arguments, **options)
        return result

    @override
    async def _acreate_chat_stream(
        self, messages: list[BaseMessage], stop: list[str] | None = None, **options: Any
    ) -> AsyncIterator[Mapping[str, Any] | str]:
        options["num_ctx"] = await self._enough_context(messages, options.get("max_tokens", self.max_tokens))
        try:
            async for part in super()._acreate_chat_stream(messages, stop, **options):
                yield part
        except ResponseError as error:
            if error.status_code != _NOT_FOUND or "not found" not in str(error):
                raise
            raise ModelUnavailableError(
                f"Ollama at {self.base_url} has no model {self.model}: ollama pull {self.model}, or see what it "
                f"has with pog-agent models --base-url {self.base_url}"
            ) from error

    @override
    def _chat_params(self, messages: list[BaseMessage], stop: list[str] | None = None, **options: Any) -> Any:
        own = {
            "temperature": options.pop("temperature", None),
            "num_predict": options.pop("max_tokens", None),
            "num_ctx": options.pop("num_ctx", None),
        }
        parameters = super()._chat_params(messages, stop, **options)
        parameters["options"] |= {name: value for name, value in own.items() if value is not None}
        return parameters

    async def _enough_context(self, messages: list[BaseMessage], cap: int | None) -> int:
        """Tokens of context for a request: those of the last one, or more: a change loads the model anew."""
        characters = sum(len(message.text) for message in messages)
        reply = cap or _UNCAPPED_REPLY
        if self._context is None:
            async with JsonClient(self.seconds) as client:
                self._context = await context_of(client, self.base_url or "", self.model)
            self._asked_for = self.context_tokens or self._context.to_ask_for
        needed = math.ceil(characters / _FEWEST_CHARACTERS) + reply
        if needed > self._asked_for and self.context_tokens is None:
            most = self._context.trained or needed
            self._asked_for = max(self._asked_for, min(most, _GROWTH * math.ceil(needed / _GROWTH)))
        if math.ceil(characters / CHARACTERS_PER_TOKEN) > self._asked_for:
            raise ContextOverflowError(
                f"the prompt has about {characters // CHARACTERS_PER_TOKEN:,} tokens, the context "
                f"{self._asked_for:,}: take a model with a longer one, or set context_tokens"
            )
        return self._asked_for
