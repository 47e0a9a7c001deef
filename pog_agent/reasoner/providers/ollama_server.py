"""What a server of Ollama says of its models over its own protocol: how much of a prompt they read."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from pog_agent.reasoner.providers.json_client import JsonClient
from pog_agent.reasoner.providers.known_models import OLLAMA_URL

USUAL_CONTEXT: Final = 8192
"""Tokens. Some prompts have 5,000, and a reply needs room; Ollama's own default is 4,096 on most machines."""

_NUM_CTX: Final = re.compile(r"^num_ctx\s+\"?(\d+)", re.MULTILINE)


@dataclass(frozen=True)
class OllamaContext:
    """Tokens of context: what a model was `trained` for, what its Modelfile has, what it is `loaded` with."""

    trained: int | None = None
    configured: int | None = None
    loaded: int | None = None

    @property
    def to_ask_for(self) -> int:
        """What requests are to ask for: not less than the server has by now, which would load the model anew."""
        usual = min(USUAL_CONTEXT, self.trained or USUAL_CONTEXT)
        return max(usual, self.configured or 0, self.loaded or 0)


def ollama_root(base_url: str | None, variable: str | None) -> str:
    """Where the server is, by a base URL, which may be that of its OpenAI route, or the variable OLLAMA_HOST."""
    if base_url:
        return base_url.rstrip("/").removesuffix("/v1")
    host = (variable or "").strip().rstrip("/")
    if not host:
        return OLLAMA_URL
    if "://" in host:
        return host
    name, _, port = host.partition(":")
    return f"http://{'localhost' if name in ('', '0.0.0.0') else name}:{port or 11434}"


async def context_of(client: JsonClient, root: str, name: str) -> OllamaContext:
    """What the server says of the context of a model; nothing where it does not say, or knows no such model."""
    shown = await client.post(f"{root}/api/show", {"model": name})
    running = await client.get(f"{root}/api/ps")
    return OllamaContext(
        trained=trained_context(shown.data),
        configured=_configured(shown.data),
        loaded=loaded_contexts(running.data).get(tagged(name)),
    )


def loaded_contexts(data: Any) -> dict[str, int]:
    """The context of each model that is in memory, by its name, out of what `/api/ps` says."""
    found = (item for item in entries(data, "models") if isinstance(item.get("context_length"), int))
    return {tagged(str(item.get("name"))): item["context_length"] for item in found}


def trained_context(data: Any) -> int | None:
    """The context that a model was made for, out of what `/api/show` says."""
    info = data.get("model_info") if isinstance(data, Mapping) else None
    known = info if isinstance(info, Mapping) else {}
    lengths = (value for key, value in known.items() if str(key).endswith(".context_length"))
    return next((value for value in lengths if isinstance(value, int)), None)


def tagged(name: str) -> str:
    """The name with its tag, as the server lists it."""
    return name if ":" in name else f"{name}:latest"


def entries(data: Any, key: str) -> list[Mapping[str, Any]]:
    """The objects that a reply lists under a key."""
    found = data.get(key) if isinstance(data, Mapping) else None
    return [item for item in found if isinstance(item, Mapping)] if isinstance(found, list) else []


def _configured(data: Any) -> int | None:
    parameters = data.get("parameters") if isinstance(data, Mapping) else None
    match = _NUM_CTX.search(parameters) if isinstance(parameters, str) else None
    return int(match[1]) if match else None
