"""The flags of a run, made from the fields of `PogConfig`, as are their help, their variables and their table."""

import argparse
import os
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from pydantic.fields import FieldInfo

from pog_agent.config import ENVIRONMENT_PREFIX, CommandFlag, PogConfig
from pog_agent.systems.registry import SYSTEMS, find_system

MOST_NEEDED = ("kg", "model", "base_url", "max_tokens")
"""The settings whose flags help shows first, among those of the command itself."""
SUBJECTS = {
    "the graph": ("preset", "languages", "topics", "phrases", "entity_index", "kg_cache"),
    "question and answer": (
        *("task", "confirm", "compose", "reader", "trust", "exams"),
        *("allow_parametric", "min_confidence", "max_question_chars"),
    ),
    "budgets": ("max_llm_calls", "max_cost", "max_seconds", "prices", "timeout", "max_output_tokens"),
    "the search of Paths-over-Graph": (
        *("profile", "d_max", "w_max", "strategy", "fuzzy", "w1", "w2"),
        *("merge_steps", "summarize", "supplements", "node_expansion"),
    ),
    "bounds of the search": (
        *("max_patterns", "max_degree", "max_triples"),
        *("max_rows", "max_queries", "max_fetch_seconds"),
    ),
    "documents": (
        *("docs", "ranker", "cross_encoder", "contexts"),
        *("rag_passages", "decay", "document_topics"),
    ),
    "systems": (
        *("variant", "samples", "retained_entities", "seed", "topic_prune", "clues", "relation_threshold"),
        *("relation_prune", "self_consistency", "consistency_threshold"),
    ),
    "models": (
        *("context_tokens", "reply_cache", "encoder", "embedding_cache"),
        *("explore_temperature", "reason_temperature", "otlp"),
    ),
}
"""The other settings by subject, as help and the table of settings show them."""
VARIABLES = f"A setting is also an environment variable, such as {ENVIRONMENT_PREFIX}D_MAX; a flag wins over it."


@dataclass(frozen=True)
class SettingRow:
    """What is said of one setting: its flag, its environment variable, its default as text ("" for none)."""

    name: str
    flag: str
    variable: str
    default: str
    description: str


def setting_rows() -> list[SettingRow]:
    """All settings in the order of `PogConfig`."""
    return [
        SettingRow(
            name=name,
            flag=_flag(name, field),
            variable=ENVIRONMENT_PREFIX + name.upper(),
            default="" if field.default in (None, ()) else str(field.default),
            description=field.description or "",
        )
        for name, field in PogConfig.model_fields.items()
    ]


def setting_help(name: str) -> str:
    """What help says of a setting."""
    field = PogConfig.model_fields[name]
    default = "" if field.default in (None, (), True) else f" (default {field.default})"
    return f"{field.description}{default}".replace("%", "%%")


def add_settings(command: argparse.ArgumentParser, without: Collection[str] = ()) -> None:
    """A flag for every setting of a run, by subjects, leaving some out.

    Values stay texts: `PogConfig` checks them, whether they are of flags, variables or arguments.
    """
    several = {"*": "[{} ...]", "+": "{} ..."}
    taken = [several.get(str(item.nargs), "{}").format(item.metavar) for item in command._get_positional_actions()]
    command.usage, command.epilog = " ".join(["%(prog)s", *taken, "[flags]"]), VARIABLES
    for name in MOST_NEEDED:
        _add_setting(command, name, without)
    for subject, names in SUBJECTS.items():
        group = command.add_argument_group(subject)
        if "variant" in names:
            add_system(group)
        for name in names:
            _add_setting(group, name, without)


def _add_setting(command: "argparse._ActionsContainer", name: str, without: Collection[str]) -> None:
    field = PogConfig.model_fields[name]
    marked, flag = _marked(field), _flag(name, field)
    if name in without or not marked.own:
        return
    text, metavar = setting_help(name), marked.metavar or name.upper()
    if isinstance(field.default, bool):
        text = f"not: {text}" if field.default else text
        command.add_argument(flag, dest=name, action="store_const", const=not field.default, help=text)
    elif marked.repeatable:
        text += "; may be given several times"
        command.add_argument(flag, dest=name, action="append", metavar=metavar, help=text)
    elif marked.bare is not None:
        command.add_argument(flag, dest=name, nargs="?", const=marked.bare, metavar=metavar, help=text)
    else:
        command.add_argument(flag, dest=name, metavar=metavar, help=text)


def add_system(command: "argparse._ActionsContainer") -> None:
    """The flag that names the system, and with it the variant."""
    known = "; ".join(f"{system.name}: {system.summary}" for system in SYSTEMS.values())
    command.add_argument("--system", metavar="NAME", help=f"{known} (default {PogConfig().variant})")


def given_settings(arguments: argparse.Namespace) -> dict[str, Any]:
    """The settings from the flags of a command; None where a flag was not given."""
    settings: dict[str, Any] = {}
    for name, field in PogConfig.model_fields.items():
        if _marked(field).own:
            value = getattr(arguments, name, None)
            if isinstance(value, list):
                value = os.pathsep.join(value) if field.annotation is str else tuple(value)
            settings[name] = value
    return settings


def settings_of(arguments: argparse.Namespace, **instead: Any) -> PogConfig:
    """The settings that flags and environment give, and those of the chosen system; `instead` replace flags."""
    settings = given_settings(arguments) | instead
    if arguments.system:
        settings |= find_system(arguments.system).settings
    return PogConfig.create(**settings)


def _flag(name: str, field: FieldInfo) -> str:
    prefix = "--no-" if field.default is True else "--"
    return _marked(field).name or prefix + name.replace("_", "-")


def _marked(field: FieldInfo) -> CommandFlag:
    return next((item for item in field.metadata if isinstance(item, CommandFlag)), CommandFlag())
