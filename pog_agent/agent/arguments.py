"""What a system is opened with, and what of it is wrong."""

from collections.abc import Sequence
from dataclasses import replace
from os import PathLike, fspath, pathsep
from typing import Any

import rdflib
from langchain_core.language_models import BaseChatModel

from pog_agent.errors import SettingError
from pog_agent.kg.base import KnowledgeGraph
from pog_agent.kg.local.rdflib_graph import compile_rdflib
from pog_agent.kg.preset import choose_preset
from pog_agent.ranking.encoder import Encoder
from pog_agent.reasoner.base import Reasoner
from pog_agent.settings.keywords import RunSettings
from pog_agent.systems.registry import System, find_system

GraphSource = str | PathLike[str] | Sequence[str | PathLike[str]] | rdflib.Graph | KnowledgeGraph


class SystemArguments(RunSettings, total=False):
    """All arguments of a system but its name."""

    kg: GraphSource | None
    model: str | BaseChatModel | None
    reasoner: Reasoner | None
    encoder: Encoder | str | None
    checkpointer: Any


def check_kinds(**arguments: object) -> None:
    """Raises `SettingError` for an argument that is none of the things that it may be."""
    allowed: dict[str, tuple[tuple[Any, ...], str]] = {
        "kg": ((str, PathLike, Sequence, rdflib.Graph, KnowledgeGraph), "a file, folder, URL or graph"),
        "model": ((str, BaseChatModel), "'offline', 'provider:name' or a LangChain chat model"),
        "encoder": ((str, Encoder), "a name or an encoder"),
        "system": ((str, System), "the name of a system"),
    }
    for name, value in arguments.items():
        kinds, meant = allowed[name]
        parts = value if isinstance(value, Sequence) and not isinstance(value, str | rdflib.Graph) else ()
        wrong = [part for part in parts if not isinstance(part, str | PathLike)]
        if wrong or not (value is None or isinstance(value, kinds)):
            raise SettingError(f"{name} is {meant}, not {(wrong or [value])[0]!r}")


def chosen_system(system: str | System | None) -> System:
    """The system that is named; without a name Paths-over-Graph, in the variant that the settings say."""
    if system is None:
        return replace(find_system("pog"), settings={})
    return find_system(system) if isinstance(system, str) else system


def graph_setting(kg: GraphSource | None) -> str | None:
    """The graph as a setting; None for a live object."""
    if isinstance(kg, str | PathLike):
        return fspath(kg)
    if isinstance(kg, Sequence) and not isinstance(kg, rdflib.Graph):
        return pathsep.join(fspath(part) for part in kg)
    return None


def live_graph(kg: GraphSource | None, preset: str) -> KnowledgeGraph | None:
    """The graph as an object, where it is given as one; an rdflib graph is read by the preset."""
    if isinstance(kg, rdflib.Graph):
        return compile_rdflib(kg, preset=choose_preset(preset, ""))
    return None if kg is None or isinstance(kg, str | PathLike | Sequence) else kg
