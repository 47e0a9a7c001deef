"""The figures of all runs of a reproduction."""

from dataclasses import dataclass, field
from pathlib import Path

from pog_agent.evaluation.folder import RunFolder
from pog_agent.evaluation.measures.summary import Figures
from pog_agent.evaluation.paper.plan import Run
from pog_agent.evaluation.record import Record


@dataclass
class Results:
    """The figures of finished runs by name, and why others are left out."""

    folder: Path
    figures: dict[str, Figures] = field(default_factory=dict)
    left_out: dict[str, str] = field(default_factory=dict)

    def of(self, run: Run) -> Figures | None:
        """The figures of a run; None where it has none."""
        return self.figures.get(run.name)

    def records(self, run: Run) -> list[Record]:
        """The questions of a run, read anew; none where it is left out."""
        return RunFolder(self.folder / run.name).records() if run.name in self.figures else []
