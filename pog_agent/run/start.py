"""The beginning of a run: its question, and a state without anything of an earlier run on the thread."""

import time
import uuid
from collections.abc import Sequence
from typing import Any

from langchain_core.messages import HumanMessage
from langgraph.types import Overwrite

from pog_agent.errors import SettingError
from pog_agent.models import StepUsage
from pog_agent.state import PogState


def question_of(state: PogState) -> str:
    """The question of a run: the last message if a human wrote it, else the given question."""
    last = next(reversed(state.get("messages", [])), None)
    text = str(last.text) if isinstance(last, HumanMessage) else state.get("question", "")
    if not text.strip():
        raise SettingError("the question is empty: give one, or messages that end with a human message")
    return text.strip()


def fresh_run(question: str, warnings: Sequence[str], usage: Sequence[StepUsage] = ()) -> dict[str, Any]:
    """The state update that begins a run."""
    return {
        "question": question,
        "run_id": uuid.uuid4().hex,
        "started": time.time(),
        "usage": Overwrite(list(usage)),
        "warnings": Overwrite(list(dict.fromkeys(warnings))),
        **_FRESH,
    }


_FRESH: dict[str, object] = {
    "topics": [],
    "analysis": None,
    "sizes": None,
    "plan": None,
    "new_candidates": None,
    "shortlist": [],
    "kept": {},
    "supplements": [],
    "visited": [],
    "summary": None,
    "verdict": None,
    "draft": None,
    "branches": [],
    "beam": [],
    "samples": [],
    "truncated": False,
    "answer": None,
}
