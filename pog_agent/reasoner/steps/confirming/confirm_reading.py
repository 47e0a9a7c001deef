"""Confirmation: whether a lookup, said back in words, asks for what the question asks for.

The model sees no answer, so that it judges the lookup and not what it knows of the world.
"""

from dataclasses import dataclass
from typing import Annotated, Final

from pydantic import Field

from pog_agent.models import Value
from pog_agent.reasoner.base import Converted, Fallback, LlmStep
from pog_agent.reasoner.replies import AsList, Number, ReplyModel, Text
from pog_agent.reasoner.writing import lines
from pog_agent.words import folded

MOST_REPLY_TOKENS: Final = 250
NO_DIFFERENCE: Final = frozenset(("", "none", "no", "no difference", "nothing", "null"))
"""How models write that nothing differs."""


class LookupSaidBack(Value):
    """A lookup in words, the other lookups that the graph would have allowed in its place, and what is doubtful.

    The doubts are questions that a "yes" settles.
    """

    question: str
    lookup: str
    others: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()


class ConfirmedReading(Value):
    """What a model says of a lookup: whether it is what the question asks for, and if not, what differs."""

    is_same: bool = False
    differs: str = ""


class DoubtReply(ReplyModel):
    """What the model says to one doubt."""

    number: Number
    yes: bool


class ConfirmReadingReply(ReplyModel):
    """Reply of confirm_reading."""

    asks_for: Text = ""
    differences: Annotated[list[Text], AsList] = Field(default_factory=list)
    doubts: Annotated[list[DoubtReply], AsList] = Field(default_factory=list)
    same: bool


@dataclass(frozen=True)
class ConfirmReading(LlmStep[ConfirmedReading]):
    """Whether a lookup asks for what the question asks for, doubt by doubt.

    It is confirmed where the reply says so as a whole, names no difference, and says yes to every doubt.
    """

    name = "confirm_reading"
    reply = ConfirmReadingReply
    reply_tokens = 60
    most_reply_tokens = MOST_REPLY_TOKENS
    answers = True
    """Nothing is searched for after it: it may use what the budget has left."""

    said: LookupSaidBack

    def values(self) -> dict[str, object]:
        """The question, the lookup, the other lookups, and the doubts with their numbers."""
        numbered = (f"{number}. {text}" for number, text in enumerate(self.said.doubts, start=1))
        return {
            "question": self.said.question,
            "lookup": self.said.lookup,
            "others": lines(self.said.others),
            "doubts": lines(numbered),
        }

    def convert(self, reply: ConfirmReadingReply) -> Converted[ConfirmedReading]:
        """A yes only where nothing in the reply speaks against it."""
        differences = [text for text in reply.differences if folded(text).strip(" .") not in NO_DIFFERENCE]
        denied = {item.number for item in reply.doubts if not item.yes}
        settled = {item.number for item in reply.doubts} - denied
        open_still = [text for number, text in enumerate(self.said.doubts, start=1) if number not in settled]
        differs = "; ".join([*differences, *open_still])
        return Converted(ConfirmedReading(is_same=reply.same and not differs, differs=differs))

    def fallback(self) -> Fallback[ConfirmedReading]:
        """Not confirmed."""
        return Fallback(ConfirmedReading(), "what the words mean is not confirmed")
