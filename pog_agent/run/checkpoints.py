"""Which types a checkpoint may hold: a saver that knows them loads them without a warning."""

import copy
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
    """Module and name of every model in states, by default in those of all systems.

    It is what LangGraph calls `allowed_msgpack_modules`.
    """
    hints = (hint for state in states or STATES for hint in typing.get_type_hints(state).values())
    found = {kind for hint in hints for kind in _models(hint)}
    return sorted((kind.__module__, kind.__qualname__) for kind in found)


def serializer(*states: type[Any]) -> JsonPlusSerializer:
    """The serializer for a checkpoint saver of your own: it takes the types of states and refuses all others."""
    return JsonPlusSerializer(allowed_msgpack_modules=checkpoint_types(*states))


def with_own_types(saver: BaseCheckpointSaver[Any], state: type[Any]) -> BaseCheckpointSaver[Any]:
    """The saver, which takes the types of a state without a warning; what it holds stays shared.

    A saver that allows everything and warns, which is LangGraph's default, refuses other types then.
    """
    known = saver.with_allowlist(checkpoint_types(state))
    if known is saver and type(saver.serde) is JsonPlusSerializer:
        known = copy.copy(saver)
        known.serde = serializer(state)
    return known


def _models(hint: Any) -> Iterator[type[BaseModel]]:
    if isinstance(hint, type) and issubclass(hint, BaseModel):
        yield hint
        return
    for part in typing.get_args(hint):
        yield from _models(part)
