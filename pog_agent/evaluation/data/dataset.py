"""Question sets: what a question is here, and reading files of them, ours or published."""

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Self

from pydantic import BaseModel, ConfigDict, ValidationError, field_validator, model_validator

from pog_agent.config import Task
from pog_agent.errors import SettingError
from pog_agent.evaluation.data import published, text2sparql
from pog_agent.evaluation.data.gold import GoldItem
from pog_agent.evaluation.measures.result_sets import ValueSet
from pog_agent.models import Verdict
from pog_agent.values.spellings import plain

JSON_LINES = "jsonl"
COMPUTED = ("count", "boolean")
VERDICTS: tuple[Verdict, ...] = ("true", "false", "not enough")
HOPS = re.compile(r".*?\dhop\b")


class Question(BaseModel):
    """One question with what is known of it; unknown keys of a data set are ignored.

    No `answers` means that the question has none, and abstaining is right. `gold_paths` has one list of relations
    per topic. `gold_relations` are the relations of the gold query. `length` is the number of steps to the answer.
    `other_topics` are the topic entities in another graph's ids. `ops` are the kinds of computation that the gold
    query does. The gold answer of a `gold_disputed` question is doubtful: it is scored apart. With the task
    `verify` it is a claim, whose answer is true, false or "not enough"; no answers are "not enough", too.
    `supporting_docs` are the ids of the documents that it needs, as the corpus has them. With a `gold_sparql`, the
    answers are what this query gives over the graph of the run, and `gold_values` its values.
    """

    model_config = ConfigDict(frozen=True, extra="ignore")

    id: str
    question: str
    task: Task = "answer"
    type: str = ""
    kind: str = ""
    topic_entities: tuple[GoldItem, ...] = ()
    other_topics: tuple[GoldItem, ...] = ()
    answers: tuple[GoldItem, ...]
    gold_paths: tuple[tuple[str, ...], ...] | None = None
    gold_relations: tuple[str, ...] | None = None
    gold_length: int | None = None
    ops: tuple[str, ...] = ()
    gold_disputed: bool = False
    supporting_docs: tuple[str, ...] = ()
    gold_sparql: str = ""
    gold_values: ValueSet | None = None

    @model_validator(mode="before")
    @classmethod
    def _one_answer_by_many_names(cls, record: Any) -> Any:
        """A question about documents lists the names of one answer, not several answers."""
        if not isinstance(record, dict) or "supporting_docs" not in record:
            return record
        items = record.get("answers") or []
        names = [item["label"] if isinstance(item, dict) and set(item) == {"label"} else item for item in items]
        if len(names) < 2 or not all(isinstance(name, str) for name in names):
            return record
        return {**record, "answers": [{"label": names[0], "aliases": names[1:]}]}

    @field_validator("answers", mode="before")
    @classmethod
    def _one_answer_without_a_list(cls, answers: Any) -> Any:
        return answers if isinstance(answers, list | tuple) else [answers]

    @model_validator(mode="after")
    def _claims_have_a_verdict(self) -> Self:
        if self.task == "verify" and self.answers and self.verdict is None:
            raise ValueError("the answer of a claim is true, false or 'not enough'")
        return self

    @property
    def verdict(self) -> Verdict | None:
        """The gold verdict as of a claim; None where the answers say none."""
        if not self.answers:
            return "not enough"
        said = {plain(name) for name in self.answers[0].names} if len(self.answers) == 1 else frozenset()
        return next((verdict for verdict in VERDICTS if verdict in said), None)

    @property
    def topics(self) -> tuple[str, ...]:
        """IRIs of the given topic entities."""
        return tuple(item.iri for item in self.topic_entities if item.iri)

    @property
    def is_computed(self) -> bool:
        """Whether the answer is computed, so that it need not stand anywhere in the graph."""
        is_asked = self.task == "answer" and self.kind not in COMPUTED
        return not is_asked or bool(self.ops) or any(item.cells for item in self.answers)

    @property
    def group(self) -> str:
        """The type up to its number of hops: ``2hop`` of ``2hop:actor_to_movie_to_year``."""
        found = HOPS.match(self.type)
        return found[0] if found else self.type

    @property
    def relations(self) -> frozenset[str]:
        """The relations of the gold paths, or of the gold query."""
        steps = (step.removeprefix("^") for path in self.gold_paths or () for step in path)
        return frozenset(steps) or frozenset(self.gold_relations or ())

    @property
    def length(self) -> int | None:
        """Steps from the farthest topic to the answer on the gold paths; None if unknown."""
        return max(map(len, self.gold_paths), default=None) if self.gold_paths else self.gold_length


@dataclass(frozen=True)
class QuestionSet:
    """The questions of a file with its digest; `notices` say what was left out."""

    name: str
    format: str
    digest: str
    questions: tuple[Question, ...]
    notices: tuple[str, ...] = ()

    def with_other_topics(self) -> "QuestionSet":
        """The same with topic entities in the ids of the other graph."""
        changed = [
            item.model_copy(update={"topic_entities": item.other_topics, "other_topics": item.topic_entities})
            for item in self.questions
        ]
        return replace(self, questions=tuple(changed))


