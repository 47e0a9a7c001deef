"""Question analysis: split questions, thinking indicator, topic order, D_predict (paper section 4.1)."""

from dataclasses import dataclass
from typing import Any, ClassVar

from pog_agent.models import QuestionAnalysis, TopicEntity
from pog_agent.reasoner.base import Converted, Fallback, LlmStep
from pog_agent.reasoner.chains import read_chain
from pog_agent.reasoner.replies import ReplyModel, Text
from pog_agent.reasoner.writing import topic_lines


class AnalysisReply(ReplyModel):
    """Reply of analyze_question. The chain is checked apart: without a valid one the rest still counts."""

    droppable: ClassVar[frozenset[str]] = frozenset({"split_questions", "chain"})
    split_questions: list[Text]
    chain: Any = None


@dataclass(frozen=True)
class AnalyzeQuestion(LlmStep[QuestionAnalysis]):
    """Split questions and indicator, from which the order of the topics and D_predict are computed.

    `language` is for the phrases that the model writes.
    """

    name = "analyze_question"
    reply = AnalysisReply
    reply_tokens = 200

    question: str
    topics: tuple[TopicEntity, ...]
    d_max: int
    language: str = "en"

    def values(self) -> dict[str, object]:
        """The question, its topics, and how deep a search may go."""
        return {
            "question": self.question,
            "topics": topic_lines(self.topics),
            "d_max": self.d_max,
            "language": self.language,
        }

    def convert(self, reply: AnalysisReply) -> Converted[QuestionAnalysis]:
        """The analysis, D_predict between 1 and `d_max`.

        Topics that the chain leaves out come last in the order. Without a valid chain there is no indicator, no
        order, and D_predict is 1.
        """
        stripped = (text.strip() for text in reply.split_questions)
        splits = tuple(dict.fromkeys(text for text in stripped if text)) or (self.question,)
        indicator, visited = read_chain(reply.chain, self.topics)
        if indicator is None:
            value = QuestionAnalysis(split_questions=splits)
            return Converted(value, ("no valid indicator, the question itself steers the ranking",))
        left_out = tuple(topic.iri for topic in self.topics if topic.iri not in visited)
        return Converted(
            QuestionAnalysis(
                split_questions=splits,
                indicator=indicator,
                order=tuple(dict.fromkeys(visited + left_out)),
                predicted_depth=max(1, min(indicator.predicted_depth, self.d_max)),
            )
        )

    def fallback(self) -> Fallback[QuestionAnalysis]:
        """The question alone, no indicator, D_predict 1."""
        return Fallback(QuestionAnalysis(split_questions=(self.question,)), "the question is taken as it is")
