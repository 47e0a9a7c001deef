"""Loopback servers of chat models that behave as their programs do: Ollama as its source says, others as a table.

ollama = OllamaPlay(OllamaModel("llama3.1:8b", says=lambda asked: "yes"))
with ollama.serve() as root:
    ...  # ollama:llama3.1:8b at root, or openai:llama3.1:8b at root/v1
"""

import asyncio
import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from tests.servers import serve_application

Body = dict[str, Any]
DEFAULT_CONTEXT = 4096


@dataclass(frozen=True)
class Asked:
    """A request as the model gets it: what is left of the prompt, its options, and the format that is enforced."""

    prompt: str
    options: Mapping[str, Any]
    format: Any = None


@dataclass(frozen=True)
class OllamaModel:
    """A model by name, the context that it was made for, and what it says; `num_ctx` is that of its Modelfile."""

    name: str
    says: Callable[[Asked], str] = lambda _: "yes"
    trained: int = 32768
    num_ctx: int | None = None
    capabilities: tuple[str, ...] = ("completion", "tools")


@dataclass
class OllamaPlay:
    """A server of Ollama with some models. It keeps what it was asked over either route, and each loading.

    A token has four characters here. A prompt that does not fit is cut to its end, as the server does by default,
    and nobody is told.
    """

    models: tuple[OllamaModel, ...]
    asked: list[Asked] = field(default_factory=list)
    bodies: list[Body] = field(default_factory=list)
    loads: list[int] = field(default_factory=list)
    hang: float = 0.0
    _loaded: dict[str, int] = field(default_factory=dict)

    @contextmanager
    def serve(self) -> Iterator[str]:
        """The root URL of the running server."""
        routes = [
            Route("/api/tags", self._tags),
            Route("/api/ps", self._running),
            Route("/api/show", self._show, methods=["POST"]),
            Route("/api/chat", self._chat, methods=["POST"]),
            Route("/v1/models", self._openai_models),
            Route("/v1/chat/completions", self._openai_chat, methods=["POST"]),
        ]
        with serve_application(Starlette(routes=routes)) as url:
            yield url.rstrip("/")

    async def _tags(self, _: Request) -> Response:
        return JSONResponse({"models": [{"name": model.name, "model": model.name} for model in self.models]})

    async def _running(self, _: Request) -> Response:
        rows = [{"name": name, "model": name, "context_length": size} for name, size in self._loaded.items()]
        return JSONResponse({"models": rows})

    async def _show(self, request: Request) -> Response:
        model = self._known((await request.json())["model"])
        if model is None:
            return _missing((await request.json())["model"])
        parameters = 'stop                           "<|eot|>"'
        if model.num_ctx:
            parameters += f"\nnum_ctx                        {model.num_ctx}"
        info = {"general.architecture": "llama", "llama.context_length": model.trained}
        return JSONResponse({"parameters": parameters, "model_info": info, "capabilities": [*model.capabilities]})

    async def _openai_models(self, _: Request) -> Response:
        rows = [{"id": model.name, "object": "model", "owned_by": "library"} for model in self.models]
        return JSONResponse({"object": "list", "data": rows})

    async def _chat(self, request: Request) -> Response:
        body = await request.json()
        completed = await self._completed(body, body.get("options") or {}, body.get("format"))
        if isinstance(completed, Response):
            return completed
        text, used, written, reason = completed
        done = {
            "model": body["model"],
            "created_at": "2026-01-01T00:00:00Z",
            "message": {"role": "assistant", "content": text},
            "done": True,
            "done_reason": reason,
            "prompt_eval_count": used,
            "eval_count": written,
            "load_duration": 1_000_000,
        }
        if not body.get("stream", True):
            return JSONResponse(done)
        first = {name: done[name] for name in ("model", "created_at", "message")} | {"done": False}
        last = done | {"message": {"role": "assistant", "content": ""}}
        lines = [json.dumps(part) for part in (first, last)]
        return PlainTextResponse("\n".join(lines), media_type="application/x-ndjson")

    async def _openai_chat(self, request: Request) -> Response:
        """The OpenAI route, which has no word for the context, and does not know `max_completion_tokens`."""
        body = await request.json()
        options = {"temperature": body.get("temperature", 1.0)}
        if body.get("max_tokens") is not None:
            options["num_predict"] = body["max_tokens"]
        wanted = body.get("response_format") or {}
        formats = {"json_object": "json", "json_schema": (wanted.get("json_schema") or {}).get("schema")}
        completed = await self._completed(body, options, formats.get(wanted.get("type", "")))
        if isinstance(completed, Response):
            message = json.loads(bytes(completed.body))["error"]
            return JSONResponse({"error": {"message": message, "type": "api_error"}}, completed.status_code)
        text, used, written, reason = completed
        choice = {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": reason}
        usage = {"prompt_tokens": used, "completion_tokens": written, "total_tokens": used + written}
        about = {"id": "chatcmpl-1", "created": 1, "model": body["model"], "system_fingerprint": "fp_ollama"}
        if not body.get("stream"):
            return JSONResponse(about | {"object": "chat.completion", "choices": [choice], "usage": usage})
        about |= {"object": "chat.completion.chunk"}
        first = {"index": 0, "delta": choice["message"], "finish_reason": None}
        chunks = [
            about | {"choices": [part]} for part in (first, {"index": 0, "delta": {}, "finish_reason": reason})
        ]
        if (body.get("stream_options") or {}).get("include_usage"):
            chunks.append(about | {"choices": [], "usage": usage})
        lines = [*map(json.dumps, chunks), "[DONE]"]
        return PlainTextResponse("".join(f"data: {line}\n\n" for line in lines), media_type="text/event-stream")

    async def _completed(
        self, body: Body, options: Mapping[str, Any], wanted: Any
    ) -> Response | tuple[str, int, int, str]:
        self.bodies.append(body)
        await asyncio.sleep(self.hang)
        model = self._known(body["model"])
        if model is None:
            return _missing(body["model"])
        if "completion" not in model.capabilities:
            return JSONResponse({"error": f'"{model.name}" does not support chat'}, 400)
        size = min(options.get("num_ctx") or model.num_ctx or DEFAULT_CONTEXT, model.trained)
        if self._loaded.get(model.name) != size:
            self._loaded[model.name] = size
            self.loads.append(size)
        prompt = "\n".join(str(message["content"]) for message in body["messages"])
        if len(prompt) // 4 >= size:
            prompt = prompt[-4 * (size // 2) :]
        self.asked.append(Asked(prompt, options, wanted))
        text = model.says(self.asked[-1])
        most = options.get("num_predict", -1)
        is_cut = 0 <= most < len(text) // 4
        text = text[: 4 * most] if is_cut else text
        return text, len(prompt) // 4, len(text) // 4, "length" if is_cut else "stop"

    def _known(self, name: str) -> OllamaModel | None:
        return next((model for model in self.models if model.name in (name, f"{name}:latest")), None)


def _missing(name: str) -> Response:
    return JSONResponse({"error": f"model '{name}' not found"}, 404)


@contextmanager
def serve_replies(replies: Mapping[str, Any | Callable[[Body], Any]]) -> Iterator[str]:
    """The root URL of a server that has these replies by path, and else 404.

    A reply is JSON, a `Response`, or what makes either of the body of a request.
    """

    async def reply(request: Request) -> Response:
        found = replies.get(request.url.path)
        if callable(found) and not isinstance(found, Response):
            found = found(json.loads(await request.body() or b"{}"))
        if found is None:
            return PlainTextResponse("404 page not found", 404)
        return found if isinstance(found, Response) else JSONResponse(found)

    with serve_application(Starlette(routes=[Route("/{path:path}", reply, methods=["GET", "POST"])])) as url:
        yield url.rstrip("/")


def completion(text: str, **more: Any) -> Body:
    """What a server of the OpenAI protocol sends for a chat."""
    choice = {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}
    usage = {"prompt_tokens": 10, "completion_tokens": 2, "total_tokens": 12}
    about = {"id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": "m"}
    return about | {"choices": [choice], "usage": usage} | more
