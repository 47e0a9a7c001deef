"""Reasoning with paths, passages and clues (Think-on-Graph 2 section 3.3, equation 7)."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from pydantic import Field

from pog_agent.config import PogConfig
from pog_agent.models import AnswerDraft, HybridReasoning, ShownPath, Summary
from pog_agent.reasoner.base import Converted, Fallback, LlmStep
from pog_agent.reasoner.places import CitationReply
from pog_agent.reasoner.quoting import QuotationReply, evidence_choices, quotations_of
from pog_agent.reasoner.replies import AsList, Number, Text
from pog_agent.reasoner.reply_schema import JsonSchema, schema_of
from pog_agent.reasoner.shown import TOKENS_OF_JUDGED_PATH, TOKENS_OF_PASSAGE, QuestionContext, ShownPassage
from pog_agent.reasoner.steps.answer import AnswerByCitation, AnswerReply
from pog_agent.reasoner.writing import all_facts, passage_lines, path_lines


class KnowledgeReply(AnswerReply):
    """Reply of reason_over_knowledge."""

    cuttable: ClassVar[frozenset[str]] = frozenset({"keep", "clues"})
    asked: ClassVar[tuple[str, ...]] = (
        "reason", "sufficient", "kind", "citations", "quotes", "only", "operation", "key_position", "own_answer",
        "clues", "keep",
    )  # fmt: skip
    omittable: ClassVar[frozenset[str]] = frozenset()
    sufficient: bool
    citations: Annotated[list[CitationReply], AsList] = Field(default_factory=list)
    quotes: Annotated[list[QuotationReply], AsList] = Field(default_factory=list)
    clues: Text = ""
    keep: Annotated[list[Number], AsList] = Field(default_factory=list)

    @property
    def is_quoting(self) -> bool:
        """Whether it quotes a passage."""
        return bool(self.quotes)


@dataclass(frozen=True)
class ReasonOverKnowledge(LlmStep[HybridReasoning]):
    """Whether paths and passages suffice, the best answer so far, and what they tell that helps.

    `last` says that nothing more will be found, so that it is asked even without any paths and passages.
    """

    name = "reason_over_knowledge"
    reply = KnowledgeReply
    reply_tokens = 200
    answers = True

    context: QuestionContext
    paths: tuple[ShownPath, ...]
    passages: tuple[ShownPassage, ...]
    clues: str
    last: bool = False

    def values(self) -> dict[str, object]:
        """The question and all that is known."""
        return {
            "question": self.context.question,
            "claim": self.context.claim,
            "paths": path_lines(self.paths, all_facts(self.paths), coded=True),
            "passages": passage_lines(self.passages),
            "clues": self.clues,
            "language": self.context.language,
        }

    def reply_schema(self) -> JsonSchema:
        """Cites, quotes and keeps only what is shown."""
        choices = evidence_choices(self.paths, self.passages)
        return schema_of(self.reply, {**choices, "keep": choices["quotes.passage"]})

    def convert(self, reply: KnowledgeReply) -> Converted[HybridReasoning]:
        """The draft with the citations and passages that exist; verification looks its quotations up."""
        cited = AnswerByCitation(self.context, self.paths, Summary(), final=True).convert(reply)
        if cited.value is None:
            return Converted(None, cited.warnings)
        quotations, dropped = quotations_of(reply.quotes, self.paths, self.passages)
        shown = {passage.number for passage in self.passages}
        value = HybridReasoning(
            sufficient=reply.sufficient,
            draft=cited.value.model_copy(update={"quotations": quotations}),
            clues=reply.clues.strip(),
            kept=tuple(dict.fromkeys(number for number in reply.keep if number in shown)),
        )
        return Converted(value, (*cited.warnings, *dropped))

    def fallback(self) -> Fallback[HybridReasoning]:
        """Not sufficient, no answer, the clues as they are."""
        return Fallback(
            HybridReasoning(draft=AnswerDraft(), clues=self.clues),
            "the knowledge is taken as insufficient",
            is_loss=True,
        )

    def without_call(self) -> HybridReasoning | None:
        """Nothing is asked about nothing while the search goes on."""
        return None if self.paths or self.passages or self.last else HybridReasoning()

    @classmethod
    def shown_tokens(cls, config: PogConfig) -> int:
        """The kept paths with their facts, and the passages."""
        return config.w_max * TOKENS_OF_JUDGED_PATH + config.contexts * TOKENS_OF_PASSAGE
