"""Choice: which of several lookups a question asks for. The model is not told which one was made.

It confirms independently of `confirm_reading`: there a model agrees too easily, here it has to find the lookup.
"""

from dataclasses import dataclass
from typing import Final

from pog_agent.reasoner.base import Converted, Fallback, LlmStep
from pog_agent.reasoner.replies import Number, ReplyModel, Text
from pog_agent.reasoner.steps.confirming.confirm_reading import ConfirmedReading, LookupSaidBack
from pog_agent.reasoner.writing import lines

MOST_REPLY_TOKENS: Final = 150


class ChooseReadingReply(ReplyModel):
    """Reply of choose_reading; 0 stands for none of the lookups."""

    asks_for: Text = ""
    number: Number


@dataclass(frozen=True)
class ChooseReading(LlmStep[ConfirmedReading]):
    """Which of the lookups the question asks for, the one that was made among them, in alphabetical order."""

    name = "choose_reading"
    reply = ChooseReadingReply
    reply_tokens = 25
    most_reply_tokens = MOST_REPLY_TOKENS
    answers = True

    said: LookupSaidBack

    @property
    def shown(self) -> tuple[str, ...]:
        """The lookups as they are shown, numbered from 1. The order does not tell which one was made."""
        return tuple(sorted({self.said.lookup, *self.said.others}))

    def values(self) -> dict[str, object]:
        """The question, and the lookups with their numbers."""
        numbered = (f"{number}. {text}" for number, text in enumerate(self.shown, start=1))
        return {"question": self.said.question, "lookups": lines(numbered)}

    def convert(self, reply: ChooseReadingReply) -> Converted[ConfirmedReading]:
        """A yes where the lookup that was made is chosen."""
        if reply.number not in range(len(self.shown) + 1):
            return Converted(None, (f"{reply.number} is not the number of a lookup",))
        chosen = self.shown[reply.number - 1] if reply.number else ""
        is_same = chosen == self.said.lookup
        return Converted(ConfirmedReading(is_same=is_same, differs="" if is_same else chosen or "none of them"))

    def fallback(self) -> Fallback[ConfirmedReading]:
        """Not confirmed."""
        return Fallback(ConfirmedReading(), "what the words mean is not confirmed")
