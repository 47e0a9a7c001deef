"""The file that a recorded run is written to: a page, or the data."""

import json
from pathlib import Path

from pog_agent.errors import SettingError
from pog_agent.tracing.run_trace import RunTrace

SUFFIXES = (".html", ".json")


def trace_path(text: str) -> Path:
    """The path of a trace, checked before the run. Raises `SettingError` where nothing can be written there."""
    path = Path(text)
    if path.suffix.lower() not in SUFFIXES:
        raise SettingError(f"--trace {text!r}: the name must end in .html (a page) or .json (the data)")
    if path.is_dir() or not path.parent.is_dir():
        raise SettingError(
            f"--trace {text!r}: {'it is a folder' if path.is_dir() else 'its folder does not exist'}"
        )
    return path


def write_trace(run: RunTrace, path: Path) -> None:
    """Writes the run as its name says. Raises `SettingError` where the file cannot be written."""
    if path.suffix.lower() == ".json":
        text = json.dumps(run.to_json(), ensure_ascii=False, indent=2) + "\n"
    else:
        from pog_agent.interfaces.explaining.page import run_page  # noqa: PLC0415 (Jinja)

        text = run_page(run)
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise SettingError(f"--trace {str(path)!r} cannot be written: {error.strerror or error}") from error
