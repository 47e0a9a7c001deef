"""The parts of the paper take runs. A run that several parts need is made once."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from pog_agent.config import PogConfig
from pog_agent.evaluation.data.selection import Selection
from pog_agent.evaluation.job import Job
from pog_agent.evaluation.paper.config import ConfiguredDataSet, ConfiguredModel, PaperConfig
from pog_agent.evaluation.reports.markdown import model_name

PARTS = {
    "main": "Tables 1 to 3 and 7, Figures 5 to 10",
    "depth": "Figure 4",
    "strategies": "Tables 4, 5 and 8",
    "summaries": "Table 6",
    "incompleteness": "edges left out (not in the paper)",
}

AS_PUBLISHED: Final[Mapping[str, Any]] = {"compose": "off"}
"""What runs do as the papers say, where the configuration says nothing else."""


@dataclass(frozen=True)
class PlannedRun:
    """One run: a system with a model on a data set, with some settings changed."""

    dataset: ConfiguredDataSet
    model: ConfiguredModel
    system: str
    changes: tuple[tuple[str, Any], ...] = ()

    @property
    def name(self) -> str:
        """The folder of the run below that of all."""
        change = "".join(f"-{name}-{value}" for name, value in self.changes)
        return f"{self.dataset.name}/{self.model.name}/{self.system}{change}"

    @property
    def label(self) -> str:
        """System and model, for a table."""
        return f"{self.system}, {model_name(self.model.name, self.model.bound)}"

    def job(self, config: PaperConfig, out: Path) -> Job:
        """The run as an evaluation."""
        settings = {**AS_PUBLISHED} | config.settings | self.model.settings
        settings |= {"kg": self.dataset.kg, "model": self.model.model}
        settings |= {"docs": self.dataset.docs} if self.dataset.docs else {}
        settings |= dict(self.changes)
        dropped = settings.pop("drop_triples", 0.0)
        return Job(
            data=self.dataset.data,
            out=out / self.name,
            system=self.system,
            settings=settings,
            selection=Selection(self.dataset.types, self.dataset.limit, self.dataset.sample),
            topics_given=not self.dataset.bare_questions,
            drop_triples=dropped,
            noise=self.model.noise,
            jobs=config.jobs,
            rate=config.rate,
            plots=False,
        )


class PaperPlan:
    """The runs by part, data set, system, and the value of the setting that is varied."""

    parts = PARTS

    def __init__(self, config: PaperConfig) -> None:
        self.config = config
        self.lead = config.models[0]
        lead = PogConfig.create(**(config.settings | self.lead.settings))
        self._usual = {"drop_triples": 0.0, **lead.model_dump()}

    def main_runs(self, dataset: ConfiguredDataSet) -> list[PlannedRun]:
        """Every system with every model."""
        return [
            PlannedRun(dataset, model, system) for system in self.config.systems for model in self.config.models
        ]

    def ablated_runs(self, dataset: ConfiguredDataSet) -> list[PlannedRun]:
        """The runs of ablations and figures: their systems, where configured, with the first model."""
        systems = [system for system in self.config.ablated if system in self.config.systems]
        return [PlannedRun(dataset, self.lead, system) for system in systems]

    def runs_by_value(self, run: PlannedRun, part: str) -> dict[Any, PlannedRun]:
        """The runs of an ablation by the value of its setting; its usual value is the run itself."""
        name, values = {
            "depth": ("d_max", self.config.depths),
            "strategies": ("strategy", self.config.strategies),
            "summaries": ("summarize", (True, False)),
            "incompleteness": ("drop_triples", self.config.drop_triples),
        }[part]
        usual = self._usual[name]
        return {
            value: run if value == usual else PlannedRun(run.dataset, run.model, run.system, ((name, value),))
            for value in values
        }

    def runs_of_parts(self, parts: tuple[str, ...]) -> Iterator[PlannedRun]:
        """Every run of these parts, once."""
        seen: set[str] = set()
        for dataset in self.config.datasets:
            wanted = self.main_runs(dataset) if "main" in parts else []
            for part in parts:
                if part != "main":
                    wanted += [
                        run
                        for base in self.ablated_runs(dataset)
                        for run in self.runs_by_value(base, part).values()
                    ]
            for run in wanted:
                if run.name not in seen:
                    seen.add(run.name)
                    yield run
