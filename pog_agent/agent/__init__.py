"""The front door for Python: one import, one call."""

from pog_agent.agent.arguments import GraphSource, SystemArguments
from pog_agent.agent.front_door import Agent, PathsOverGraph, open_system

__all__ = ["Agent", "GraphSource", "PathsOverGraph", "SystemArguments", "open_system"]
