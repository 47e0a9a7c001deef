"""The parts of the documents that are made from the code, and the files they stand in.

Usage: python -m tests.generated_docs (writes them anew; `test_docs` asserts that they are up to date)

A part stands between the lines `<!-- NAME: generated -->` and `<!-- end -->` of its file.
"""

import argparse
import re
from collections.abc import Callable
from itertools import groupby
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

from pydantic.fields import FieldInfo

from pog_agent.config import PogConfig
from pog_agent.interfaces.cli import build_parser
from pog_agent.interfaces.setting_flags import MOST_NEEDED, SUBJECTS, setting_rows
from pog_agent.models.findings.finding import checks
from pog_agent.systems.drawing import loop_diagram, part_diagram
from pog_agent.systems.registry import SYSTEMS
from tests.measured_figures import figures
from tests.test_architecture import EXCEPTIONS, FILES, LAYER, LEAVES, PACKAGE, imports, part

ROOT = Path(__file__).parents[1]
GAP = re.compile(r"\{[^}]*\}")
"""What is filled in the message of a finding."""


def commands() -> dict[str, argparse.ArgumentParser]:
    """The parsers of all commands by name."""
    return dict(_subcommands().choices)


def _subcommands() -> Any:
    return next(item for item in build_parser()._actions if isinstance(item, argparse._SubParsersAction))


def flags_of(command: str) -> dict[str, argparse.Action]:
    """The flags of a command by the name of their value, without those that every command has."""
    options = {item.dest: item for item in commands()[command]._actions if item.option_strings}
    return {name: item for name, item in options.items() if name not in ("help", "debug")}


def settings_table() -> str:
    """All settings by subjects, with flag, default, allowed values and description."""
    rows = {row.name: row for row in setting_rows()}
    tables = []
    for subject, names in {"most needed": MOST_NEEDED, **SUBJECTS}.items():
        lines = ["| setting | flag | default | allowed | meaning |", "|---|---|---|---|---|"]
        for row in (rows[name] for name in names):
            default = f"`{row.default}`" if row.default else ""
            choices = allowed(PogConfig.model_fields[row.name])
            lines.append(f"| `{row.name}` | `{row.flag}` | {default} | {choices} | {row.description} |")
        tables.append(f"**{subject[0].upper()}{subject[1:]}**\n\n" + "\n".join(lines))
    return "\n\n".join(tables)


def allowed(field: FieldInfo) -> str:
    """The choices of a setting, or the bounds of a number; nothing where any value goes."""
    if get_origin(field.annotation) is Literal:
        return ", ".join(f"`{choice}`" for choice in get_args(field.annotation))
    bounds = {
        name: getattr(item, name.lower())
        for item in field.metadata
        if (name := type(item).__name__) in ("Ge", "Gt", "Le")
    }
    if "Ge" in bounds and "Le" in bounds:
        return f"{bounds['Ge']} to {bounds['Le']}"
    if "Ge" in bounds:
        return f"{bounds['Ge']} or more"
    return f"more than {bounds['Gt']}" if "Gt" in bounds else ""


def commands_table() -> str:
    """Every command with what it takes and what it does."""
    summaries = {item.dest: item.help for item in _subcommands()._choices_actions}
    rows = ["| command | what it does |", "|---|---|"]
    for name, parser in commands().items():
        taken = [
            f" {item.metavar}{' ...' if item.nargs == '+' else ''}" for item in parser._get_positional_actions()
        ]
        rows.append(f"| `pog-agent {name}{''.join(taken)}` | {summaries[name]} |")
    return "\n".join(rows)


def flags_table() -> str:
    """The flags that are no settings of a run, but for those that every command has; alike ones stand together."""
    of_settings = {row.flag for row in setting_rows()}
    shared = set.intersection(*(set(flags_of(command)) for command in commands()))
    settings = {name for name, item in flags_of("ask").items() if item.option_strings[0] in of_settings}
    taken: dict[tuple[str, str], list[str]] = {}
    for command in commands():
        flags = flags_of(command)
        own = flags if settings - flags.keys() - {"kg", "topics", "task", "confirm"} else flags.keys() - settings
        for name in (name for name in flags if name in own and name not in {*shared, "system"}):
            item = flags[name]
            named = item.metavar or name.upper()
            value = "" if item.nargs == 0 else f" {named if isinstance(named, str) else ' '.join(named)}"
            taken.setdefault((f"{item.option_strings[0]}{value}", _meaning(item)), []).append(f"`{command}`")
    rows = [f"| {', '.join(commands)} | `{flag}` | {meaning} |" for (flag, meaning), commands in taken.items()]
    return "\n".join(["| command | flag | meaning |", "|---|---|---|", *rows])


