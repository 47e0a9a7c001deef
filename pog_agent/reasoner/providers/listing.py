"""What a server of chat models has: their names, and how much they read, as each kind of server tells it."""

import asyncio
import os
from collections.abc import Iterator, Mapping, Sequence
from importlib.util import find_spec
from typing import Any, Final

from pog_agent.activity import Stopwatch
from pog_agent.errors import ModelUnavailableError, SettingError
from pog_agent.loops import run_blocking
from pog_agent.reasoner.chat.failures import ModelEndpoint, unavailable
from pog_agent.reasoner.chat.models import open_chat_model
from pog_agent.reasoner.providers.json_client import JsonClient, JsonReply
from pog_agent.reasoner.providers.known_models import OLLAMA, OPENAI, provider_and_name
from pog_agent.reasoner.providers.ollama_server import (
    USUAL_CONTEXT,
    entries,
    loaded_contexts,
    ollama_root,
    tagged,
    trained_context,
)
from pog_agent.reasoner.providers.probe import probed, probed_at_ollama
from pog_agent.reasoner.providers.server import ModelServer, ServedModel
from pog_agent.urls import is_http_url, without_password

OPENAI_URL: Final = "https://api.openai.com/v1"
OLLAMA_SERVER: Final = "Ollama"
_CONTEXTS: Final = ("max_model_len", "context_length", "context_window", "max_context_length")
"""What vLLM and SGLang, OpenRouter, Groq and Mistral call the context in their lists of models."""
_NAMED: Final = 10


def served_models(base_url: str | None = None, model: str | None = None, timeout: float = 60.0) -> ModelServer:
    """What the server at a base URL has; with a `model`, as a setting or as the server calls it, that one alone.

    A model that is named, or is the only one, gets one small call; two or three where the server holds no reply
    to a schema. Without a base URL it is the server that the variables, or the model, name. `timeout` is in
    seconds, for each request.
    Raises `ModelUnavailableError` where no server of models answers, it refuses the key, or has no such model;
    `SettingError` where nothing says which server.
    """
    return run_blocking(look_at_server(base_url, model, timeout))


async def look_at_server(base_url: str | None, model: str | None, seconds: float) -> ModelServer:
    """What `served_models` gives, for an asynchronous caller."""
    provider, name = (provider_and_name(model) if model else None) or (None, model)
    if base_url is not None and not is_http_url(base_url):
        raise SettingError(f"the base URL {base_url!r} must start with http:// or https://")
    if provider not in (None, OPENAI, OLLAMA):
        return await _called_by_package(f"{provider}:{name}", base_url, seconds)
    async with JsonClient(seconds, os.environ.get("OPENAI_API_KEY")) as client:
        server = await _listed(client, _address(base_url, provider))
        chosen = [item for item in server.models if name is None or name in _names(item)]
        if not chosen:
            has = ", ".join(item.name for item in server.models[:_NAMED]) or "none"
            place = without_password(server.base_url)
            raise ModelUnavailableError(f"{server.kind} at {place} has no model {name}; it has {has}")
        if len(chosen) == 1:
            probe = probed_at_ollama if server.kind == OLLAMA_SERVER else probed
            chosen = [await probe(client, server.base_url, chosen[0])]
    shown = server.model_copy(update={"base_url": without_password(server.base_url), "models": tuple(chosen)})
    return shown.model_copy(update={"notes": tuple(_notes(shown, chosen))})


def _notes(server: ModelServer, chosen: Sequence[ServedModel]) -> Iterator[str]:
    """What to heed before one of the models is used."""
    if server.kind == OLLAMA_SERVER and find_spec("langchain_ollama") is None:
        yield (
            "ollama:NAME needs a package: pip install 'pog-agent[ollama]'; without it write openai:NAME with "
            f"--base-url {server.base_url}/v1, where Ollama cuts long prompts"
        )
    for model in chosen:
        if model.context is not None and model.context < USUAL_CONTEXT and len(chosen) == 1:
            yield (
                f"a context of {model.context:,} tokens is short: some prompts have 5,000. Start the server with "
                f"{USUAL_CONTEXT:,} or more (llama.cpp: --ctx-size, vLLM: --max-model-len, LM Studio: Context "
                "Length)"
            )


def _names(model: ServedModel) -> tuple[str, str]:
    """How a model may be called: Ollama needs no tag for the latest."""
    return model.name, model.name.removesuffix(":latest")


def _address(base_url: str | None, provider: str | None) -> str:
    variable = os.environ.get("OPENAI_API_BASE") or os.environ.get("OPENAI_BASE_URL")
    if provider == OLLAMA:
        return ollama_root(base_url, os.environ.get("OLLAMA_HOST"))
    if base_url or variable:
        return (base_url or variable or "").rstrip("/")
    if os.environ.get("OPENAI_API_KEY"):
        return OPENAI_URL
    raise SettingError(
        "which server? Give --base-url, usually http://localhost:11434 (Ollama), http://localhost:1234/v1 "
        "(LM Studio), http://localhost:8000/v1 (vLLM) or http://localhost:8080/v1 (llama.cpp), or set "
        "OPENAI_API_KEY for OpenAI"
    )


