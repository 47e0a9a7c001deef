"""Query composing: a typed query over classes, relations and values of the graph that answers the question."""

from dataclasses import dataclass

from pog_agent.models.query_draft import QueryDraft
from pog_agent.reading.schema.vocabulary import QueryVocabulary
from pog_agent.reasoner.base import Converted, Fallback, LlmStep
from pog_agent.reasoner.replies import ReplyModel, Text
from pog_agent.reasoner.shown import QuestionContext


class QueryReply(ReplyModel):
    """Reply of compose_query."""

    reason: Text = ""


@dataclass(frozen=True)
class ComposeQuery(LlmStep[QueryDraft]):
    """The query for a question, out of what the vocabulary has."""

    name = "compose_query"
    reply = QueryReply
    reply_tokens = 150

    context: QuestionContext
    vocabulary: QueryVocabulary

    def values(self) -> dict[str, object]:
        """The question."""
        return {"question": self.context.question}

    def convert(self, reply: QueryReply) -> Converted[QueryDraft]:
        """No query."""
        return Converted(QueryDraft(reason=reply.reason))

    def fallback(self) -> Fallback[QueryDraft]:
        """No query."""
        return Fallback(QueryDraft(), "no query is composed")
