"""The systems that can answer a question, by name."""

from typing import Any

from pog_agent.agent import PathsOverGraph
from pog_agent.errors import SettingError

SYSTEMS = ("pog", "pog-e")


def open_system(name: str, **settings: Any) -> PathsOverGraph:
    """The system of this name; `settings` are the arguments of `PathsOverGraph`. Raises `SettingError`."""
    if name not in SYSTEMS:
        raise SettingError(f"unknown system {name!r}; known are {', '.join(SYSTEMS)}")
    return PathsOverGraph(variant=name, **settings)
