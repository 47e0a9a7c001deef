"""Question analysis: split questions, paraphrases, indicator, topic order, D_predict (paper section 4.1)."""

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Final

from pydantic import Field, WithJsonSchema

from pog_agent.models import QuestionAnalysis, TopicEntity
from pog_agent.reasoner.base import Converted, Fallback, LlmStep
from pog_agent.reasoner.chains import CHAIN_SCHEMA, read_chain
from pog_agent.reasoner.paraphrasing import PARAPHRASES_SCHEMA, dropped_paraphrases, read_paraphrases
from pog_agent.reasoner.replies import AsList, ReplyModel, Text
from pog_agent.reasoner.writing import topic_lines

MOST_SPLITS: Final = 10
"""So many split questions a server lets a model write that holds it to a schema."""


class AnalysisReply(ReplyModel):
    """Reply of analyze_question. Chain and paraphrases are checked apart: the rest counts without them."""

    cuttable: ClassVar[frozenset[str]] = frozenset({"paraphrases"})
    droppable: ClassVar[frozenset[str]] = frozenset({"split_questions", "chain", "connection"})
    omittable: ClassVar[frozenset[str]] = frozenset({"connection"})
    split_questions: Annotated[list[Text], AsList, Field(json_schema_extra={"maxItems": MOST_SPLITS})]
    chain: Annotated[Any, WithJsonSchema(CHAIN_SCHEMA)] = None
    paraphrases: Annotated[Any, WithJsonSchema(PARAPHRASES_SCHEMA)] = None
    connection: Annotated[Any, WithJsonSchema({"type": "boolean"})] = None


@dataclass(frozen=True)
class AnalyzeQuestion(LlmStep[QuestionAnalysis]):
    """Split questions, paraphrases, and the indicator, from which the order of the topics and D_predict follow.

    `language` is for the phrases that the model writes.
    """

    name = "analyze_question"
    reply = AnalysisReply
    reply_tokens = 300

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
        paraphrases = tuple(read_paraphrases(reply.paraphrases, self.question))
        connection = reply.connection is True
        indicator, visited = read_chain(reply.chain, self.topics)
        if indicator is None:
            value = QuestionAnalysis(split_questions=splits, paraphrases=paraphrases, asks_connection=connection)
            lost = "no valid indicator, the question itself steers the ranking"
            return Converted(value, (lost, *dropped_paraphrases(reply.paraphrases, paraphrases)))
        left_out = tuple(topic.iri for topic in self.topics if topic.iri not in visited)
        return Converted(
            QuestionAnalysis(
                split_questions=splits,
                indicator=indicator,
                order=tuple(dict.fromkeys(visited + left_out)),
                predicted_depth=max(1, min(indicator.predicted_depth, self.d_max)),
                paraphrases=paraphrases,
                asks_connection=connection,
            ),
            tuple(dropped_paraphrases(reply.paraphrases, paraphrases)),
        )

    def fallback(self) -> Fallback[QuestionAnalysis]:
        """The question alone, no indicator, D_predict 1."""
        return Fallback(QuestionAnalysis(split_questions=(self.question,)), "the question is taken as it is")
