"""Query composing: a typed query over classes, relations and values of the graph that answers the question."""

from dataclasses import dataclass
from functools import cached_property

from pog_agent.config import PogConfig
from pog_agent.models.query_draft import QueryDraft
from pog_agent.reading.schema.vocabulary import QueryVocabulary
from pog_agent.reasoner.base import Converted, Fallback, LlmStep
from pog_agent.reasoner.composed.conversion import query_of_reply
from pog_agent.reasoner.composed.reply import QueryReply
from pog_agent.reasoner.composed.shown_schema import ShownSchema, shown_schema
from pog_agent.reasoner.composed.statements import StatementError
from pog_agent.reasoner.shown import QuestionContext

TOKENS_OF_SCHEMA = 1_500
"""How many tokens the numbered schema of a graph usually takes."""


@dataclass(frozen=True)
class ComposeQuery(LlmStep[QueryDraft]):
    """The query for a question, out of what the vocabulary has. It is not in the paper."""

    name = "compose_query"
    reply = QueryReply
    reply_tokens = 200

    context: QuestionContext
    vocabulary: QueryVocabulary

    def values(self) -> dict[str, object]:
        """The question, and the numbered parts that a query may be made of."""
        return {
            "question": self.context.question,
            "language": self.context.language,
            **self._shown.values(),
        }

    def problem(self, reply: QueryReply) -> str:
        """Why the reply is no query that can be evaluated."""
        return self._converted(reply)[1]

    def convert(self, reply: QueryReply) -> Converted[QueryDraft]:
        """The query; none where the reply says that no query fits. None where it is no sound query."""
        draft, problem = self._converted(reply)
        notes = (problem, self._shown.left_out)
        return Converted(draft, tuple(text for text in notes if text))

    def fallback(self) -> Fallback[QueryDraft]:
        """No query."""
        return Fallback(QueryDraft(), "no query is composed")

    @classmethod
    def shown_tokens(cls, config: PogConfig) -> int:
        """The numbered schema."""
        del config
        return TOKENS_OF_SCHEMA

    def _converted(self, reply: QueryReply) -> tuple[QueryDraft | None, str]:
        reason = reply.reason.strip()
        if reply.form == "none":
            return QueryDraft(reason=reason), ""
        try:
            return QueryDraft(query=query_of_reply(reply, self._shown), reason=reason), ""
        except StatementError as error:
            return None, str(error)

    @cached_property
    def _shown(self) -> ShownSchema:
        return shown_schema(self.context, self.vocabulary)
