"""How views of a run put things: seconds, JSON, cut texts, and what may stand on a terminal."""

import json
from typing import Any

from pog_agent.tracing.run_trace import TracedStep

MOST_SHOWN = 300


def duration(seconds: float) -> str:
    """Seconds in three digits or so: ``0.4 ms``, ``12 ms``, ``3.21 s``."""
    if seconds < 0.001:
        return f"{seconds * 1000:.1f} ms"
    return f"{seconds * 1000:.0f} ms" if seconds < 1 else f"{seconds:.2f} s"


def pretty(value: Any) -> str:
    """A JSON value in several lines."""
    return json.dumps(value, ensure_ascii=False, indent=2)


def cut(text: str, most: int = MOST_SHOWN) -> str:
    """A text for a line, cut where it is too long to show."""
    line = " ".join(text.split())
    return line if len(line) <= most else f"{line[: most - 1]}…"


def where(step: TracedStep) -> str:
    """Phase and depth of a step, empty before the search."""
    return f"{step.phase} D={step.depth}" if step.phase else ""


def printable(text: str) -> str:
    """A text without what a terminal would obey: escapes and other control characters."""
    return "".join(char if char.isprintable() or char == "\n" else "\ufffd" for char in text)
