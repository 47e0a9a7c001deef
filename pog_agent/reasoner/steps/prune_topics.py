"""Topic prune: which topic entities are worth starting from (Think-on-Graph 2 section 3.1)."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from pog_agent.models import TopicEntity
from pog_agent.reasoner.base import Converted, Fallback, LlmStep
from pog_agent.reasoner.replies import AsList, Number, ReplyModel
from pog_agent.reasoner.reply_schema import JsonSchema, schema_of
from pog_agent.reasoner.writing import topic_lines


class TopicsKeptReply(ReplyModel):
    """Reply of prune_topics."""

    list_field: ClassVar[str | None] = "keep"
    keep: Annotated[list[Number], AsList]


@dataclass(frozen=True)
class PruneTopics(LlmStep[tuple[int, ...]]):
    """The numbers, from 1, of the topic entities to start from, the best first."""

    name = "prune_topics"
    reply = TopicsKeptReply
    reply_tokens = 15

    question: str
    topics: tuple[TopicEntity, ...]

    def values(self) -> dict[str, object]:
        """The question and its topic entities."""
        return {"question": self.question, "topics": topic_lines(self.topics)}

    def reply_schema(self) -> JsonSchema:
        """Keeps only topics that are shown."""
        return schema_of(self.reply, {"keep": range(1, len(self.topics) + 1)})

    def convert(self, reply: TopicsKeptReply) -> Converted[tuple[int, ...]]:
        """Those of the numbers that exist. All where none is kept: without a start there is no search."""
        numbers = range(1, len(self.topics) + 1)
        kept = tuple(dict.fromkeys(number for number in reply.keep if number in numbers))
        unknown = sorted(set(reply.keep) - set(numbers))
        warnings = [f"dropped topics that do not exist: {', '.join(map(str, unknown))}"] if unknown else []
        if not kept:
            warnings.append("no topic entity was found worth starting from: the search starts from all of them")
        return Converted(kept or tuple(numbers), tuple(warnings))

    def fallback(self) -> Fallback[tuple[int, ...]]:
        """Those that must be meant, else all."""
        required = [number for number, topic in enumerate(self.topics, start=1) if not topic.optional]
        return Fallback(tuple(required or range(1, len(self.topics) + 1)), "the search starts from all of them")

    def without_call(self) -> tuple[int, ...] | None:
        """One topic entity leaves no choice."""
        return tuple(range(1, len(self.topics) + 1)) if len(self.topics) < 2 else None
