"""Query reformulation between rounds (Think-on-Graph 2 section 3.3): what evidence to look for next."""

from dataclasses import dataclass

from pog_agent.reasoner.base import Converted, Fallback, LlmStep
from pog_agent.reasoner.replies import ReplyModel, Text
from pog_agent.reasoner.shown import QuestionContext


class ReformulationReply(ReplyModel):
    """Reply of reformulate_query."""

    missing: Text = ""
    query: Text


@dataclass(frozen=True)
class ReformulateQuery(LlmStep[str]):
    """The query by which passages are ranked in the next round; `query` is that of the last one."""

    name = "reformulate_query"
    reply = ReformulationReply
    reply_tokens = 40

    context: QuestionContext
    query: str
    clues: str

    def values(self) -> dict[str, object]:
        """The question, the last query, and what is known."""
        return {"question": self.context.question, "query": self.query, "clues": self.clues}

    def convert(self, reply: ReformulationReply) -> Converted[str]:
        """The query in one line; None for an empty one."""
        query = " ".join(reply.query.split())
        return Converted(query) if query else Converted(None, ("the query is empty",))

    def fallback(self) -> Fallback[str]:
        """The last query."""
        return Fallback(self.query, "the query stays as it is")
