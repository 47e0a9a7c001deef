"""Opens the chat model that a setting such as `openai:gpt-4o-mini` names."""

import os
from typing import Any, Final

from langchain_core.language_models import BaseChatModel

from pog_agent.errors import ModelUnavailableError, SettingError
from pog_agent.reasoner.chat.failures import NO_KEY
from pog_agent.reasoner.providers.known_models import (
    ANTHROPIC,
    OLLAMA,
    OLLAMA_URL,
    OPENAI,
    how_to_write,
    known_models,
    provider_and_name,
    through_openai,
)
from pog_agent.urls import is_http_url

MAX_RETRIES: Final = 2
LONGEST_PAUSE: Final = 60.0
"""Clients wait so many seconds at most where a server asks them to come back later."""


def patience(timeout: float) -> float:
    """Seconds after which a model is given up whatever its client does: all tries, and the pauses between them."""
    return (1 + MAX_RETRIES) * timeout + MAX_RETRIES * LONGEST_PAUSE


def open_chat_model(
    spec: str,
    base_url: str | None = None,
    timeout: float = 120.0,
    max_retries: int = MAX_RETRIES,
    context_tokens: int | None = None,
) -> BaseChatModel:
    """The model `provider:name`, as LangChain spells it. Makes no request.

    `openai:NAME` also serves every server that speaks the OpenAI protocol, at `base_url` or where
    OPENAI_API_BASE or OPENAI_BASE_URL point. `ollama:NAME` needs its extra, and takes `context_tokens`. Other
    providers need `langchain` and the provider's package.
    `timeout` is in seconds for one try, `max_retries` are further tries; nothing else retries. A server that
    speaks the OpenAI protocol, or that of Ollama, must have sent its whole reply by then; of others the package
    decides what the time bounds.
    Raises SettingError for a name or URL that cannot work, ModelUnavailableError when a key is missing.
    """
    parts = provider_and_name(spec)
    if parts is None:
        raise SettingError(f"unknown model {spec!r}: {how_to_write(spec)}")
    provider, name = parts
    if base_url is not None and not is_http_url(base_url):
        raise SettingError(f"the base URL {base_url!r} must start with http:// or https://")
    if provider == OPENAI:
        return _open_openai(name, base_url, timeout, max_retries)
    if provider == OLLAMA:
        return _open_ollama(name, base_url, timeout, context_tokens)
    return _open_other(provider, name, base_url, timeout, max_retries)


def _open_openai(name: str, base_url: str | None, timeout: float, max_retries: int) -> BaseChatModel:
    key = os.environ.get("OPENAI_API_KEY") or None
    custom = base_url or os.environ.get("OPENAI_API_BASE") or os.environ.get("OPENAI_BASE_URL")
    if key is None and not custom:
        raise ModelUnavailableError(
            f"the model openai:{name} needs an API key: set OPENAI_API_KEY, "
            "or give the base URL of a server that needs none"
        )
    from langchain_openai import ChatOpenAI  # noqa: PLC0415 (takes a second to load)

    from pog_agent.reasoner.chat.whole_replies import WholeReplyClient  # noqa: PLC0415 (imports openai)

    options: dict[str, Any] = {
        "model": name,
        "base_url": custom or None,
        "api_key": key or NO_KEY,
        "timeout": timeout,
        "max_retries": max_retries,
        "http_async_client": WholeReplyClient(timeout),
        # It bounds all pieces of a stream together, so that a long prompt may take its time before the first one.
        "stream_chunk_timeout": None,
        # The client has a time for the whole reply, so that no dead connection needs to be probed for.
        "http_socket_options": (),
    }
    return ChatOpenAI(**options)


def _open_ollama(name: str, base_url: str | None, timeout: float, context_tokens: int | None) -> BaseChatModel:
    try:
        from pog_agent.reasoner.providers.ollama_chat import open_ollama  # noqa: PLC0415 (an optional package)
    except ImportError as error:
        raise SettingError(
            f"the model 'ollama:{name}' needs a package: pip install 'pog-agent[ollama]'; without it write "
            f"'openai:{name}' with --base-url {OLLAMA_URL}/v1"
        ) from error
    return open_ollama(name, base_url, timeout, context_tokens)


def _open_other(provider: str, name: str, base_url: str | None, timeout: float, max_retries: int) -> BaseChatModel:
    known = known_models()
    extra = known.extras.get(provider)
    packages = f"'pog-agent[{extra}]'" if extra else f"langchain langchain-{provider.replace('_', '-')}"
    advice = f"pip install {packages}; {through_openai(name)}"
    try:
        from langchain.chat_models import (  # type: ignore[import-not-found,unused-ignore]  # noqa: PLC0415 (an optional package)
            init_chat_model,
        )
    except ImportError as error:
        raise SettingError(f"the model '{provider}:{name}' needs LangChain's package for it: {advice}") from error
    keys = known.keys.get(provider, [])
    if keys and base_url is None and not any(os.environ.get(key) for key in keys):
        raise ModelUnavailableError(f"the model {provider}:{name} needs an API key: set {keys[0]}")
    options: dict[str, Any] = {"timeout": timeout, "max_retries": max_retries, "disable_streaming": True}
    if base_url is not None:
        options["base_url"] = base_url
    if provider == ANTHROPIC:
        # Its package keeps one client for all models and event loops.
        options["default_headers"] = {"Connection": "close"}
    try:
        model: BaseChatModel = init_chat_model(name, model_provider=provider, **options)
    except ImportError as error:
        needs = f"pip install {packages}" if extra else _line(error)
        raise SettingError(f"the model '{provider}:{name}' needs a package: {needs}") from error
    except ValueError as error:
        problem = f"the model '{provider}:{name}' cannot be opened: {_line(error)}"
        raise SettingError(f"{problem}; {through_openai(name)}") from error
    return model


def _line(error: Exception) -> str:
    return " ".join(str(error).split())[:300]
