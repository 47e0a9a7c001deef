"""Topic recognition: which entities the question mentions (paper section 4.1)."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from pog_agent.reasoner.base import Converted, Fallback, LlmStep
from pog_agent.reasoner.replies import AsList, ReplyModel, Text
from pog_agent.reasoner.writing import lines


class TopicsReply(ReplyModel):
    """Reply of recognize_topics."""

    list_field: ClassVar[str | None] = "mentions"
    cuttable: ClassVar[frozenset[str]] = frozenset({"mentions"})
    droppable: ClassVar[frozenset[str]] = frozenset({"mentions"})
    mentions: Annotated[list[Text], AsList]


@dataclass(frozen=True)
class RecognizeTopics(LlmStep[tuple[str, ...]]):
    """Mentions of entities in the question; `spotted` are the graph's labels found in it."""

    name = "recognize_topics"
    reply = TopicsReply
    reply_tokens = 40

    question: str
    spotted: tuple[str, ...]

    def values(self) -> dict[str, object]:
        """The question and what was spotted in it."""
        return {"question": self.question, "spotted": lines(self.spotted)}

    def convert(self, reply: TopicsReply) -> Converted[tuple[str, ...]]:
        """The mentions without blanks and repetitions; None when there are none."""
        mentions = tuple(dict.fromkeys(text.strip() for text in reply.mentions if text.strip()))
        return Converted(mentions) if mentions else Converted(None, ("no mention found",))

    def fallback(self) -> Fallback[tuple[str, ...]]:
        """What was spotted."""
        meaning = "the labels spotted in the question are used"
        return Fallback(self.spotted, meaning, is_loss=not self.spotted)
