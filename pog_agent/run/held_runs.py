"""What is held of each run between its steps, which is too large for the state, or lives."""

import time
from threading import Lock
from typing import Any

from pog_agent.config import PogConfig
from pog_agent.kg.base import KnowledgeGraph
from pog_agent.reasoner.base import LlmStep, Reasoner
from pog_agent.run.budget import spent_budget, spent_calls, spent_search
from pog_agent.run.workspace import Workspace
from pog_agent.state import RunState

MAX_RUNS_HELD = 64
ABANDONED_AFTER = 600.0
"""Beyond so many runs, those are let go of that no step has entered for so many seconds."""


class HeldRun:
    """What is held of one run: its workspace, its reasoner, and the latest state, to read the budget from."""

    def __init__(self, config: PogConfig, kg: KnowledgeGraph, state: RunState) -> None:
        self.config = config
        self.state = state
        self.workspace = Workspace(kg, config)
        self.reasoner: Reasoner | None = None
        self.entered_at = 0.0
        self._calls_since = 0

    def entered(self, state: RunState) -> None:
        """A node of the run begins with this state."""
        self.state = state
        self.entered_at = time.monotonic()
        self._calls_since = 0

    def may_call(self, step: LlmStep[Any]) -> str | None:
        """Asked before each model call of a step: why none may be made, or None, and then the call counts.

        The search leaves one call for the answer, whose first call no other bound of the budget stops.
        """
        bound = spent_search
        if step.answers:
            bound = spent_budget if self._calls_since else spent_calls
        spent = bound(self.state, self.config, self._calls_since)
        self._calls_since += spent is None
        return spent


class HeldRuns:
    """The runs that are held, by their ids."""

    def __init__(self) -> None:
        self._runs: dict[str, HeldRun] = {}
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._runs)

    def entered(self, state: RunState, config: PogConfig, kg: KnowledgeGraph) -> HeldRun:
        """The run that a step begins in; a new one where it is not held any more, or its settings have changed."""
        run_id = state.get("run_id", "")
        with self._lock:
            run = self._runs.get(run_id)
            if run is None or run.config != config:
                run = HeldRun(config, kg, state)
                if run_id:
                    self._let_go_of_abandoned()
                    self._runs[run_id] = run
            run.entered(state)
        return run

    def let_go(self, run_id: str) -> None:
        """Holds a run no longer, if it does."""
        with self._lock:
            self._runs.pop(run_id, None)

    def clear(self) -> None:
        """Lets go of all runs."""
        with self._lock:
            self._runs.clear()

    def _let_go_of_abandoned(self) -> None:
        """Runs at work are kept, however many; one that was interrupted may never go on."""
        if len(self._runs) >= MAX_RUNS_HELD:
            latest = time.monotonic() - ABANDONED_AFTER
            for run_id in [name for name, run in self._runs.items() if run.entered_at < latest]:
                del self._runs[run_id]
