"""Rewriting: what a follow-up asks, as a question that is complete without its conversation."""

import re
from dataclasses import dataclass
from typing import Annotated, Final

from pydantic import Field

from pog_agent.models import FollowUpReading
from pog_agent.reasoner.base import Converted, Fallback, LlmStep
from pog_agent.reasoner.replies import AsList, Number, ReplyModel, Text
from pog_agent.reasoner.reply_schema import JsonSchema, schema_of
from pog_agent.reasoner.writing import lines

_PLACE: Final = re.compile(r"\{(\d+)\}")


class RewriteReply(ReplyModel):
    """Reply of rewrite_question."""

    question: Text
    among: Number | None = None
    unclear: Annotated[list[Number], AsList] = Field(default_factory=list)


@dataclass(frozen=True)
class RewriteQuestion(LlmStep[FollowUpReading | None]):
    """What a follow-up asks. `turns` are the earlier questions and answers, a line each.

    `things` are the entities and, at the numbers in `sets`, the several answers that these were about, numbered
    from 1. The value is None where no reply can be used.
    """

    name = "rewrite_question"
    reply = RewriteReply
    reply_tokens = 40

    question: str
    turns: tuple[str, ...]
    things: tuple[str, ...]
    sets: frozenset[int] = frozenset()

    def values(self) -> dict[str, object]:
        """The conversation, the things in it with their numbers, and the follow-up."""
        numbered = (f"{number}. {text}" for number, text in enumerate(self.things, start=1))
        return {"question": self.question, "turns": lines(self.turns), "things": lines(numbered)}

    def reply_schema(self) -> JsonSchema:
        """Names only things that are shown."""
        things = range(1, len(self.things) + 1)
        return schema_of(self.reply, {"among": sorted(self.sets), "unclear": things})

    def convert(self, reply: RewriteReply) -> Converted[FollowUpReading | None]:
        """The reading; None where it names a number that was not shown, or several things as one."""
        question = reply.question.strip()
        named = [int(number) for number in _PLACE.findall(question)]
        shown = range(1, len(self.things) + 1)
        wrong = [number for number in named if number not in shown or number in self.sets]
        wrong += [reply.among] if reply.among is not None and reply.among not in self.sets else []
        if wrong:
            return Converted(None, (f"{wrong[0]} is not the number of a thing that fits there",))
        unclear = tuple(dict.fromkeys(number for number in reply.unclear if number in shown))
        if not question and not unclear and reply.among is not None:
            return Converted(None, ("the question is empty",))
        return Converted(FollowUpReading(question=question, among=reply.among, unclear=unclear))

    def fallback(self) -> Fallback[FollowUpReading | None]:
        """Nothing: rules read the follow-up then."""
        return Fallback(None, "the follow-up is read by rules")
