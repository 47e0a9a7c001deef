"""The file of a schema summary in a compiled folder."""

from pathlib import Path
from typing import Final

from pydantic import BaseModel, ValidationError

from pog_agent.errors import GraphUnavailableError
from pog_agent.kg.schema.summary import SchemaSummary

SCHEMA_FILE: Final = "schema.json"
SCHEMA_VERSION: Final = 3
"""Changes when what a summary counts does: a summary of another version is made anew."""


class _Stored(BaseModel):
    version: int
    summary: SchemaSummary


def write_schema(summary: SchemaSummary, directory: Path) -> None:
    """Writes the summary into the folder."""
    text = _Stored(version=SCHEMA_VERSION, summary=summary).model_dump_json()
    (directory / SCHEMA_FILE).write_text(text, encoding="utf-8")


def read_schema(file: Path) -> SchemaSummary:
    """The summary in a file of this version; raises `GraphUnavailableError` if it is damaged."""
    try:
        return _Stored.model_validate_json(file.read_text(encoding="utf-8")).summary
    except (OSError, ValueError, ValidationError) as error:
        raise GraphUnavailableError(f"{file}: is damaged; run pog-agent index again") from error
