"""A job describes an evaluation: what to ask, of which system, over which graph."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pog_agent.config import PogConfig
from pog_agent.errors import SettingError
from pog_agent.evaluation.data.selection import Selection
from pog_agent.evaluation.oracle import ORACLE
from pog_agent.evaluation.record import Record
from pog_agent.evaluation.runner import QuestionFinished
from pog_agent.run.held_runs import MAX_RUNS_HELD

StartProgress = Callable[[Sequence[Record], int], QuestionFinished]
"""Is told of the questions finished earlier and how many there are. Gives what to call for each further one."""


@dataclass(frozen=True)
class Job:
    """What to evaluate, and how.

    `settings` are those of `PogConfig`, with `kg` and `model`. Their `seed` draws the sample and all that is
    changed at random. `drop_triples` is the share of the edges that are left out. `keep_discovered` is the share
    of the relations and entities that a search keeps of those it comes upon. With `scramble` all entity names
    are random letters, in graph and questions alike. The model ``oracle`` looks at the gold answers and bounds
    what a system can reach; it errs with the probability `noise`. With `topics_given` a run starts from the topic
    entities of the data set, where there are any, else from the bare question. `jobs` questions are asked at
    once, with `rate` model calls a minute for all of them. Without `plots`, none are drawn. A run that is there
    already is continued, with `retry_failed` its failed questions too; with `force` it is deleted.
    """

    data: str | Path
    out: Path | None = None
    system: str = "pog"
    settings: dict[str, Any] = field(default_factory=dict)
    selection: Selection = field(default_factory=Selection)
    topics_given: bool = True
    drop_triples: float = 0.0
    keep_discovered: float = 1.0
    scramble: bool = False
    noise: float = 0.0
    jobs: int = 1
    rate: float | None = None
    plots: bool = True
    force: bool = False
    retry_failed: bool = False

    def checked_config(self) -> PogConfig:
        """The settings of the system. Raises `SettingError` for a value of the job that cannot be."""
        if not 1 <= self.jobs <= MAX_RUNS_HELD:
            raise SettingError(f"--jobs is {self.jobs}; it must be from 1 to {MAX_RUNS_HELD}")
        if self.rate is not None and self.rate <= 0:
            raise SettingError(f"--rate is {self.rate:g}; it must be more than 0 calls a minute")
        config = PogConfig.create(**self.settings)
        if not 0 <= self.noise <= 1 or (self.noise and config.model != ORACLE):
            raise SettingError(
                f"--noise is {self.noise:g}; it must be from 0 to 1, and is for --model {ORACLE} only"
            )
        return config
