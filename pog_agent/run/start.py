"""The beginning of a run: its question, and a state without anything of an earlier run on the thread."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

from langchain_core.messages import AIMessage, HumanMessage
from langgraph.types import Overwrite
from pydantic import TypeAdapter, ValidationError

from pog_agent.config import PogConfig, Task
from pog_agent.errors import SettingError
from pog_agent.models import ChosenReading, Claim, Paraphrase, StepUsage
from pog_agent.reading.claims.recasting import read_claim
from pog_agent.state import KEPT, RunState
from pog_agent.terms import HALF_CHARACTER
from pog_agent.words import folded

Opening = Literal["question", "follow_up", "reading"]
"""What a run begins with: a question, a follow-up in a conversation, or a reading that somebody chose."""
_MEANT: Final = TypeAdapter(tuple[Paraphrase, ...])


def opening_of(state: Mapping[str, Any]) -> Opening:
    """What a run begins with. Raises `SettingError` for a chosen reading that is none."""
    if chosen_in(state) is not None:
        return "reading"
    return "follow_up" if goes_on(state) else "question"


def chosen_in(state: Mapping[str, Any]) -> ChosenReading | None:
    """The reading that was chosen for the question; None without one, or where it is one of another question.

    Raises `SettingError` where it cannot be read.
    """
    given = state.get("chosen")
    if given is None:
        return None
    try:
        chosen = ChosenReading.model_validate(given)
    except ValidationError as error:
        raise SettingError("the chosen reading cannot be read: give one of an answer to the question") from error
    return chosen if chosen.question.strip() == _said(state).strip() else None


def meant_in(state: Mapping[str, Any]) -> tuple[Paraphrase, ...]:
    """What a person has said that words of the question mean. Raises `SettingError` where it cannot be read."""
    try:
        meant = _MEANT.validate_python(state.get("meant") or ())
    except ValidationError as error:
        raise SettingError("what is meant by words cannot be read: give words and others of each") from error
    question = folded(str(state["question"]))
    return tuple(item for item in meant if folded(item.words) in question)


def goes_on(state: Mapping[str, Any]) -> bool:
    """Whether a conversation has been replied to before: then the run begins with reading the follow-up in it."""
    return any(isinstance(message, AIMessage) for message in state.get("messages") or ())


def check_length(state: Mapping[str, Any], config: PogConfig) -> None:
    """Raises `SettingError` where what is asked is longer than `max_question_chars`."""
    length, most = len(_said(state)), config.max_question_chars
    if length > most:
        raise SettingError(
            f"the {_kind(config.task)} has {length:,} characters, and at most {most:,} are read: shorten it, or "
            "raise max_question_chars"
        )


def said_in(state: Mapping[str, Any], task: Task) -> str:
    """What is asked: the last message if a human wrote it, else the given question.

    Raises `SettingError` where it is empty, and where it cannot be written down again.
    """
    text = _said(state)
    what = _kind(task)
    if not text.strip():
        raise SettingError(f"the {what} is empty: give one, or messages that end with a human message")
    half = HALF_CHARACTER.search(text)
    if half is not None:
        raise SettingError(
            f"character {half.start() + 1} of the {what} is {half.group()!r}, half of a character: give whole ones"
        )
    return text.strip()


def _kind(task: Task) -> str:
    return "claim" if task == "verify" else "question"


def _said(state: Mapping[str, Any]) -> str:
    last = next(reversed(state.get("messages") or []), None)
    return str(last.text) if isinstance(last, HumanMessage) else str(state.get("question") or "")


def asked_of(state: Mapping[str, Any], task: Task) -> str | Claim:
    """The question of a run; of a follow-up, what it was read as.

    With the task `verify` it is a claim. Raises `SettingError` for an empty question, and for what is no claim.
    """
    if goes_on(state) and state.get("rewriting") is not None:
        return state.get("claim") or str(state["question"])
    return as_asked(said_in(state, task), task)


def as_asked(text: str, task: Task) -> str | Claim:
    """A text as a question, or with the task `verify` as a claim. Raises `SettingError` for what is no claim."""
    return read_claim(text) if task == "verify" else text


def question_in(asked: str | Claim) -> str:
    """The question that a run answers; of a claim the one that asks whether it is so."""
    return asked.question if isinstance(asked, Claim) else asked


def begun_run(
    state: Mapping[str, Any], asked: str | Claim, warnings: Sequence[str], usage: Sequence[StepUsage] = ()
) -> RunState:
    """What the first step of a system adds: the fields with which a run begins, unless a follow-up was read."""
    if goes_on(state):
        return {"usage": list(usage), "warnings": list(dict.fromkeys(warnings))}
    return fresh_run(asked, warnings, usage)


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
