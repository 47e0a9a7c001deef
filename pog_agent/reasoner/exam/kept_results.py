"""The results of exams, kept in a file by model and server: a model sits the exam once."""

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from pydantic import TypeAdapter, ValidationError

from pog_agent.errors import SettingError
from pog_agent.prompts import PromptLibrary
from pog_agent.reasoner.chat.failures import ModelEndpoint
from pog_agent.reasoner.exam.examination import ExamResult, exam_version

_RESULTS: Final = TypeAdapter(tuple[ExamResult, ...])


def exam_file(given: str | None) -> Path:
    """The file that keeps results: the given one, else one in the user's folder for caches."""
    if given is not None:
        return Path(given).expanduser()
    folder = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")  # noqa: PTH111 (Path's raises)
    return Path(folder) / "pog-agent" / "exams.json"


def kept_results(file: Path) -> tuple[ExamResult, ...]:
    """The results of a file, none where there is no such file. Raises `SettingError` where it cannot be read."""
    try:
        return _RESULTS.validate_json(file.read_bytes())
    except FileNotFoundError:
        return ()
    except (OSError, ValidationError) as error:
        raise SettingError(
            f"the file of exam results {file} cannot be read ({type(error).__name__}): remove it, or name another"
        ) from error


def result_of(endpoint: ModelEndpoint, file: Path, prompts: PromptLibrary) -> ExamResult | None:
    """The kept result of a model at its server; None where it sat no exam, or another one than today's."""
    key = _untagged(endpoint.model), endpoint.base_url or "", exam_version(prompts)
    found = (item for item in kept_results(file) if (_untagged(item.model), item.server, item.version) == key)
    return next(found, None)


def _untagged(model: str) -> str:
    """The name of a model as Ollama takes it, too: "m" is "m:latest"."""
    return model.removesuffix(":latest")


def keep_result(result: ExamResult, file: Path) -> None:
    """Keeps a result in place of an earlier one of the same model. Raises `SettingError` where that fails."""
    others = [item for item in kept_results(file) if (item.model, item.server) != (result.model, result.server)]
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        beside = file.with_name(f"{file.name}.{os.getpid()}")
        beside.write_text(_written([*others, result]), encoding="utf-8")
        beside.replace(file)
    except OSError as error:
        raise SettingError(f"the result of the exam cannot be kept in {file}: {error}") from error


def _written(results: Sequence[ExamResult]) -> str:
    return json.dumps([item.model_dump(mode="json") for item in results], ensure_ascii=False, indent=1) + "\n"
