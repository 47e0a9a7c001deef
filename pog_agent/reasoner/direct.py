"""What the prompts without a graph have in common: the question in, texts out."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from pydantic import Field

from pog_agent.models import DirectAnswer
from pog_agent.reasoner.base import Converted, Fallback, LlmStep
from pog_agent.reasoner.replies import AsList, OwnText, ReplyModel, Text
from pog_agent.reasoner.shown import QuestionContext


class DirectReply(ReplyModel):
    """Reply of answer_io; a reason is read, too."""

    list_field: ClassVar[str | None] = "answers"
    droppable: ClassVar[frozenset[str]] = frozenset({"answers"})
    asked: ClassVar[tuple[str, ...]] = ("answers",)
    reason: Annotated[Text, Field(json_schema_extra={"maxLength": 1_500})] = ""
    answers: Annotated[list[OwnText], AsList]


class ReasonedReply(DirectReply):
    """Reply of answer_cot: the chain of thought comes first."""

    asked: ClassVar[tuple[str, ...]] = ("reason", "answers")


@dataclass(frozen=True)
class AnswerDirectly(LlmStep[DirectAnswer]):
    """The answer from own knowledge alone; a subclass for each prompt."""

    reply = DirectReply
    answers = True

    context: QuestionContext

    def values(self) -> dict[str, object]:
        """The question."""
        return {"question": self.context.question, "language": self.context.language}

    def convert(self, reply: DirectReply) -> Converted[DirectAnswer]:
        """The answers without blanks and repetitions; none at all is an answer too: the model does not know."""
        answers = tuple(dict.fromkeys(text for text in (item.strip() for item in reply.answers) if text))
        return Converted(DirectAnswer(answers=answers, reason=reply.reason.strip()))

    def fallback(self) -> Fallback[DirectAnswer]:
        """No answer."""
        return Fallback(DirectAnswer(), "no answer is given", is_loss=True)
