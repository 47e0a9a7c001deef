"""What the name of a model tells: whose it is, how it is written as a setting, and whether it thinks first."""

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

ANTHROPIC: Final = "anthropic"
OPENAI: Final = "openai"
OLLAMA: Final = "ollama"
OLLAMA_URL: Final = "http://localhost:11434"

_PROVIDER: Final = re.compile(r"[a-z_]+")
_TAG: Final = re.compile(r"latest|\d[\w.]*[bm]\b.*", re.IGNORECASE)
"""What stands behind the colon in the name of a model of Ollama: a size, mostly."""


@dataclass(frozen=True)
class KnownModels:
    """The tables of `known_models.toml`."""

    families: dict[str, str]
    aliases: dict[str, str]
    servers: dict[str, str]
    extras: dict[str, str]
    keys: dict[str, list[str]]
    thinking: dict[str, list[str]]

    def provider_of(self, name: str) -> str | None:
        """Whose models are called so; None where that is not known."""
        bare = _bare(name)
        return next((provider for begins, provider in self.families.items() if bare.startswith(begins)), None)

    def thinks(self, name: str) -> bool:
        """Whether a model of this name thinks before it replies."""
        bare = _bare(name)
        unless = next((words for begins, words in self.thinking.items() if bare.startswith(begins)), None)
        return unless is not None and not any(word in bare for word in unless)


@cache
def known_models() -> KnownModels:
    """What is known of models by their names."""
    text = files(__package__).joinpath("known_models.toml").read_text(encoding="utf-8")
    return KnownModels(**tomllib.loads(text))


def provider_and_name(spec: str) -> tuple[str, str] | None:
    """The parts of `provider:name`; None for anything else, such as a model's own name with a colon in it."""
    provider, _, name = (part.strip() for part in spec.partition(":"))
    provider, known = provider.lower(), known_models()
    is_tagged = known.provider_of(provider) == OLLAMA and _TAG.fullmatch(name) is not None
    if not name or not _PROVIDER.fullmatch(provider) or is_tagged:
        return None
    return None if provider in (*known.aliases, *known.servers) else (provider, name)


def how_to_write(spec: str) -> str:
    """What to write instead of something that is not `provider:name`, for an error."""
    known = known_models()
    before, separator, name = (part.strip() for part in spec.partition(":"))
    if name and before.lower() in known.servers:
        return through_openai(name, known.servers[before.lower()])
    if name and before.lower() in known.aliases:
        return f"write '{known.aliases[before.lower()]}:{name}'"
    provider = known.provider_of(spec)
    if provider not in (None, OLLAMA):
        return f"write '{provider}:{spec}'"
    if provider == OLLAMA and "/" not in spec:
        return f"with Ollama write 'ollama:{spec}'; {through_openai(spec)}"
    if "/" in before:
        return through_openai(spec)
    return (
        "use 'offline' or 'offline:guess' (no language model) or 'provider:name', "
        f"for example 'openai:{(not separator and before) or 'gpt-4o-mini'}'; 'oracle' is for pog-agent eval only"
    )


def through_openai(name: str, url: str = "http://localhost:8000/v1") -> str:
    """How a model is written whose server speaks the OpenAI protocol."""
    return f"for a server of the OpenAI protocol write 'openai:{name}' and give its base URL, such as {url}"


def _bare(name: str) -> str:
    return name.rpartition("/")[2].lower()
