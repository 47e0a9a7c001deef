"""Relation extraction: the triples that a chunk states, where there is no graph (Think-on-Graph 2, section 1)."""

import re
import unicodedata
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from pydantic import BeforeValidator

from pog_agent.language.english import english_pattern
from pog_agent.models import Value
from pog_agent.reasoner.base import Converted, Fallback, LlmStep
from pog_agent.reasoner.replies import AsList, ReplyModel, Text
from pog_agent.sentences import UNSPACED
from pog_agent.terms import humanize
from pog_agent.words import content_words

MOST_TRIPLES = 100
LONGEST_NAME = 120
LONGEST_RELATION = 60

_NO_WORD = re.compile(r"[^\w\s'’()/-]+|_")


class StatedTriple(Value):
    """A triple as a chunk states it: two names that stand there, and a relation in small letters."""

    subject: str
    relation: str
    object: str


class StatedRelations(Value):
    """What a chunk states, and what was dropped of the reply: why, and the triple as a text."""

    triples: tuple[StatedTriple, ...] = ()
    dropped: tuple[tuple[str, str], ...] = ()


class TripleReply(ReplyModel):
    """One triple of a reply."""

    subject: Text
    relation: Text
    object: Text


def _as_fields(value: Any) -> Any:
    """Models also write a triple as a list of three."""
    if isinstance(value, list) and len(value) == 3:
        return dict(zip(("subject", "relation", "object"), value, strict=True))
    return value


class RelationsReply(ReplyModel):
    """Reply of extract_relations."""

    list_field: ClassVar[str | None] = "triples"
    cuttable: ClassVar[frozenset[str]] = frozenset({"triples"})
    droppable: ClassVar[frozenset[str]] = frozenset({"triples"})
    triples: Annotated[list[Annotated[TripleReply, BeforeValidator(_as_fields)]], AsList]


@dataclass(frozen=True)
class ExtractRelations(LlmStep[StatedRelations]):
    """The triples that the text of a chunk states; `title` is that of its document.

    It is not in the paper, which names relation extraction and does not say how.
    """

    name = "extract_relations"
    reply = RelationsReply
    reply_tokens = 250
    most_reply_tokens = 4_000

    title: str
    text: str

    def values(self) -> dict[str, object]:
        """The title and the text."""
        return {"title": self.title, "text": self.text}

    def convert(self, reply: RelationsReply) -> Converted[StatedRelations]:
        """The triples whose subject and object stand in text or title letter by letter, each once."""
        shown = f"{_one_line(self.title)}\n{_one_line(self.text)}"
        kept: dict[StatedTriple, None] = {}
        dropped: list[tuple[str, str]] = []
        for item in reply.triples[:MOST_TRIPLES]:
            triple = StatedTriple(
                subject=_one_line(item.subject),
                relation=normalized_relation(item.relation),
                object=_one_line(item.object),
            )
            if problem := _problem(triple, shown):
                dropped.append((problem, _shortened(f"{triple.subject} - {triple.relation} - {triple.object}")))
            else:
                kept[triple] = None
        if beyond := len(reply.triples) - MOST_TRIPLES:
            dropped += [(f"triples beyond the first {MOST_TRIPLES} of a chunk", "")] * max(0, beyond)
        return Converted(StatedRelations(triples=tuple(kept), dropped=tuple(dropped)))

    def fallback(self) -> Fallback[StatedRelations]:
        """No triples."""
        return Fallback(StatedRelations(), "nothing is taken from this chunk")


def normalized_relation(text: str) -> str:
    """A relation in small words, without punctuation and a form of "be" in front: `was_bornIn` is born in."""
    words = humanize(_NO_WORD.sub(" ", _one_line(text)))
    plain = english_pattern("naming", "being_first").sub("", words)
    return plain if content_words(plain) else words


def _problem(triple: StatedTriple, shown: str) -> str:
    """Why a triple is dropped; empty where it is not."""
    names = (triple.subject, triple.object)
    if not all(map(content_words, names)) or not any(map(str.isalpha, triple.relation)):
        return "triples without a name or a relation"
    if max(map(len, names)) > LONGEST_NAME or len(triple.relation) > LONGEST_RELATION:
        return "triples with a name or a relation that is too long"
    if triple.subject.casefold() == triple.object.casefold():
        return "triples that join a name with itself"
    if not all(_stands_in(name, shown) for name in names):
        return "triples with a name that does not stand in the text"
    return ""


def _stands_in(name: str, text: str) -> bool:
    """Whether a text has the name letter by letter, in whole words; scripts without spaces have no whole words."""
    word = f"[^\\W{UNSPACED}]"
    before = f"(?<!{word})" if re.match(word, name) else ""
    after = f"(?!{word})" if re.search(f"{word}$", name) else ""
    return re.search(f"{before}{re.escape(name)}{after}", text) is not None


def _one_line(text: str) -> str:
    """Composed characters, single spaces, nothing that cannot be printed."""
    plain = unicodedata.normalize("NFC", text)
    return " ".join("".join(char if char.isprintable() else " " for char in plain).split())


def _shortened(text: str) -> str:
    return text if len(text) <= LONGEST_NAME else text[:LONGEST_NAME] + " ..."
