"""Phrases for a schema: by which words people ask for classes and relations. It is not in the paper."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Final

from pydantic import WithJsonSchema

from pog_agent.models import Value
from pog_agent.reasoner.base import Converted, Fallback, LlmStep
from pog_agent.reasoner.replies import ReplyModel
from pog_agent.reasoner.writing import lines
from pog_agent.terms import Term
from pog_agent.words import folded

MOST_PHRASES = 8
LONGEST_PHRASE = 40
_PHRASES: Final = {
    "type": "object",
    "additionalProperties": {
        "type": "array",
        "items": {"type": "string", "maxLength": LONGEST_PHRASE},
        "maxItems": MOST_PHRASES,
    },
}


class SchemaPart(Value):
    """A class or relation of a graph, its name, and a line that shows it, with the classes at its ends."""

    iri: Term
    name: str
    line: str


class PhrasesReply(ReplyModel):
    """Reply of write_phrases: lists of phrases by number, which are checked one by one."""

    cuttable: ClassVar[frozenset[str]] = frozenset({"phrases"})
    droppable: ClassVar[frozenset[str]] = frozenset({"phrases"})
    phrases: Annotated[Any, WithJsonSchema(_PHRASES)] = None


@dataclass(frozen=True)
class WritePhrases(LlmStep[Mapping[Term, tuple[str, ...]]]):
    """Phrases for some classes and relations; the model sees no question. `language` is that of the phrases."""

    name = "write_phrases"
    reply = PhrasesReply
    reply_tokens = 600
    most_reply_tokens = 4_000

    parts: tuple[SchemaPart, ...]
    language: str = "en"

    def values(self) -> dict[str, object]:
        """The parts, numbered from 1 on."""
        return {
            "parts": lines(f"[{number}] {part.line}" for number, part in enumerate(self.parts, start=1)),
            "language": self.language,
        }

    def convert(self, reply: PhrasesReply) -> Converted[Mapping[Term, tuple[str, ...]]]:
        """The phrases of each part that has any; what is too long, no text, or the name itself is left out."""
        given = reply.phrases if isinstance(reply.phrases, Mapping) else {}
        found = {}
        for number, part in enumerate(self.parts, start=1):
            texts = given.get(str(number), ())
            texts = texts.split(",") if isinstance(texts, str) else texts if isinstance(texts, list) else []
            phrases = filter(None, map(_phrase, texts[:MOST_PHRASES]))
            own = tuple(dict.fromkeys(text for text in phrases if folded(text) != folded(part.name)))
            if own:
                found[part.iri] = own
        return Converted(found or None)

    def fallback(self) -> Fallback[Mapping[Term, tuple[str, ...]]]:
        """No phrases."""
        return Fallback({}, "these classes and relations have no phrases")


def _phrase(given: object) -> str:
    """A phrase in small letters on one line; empty for what is none."""
    text = " ".join(given.lower().split()).strip(" .,;:!?\"'") if isinstance(given, str) else ""
    is_plain = all(char.isalpha() or char in " -'’" for char in text)
    return text if is_plain and len(text) <= LONGEST_PHRASE else ""
