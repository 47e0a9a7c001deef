"""A TOML file says what to reproduce the paper with: data sets, graphs, models and systems."""

import tomllib
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from pog_agent.config import Ranker, Strategy
from pog_agent.errors import SettingError
from pog_agent.evaluation.oracle import ORACLE
from pog_agent.systems.registry import SYSTEMS

Paper = Literal["paths-over-graph", "think-on-graph-2"]
PaperDataSet = Literal[
    "CWQ",
    "WebQSP",
    "GrailQA",
    "SimpleQuestions",
    "WebQuestions",
    "AdvHotpotQA",
    "QALD-10-en",
    "FEVER",
    "Creak",
    "Zero-Shot RE",
    "ToG-FinQA",
]
DATA_SETS: dict[Paper, tuple[PaperDataSet, ...]] = {
    "paths-over-graph": ("CWQ", "WebQSP", "GrailQA", "SimpleQuestions", "WebQuestions"),
    "think-on-graph-2": (
        "WebQSP",
        "AdvHotpotQA",
        "QALD-10-en",
        "FEVER",
        "Creak",
        "Zero-Shot RE",
        "ToG-FinQA",
    ),
}
"""The data sets of each paper."""

DEMO = "demo"


class _TomlTable(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class ConfiguredDataSet(_TomlTable):
    """A question set over a graph, with `docs`, the folder of a document index, where there is one.

    `paper` names the data set of the paper whose figures stand beside it.
    """

    name: str = Field(pattern=r"^[\w.\-]+$")
    data: str
    kg: str
    docs: str | None = None
    paper: PaperDataSet | None = None
    types: tuple[str, ...] = ()
    limit: int | None = Field(None, ge=1)
    sample: int | None = Field(None, ge=1)
    bare_questions: bool = False


class ConfiguredModel(_TomlTable):
    """A model, with the oracle's `noise` and settings of its own, such as `base_url`."""

    name: str = Field(pattern=r"^[\w.\-]+$")
    model: str
    noise: float = 0.0
    settings: dict[str, Any] = {}

    @property
    def bound(self) -> bool:
        """Whether the model knows the gold answers, so that its figures are bounds."""
        return self.model == ORACLE


COMPARED_SYSTEMS: dict[Paper, tuple[str, ...]] = {
    "paths-over-graph": ("io", "cot", "sc", "tog", "tog-r", "pog-e", "pog"),
    "think-on-graph-2": ("io", "cot", "sc", "rag", "tog", "tog2"),
}
"""Those in the tables of each paper."""


class PaperConfig(_TomlTable):
    """The whole file. Ablations and figures are made with the first model and the systems `ablated`.

    Those of Think-on-Graph 2 are made with `tog2`; `rankers` and the fields below it are for them.
    """

    paper: Paper = "paths-over-graph"
    datasets: tuple[ConfiguredDataSet, ...] = Field(min_length=1)
    models: tuple[ConfiguredModel, ...] = Field(min_length=1)
    systems: tuple[str, ...] = ()
    ablated: tuple[str, ...] = ("pog", "pog-e")
    depths: tuple[int, ...] = (1, 2, 3, 4)
    strategies: tuple[Strategy, ...] = ("fuzzy", "fuzzy+branch", "fuzzy+precise", "three-step")
    drop_triples: tuple[float, ...] = (0.0, 0.1, 0.2, 0.4)
    rankers: tuple[Ranker, ...] = ("dense", "bm25", "cross-encoder", "llm")
    contexts: tuple[int, ...] = (5, 10, 20)
    thresholds: tuple[float, ...] = (0.2, 0.5, 0.8)
    widths: tuple[int, ...] = (2, 3, 4, 5)
    samples: int = 5
    consistency: tuple[float, ...] = (0.5, 0.8, 1.0)
    jobs: int = 1
    rate: float | None = None
    settings: dict[str, Any] = {}

    @model_validator(mode="before")
    @classmethod
    def _systems_of_the_paper(cls, table: Any) -> Any:
        if not isinstance(table, dict):
            return table
        known = COMPARED_SYSTEMS.get(table.get("paper", "paths-over-graph"), ())
        return {"systems": known, **table}


def read_config(file: Path | str) -> PaperConfig:
    """Reads the file. Its paths start at its own folder; `demo` is the file of the bundled graph.

    Raises `SettingError` that names what is wrong in it.
    """
    path = Path(__file__).parents[2] / "demo" / "reproduce.toml" if str(file) == DEMO else Path(file)
    try:
        config = PaperConfig.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
    except OSError as error:
        raise SettingError(f"{path}: cannot be read ({error.strerror or error})") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingError(f"{path}: not valid TOML ({error})") from error
    except ValidationError as error:
        problem = error.errors()[0]
        where = ".".join(map(str, problem["loc"]))
        raise SettingError(f"{path}: {where}: {problem['msg']}") from error
    unknown = [name for name in (*config.systems, *config.ablated) if name not in SYSTEMS]
    if unknown:
        raise SettingError(f"{path}: unknown system {unknown[0]!r}; known are {', '.join(SYSTEMS)}")
    for tables in (config.datasets, config.models):
        names = [table.name for table in tables]
        if len(set(names)) < len(names):
            raise SettingError(f"{path}: two tables have the same name ({', '.join(names)})")
    placed = tuple(
        item.model_copy(
            update={
                "data": _placed(path, item.data),
                "kg": _placed(path, item.kg),
                "docs": _placed(path, item.docs) if item.docs else None,
            }
        )
        for item in config.datasets
    )
    return config.model_copy(update={"datasets": placed})


def _placed(config: Path, name: str) -> str:
    """A path from the folder of the configuration. A name of nothing there stays as it is."""
    beside = config.parent / name
    return str(beside) if beside.exists() else name
