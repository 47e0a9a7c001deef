"""The figures of all runs of a reproduction."""

from dataclasses import dataclass, field
from pathlib import Path

from pog_agent.evaluation.measures.summary import RunSummary
from pog_agent.evaluation.paper.planned_runs import PlannedRun
from pog_agent.evaluation.record import Record
from pog_agent.evaluation.run_folder import RunFolder


@dataclass
class PaperResults:
    """The figures of finished runs by name, and why others are left out."""

    folder: Path
    figures: dict[str, RunSummary] = field(default_factory=dict)
    left_out: dict[str, str] = field(default_factory=dict)

    def figures_of(self, run: PlannedRun) -> RunSummary | None:
        """The figures of a run; None for a run that is left out."""
        return self.figures.get(run.name)

    def records_of(self, run: PlannedRun) -> list[Record]:
        """The questions of a run, read anew; an empty list for a run that is left out."""
        return RunFolder(self.folder / run.name).records() if run.name in self.figures else []
