"""What each LLM step replies, as the prompts ask for it, and how it becomes the protocol's value.

Numbers and positions that were not shown are dropped with a warning, so that nothing invented gets through.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Generic, TypeVar

from pydantic import BeforeValidator, Field

from pog_agent.models import AnswerKind
from pog_agent.reasoner.base import (
    AnswerDraft,
    Citation,
    Operation,
    ShownPath,
    SplitVerdict,
    Sufficiency,
    Summary,
)
from pog_agent.reasoner.chat.parsing import ReplyModel

T = TypeVar("T")

EXTREMES = frozenset({"latest", "earliest", "largest", "smallest"})


@dataclass(frozen=True)
class Converted(Generic[T]):
    """The protocol's value, None when nothing usable is left of the reply; and what was dropped."""

    value: T | None
    warnings: tuple[str, ...] = ()


def _number(value: Any) -> Any:
    """Models write 2, "2", "[2]" or "path 2"."""
    if isinstance(value, str):
        found = re.fullmatch(r"\D{0,12}(\d{1,9})\D{0,3}", value)
        return int(found[1]) if found else value
    return value


def _fact_number(value: Any) -> tuple[int, int]:
    found = re.fullmatch(r"\D*(\d+)\.(\d+)\D*", str(value))
    if found is None:
        raise ValueError("not a fact number such as 1.2")
    return int(found[1]), int(found[2])


def _text(value: Any) -> Any:
    if value is None:
        return ""
    if isinstance(value, list):
        return ", ".join(str(item) for item in value)
    return str(value) if isinstance(value, int | float) else value


def _lower(value: Any) -> Any:
    return value.strip().lower() if isinstance(value, str) else value or "none"


def as_list(value: Any) -> Any:
    """Models write null or a single item where a list is asked for."""
    if value is None:
        return []
    return value if isinstance(value, list) else [value]


Number = Annotated[int, BeforeValidator(_number)]
FactNumber = Annotated[tuple[int, int], BeforeValidator(_fact_number)]
Text = Annotated[str, BeforeValidator(_text)]
Kind = Annotated[AnswerKind, BeforeValidator(_lower)]
OperationName = Annotated[Operation, BeforeValidator(_lower)]


class TopicsReply(ReplyModel):
    """Reply of recognize_topics."""

    list_field: ClassVar[str | None] = "mentions"
    cuttable: ClassVar[frozenset[str]] = frozenset({"mentions"})
    mentions: list[Text]


class SelectionReply(ReplyModel):
    """Reply of select_paths."""

    list_field: ClassVar[str | None] = "selected"
    cuttable: ClassVar[frozenset[str]] = frozenset({"selected", "reason"})
    selected: list[Number]


class SummaryReply(ReplyModel):
    """Reply of summarize_paths."""

    cuttable: ClassVar[frozenset[str]] = frozenset({"chain"})
    facts: list[FactNumber]
    chain: Text = ""


class SplitReply(ReplyModel):
    """The verdict on one split question."""

    question: Number
    covered: bool
    paths: Annotated[list[Number], BeforeValidator(as_list)] = Field(default_factory=list)


class SufficiencyReply(ReplyModel):
    """Reply of judge_sufficiency."""

    cuttable: ClassVar[frozenset[str]] = frozenset({"reason"})
    splits: list[SplitReply] = Field(default_factory=list)
    sufficient: bool
    reason: Text = ""


class CitationReply(ReplyModel):
    """Where an answer stands."""

    path: Number
    position: Number


class AnswerReply(ReplyModel):
    """Reply of answer."""

    reason: Text = ""
    kind: Kind = "entities"
    citations: Annotated[list[CitationReply], BeforeValidator(as_list)]
    only: Annotated[list[Text], BeforeValidator(as_list)] = Field(default_factory=list)
    operation: OperationName = "none"
    key_position: Number | None = None
    own_answer: Text = ""


def to_mentions(reply: TopicsReply) -> Converted[tuple[str, ...]]:
    """The mentions without blanks and repetitions; None when there are none."""
    mentions = tuple(dict.fromkeys(text.strip() for text in reply.mentions if text.strip()))
    return Converted(mentions) if mentions else Converted(None, ("no mention found",))


def to_selection(reply: SelectionReply, paths: Iterable[ShownPath], width: int) -> Converted[tuple[int, ...]]:
    """The numbers that exist, at most `width`; None when there are none."""
    kept, warnings = _existing(reply.selected, paths)
    return Converted(kept[:width] or None, (*warnings, *(() if kept else ("no path selected",))))


