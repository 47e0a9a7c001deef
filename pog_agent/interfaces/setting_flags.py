"""The flags of a run, made from the fields of `PogConfig`, as are their help, their variables and their table."""

import argparse
import os
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from pydantic.fields import FieldInfo

from pog_agent.config import ENVIRONMENT_PREFIX, CommandFlag, PogConfig
from pog_agent.systems.registry import SYSTEMS

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
    """A flag for every setting of a run, leaving some out.

    Values stay texts: `PogConfig` checks them, whether they are of flags, variables or arguments.
    """
    add_system(command)
    command.epilog = VARIABLES
    for name, field in PogConfig.model_fields.items():
        marked, flag = _marked(field), _flag(name, field)
        if name in without or not marked.own:
            continue
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


def add_system(command: argparse.ArgumentParser) -> None:
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


def _flag(name: str, field: FieldInfo) -> str:
    prefix = "--no-" if field.default is True else "--"
    return _marked(field).name or prefix + name.replace("_", "-")


def _marked(field: FieldInfo) -> CommandFlag:
    return next((item for item in field.metadata if isinstance(item, CommandFlag)), CommandFlag())
