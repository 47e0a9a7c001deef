"""The parts of the Think-on-Graph 2 paper take runs. A run that several parts need is made once."""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

from pog_agent.config import PogConfig
from pog_agent.evaluation.paper.config import ConfiguredDataSet, ConfiguredModel, PaperConfig
from pog_agent.evaluation.paper.planned_runs import PlannedRun

TOG2_PARTS = {
    "main": "Tables 1 and 2",
    "origins": "Tables 4 and 6",
    "costs": "Tables 8 and 9",
    "rankers": "Figure 3",
    "beam": "Figure 4",
    "ablations": "Table 7",
    "thresholds": "Table 10",
    "consistency": "Figure 6",
}
SYSTEM = "tog2"
RunsByRow = Mapping[str, PlannedRun]


class Tog2Plan:
    """The runs by part, data set, and row of a table. Only the main part is made with every model."""

    parts = TOG2_PARTS

    def __init__(self, config: PaperConfig) -> None:
        self.config = config
        self.lead = config.models[0]
        self._usual = PogConfig.create(**(config.settings | self.lead.settings)).model_dump()

    def runs(self, part: str, dataset: ConfiguredDataSet) -> RunsByRow:
        """The runs of a part on a data set, by the name of their row."""
        if part in ("main", "origins", "costs"):
            models = self.config.models if part == "main" else (self.lead,)
            systems = [SYSTEM] if part == "origins" else self.config.systems
            return {
                name if model is self.lead else f"{name}, {model.name}": PlannedRun(dataset, model, name)
                for name in systems
                for model in models
            }
        return {row: self._changed(dataset, self.lead, changes) for row, changes in self._changes(part).items()}

    def runs_of_parts(self, parts: tuple[str, ...]) -> Iterator[PlannedRun]:
        """Every run of these parts, once."""
        seen: set[str] = set()
        for dataset, part in product(self.config.datasets, parts):
            for run in self.runs(part, dataset).values():
                if run.name not in seen:
                    seen.add(run.name)
                    yield run

    def _changes(self, part: str) -> dict[str, dict[str, Any]]:
        """The settings of each row of a part."""
        config = self.config
        single, no_prune = {"relation_prune": "single"}, {"topic_prune": False}
        by_part: dict[str, dict[str, dict[str, Any]]] = {
            "rankers": {
                f"{ranker}, K = {limit}": {"ranker": ranker, "contexts": limit}
                for ranker in config.rankers
                for limit in config.contexts
            },
            "beam": {
                f"W = {width}, D = {depth}": {"w_max": width, "d_max": depth}
                for width in config.widths
                for depth in config.depths
            },
            "ablations": {
                "no topic prune, single relation prune, no clues": {**no_prune, **single, "clues": False},
                "no topic prune, no clues": {**no_prune, "clues": False},
                "no topic prune": no_prune,
                SYSTEM: {},
            },
            "thresholds": {f"threshold {value:g}": {"relation_threshold": value} for value in config.thresholds},
            "consistency": {
                "no self-consistency": {},
                **{
                    f"{config.samples} chains, {value:g} agree": {
                        "self_consistency": config.samples,
                        "consistency_threshold": value,
                    }
                    for value in config.consistency
                },
            },
        }
        return by_part[part]

    def _changed(
        self, dataset: ConfiguredDataSet, model: ConfiguredModel, changes: Mapping[str, Any]
    ) -> PlannedRun:
        """A run of the system; settings that are the usual ones anyway are no change."""
        return PlannedRun(
            dataset,
            model,
            SYSTEM,
            tuple((name, value) for name, value in changes.items() if value != self._usual[name]),
        )
