"""One small call to a model of a server: whether it holds replies to a schema, and how long it takes.

The question asks for a bare word, so that a JSON object in the reply is the server's doing and not the model's.
"""

import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final

from pog_agent.activity import Stopwatch
from pog_agent.errors import ModelUnavailableError
from pog_agent.reasoner.providers.json_client import JsonClient, JsonReply
from pog_agent.reasoner.providers.ollama_server import context_of
from pog_agent.reasoner.providers.server import JsonSupport, ServedModel

_QUESTION: Final = "Is snow white? Reply with the bare word yes or no. Write no JSON."
_ANSWERS: Final = ("yes", "no")
_SCHEMA: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {"answer": {"type": "string", "enum": [*_ANSWERS]}},
    "required": ["answer"],
    "additionalProperties": False,
}
_MESSAGES: Final = [{"role": "user", "content": _QUESTION}]
_THOUGHT_END: Final = "</think>"
_FINAL: Final = (401, 403, 404, 408, 429)
"""Statuses that say nothing about the format: the call would fail in any."""
_OK: Final = 200
_NANOSECONDS: Final = 1e9

_Ask = Callable[[JsonSupport], Awaitable["_Asked"]]


@dataclass(frozen=True)
class _Asked:
    """A reply as it came, its text, and the seconds that it took."""

    reply: JsonReply
    text: str
    seconds: float


async def probed(client: JsonClient, base_url: str, model: ServedModel) -> ServedModel:
    """The model with what a call through the OpenAI protocol tells of it."""

    async def ask(support: JsonSupport) -> _Asked:
        body: dict[str, Any] = {"model": model.name, "messages": _MESSAGES}
        if support == "json_schema":
            schema = {"name": "reply", "strict": True, "schema": _SCHEMA}
            body["response_format"] = {"type": support, support: schema}
        elif support == "json_object":
            body["response_format"] = {"type": support}
        watch = Stopwatch()
        reply = await client.post(f"{base_url}/chat/completions", body)
        return _Asked(reply, _text(reply, "choices", 0, "message", "content"), watch.seconds)

    return await _with_findings(model, ask)


async def probed_at_ollama(client: JsonClient, root: str, model: ServedModel) -> ServedModel:
    """The model with what a call through Ollama's own protocol tells of it; loading it does not count as time."""
    context = (await context_of(client, root, model.name)).to_ask_for

    async def ask(support: JsonSupport) -> _Asked:
        formats: dict[JsonSupport, Any] = {"json_schema": _SCHEMA, "json_object": "json", "plain": None}
        body = {"model": model.name, "messages": _MESSAGES, "stream": False, "options": {"num_ctx": context}}
        watch = Stopwatch()
        reply = await client.post(f"{root}/api/chat", body | {"format": formats[support]})
        loading = reply.data.get("load_duration") if isinstance(reply.data, dict) else None
        waited = loading / _NANOSECONDS if isinstance(loading, int) else 0.0
        return _Asked(reply, _text(reply, "message", "content"), max(0.0, watch.seconds - waited))

    return (await _with_findings(model, ask)).model_copy(update={"context": context})


async def _with_findings(model: ServedModel, ask: _Ask) -> ServedModel:
    try:
        return await _found(model, ask)
    except ModelUnavailableError as error:
        return model.model_copy(update={"problem": str(error)})


async def _found(model: ServedModel, ask: _Ask) -> ServedModel:
    """Asks for the strictest format first, and for a laxer one where the server does not hold to it."""
    supports: tuple[JsonSupport, ...] = ("json_schema", "json_object")
    replied: _Asked | None = None
    for support in supports:
        asked = await ask(support)
        if asked.reply.status in _FINAL:
            return model.model_copy(update={"problem": _problem(asked.reply)})
        if _holds(asked.text, support):
            return _with(model, support, asked)
        replied = asked if asked.text else replied
    replied = replied or await ask("plain")
    if replied.text:
        return _with(model, "plain", replied)
    return model.model_copy(update={"problem": _problem(replied.reply)})


def _with(model: ServedModel, support: JsonSupport, asked: _Asked) -> ServedModel:
    return model.model_copy(update={"json_support": support, "seconds": round(asked.seconds, 2)})


def _holds(text: str, support: JsonSupport) -> bool:
    """Whether a reply is an object, and that of the schema where there was one."""
    try:
        data = json.loads(text.rpartition(_THOUGHT_END)[2])
    except ValueError:
        return False
    return isinstance(data, dict) and (support == "json_object" or data.get("answer") in _ANSWERS)


def _text(reply: JsonReply, *path: str | int) -> str:
    """The text at a place in the JSON of a reply; empty where there is none."""
    found: Any = reply.data if reply.is_good else None
    for key in path:
        try:
            found = found[key]
        except (KeyError, IndexError, TypeError):
            return ""
    return found if isinstance(found, str) else ""


def _problem(reply: JsonReply) -> str:
    what = "no chat completion" if reply.status == _OK else f"HTTP {reply.status}"
    return f"a call gave {what}" + (f": {reply.words}" if reply.words and not reply.is_good else "")
