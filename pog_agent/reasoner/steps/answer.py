"""Answer generation by citation of numbered paths and positions (paper section 4.4)."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from pydantic import Field

from pog_agent.config import PogConfig
from pog_agent.language.english import english_pattern
from pog_agent.models import EXTREMES, AnswerDraft, AnswerKind, Operation, PathCitation, ShownPath, Summary
from pog_agent.models.shown import place_code
from pog_agent.reading.cues import unasked_operation
from pog_agent.reasoner.base import Converted, Fallback, LlmStep
from pog_agent.reasoner.places import CitationReply, CodedPlace, KeyPlace, place_codes
from pog_agent.reasoner.replies import AsList, KindName, OperationName, OwnText, ReplyModel, Text
from pog_agent.reasoner.reply_schema import JsonSchema, schema_of
from pog_agent.reasoner.shown import TOKENS_OF_JUDGED_PATH, QuestionContext
from pog_agent.reasoner.writing import evidence_values, question_values
from pog_agent.words import LANGUAGE, folded


class AnswerReply(ReplyModel):
    """Reply of answer."""

    cuttable: ClassVar[frozenset[str]] = frozenset({"reason"})
    droppable: ClassVar[frozenset[str]] = frozenset({"own_answer"})
    asked: ClassVar[tuple[str, ...]] = ("citations", "only", "operation", "key_position", "own_answer", "reason")
    omittable: ClassVar[frozenset[str]] = frozenset({"only", "key_position", "own_answer"})
    reason: Text = ""
    kind: KindName = "entities"
    citations: Annotated[list[CitationReply], AsList]
    only: Annotated[list[Text], AsList] = Field(default_factory=list)
    operation: OperationName = "none"
    key_position: KeyPlace = None
    own_answer: OwnText = ""

    @property
    def is_quoting(self) -> bool:
        """Whether it points at passages, too."""
        return False


@dataclass(frozen=True)
class AnswerByCitation(LlmStep[AnswerDraft]):
    """The answer by citation. `final`: the paths did not suffice, own knowledge may join in, labelled."""

    name = "answer"
    reply = AnswerReply
    reply_tokens = 120
    answers = True

    context: QuestionContext
    paths: tuple[ShownPath, ...]
    summary: Summary
    final: bool

    def values(self) -> dict[str, object]:
        """The question, the evidence, and whether own knowledge may join in."""
        return {
            **question_values(self.context),
            **evidence_values(self.paths, self.summary, coded=True),
            "claim": self.context.claim,
            "mode": "final" if self.final else "paths",
            "language": self.context.language,
        }

    def reply_schema(self) -> JsonSchema:
        """Cites only places that are shown."""
        codes = place_codes(self.paths)
        return schema_of(self.reply, {"citations": codes, "key_position": codes})

    def convert(self, reply: AnswerReply) -> Converted[AnswerDraft]:
        """The draft: citations that exist, an operation that fits the kind, own knowledge only when `final`.

        None for a yes or no whose citations do not exist: with none it would be a no.
        """
        shown = {path.number: path for path in self.paths}
        citations, warnings = self._existing(reply.citations, shown)
        if self.final:
            reply, citations, read = _own_answer_as_place(reply, citations, self.paths)
            warnings += read
        kind, operation = _agreed(reply.kind, reply.operation)
        unasked = unasked_in(self.context, operation)
        if unasked and citations:
            kind, operation = "entities", "none"
            warnings.append(f"{unasked}: the cited places are taken as the answer")
        if operation == "exists" and warnings and not citations:
            return Converted(None, tuple(warnings))
        own_answer = reply.own_answer.strip() or None
        if own_answer and not self.final:
            own_answer = None
            warnings.append("dropped an answer from the model's own knowledge, which was not asked for")
        key_position = None
        if operation in EXTREMES and citations:
            key = CodedPlace(*reply.key_position) if reply.key_position is not None else None
            key_position = _key_position(key, shown[citations[0].path])
            if key_position is None and key is not None:
                warnings.append(f"dropped a position to compare that does not exist: {key.position}")
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

    def fallback(self) -> Fallback[AnswerDraft]:
        """No answer."""
        return Fallback(AnswerDraft(), "no answer is given", is_loss=True)

    def without_call(self) -> AnswerDraft | None:
        """No call without paths, unless own knowledge may join in."""
        return None if self.paths or self.final else AnswerDraft()

    @classmethod
    def shown_tokens(cls, config: PogConfig) -> int:
        """The kept paths with their facts."""
        return config.w_max * TOKENS_OF_JUDGED_PATH

    def _existing(
        self, cited: list[CitationReply], shown: dict[int, ShownPath]
    ) -> tuple[list[PathCitation], list[str]]:
        """The citations of places that were shown, each once, and a warning for each other one."""
        citations: list[PathCitation] = []
        warnings: list[str] = []
        for number, position in dict.fromkeys((item.path, item.position) for item in cited):
            if number in shown and 0 <= position < len(shown[number].nodes):
                citations.append(PathCitation(path=number, position=position))
            else:
                warnings.append(f"dropped a citation that does not exist: path {number}, position {position}")
        starts = _needless_starts(citations)
        if starts:
            warnings.append(f"dropped the start of a path beside another place on it: {', '.join(starts)}")
        return [item for item in citations if place_code(item.path, item.position) not in starts], warnings


def unasked_in(context: QuestionContext, operation: Operation) -> str:
    """Why a count, a yes or a no is no answer to the question, or to its claim; "" where it may be one."""
    is_read = context.language == LANGUAGE and not context.claim
    may_count = english_pattern("computing", "may_be_count").search(context.question) is not None
    may_be = {"exists": False, "count": may_count}.get(operation, True)
    found = unasked_operation(context.question, operation) if is_read and not may_be else None
    return found.message if found is not None else ""


def _needless_starts(citations: list[PathCitation]) -> list[str]:
    """The codes of cited starts of paths, which are never the answer, where another place on the path is cited."""
    beyond = {item.path for item in citations if item.position > 0}
    return [place_code(item.path, 0) for item in citations if item.position == 0 and item.path in beyond]


def _own_answer_as_place(
    reply: AnswerReply, citations: list[PathCitation], paths: tuple[ShownPath, ...]
) -> tuple[AnswerReply, list[PathCitation], list[str]]:
    """A reply that writes what stands on one place instead of citing it, as the citation of it."""
    wanted = folded(reply.own_answer)
    if citations or not wanted or reply.operation != "none" or reply.is_quoting:
        return reply, citations, []
    places = [
        PathCitation(path=path.number, position=position)
        for path in paths
        for position, node in enumerate(path.nodes)
        if node.kind in ("entity", "literal") and wanted in map(folded, node.labels)
    ]
    if len(places) != 1:
        return reply, citations, []
    code = place_code(places[0].path, places[0].position)
    read = f"the answer {reply.own_answer!r} was not cited: it is taken from {code}, where it stands"
    return reply.model_copy(update={"own_answer": "", "only": [reply.own_answer]}), places, [read]


def _agreed(kind: AnswerKind, operation: Operation) -> tuple[AnswerKind, Operation]:
    """A count needs the operation `count` and the other way round; the same for yes and no."""
    if operation == "count" or (kind == "count" and operation == "none"):
        return "count", "count"
    if operation == "exists" or (kind == "boolean" and operation == "none"):
        return "boolean", "exists"
    return kind, operation


def _key_position(key: CodedPlace | None, path: ShownPath) -> int | None:
    """The position to compare at, or the only one with literals when the reply names none of the path."""
    if key is not None and key.path in (None, path.number) and 0 <= key.position < len(path.nodes):
        return key.position
    literals = [index for index, node in enumerate(path.nodes) if node.kind == "literal"]
    return literals[0] if len(literals) == 1 else None