def load_questions(path: Path | str) -> QuestionSet:
    """All questions of a file: our JSON Lines, a published file of a data set known here, or YAML of TEXT2SPARQL.

    Raises `SettingError` with file and line or record if it cannot be read, is of no known format, or a question
    is broken or has no gold answers.
    """
    file = Path(path)
    try:
        data = file.read_bytes()
        text = data.decode("utf-8-sig")
    except OSError as error:
        raise SettingError(f"{file}: cannot be read ({error.strerror or error})") from error
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise SettingError(f"{file}, line {line}: not UTF-8 text") from error
    if not text.strip():
        raise SettingError(f"{file}: holds no questions")
    digest = hashlib.blake2b(data, digest_size=8).hexdigest()
    if file.suffix.lower() in text2sparql.SUFFIXES:
        fields, notices = text2sparql.read_records(file, text)
        found = [(number, _question(file, f"question {number}", item)) for number, item in enumerate(fields, 1)]
        return QuestionSet(file.name, text2sparql.NAME, digest, tuple(_unique(file, "question", found)), notices)
    records = _one_document(file, text)
    if records is None:
        questions = tuple(_unique(file, "line", _lines(file, text)))
        return QuestionSet(file.name, JSON_LINES, digest, questions)
    name, questions, notices = _published(file, records)
    return QuestionSet(file.name, name, digest, questions, notices)


def _one_document(file: Path, text: str) -> list[Any] | None:
    """The records of a file that is one JSON document; None for JSON Lines."""
    first = next(line for line in text.splitlines() if line.strip())
    if not text.lstrip().startswith("["):
        try:
            record = json.loads(first)
            if "question" in record and not _is_published_line(record):
                return None
        except (ValueError, TypeError):
            pass
    try:
        document = json.loads(text)
    except json.JSONDecodeError as error:
        if text.lstrip().startswith("[") or first.strip() in ("{", "{}"):
            raise SettingError(f"{file}, line {error.lineno}: not JSON ({error.msg})") from error
        return _published_lines(file, text)
    if published.format_of(document) is not None:
        return [document]
    records = document
    if isinstance(document, dict):
        records = document.get("Questions") or document.get("questions")
    if isinstance(records, list):
        return records
    return None if first.strip() == text.strip() else [document]


def _is_published_line(record: Any) -> bool:
    """Whether a line with a question is of a published file: these name their topic entities in another way."""
    named = "topic_entities" not in record and ("topic_entity" in record or "qid_topic_entity" in record)
    return named and published.format_of(record) is not None


def _published_lines(file: Path, text: str) -> list[Any] | None:
    """The records of a published file with one in each line; None where the first is of no known format."""
    numbered = [(number, line) for number, line in enumerate(text.splitlines(), start=1) if line.strip()]
    records = []
    for number, line in numbered:
        try:
            records.append(json.loads(line))
        except json.JSONDecodeError as error:
            raise SettingError(f"{file}, line {number}: not JSON ({error.msg})") from error
        if published.format_of(records[0]) is None:
            return None
    return records


def _published(file: Path, records: Sequence[Any]) -> tuple[str, tuple[Question, ...], tuple[str, ...]]:
    if not records:
        raise SettingError(f"{file}: holds no questions")
    source = published.format_of(records[0])
    if source is None:
        keys = ", ".join(records[0]) if isinstance(records[0], dict) else type(records[0]).__name__
        raise SettingError(
            f"{file}: not a known question set; known are JSON Lines with id, question and answers, and the files "
            f"of {', '.join(published.NAMES)}; the first record has: {keys}"
        )
    found, without = [], 0
    for number, record in enumerate(records, start=1):
        try:
            converted = source.convert(record, number)
        except (LookupError, TypeError, AttributeError, ValueError) as error:
            raise SettingError(
                f"{file}, record {number}: not a question of {source.name} ({type(error).__name__}: {error})"
            ) from error
        without += not converted["answers"]
        if converted["answers"]:
            found.append((number, _question(file, f"record {number}", converted)))
    if not found:
        raise SettingError(f"{file}: no record of it has gold answers; evaluation needs them")
    notices = (f"{without} of {len(records)} questions have no gold answers and are left out",) if without else ()
    return source.name, tuple(_unique(file, "record", found)), notices


def _lines(file: Path, text: str) -> Iterator[tuple[int, Question]]:
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            record = json.loads(line)
        except json.JSONDecodeError as error:
            raise SettingError(f"{file}, line {number}: not JSON ({error.msg})") from error
        if isinstance(record, dict):
            record.setdefault("id", str(number))
        yield number, _question(file, f"line {number}", record)


def _question(file: Path, place: str, record: Any) -> Question:
    try:
        return Question.model_validate(record)
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(map(str, first["loc"])) or "the record"
        problem = first["msg"].removeprefix("Value error, ")
        if field == "answers":
            problem += "; evaluation needs gold answers ('answers': [] says that there is none)"
        raise SettingError(f"{file}, {place}: {field}: {problem}") from error


def _unique(file: Path, unit: str, numbered: Iterable[tuple[int, Question]]) -> Iterator[Question]:
    """The questions, each with an id of its own."""
    seen: dict[str, int] = {}
    for number, question in numbered:
        if question.id in seen:
            raise SettingError(
                f"{file}, {unit} {number}: the id {question.id!r} is that of {unit} {seen[question.id]}"
            )
        seen[question.id] = number
        yield question