def _meaning(item: argparse.Action) -> str:
    choices = f"; one of {', '.join(item.choices)}" if item.choices else ""
    return f"{item.help}{choices}".replace("%%", "%").replace("|", "\\|")


def checks_table() -> str:
    """All checks by what they look at, with the message of their findings, and what is asked about them."""
    tables = []
    for of, found in groupby(checks().values(), key=lambda check: check.of):
        rows = [
            f"| `{check.id}` | {GAP.sub('...', check.message)} | {'yes' if check.refutes else ''} "
            f"| {GAP.sub('...', check.asks)} |"
            for check in found
        ]
        tables.append(
            "\n".join(
                [f"**{of.capitalize()}**", "", "| check | finding | refutes | asks |", "|---|---|---|---|", *rows]
            )
        )
    return "\n\n".join(tables)


def diagrams_of(system: str) -> str:
    """The diagrams of a system: its loop, and each part apart."""
    wiring = SYSTEMS[system].wiring
    parts = [f"The part `{part.name}`:\n\n{fenced(part_diagram(wiring, part))}" for part in wiring.parts]
    return "\n\n".join([fenced(loop_diagram(wiring)), *parts])


def diagrams() -> str:
    """One section for each system; systems with the same wiring share their diagrams."""
    shared: dict[str, list[str]] = {}
    for name in sorted(SYSTEMS, key=lambda name: not name.startswith("pog")):
        shared.setdefault(diagrams_of(name), []).append(name)
    sections = []
    for drawn, names in shared.items():
        title = "; ".join(f"{name}: {SYSTEMS[name].summary}" for name in names)
        sections.append(f"## {title}\n\n{drawn}")
    return "\n\n".join(sections)


def rooms() -> str:
    """The rooms of the package with an arrow to what each needs next, as the imports of their files have it.

    Rooms stand in the order of the layers. What a room also reaches over another one has no arrow of its own.
    """
    needs = room_imports()
    nearest = {
        room: below - {far for near in below for far in _reached(near, needs)} for room, below in needs.items()
    }
    lines = ["flowchart TD"]
    lines += [f'    room_{room}["{_title(room)}"]' for room in needs]
    lines += [f"    room_{room} --> room_{other}" for room in needs for other in needs if other in nearest[room]]
    return fenced("\n".join(lines))


def room_imports() -> dict[str, set[str]]:
    """Which rooms each room imports, the leaves and the exceptions left out, the highest room first."""
    names = sorted(
        {part(file) for file in FILES} & set(LAYER) - set(LEAVES), key=lambda name: (-LAYER[name], name)
    )
    needs: dict[str, set[str]] = {name: set() for name in names}
    for file in FILES:
        own = part(file)
        for module in imports(file) if own in needs else ():
            other = module.split(".")[1] if module.startswith("pog_agent.") else own
            if other in needs and other != own and (own, module) not in EXCEPTIONS:
                needs[own].add(other)
    return needs


def _title(room: str) -> str:
    return f"{room}/" if (PACKAGE / room).is_dir() else f"{room}.py"


def _reached(room: str, needs: dict[str, set[str]]) -> set[str]:
    return needs[room] | {far for near in needs[room] for far in _reached(near, needs)}


def fenced(diagram: str) -> str:
    """A diagram as Markdown."""
    return f"```mermaid\n{diagram.strip()}\n```"


GENERATED: dict[str, tuple[Path, Callable[[], str]]] = {
    "settings": (ROOT / "docs" / "settings.md", settings_table),
    "commands": (ROOT / "docs" / "command-line.md", commands_table),
    "flags": (ROOT / "docs" / "command-line.md", flags_table),
    "diagrams": (ROOT / "graphs" / "README.md", diagrams),
    "figures": (ROOT / "docs" / "figures.md", figures),
    "checks": (ROOT / "docs" / "checks.md", checks_table),
    "rooms": (ROOT / "docs" / "architecture.md", rooms),
}


def updated(name: str) -> str:
    """The file of a part as it should be."""
    file, make = GENERATED[name]
    text = file.read_text(encoding="utf-8")
    begin, end = f"<!-- {name}: generated -->", "<!-- end -->"
    head, found, rest = text.partition(f"{begin}\n")
    _, closed, tail = rest.partition(f"{end}\n")
    if not (found and closed):
        raise ValueError(f"{file.name} has no lines {begin!r} and {end!r}")
    return f"{head}{begin}\n\n{make()}\n\n{end}\n{tail}"


def main() -> None:
    """Writes all parts anew."""
    for name, (file, _) in GENERATED.items():
        file.write_text(updated(name), encoding="utf-8")
        print(f"{name}: {file.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