def to_summary(reply: SummaryReply, paths: Iterable[ShownPath]) -> Converted[Summary]:
    """The facts that exist, per path in the order given, and the chain."""
    counts = {path.number: len(path.facts) for path in paths}
    facts: dict[int, tuple[int, ...]] = {}
    unknown: list[str] = []
    for path, fact in dict.fromkeys(reply.facts):
        if 1 <= fact <= counts.get(path, 0):
            facts[path] = (*facts.get(path, ()), fact)
        else:
            unknown.append(f"{path}.{fact}")
    warnings = (f"dropped facts that do not exist: {', '.join(unknown)}",) if unknown else ()
    return Converted(Summary(chain=reply.chain.strip(), facts=facts), warnings)


def to_sufficiency(
    reply: SufficiencyReply, paths: tuple[ShownPath, ...], questions: int
) -> Converted[Sufficiency]:
    """One verdict per split question: not covered where the reply has none or cites no path that exists."""
    verdicts: dict[int, SplitVerdict] = {}
    warnings: list[str] = []
    for split in reply.splits:
        cited, dropped = _existing(split.paths, paths)
        warnings += dropped
        verdicts[split.question] = SplitVerdict(covered=split.covered and bool(cited), paths=cited)
    splits = tuple(verdicts.get(number, SplitVerdict(covered=False)) for number in range(1, questions + 1))
    value = Sufficiency(sufficient=reply.sufficient, splits=splits, reason=reply.reason.strip())
    return Converted(value, tuple(dict.fromkeys(warnings)))


def to_answer(reply: AnswerReply, paths: tuple[ShownPath, ...], final: bool) -> Converted[AnswerDraft]:
    """The draft: citations that exist, an operation that fits the kind, own knowledge only when `final`.

    None for a yes or no whose citations do not exist: with none it would be a no.
    """
    shown = {path.number: path for path in paths}
    citations: list[Citation] = []
    warnings: list[str] = []
    for cited in dict.fromkeys((citation.path, citation.position) for citation in reply.citations):
        number, position = cited
        if number in shown and 0 <= position < len(shown[number].nodes):
            citations.append(Citation(path=number, position=position))
        else:
            warnings.append(f"dropped a citation that does not exist: path {number}, position {position}")
    kind, operation = _agreed(reply.kind, reply.operation)
    if operation == "exists" and warnings and not citations:
        return Converted(None, tuple(warnings))
    own_answer = reply.own_answer.strip() or None
    if own_answer and not final:
        own_answer = None
        warnings.append("dropped an answer from the model's own knowledge, which was not asked for")
    key_position = None
    if operation in EXTREMES and citations:
        key_position = _key_position(reply.key_position, shown[citations[0].path])
        if key_position is None and reply.key_position is not None:
            warnings.append(f"dropped a position to compare that does not exist: {reply.key_position}")
    draft = AnswerDraft(
        kind=kind,
        citations=tuple(citations),
        only=tuple(label.strip() for label in reply.only if label.strip()),
        operation=operation,
        key_position=key_position,
        own_answer=own_answer,
        reason=reply.reason.strip(),
    )
    return Converted(draft, tuple(warnings))


def _agreed(kind: AnswerKind, operation: Operation) -> tuple[AnswerKind, Operation]:
    """A count needs the operation `count` and the other way round; the same for yes and no."""
    if operation == "count" or (kind == "count" and operation == "none"):
        return "count", "count"
    if operation == "exists" or (kind == "boolean" and operation == "none"):
        return "boolean", "exists"
    return kind, operation


def _key_position(position: int | None, path: ShownPath) -> int | None:
    """The position to compare at, or the only one with literals when the reply names none that exists."""
    if position is not None and 0 <= position < len(path.nodes):
        return position
    literals = [index for index, node in enumerate(path.nodes) if node.kind == "literal"]
    return literals[0] if len(literals) == 1 else None


def _existing(numbers: Iterable[int], paths: Iterable[ShownPath]) -> tuple[tuple[int, ...], tuple[str, ...]]:
    shown = {path.number for path in paths}
    unique = tuple(dict.fromkeys(numbers))
    unknown = [str(number) for number in unique if number not in shown]
    warnings = (f"dropped paths that do not exist: {', '.join(unknown)}",) if unknown else ()
    return tuple(number for number in unique if number in shown), warnings
