"""What is told of a step that has ended or failed, and who is told."""

import logging
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import cast

from langgraph.types import Overwrite

from pog_agent.activity import Activity
from pog_agent.events import RouteTaken
from pog_agent.run.context import RunContext
from pog_agent.run.node import Node, Update
from pog_agent.state import PogState, RunState

_LOG = logging.getLogger("pog_agent.tracing")


@dataclass(frozen=True)
class Observation:
    """A step that has just ended: the state it began from, its update, and its run with the workspace.

    `began` is in seconds since the epoch, `summary` what it shows of its update, and `activities` are the calls
    that it has made. What an observer does with the run changes nothing for later steps but the time that passes.
    """

    node: Node
    before: RunState
    update: Update
    run: RunContext
    began: float
    seconds: float
    summary: str
    activities: tuple[Activity, ...] = ()

    @property
    def after(self) -> PogState:
        """The state that the next step will see; usage and warnings are those of this step alone."""
        values = {**self.before, **self.update}
        plain = {name: item.value if isinstance(item, Overwrite) else item for name, item in values.items()}
        return cast(PogState, plain)

    @property
    def new_warnings(self) -> list[str]:
        """The warnings of this step that no earlier step of the run has given."""
        given = self.after.get("warnings", ()) if "warnings" in self.update else ()
        known = () if isinstance(self.update.get("warnings"), Overwrite) else self.before.get("warnings", ())
        return [text for text in given if text not in known]


@dataclass(frozen=True)
class FailedStep:
    """A step that has ended with an error, or was cancelled."""

    node: Node
    before: RunState
    began: float
    seconds: float
    error: BaseException
    activities: tuple[Activity, ...] = ()


Observer = Callable[[Observation], Awaitable[None]]


class RunWatcher:
    """Is told of every run as it goes. A watcher that fails is a line in the log and harms no run."""

    def started(self, state: RunState) -> None:
        """A run begins: the state has its `run_id`, when it `started`, and the question if it is given as one."""

    async def ended(self, step: Observation) -> None:
        """A step has ended; the last one of a run has the answer in its update."""

    def routed(self, state: RunState, route: RouteTaken) -> None:
        """After a step that has ended the run goes on by this way."""

    def failed(self, step: FailedStep) -> None:
        """A step has failed, and the run with it."""


Watchers = Sequence[RunWatcher]

_WATCHERS: ContextVar[tuple[RunWatcher, ...]] = ContextVar("pog_agent_watchers", default=())


@contextmanager
def watching(watcher: RunWatcher) -> Iterator[None]:
    """The watcher is told of runs that begin inside the block, and of no others."""
    token = _WATCHERS.set((*_WATCHERS.get(), watcher))
    try:
        yield
    finally:
        _WATCHERS.reset(token)


def watchers_here() -> tuple[RunWatcher, ...]:
    """The watchers of this context."""
    return _WATCHERS.get()


def tell_started(watchers: Watchers, state: RunState) -> None:
    """Tells all watchers that a run begins."""
    for watcher in watchers:
        with _harmless(watcher):
            watcher.started(state)


async def tell_ended(watchers: Watchers, step: Observation) -> None:
    """Tells all watchers of a step that has ended."""
    for watcher in watchers:
        with _harmless(watcher):
            await watcher.ended(step)


def tell_routed(watchers: Watchers, state: RunState, route: RouteTaken) -> None:
    """Tells all watchers where a run goes on."""
    for watcher in watchers:
        with _harmless(watcher):
            watcher.routed(state, route)


def tell_failed(watchers: Watchers, step: FailedStep) -> None:
    """Tells all watchers of a step that has failed."""
    for watcher in watchers:
        with _harmless(watcher):
            watcher.failed(step)


@contextmanager
def _harmless(watcher: RunWatcher) -> Iterator[None]:
    try:
        yield
    except Exception:  # noqa: BLE001 (who watches a run must not break it)
        _LOG.warning("%s failed: the run goes on unwatched by it", type(watcher).__name__, exc_info=True)