async def _listed(client: JsonClient, url: str) -> ModelServer:
    root = url.removesuffix("/v1")
    listing = await client.get(f"{url}/models")
    if listing.status in (401, 403):
        raise ModelUnavailableError(
            f"{without_password(url)} refuses the API key (HTTP {listing.status}): "
            "set OPENAI_API_KEY to a valid key"
        )
    tags, studio, properties = await asyncio.gather(
        *(_if_there(client, f"{root}{path}") for path in ("/api/tags", "/api/v0/models", "/props"))
    )
    if _lists(tags, "models"):
        return await _ollama(client, root, tags.data)
    if _lists(studio, "data"):
        return _lm_studio(f"{root}/v1", studio.data)
    if not _lists(listing, "data") and url == root:
        url, listing = f"{root}/v1", await client.get(f"{root}/v1/models")
    if not _lists(listing, "data"):
        sent = "nothing that is JSON" if listing.data is None else f"no list of models (HTTP {listing.status})"
        raise ModelUnavailableError(
            f"{without_password(url)} sends {sent} at /models: check the base URL, which usually ends in /v1"
        )
    return _openai(url, listing.data, _loaded_by_llama_cpp(properties))


async def _if_there(client: JsonClient, url: str) -> JsonReply:
    """What one kind of server has at a URL: others may do anything there."""
    try:
        return await client.get(url)
    except ModelUnavailableError:
        return JsonReply(status=0, content="", data=None)


async def _ollama(client: JsonClient, root: str, tags: Any) -> ModelServer:
    names = [str(item.get("name")) for item in entries(tags, "models")]
    running, *shown = await asyncio.gather(
        client.get(f"{root}/api/ps"), *(client.post(f"{root}/api/show", {"model": name}) for name in names)
    )
    in_memory = loaded_contexts(running.data)
    models = [
        ServedModel(
            name=name,
            spec=f"{OLLAMA}:{name}",
            context=in_memory.get(tagged(name)),
            most_context=trained_context(reply.data),
        )
        for name, reply in zip(names, shown, strict=True)
        if _is_for_chat(reply.data)
    ]
    return ModelServer(kind=OLLAMA_SERVER, base_url=root, models=tuple(models))


def _is_for_chat(shown: Any) -> bool:
    """Whether a model completes texts; servers of before 2025 do not tell."""
    capabilities = shown.get("capabilities") if isinstance(shown, Mapping) else None
    return not isinstance(capabilities, list) or "completion" in capabilities


def _lm_studio(url: str, data: Any) -> ModelServer:
    models = [
        ServedModel(
            name=str(item["id"]),
            spec=f"{OPENAI}:{item['id']}",
            context=_whole(item.get("loaded_context_length")),
            most_context=_whole(item.get("max_context_length")),
        )
        for item in entries(data, "data")
        if "id" in item and item.get("type") != "embeddings"
    ]
    return ModelServer(kind="LM Studio", base_url=url, models=tuple(models))


def _loaded_by_llama_cpp(properties: JsonReply) -> int | None:
    """The context of a server of llama.cpp, which has one model; None where it is something else."""
    settings = properties.data.get("default_generation_settings") if isinstance(properties.data, Mapping) else None
    return _whole(settings.get("n_ctx")) if properties.is_good and isinstance(settings, Mapping) else None


def _openai(url: str, data: Any, of_llama_cpp: int | None) -> ModelServer:
    models = []
    for item in entries(data, "data"):
        told = next((_whole(item[key]) for key in _CONTEXTS if key in item), None)
        meta = item.get("meta")
        most = _whole(meta.get("n_ctx_train")) if isinstance(meta, Mapping) else None
        name = str(item.get("id"))
        models.append(
            ServedModel(
                name=name, spec=f"{OPENAI}:{name}", context=of_llama_cpp or told, most_context=most or told
            )
        )
    kind = "llama.cpp" if of_llama_cpp else "a server of the OpenAI protocol"
    return ModelServer(kind=kind, base_url=url, models=tuple(models))


async def _called_by_package(spec: str, base_url: str | None, seconds: float) -> ModelServer:
    """A model of another provider, whose package lists none: what it says of the model, and the time of a call."""
    model = open_chat_model(spec, base_url, seconds)
    watch = Stopwatch()
    try:
        await asyncio.wait_for(model.ainvoke("Is snow white? Reply with the bare word yes or no."), seconds)
    except Exception as error:
        failure = unavailable(error, ModelEndpoint.of_model(model))
        if failure is None:
            raise
        raise failure from None  # the client's own error may hold the key
    provider, _, name = spec.partition(":")
    profile = getattr(model, "profile", None)
    most = _whole(profile.get("max_input_tokens")) if isinstance(profile, Mapping) else None
    row = ServedModel(name=name, spec=spec, context=most, most_context=most, seconds=round(watch.seconds, 2))
    return ModelServer(kind=provider, base_url=without_password(base_url or ""), models=(row,))


def _lists(reply: JsonReply, key: str) -> bool:
    return reply.is_good and isinstance(reply.data, Mapping) and isinstance(reply.data.get(key), list)


def _whole(value: Any) -> int | None:
    return value if isinstance(value, int) and value > 0 else None
