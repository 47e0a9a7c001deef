"""What a step does outside this process or for long: model calls, queries to a store, texts that are embedded.

Who does such work reports it. Whoever listens, in the same context, is told; without a listener nothing happens.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Annotated, Literal

from pydantic import Field

from pog_agent.models.value import Value

FIRST_TEXTS = 3


class _Timed(Value):
    """`began` is in seconds since the epoch. `problem` says what went wrong, empty where nothing did."""

    began: float
    seconds: float
    problem: str = ""


class ModelCall(_Timed):
    """One request to a chat model by an LLM step: messages as (role, text), the reply, and the tokens of both.

    A reply that `is_cached` was kept from an earlier request, and none was made.
    """

    type: Literal["model_call"] = "model_call"
    step: str
    model: str
    messages: tuple[tuple[str, str], ...]
    reply: str = ""
    prompt_tokens: int = 0
    completion_tokens: int = 0
    is_cached: bool = False


class StoreQuery(_Timed):
    """One query to a SPARQL endpoint; `rows` is None where it failed or asked for yes or no.

    It is `broken` where no SPARQL result came back: the endpoint was gone, too busy, or sent something else. An
    endpoint that refuses a query, or needs more time than one may take, is not broken.
    """

    type: Literal["store_query"] = "store_query"
    endpoint: str
    sparql: str
    rows: int | None = None
    broken: bool = False


class EmbeddingBatch(_Timed):
    """Texts that were embedded together: how many, and the first few."""

    type: Literal["embedding_batch"] = "embedding_batch"
    encoder: str
    texts: int
    first: tuple[str, ...] = ()


Activity = Annotated[ModelCall | StoreQuery | EmbeddingBatch, Field(discriminator="type")]
Listener = Callable[[ModelCall | StoreQuery | EmbeddingBatch], None]

_LISTENER: ContextVar[Listener | None] = ContextVar("pog_agent_activity", default=None)


@dataclass(frozen=True)
class Stopwatch:
    """Runs from when it is made."""

    began: float = field(default_factory=time.time)
    _clock: float = field(default_factory=time.perf_counter)

    @property
    def seconds(self) -> float:
        """Seconds so far."""
        return round(time.perf_counter() - self._clock, 6)


def report(activity: ModelCall | StoreQuery | EmbeddingBatch) -> None:
    """Tells the listener of this context."""
    listener = _LISTENER.get()
    if listener is not None:
        listener(activity)


def is_broken_query(activity: ModelCall | StoreQuery | EmbeddingBatch) -> bool:
    """Whether it is a query that an endpoint did not answer since it failed."""
    return isinstance(activity, StoreQuery) and activity.broken


@contextmanager
def listening(listener: Listener) -> Iterator[None]:
    """The listener is told of what is reported inside the block, by tasks and threads that begin there too."""
    token = _LISTENER.set(listener)
    try:
        yield
    finally:
        _LISTENER.reset(token)
