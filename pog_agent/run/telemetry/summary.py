"""States and updates in short, for tracers: counts and the first few of what is long, secrets blotted out.

A state is passed on whole from step to step. Written down whole at each step, a run of 15 steps has 740 kB.
"""

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any, Final

from langchain_core.messages import BaseMessage
from langgraph.types import Overwrite, TracePolicy
from pydantic import BaseModel

from pog_agent.models import Answer, PatternKey, SubgraphSizes
from pog_agent.redaction import Redactor
from pog_agent.terms import local_name

MOST_CHARACTERS: Final = 500
FIRST_ITEMS: Final = 3
MOST_FIELDS: Final = 20
MOST_LEVELS: Final = 5

_FIGURES: Final = frozenset({"run_id", "started", "settings", "seconds", "candidates", "messages", "question"})
_GIVEN_OUT: Final = ("status", "kind", "confidence", "evidence", "reason")


def summarized(value: Any) -> Any:
    """A JSON value that tells what a value is: a long list is its count and its first few items."""
    return _summarized(value, MOST_LEVELS, Redactor())


def summarized_input(state: Any) -> Any:
    """What a step begins from, in short: the question, where the search is, and how many paths are at hand."""
    if not isinstance(state, Mapping):
        return summarized(state)
    plan = state.get("plan")
    known = {
        "question": state.get("question"),
        "phase": getattr(plan, "phase", None),
        "depth": getattr(plan, "depth", None),
        "new_candidates": state.get("new_candidates"),
        "shortlist": len(state.get("shortlist") or ()),
    }
    return summarized({name: value for name, value in known.items() if value})


def summarized_update(update: Any) -> Any:
    """What a step has changed, in short. What the whole run gives out, or stands beside it, is not repeated."""
    if not isinstance(update, Mapping):
        return summarized(update)
    changed = {name: value.value if isinstance(value, Overwrite) else value for name, value in update.items()}
    told = {name: value for name, value in changed.items() if value and name not in _FIGURES}
    if isinstance(answer := told.get("answer"), Answer):
        told["answer"] = {name: getattr(answer, name) for name in _GIVEN_OUT} | {"text": answer.text}
    if "shortlist" in told and "kept" in told:
        told["kept"] = {phase: len(paths) for phase, paths in told["kept"].items()}
    if isinstance(sizes := told.get("sizes"), SubgraphSizes):
        graphs = {"detected": sizes.detected, "reduced": sizes.reduced, "on_paths": sizes.on_paths}
        told["sizes"] = {name: f"{size.triples} triples" for name, size in graphs.items() if size is not None}
    return summarized(told)


SHORT_TRACES: Final = TracePolicy(process_inputs=summarized_input, process_outputs=summarized_update)
"""What LangSmith and other tracers of LangChain record of a step."""


def _summarized(value: Any, levels: int, redactor: Redactor) -> Any:
    if isinstance(value, Overwrite):
        return _summarized(value.value, levels, redactor)
    if isinstance(value, BaseModel) and not isinstance(value, PatternKey | BaseMessage):
        value = _filled_in(value)
    is_nested = isinstance(value, Mapping | Sequence) and not isinstance(value, str)
    if not is_nested:
        return _plain(value, redactor)
    if not levels:
        return f"({len(value)} items)"
    if isinstance(value, Mapping):
        return _summarized_fields(value, levels - 1, redactor)
    first = [_summarized(item, levels - 1, redactor) for item in value[:FIRST_ITEMS]]
    return first if len(value) <= FIRST_ITEMS else {"count": len(value), "first": first}


def _filled_in(value: BaseModel) -> dict[str, Any]:
    """The fields that differ from their defaults."""
    fields = type(value).model_fields
    return {name: item for name in fields if (item := getattr(value, name)) != fields[name].default}


def _summarized_fields(value: Mapping[Any, Any], levels: int, redactor: Redactor) -> dict[str, Any]:
    short = {str(name): _summarized(item, levels, redactor) for name, item in islice(value.items(), MOST_FIELDS)}
    more = len(value) - MOST_FIELDS
    filled = {name: item for name, item in short.items() if item not in (None, "", [], {})}
    return filled | ({"more": more} if more > 0 else {})


def _plain(value: Any, redactor: Redactor) -> Any:
    if value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(value, PatternKey):
        return _clipped(_pattern(value), redactor)
    if isinstance(value, BaseMessage):
        return f"{value.type}: {_clipped(str(value.text), redactor)}"
    return _clipped(str(value), redactor)


def _clipped(text: str, redactor: Redactor) -> str:
    text = redactor.text(text)
    return text if len(text) <= MOST_CHARACTERS else f"{text[:MOST_CHARACTERS]}... ({len(text):,} characters)"


def _pattern(key: PatternKey) -> str:
    """A pattern by its local names: cheap, since it asks no store."""
    start = local_name(key.anchors[0].entity) if key.anchors else "?"
    return " / ".join(
        (start, *(f"{'' if step.forward else '<- '}{local_name(step.relation)}" for step in key.steps))
    )
