"""What is held of each run between its steps, which is too large for the state, or lives."""

import time
from threading import Lock

from pog_agent.config import PogConfig
from pog_agent.kg.base import KnowledgeGraph
from pog_agent.reasoner.base import Reasoner
from pog_agent.run.budget.budget import RunBudget
from pog_agent.run.workspace import Workspace
from pog_agent.state import RunState

MAX_RUNS_HELD = 64
ABANDONED_AFTER = 600.0
"""Beyond so many runs, those are let go of that no step has entered for so many seconds."""


class HeldRun:
    """What is held of one run: its workspace, its budget, and its reasoner, which asks the budget."""

    def __init__(self, config: PogConfig, kg: KnowledgeGraph) -> None:
        self.config = config
        self.workspace = Workspace(kg, config)
        self.budget = RunBudget(config)
        self.reasoner: Reasoner | None = None
        self.entered_at = 0.0

    def entered(self, state: RunState) -> None:
        """A node of the run begins with this state."""
        self.entered_at = time.monotonic()
        self.budget.entered(state)


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
                run = HeldRun(config, kg)
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
