"""What the prompts without a graph reply, and how it becomes the protocol's value."""

from typing import Annotated, ClassVar

from pydantic import BeforeValidator

from pog_agent.reasoner.base import DirectAnswer
from pog_agent.reasoner.chat.parsing import ReplyModel
from pog_agent.reasoner.steps.replies import Converted, Text, as_list


class DirectReply(ReplyModel):
    """Reply of answer_io and answer_cot."""

    list_field: ClassVar[str | None] = "answers"
    reason: Text = ""
    answers: Annotated[list[Text], BeforeValidator(as_list)]


def to_direct(reply: DirectReply) -> Converted[DirectAnswer]:
    """The answers without blanks and repetitions; none at all is an answer too: the model does not know."""
    answers = tuple(dict.fromkeys(text for text in (item.strip() for item in reply.answers) if text))
    return Converted(DirectAnswer(answers=answers, reason=reply.reason.strip()))
