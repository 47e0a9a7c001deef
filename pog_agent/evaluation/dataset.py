"""Question sets as JSON Lines: one question per line, with topic entities and gold answers."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from pog_agent.errors import SettingError


class GoldItem(BaseModel):
    """A topic entity or a gold answer: an entity by `iri`, or a `value`."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    iri: str | None = None
    value: str | None = None
    label: str = ""


class Question(BaseModel):
    """One question with what is known of it; unknown keys of a data set are ignored."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    id: str
    question: str
    type: str = ""
    topic_entities: tuple[GoldItem, ...] = ()
    answers: tuple[GoldItem, ...] = ()

    @property
    def topics(self) -> tuple[str, ...]:
        """IRIs of the given topic entities."""
        return tuple(item.iri for item in self.topic_entities if item.iri)


def read_questions(path: Path | str, limit: int | None = None) -> list[Question]:
    """The first `limit` questions of a file. Raises `SettingError` with file and line for a bad one."""
    file = Path(path)
    try:
        lines: Iterable[str] = file.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise SettingError(f"{file}: cannot be read ({error.strerror or error})") from error
    questions: list[Question] = []
    for number, line in enumerate(lines, start=1):
        if limit is not None and len(questions) >= limit:
            break
        if line.strip():
            questions.append(_question(file, number, line))
    return questions


def _question(file: Path, number: int, line: str) -> Question:
    try:
        record: Any = json.loads(line)
        return Question.model_validate(record)
    except json.JSONDecodeError as error:
        raise SettingError(f"{file}, line {number}: not JSON ({error.msg})") from error
    except ValidationError as error:
        problem = error.errors()[0]
        field = ".".join(map(str, problem["loc"])) or "the line"
        raise SettingError(f"{file}, line {number}: {field}: {problem['msg']}") from error
