"""Answer generation by citation of numbered paths and positions (paper section 4.4)."""

from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from pog_agent.config import PogConfig
from pog_agent.models import EXTREMES, AnswerDraft, AnswerKind, Operation, PathCitation, ShownPath, Summary
from pog_agent.reasoner.base import Converted, Fallback, LlmStep
from pog_agent.reasoner.replies import AsList, KindName, Number, OperationName, ReplyModel, Text
from pog_agent.reasoner.shown import TOKENS_OF_JUDGED_PATH, QuestionContext
from pog_agent.reasoner.writing import evidence_values, question_values


class CitationReply(ReplyModel):
    """Where an answer stands."""

    path: Number
    position: Number


class AnswerReply(ReplyModel):
    """Reply of answer."""

    reason: Text = ""
    kind: KindName = "entities"
    citations: Annotated[list[CitationReply], AsList]
    only: Annotated[list[Text], AsList] = Field(default_factory=list)
    operation: OperationName = "none"
    key_position: Number | None = None
    own_answer: Text = ""


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
            **evidence_values(self.paths, self.summary),
            "claim": self.context.claim,
            "mode": "final" if self.final else "paths",
            "language": self.context.language,
        }

    def convert(self, reply: AnswerReply) -> Converted[AnswerDraft]:
        """The draft: citations that exist, an operation that fits the kind, own knowledge only when `final`.

        None for a yes or no whose citations do not exist: with none it would be a no.
        """
        shown = {path.number: path for path in self.paths}
        citations, warnings = self._existing(reply.citations, shown)
        kind, operation = _agreed(reply.kind, reply.operation)
        if operation == "exists" and warnings and not citations:
            return Converted(None, tuple(warnings))
        own_answer = reply.own_answer.strip() or None
        if own_answer and not self.final:
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

    def fallback(self) -> Fallback[AnswerDraft]:
        """No answer."""
        return Fallback(AnswerDraft(), "no answer is given")

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
        return citations, warnings


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
