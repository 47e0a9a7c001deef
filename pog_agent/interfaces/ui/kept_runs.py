"""The last runs of the page, so that their pages can be opened and their answers judged."""

from collections import OrderedDict
from dataclasses import dataclass
from secrets import token_urlsafe
from typing import Final

from pog_agent.errors import SettingError
from pog_agent.tracing.run_trace import RunTrace

MOST_RUNS: Final = 50
BYTES_OF_NAME: Final = 12


@dataclass(frozen=True)
class KeptRun:
    """A recorded run over a graph, and the name that nobody can guess by which it is asked for."""

    name: str
    graph: str
    trace: RunTrace


class KeptRuns:
    """The last runs by name; of more than `MOST_RUNS` the oldest is forgotten."""

    def __init__(self) -> None:
        self._runs = OrderedDict[str, KeptRun]()

    def keep(self, graph: str, trace: RunTrace) -> KeptRun:
        """Keeps a run under a new name."""
        kept = KeptRun(token_urlsafe(BYTES_OF_NAME), graph, trace)
        self._runs[kept.name] = kept
        while len(self._runs) > MOST_RUNS:
            self._runs.popitem(last=False)
        return kept

    def named(self, name: object) -> KeptRun:
        """The run of a name. Raises `SettingError` where it is none, or forgotten."""
        found = self._runs.get(name) if isinstance(name, str) else None
        if found is None:
            raise SettingError(
                f"only the last {MOST_RUNS} runs are kept, and this one is not: ask the question again"
            )
        return found
