"""Ask questions of a knowledge graph and get verified answers with their reasoning paths."""

from typing import TYPE_CHECKING, Any

from pog_agent.config import PogConfig
from pog_agent.errors import GraphUnavailableError, ModelUnavailableError, PogError, SettingError
from pog_agent.models import Answer

if TYPE_CHECKING:
    from pog_agent.agent import PathsOverGraph, open_system
    from pog_agent.run.resources import Resources
    from pog_agent.systems.pog import build_pog

__version__ = "0.1.0"

__all__ = [
    "Answer",
    "GraphUnavailableError",
    "ModelUnavailableError",
    "PathsOverGraph",
    "PogConfig",
    "PogError",
    "Resources",
    "SettingError",
    "build_pog",
    "open_system",
]

_LAZY = {
    "PathsOverGraph": "pog_agent.agent",
    "open_system": "pog_agent.agent",
    "build_pog": "pog_agent.systems.pog",
    "Resources": "pog_agent.run.resources",
}


def __getattr__(name: str) -> Any:
    """Loads the parts that need LangGraph when they are first asked for."""
    if name not in _LAZY:
        raise AttributeError(f"module 'pog_agent' has no attribute {name!r}")
    from importlib import import_module  # noqa: PLC0415

    return getattr(import_module(_LAZY[name]), name)
