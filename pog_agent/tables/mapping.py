"""What becomes of each file and column: proposed here, and changed by people in a TOML, YAML or JSON file."""

import json
import tomllib
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from pog_agent.errors import SettingError

ColumnKind = Literal["text", "integer", "decimal", "boolean", "date", "moment", "link", "entity", "name", "skip"]
BASE = "http://example.org/data/"


class ColumnMapping(BaseModel):
    """What becomes of a column.

    `label` names its relation. A `link` leads to rows of the file `to`, whose key or name its cells are;
    the values of an `entity` are things of their own, of a class that is called as the column is.
    `separator` stands between several values of a cell, `decimal_mark` before the decimals, `date_format` is that
    of strptime.
    """

    model_config = ConfigDict(extra="forbid")

    column: str
    kind: ColumnKind
    label: str = ""
    to: str | None = None
    separator: str | None = None
    decimal_mark: Literal[".", ","] | None = None
    date_format: str | None = None


class TableMapping(BaseModel):
    """What becomes of a file: its class, and the columns with the key and the name of each row."""

    model_config = ConfigDict(extra="forbid")

    file: str
    label: str
    key: str | None = None
    name: str | None = None
    columns: list[ColumnMapping] = Field(default_factory=list)


class GraphMapping(BaseModel):
    """What becomes of all files; `base` is the namespace of the IRIs."""

    model_config = ConfigDict(extra="forbid")

    base: str = BASE
    tables: list[TableMapping]


def read_mapping(file: Path) -> GraphMapping:
    """The mapping in a file. Raises `SettingError` that names what is wrong in it."""
    try:
        text = file.read_text(encoding="utf-8")
        return GraphMapping.model_validate(_parsed(file, text))
    except ValidationError as error:
        problem = error.errors()[0]
        place = ".".join(map(str, problem["loc"]))
        raise SettingError(f"{file}: {place}: {problem['msg']} (it is {problem['input']!r})") from error
    except (OSError, ValueError) as error:
        raise SettingError(f"{file}: no readable mapping ({error})") from error


def write_mapping(mapping: GraphMapping, file: Path) -> None:
    """Writes a mapping in the format that the ending of the file says. Raises `SettingError` where it cannot."""
    content = mapping.model_dump(exclude_none=True)
    ending = file.suffix.lower()
    if ending == ".toml":
        text = _as_toml(content)
    elif ending in (".yaml", ".yml"):
        text = _yaml().safe_dump(content, sort_keys=False, allow_unicode=True)
    elif ending == ".json":
        text = json.dumps(content, indent=2, ensure_ascii=False) + "\n"
    else:
        raise SettingError(f"{file}: a mapping ends in .toml, .yaml or .json")
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise SettingError(f"{file}: cannot be written ({error.strerror or error})") from error


def _parsed(file: Path, text: str) -> Any:
    ending = file.suffix.lower()
    if ending == ".toml":
        return tomllib.loads(text)
    if ending == ".json":
        return json.loads(text)
    if ending in (".yaml", ".yml"):
        yaml = _yaml()
        try:
            return yaml.safe_load(text)
        except yaml.YAMLError as error:
            raise ValueError(" ".join(str(error).split())) from error
    raise ValueError("a mapping ends in .toml, .yaml or .json")


def _yaml() -> Any:
    import yaml  # type: ignore[import-untyped, unused-ignore]  # noqa: PLC0415 (only for YAML)

    return yaml


def _as_toml(content: dict[str, Any]) -> str:
    """The mapping as TOML: one block a file, one line a column. JSON writes its texts as TOML does."""
    lines = [f"base = {_quoted(content['base'])}"]
    for table in content["tables"]:
        lines += ["", "[[tables]]"]
        lines += [f"{name} = {_quoted(value)}" for name, value in table.items() if name != "columns"]
        lines.append("columns = [")
        for column in table["columns"]:
            parts = ", ".join(f"{name} = {_quoted(value)}" for name, value in column.items() if value != "")
            lines.append(f"    {{ {parts} }},")
        lines.append("]")
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
