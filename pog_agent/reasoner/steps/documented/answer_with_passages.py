"""The answer by citation of paths and quotation of passages. It is not in the paper."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from pydantic import Field

from pog_agent.config import PogConfig
from pog_agent.models import AnswerDraft, ShownPath, Summary
from pog_agent.reasoner.base import Converted, Fallback, LlmStep
from pog_agent.reasoner.places import CitationReply
from pog_agent.reasoner.quoting import QuotationReply, evidence_choices, quotations_of
from pog_agent.reasoner.replies import AsList
from pog_agent.reasoner.reply_schema import JsonSchema, schema_of
from pog_agent.reasoner.shown import TOKENS_OF_PASSAGE, QuestionContext, ShownPassage
from pog_agent.reasoner.steps.answer import AnswerByCitation, AnswerReply
from pog_agent.reasoner.writing import passage_lines


class QuotingReply(AnswerReply):
    """Reply of answer_with_passages."""

    cuttable: ClassVar[frozenset[str]] = frozenset()
    asked: ClassVar[tuple[str, ...]] = (
        "reason", "kind", "citations", "quotes", "only", "operation", "key_position", "own_answer",
    )  # fmt: skip
    omittable: ClassVar[frozenset[str]] = frozenset()
    citations: Annotated[list[CitationReply], AsList] = Field(default_factory=list)
    quotes: Annotated[list[QuotationReply], AsList] = Field(default_factory=list)

    @property
    def is_quoting(self) -> bool:
        """Whether it quotes a passage."""
        return bool(self.quotes)


@dataclass(frozen=True)
class AnswerWithPassages(LlmStep[AnswerDraft]):
    """The answer by citation, and by quotation. `final`: neither sufficed, own knowledge may join in, labelled."""

    name = "answer_with_passages"
    reply = QuotingReply
    reply_tokens = 180
    answers = True

    context: QuestionContext
    paths: tuple[ShownPath, ...]
    passages: tuple[ShownPassage, ...]
    summary: Summary
    final: bool

    @property
    def of_paths(self) -> AnswerByCitation:
        """The same without the passages."""
        return AnswerByCitation(self.context, self.paths, self.summary, self.final)

    def values(self) -> dict[str, object]:
        """The question, paths and passages, and whether own knowledge may join in."""
        mode = "final" if self.final else "evidence"
        return {**self.of_paths.values(), "mode": mode, "passages": passage_lines(self.passages)}

    def reply_schema(self) -> JsonSchema:
        """Cites and quotes only what is shown."""
        return schema_of(self.reply, evidence_choices(self.paths, self.passages))

    def convert(self, reply: QuotingReply) -> Converted[AnswerDraft]:
        """The draft of the citations with the quotations of passages shown; verification looks these up."""
        cited = self.of_paths.convert(reply)
        if cited.value is None:
            return cited
        quotations, dropped = quotations_of(reply.quotes, self.paths, self.passages)
        draft = cited.value.model_copy(update={"quotations": quotations})
        return Converted(draft, (*cited.warnings, *dropped))

    def fallback(self) -> Fallback[AnswerDraft]:
        """No answer."""
        return self.of_paths.fallback()

    @classmethod
    def shown_tokens(cls, config: PogConfig) -> int:
        """What is shown without passages, and these."""
        return AnswerByCitation.shown_tokens(config) + config.contexts * TOKENS_OF_PASSAGE
