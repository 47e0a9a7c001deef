"""Which of our types a checkpoint may hold: a saver that knows them loads them without a warning."""

import typing
from collections.abc import Iterator
from typing import Any

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer
from pydantic import BaseModel

from pog_agent.state import BaselineState, TogState

STATES: tuple[type[Any], ...] = (TogState, BaselineState)
"""The states of all systems; `TogState` has every field of Paths-over-Graph's."""


def checkpoint_types(*states: type[Any]) -> list[tuple[str, str]]:
    """Module and name of every class of ours in states, by default in those of all systems.

    It is what LangGraph calls `allowed_msgpack_modules`.
    """
    hints = (hint for state in states or STATES for hint in typing.get_type_hints(state).values())
    found = {kind for hint in hints for kind in _classes(hint)}
    return sorted((kind.__module__, kind.__qualname__) for kind in found)


def serializer() -> JsonPlusSerializer:
    """The serializer for a checkpoint saver of your own: it takes our types and refuses all others."""
    return JsonPlusSerializer(allowed_msgpack_modules=checkpoint_types())


def with_own_types(saver: BaseCheckpointSaver[Any]) -> BaseCheckpointSaver[Any]:
    """The saver, which also takes our types. What it holds stays shared with the one given."""
    return saver.with_allowlist(checkpoint_types())


def _classes(hint: Any) -> Iterator[type[BaseModel]]:
    if isinstance(hint, type) and issubclass(hint, BaseModel):
        if hint.__module__.startswith("pog_agent."):
            yield hint
        return
    for part in typing.get_args(hint):
        yield from _classes(part)
