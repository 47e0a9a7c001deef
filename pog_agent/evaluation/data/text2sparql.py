"""Question files of the TEXT2SPARQL challenge (YAML): questions in several languages, with queries for answers.

What the gold answers are, only the graph tells: `evaluation/job/gold_queries.py` asks it.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from pog_agent.errors import SettingError

NAME: Final = "TEXT2SPARQL"
SUFFIXES: Final = (".yml", ".yaml")
_ORDERED: Final = "RESULT_ORDER_MATTERS"


class _GoldQuery(BaseModel):
    sparql: str


class _DatasetNames(BaseModel):
    id: str
    prefix: str | None = None


class _AskedInLanguages(BaseModel):
    model_config = ConfigDict(extra="ignore")

    id: int | str | None = None
    question: dict[str, str] = Field(min_length=1)
    query: _GoldQuery | None = None
    features: tuple[str, ...] = ()


class _QuestionFile(BaseModel):
    dataset: _DatasetNames
    questions: tuple[_AskedInLanguages, ...] = Field(min_length=1)


def read_records(file: Path, text: str) -> tuple[list[Mapping[str, Any]], tuple[str, ...]]:
    """The fields of each question in each of its languages, and what is left out of the file.

    Ids are those of the challenge's client (``prefix:7-en``), types are languages. Raises `SettingError` with the
    line or the question for what is no such file.
    """
    try:
        found = _QuestionFile.model_validate(yaml.safe_load(text))
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        where = f", line {mark.line + 1}" if mark else ""
        raise SettingError(f"{file}{where}: not YAML ({getattr(error, 'problem', None) or error})") from error
    except (ValidationError, RecursionError) as error:
        raise SettingError(f"{file}: not a question file of {NAME} ({_problem(error)})") from error
    answered = [(place, item) for place, item in enumerate(found.questions, 1) if item.query is not None]
    if not answered:
        raise SettingError(f"{file}: no question of it has a query; evaluation needs their answers")
    records = [record for place, item in answered for record in _records(found.dataset.prefix, place, item)]
    return records, tuple(_notices(found, len(answered)))


def _records(prefix: str | None, place: int, item: _AskedInLanguages) -> Iterator[Mapping[str, Any]]:
    name = place if item.id is None else item.id
    for language, question in item.question.items():
        yield {
            "id": f"{prefix}:{name}-{language}" if prefix else f"{name}-{language}",
            "question": question,
            "type": language,
            "answers": [],
            "gold_sparql": item.query.sparql if item.query else "",
        }


def _notices(found: _QuestionFile, answered: int) -> Iterator[str]:
    total = len(found.questions)
    if answered < total:
        yield f"{total - answered} of {total} questions have no query and are left out"
    ordered = sum(_ORDERED in item.features for item in found.questions)
    if ordered:
        yield f"the order of results matters to {ordered} of {total} questions, and is not judged"


def _problem(error: ValidationError | RecursionError) -> str:
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    first = error.errors()[0]
    return f"{'.'.join(map(str, first['loc'])) or 'the file'}: {first['msg']}"
