"""Question reading in one call: starts, relations to follow, operation, other words. It is not in the paper."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Final, get_args

from pydantic import BeforeValidator, WithJsonSchema

from pog_agent.config import PogConfig
from pog_agent.models import AskedOperation, QuestionReading, StartWay, TopicEntity, Value
from pog_agent.reasoner.base import Converted, Fallback, LlmStep
from pog_agent.reasoner.chains import find_topic
from pog_agent.reasoner.paraphrasing import PARAPHRASES_SCHEMA, dropped_paraphrases, read_paraphrases
from pog_agent.reasoner.replies import ReplyModel, Text
from pog_agent.reasoner.shown import ShownRelation
from pog_agent.reasoner.writing import lines

TOKENS_OF_NAMES: Final = 120
"""How many tokens the names with their relations usually take."""
_BETWEEN: Final = re.compile(r"<?-*>|,")
"""What stands between relations that follow each other."""
_OPERATIONS: Final[frozenset[str]] = frozenset(get_args(AskedOperation))
_ALIKE: Final[Mapping[str, AskedOperation]] = {
    **dict.fromkeys(("yes/no", "yes or no", "boolean", "exist"), "exists"),
    **dict.fromkeys(("max", "maximum", "largest", "latest", "last"), "most"),
    **dict.fromkeys(("min", "minimum", "smallest", "earliest", "first"), "least"),
    **dict.fromkeys(("comparison",), "compare"),
    **dict.fromkeys(("negation", "not", "other than", "without"), "except"),
    **dict.fromkeys(("", "none", "lookup", "find"), "list"),
}

_LANGUAGE: Final = re.compile(r"([a-z]{2})(?:[-_]\w{1,8})*")
_STARTS: Final = {"type": "object", "additionalProperties": {"type": "string", "maxLength": 240}}


def _operation(value: Any) -> Any:
    """Models also name the operation as code does (`max`), or leave it out."""
    text = value.strip().casefold() if isinstance(value, str) else ""
    return text if text in _OPERATIONS else _ALIKE.get(text, "other")


class ReadingReply(ReplyModel):
    """Reply of read_question. Starts and other words are checked apart: the rest counts without them."""

    cuttable: ClassVar[frozenset[str]] = frozenset({"words"})
    droppable: ClassVar[frozenset[str]] = frozenset({"asks_for", "starts"})
    asks_for: Text = ""
    starts: Annotated[Any, WithJsonSchema(_STARTS)] = None
    do: Annotated[AskedOperation, BeforeValidator(_operation)] = "list"
    language: Text = ""
    words: Annotated[Any, WithJsonSchema(PARAPHRASES_SCHEMA)] = None


class NameInSight(Value):
    """A name of the graph in the question, and the relations that the graph has there, the likeliest first."""

    topic: TopicEntity
    relations: tuple[ShownRelation, ...] = ()

    @property
    def line(self) -> str:
        """The name with its class and relations in one line."""
        topic = self.topic
        said = f' ("{topic.mention}")' if topic.mention.casefold() not in ("", topic.label.casefold()) else ""
        related = ", ".join(f"{item.text} ->" if item.forward else f"<- {item.text}" for item in self.relations)
        return f"{topic.label}{said}: {related}" if related else f"{topic.label}{said}"


@dataclass(frozen=True)
class ReadQuestion(LlmStep[QuestionReading]):
    """Reads a question beside the names that code has found in it, with what the graph states there.

    `language` is for the phrases that the model writes.
    """

    name = "read_question"
    reply = ReadingReply
    reply_tokens = 110

    question: str
    names: tuple[NameInSight, ...]
    d_max: int
    language: str = "en"

    def values(self) -> dict[str, object]:
        """The question, the names with their relations, and how many relations may be followed."""
        return {
            "question": self.question,
            "names": lines(item.line for item in self.names),
            "d_max": self.d_max,
            "language": self.language,
        }

    def convert(self, reply: ReadingReply) -> Converted[QuestionReading]:
        """The reading; a start that is neither shown nor said is dropped with a warning, as are such words.

        More relations than may be followed are no way, but a list of what there is: nothing is followed then.
        """
        topics = tuple(item.topic for item in self.names)
        ways: list[StartWay] = []
        strange: list[str] = []
        long: list[str] = []
        for name, relations in _given_starts(reply.starts):
            if find_topic(name, topics) is None and name.casefold() not in self.question.casefold():
                strange.append(repr(name))
            else:
                is_way = len(relations) <= self.d_max
                ways.append(StartWay(start=name, relations=relations if is_way else ()))
                long += [] if is_way else [repr(name)]
        paraphrases = tuple(read_paraphrases(reply.words, self.question))
        reading = QuestionReading(
            asks_for=" ".join(reply.asks_for.split()),
            ways=tuple({way.start: way for way in ways}.values()),
            operation=reply.do,
            paraphrases=paraphrases,
            language=_code(reply.language),
        )
        lost = [f"dropped starts that the question does not name: {', '.join(strange)}"] if strange else []
        lost += [f"dropped more than {self.d_max} relations to follow from: {', '.join(long)}"] if long else []
        return Converted(reading, (*lost, *dropped_paraphrases(reply.words, paraphrases)))

    def fallback(self) -> Fallback[QuestionReading]:
        """The question alone: the search starts from all names that code has found."""
        return Fallback(QuestionReading(), "the question is taken as it is")

    @classmethod
    def shown_tokens(cls, config: PogConfig) -> int:
        """The names with their relations."""
        del config
        return TOKENS_OF_NAMES


def _given_starts(given: Any) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Names with relations: a mapping, or models also write a list of names or of single mappings."""
    parts = given if isinstance(given, list) else [given]
    for part in parts:
        pairs = part.items() if isinstance(part, Mapping) else [(part, ())]
        for name, followed in pairs:
            texts = _BETWEEN.split(followed) if isinstance(followed, str) else followed
            relations = [_bare(text) for text in texts or () if isinstance(text, str)]
            if isinstance(name, str) and name.strip():
                yield name.strip(), tuple(filter(None, relations))


def _code(language: str) -> str:
    """The code of a language, "en" of "en-GB"; empty for what is none."""
    found = _LANGUAGE.fullmatch(language.strip().casefold())
    return found[1] if found else ""


def _bare(relation: str) -> str:
    """A relation without the arrow that it is shown with."""
    return relation.replace("->", " ").replace("<-", " ").strip(" -")
