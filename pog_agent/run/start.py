"""The beginning of a run: its question, and a state without anything of an earlier run on the thread."""

from collections.abc import Mapping, Sequence
from typing import Any, get_args, get_origin, get_type_hints

from langchain_core.messages import HumanMessage
from langgraph.types import Overwrite

from pog_agent.config import Task
from pog_agent.errors import SettingError
from pog_agent.models import Claim, StepUsage
from pog_agent.reading.claims.recasting import read_claim
from pog_agent.state import KEPT, RunState


def asked_of(state: RunState, task: Task) -> str | Claim:
    """The question of a run: the last message if a human wrote it, else the given question.

    With the task `verify` it is a claim. Raises `SettingError` for an empty question, and for what is no claim.
    """
    last = next(reversed(state.get("messages", [])), None)
    text = str(last.text) if isinstance(last, HumanMessage) else state.get("question", "")
    if not text.strip():
        what = "claim" if task == "verify" else "question"
        raise SettingError(f"the {what} is empty: give one, or messages that end with a human message")
    return read_claim(text) if task == "verify" else text.strip()


def question_in(asked: str | Claim) -> str:
    """The question that a run answers; of a claim the one that asks whether it is so."""
    return asked.question if isinstance(asked, Claim) else asked


def fresh_run(asked: str | Claim, warnings: Sequence[str], usage: Sequence[StepUsage] = ()) -> RunState:
    """The fields with which a run begins; `new_question` empties all others."""
    claim: RunState = {"claim": asked} if isinstance(asked, Claim) else {}
    return {
        **claim,
        "question": question_in(asked),
        "usage": list(usage),
        "warnings": list(dict.fromkeys(warnings)),
    }


def new_question(state_type: type[Any], update: Mapping[str, Any]) -> dict[str, Any]:
    """The update of a run's first step with every other field of the state emptied.

    What an earlier question on the thread left is gone, but for the fields that are marked as kept.
    """
    whole: dict[str, Any] = {}
    for name, hint in get_type_hints(state_type, include_extras=True).items():
        marks: tuple[Any, ...] = getattr(hint, "__metadata__", ())
        if KEPT in marks:
            if marks[-1] is KEPT and any(map(callable, marks)):
                raise TypeError(f"the field {name!r} loses its reducer: KEPT must stand before it")
            if name in update:
                whole[name] = update[name]
            continue
        value = update.get(name, _empty(get_args(hint)[0] if marks else hint))
        whole[name] = Overwrite(value) if marks and callable(marks[-1]) else value
    return whole


def _empty(hint: Any) -> Any:
    kind = get_origin(hint) or hint
    return kind() if kind in (list, dict, bool) else None
