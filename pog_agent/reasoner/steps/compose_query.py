"""Query composing: a typed query over the graph that answers the question, or the answer from the kept paths."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, ClassVar

from pydantic import Field

from pog_agent.config import PogConfig
from pog_agent.models import AnswerDraft, QueryDraft, ShownPath, Summary
from pog_agent.reading.schema.vocabulary import QueryVocabulary
from pog_agent.reasoner.base import Converted, Fallback, LlmStep
from pog_agent.reasoner.composed.conversion import query_of_reply
from pog_agent.reasoner.composed.reply import QueryReply
from pog_agent.reasoner.composed.shown_schema import ShownSchema, shown_schema
from pog_agent.reasoner.composed.statements import StatementError
from pog_agent.reasoner.places import CitationReply, place_codes
from pog_agent.reasoner.replies import AsList
from pog_agent.reasoner.reply_schema import JsonSchema, schema_of
from pog_agent.reasoner.shown import QuestionContext
from pog_agent.reasoner.steps.answer import AnswerByCitation, AnswerReply
from pog_agent.reasoner.writing import path_lines

TOKENS_OF_SCHEMA = 1_500
"""How many tokens the numbered schema of a graph usually takes."""
TOKENS_OF_PATH = 200
"""How many tokens a path usually takes with all that is named on it, and the facts of a summary."""


class ComposedReply(QueryReply, AnswerReply):
    """Reply of compose_query: a query, or in the same object what the answer step replies."""

    cuttable: ClassVar[frozenset[str]] = frozenset()
    asked: ClassVar[tuple[str, ...]] = (
        "reason", "form", "queries", "where", "not", "either", "optional", "select", "group_by", "having", "order",
        "places", "citations", "only", "operation", "key_position", "own_answer",
    )  # fmt: skip
    omittable: ClassVar[frozenset[str]] = frozenset(asked) - {"reason", "form"}
    citations: Annotated[list[CitationReply], AsList] = Field(default_factory=list)

    @property
    def is_query(self) -> bool:
        """Whether it writes a query."""
        return self.form in ("rows", "exists")


@dataclass(frozen=True)
class ComposeQuery(LlmStep[QueryDraft | AnswerDraft]):
    """The query for a question, out of what the vocabulary has; else the final answer. It is not in the paper.

    One reply decides between a query, citations of `paths`, and neither, so that it costs the call of the answer
    step and no further one. A draft without a query, which a language model never gives, leaves the answer open.
    """

    name = "compose_query"
    reply = ComposedReply
    reply_tokens = 200
    answers = True

    context: QuestionContext
    vocabulary: QueryVocabulary
    paths: tuple[ShownPath, ...] = ()
    summary: Summary = field(default_factory=Summary)

    def values(self) -> dict[str, object]:
        """The question, the numbered parts that a query may be made of, and the paths."""
        return {
            "question": self.context.question,
            "claim": self.context.claim,
            "language": self.context.language,
            "paths": path_lines(self.paths, self.summary.facts, coded=True),
            **self._shown.values(),
        }

    def reply_schema(self) -> JsonSchema:
        """Cites only places that are shown. What a query may say is checked when it is read."""
        codes = place_codes(self.paths)
        return schema_of(self.reply, {"citations": codes, "key_position": codes})

    def problem(self, reply: ComposedReply) -> str:
        """Why the query of a reply cannot be evaluated; empty for an answer without one."""
        return "".join(self._queried(reply).warnings) if reply.is_query else ""

    def convert(self, reply: ComposedReply) -> Converted[QueryDraft | AnswerDraft]:
        """The query, or the answer where the reply says that no query fits. None where it is no sound query."""
        converted = self._queried(reply) if reply.is_query else self._answered(reply)
        notes = (*converted.warnings, self._shown.left_out)
        return Converted(converted.value, tuple(text for text in notes if text))

    def fallback(self) -> Fallback[QueryDraft | AnswerDraft]:
        """Neither a query nor an answer."""
        return Fallback(AnswerDraft(), "no query is composed, and no answer is given", is_loss=True)

    @classmethod
    def shown_tokens(cls, config: PogConfig) -> int:
        """The numbered schema and the kept paths."""
        return TOKENS_OF_SCHEMA + config.w_max * TOKENS_OF_PATH

    def _queried(self, reply: ComposedReply) -> Converted[QueryDraft | AnswerDraft]:
        try:
            return Converted(QueryDraft(query=query_of_reply(reply, self._shown), reason=reply.reason.strip()))
        except StatementError as error:
            return Converted(None, (str(error),))

    def _answered(self, reply: ComposedReply) -> Converted[QueryDraft | AnswerDraft]:
        """What the answer step makes of the reply. One that cites nothing is no "no" and no 0."""
        if not reply.citations:
            reply = reply.model_copy(update={"operation": "none", "kind": "entities"})
        found = AnswerByCitation(self.context, self.paths, self.summary, final=True).convert(reply)
        return Converted(found.value, found.warnings)

    @cached_property
    def _shown(self) -> ShownSchema:
        return shown_schema(self.context, self.vocabulary)
