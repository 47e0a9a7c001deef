"""Ask questions of a knowledge graph and get verified answers with their reasoning paths."""

import logging
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pog_agent.agent import PathsOverGraph, open_system
    from pog_agent.config import PogConfig
    from pog_agent.errors import (
        ConfirmationNeededError,
        GraphUnavailableError,
        ModelUnavailableError,
        PogError,
        SettingError,
    )
    from pog_agent.models import Answer
    from pog_agent.reasoner.exam.examine import examine
    from pog_agent.reasoner.providers.listing import served_models
    from pog_agent.run.resources import Resources
    from pog_agent.systems.pog import build_pog

__version__ = "0.1.0"

__all__ = [
    "Answer",
    "ConfirmationNeededError",
    "GraphUnavailableError",
    "ModelUnavailableError",
    "PathsOverGraph",
    "PogConfig",
    "PogError",
    "Resources",
    "SettingError",
    "build_pog",
    "examine",
    "open_system",
    "served_models",
]

_LAZY = {
    "Answer": "pog_agent.models",
    "PogConfig": "pog_agent.config",
    **dict.fromkeys(
        (
            "ConfirmationNeededError",
            "GraphUnavailableError",
            "ModelUnavailableError",
            "PogError",
            "SettingError",
        ),
        "pog_agent.errors",
    ),
    "PathsOverGraph": "pog_agent.agent",
    "open_system": "pog_agent.agent",
    "build_pog": "pog_agent.systems.pog",
    "examine": "pog_agent.reasoner.exam.examine",
    "Resources": "pog_agent.run.resources",
    "served_models": "pog_agent.reasoner.providers.listing",
}


# What applications do with the log is theirs: without this, Python prints warnings where nobody set up logging.
logging.getLogger(__name__).addHandler(logging.NullHandler())


def __getattr__(name: str) -> Any:
    """Loads a name when it is first asked for: no command takes longer to start than it needs."""
    if name not in _LAZY:
        raise AttributeError(f"module 'pog_agent' has no attribute {name!r}")
    return getattr(import_module(_LAZY[name]), name)
