"""What documents are made of, from the corpus to a search: documents, chunks, links to entities, passages."""

import hashlib
import json
from typing import Literal

from pog_agent.models import Value

LinkKind = Literal["given", "title", "mention"]
"""What links a document or chunk to an entity: the corpus, the document's title, or a mention in the chunk."""


class Document(Value):
    """A document as its corpus has it. `entities` are the IRIs that the corpus links it to."""

    id: str
    title: str
    text: str
    entities: tuple[str, ...] = ()

    @property
    def digest(self) -> bytes:
        """16 bytes that differ where title, text or entities do."""
        content = json.dumps([self.title, self.text, self.entities])
        return hashlib.blake2b(content.encode(), digest_size=16).digest()


class Chunk(Value):
    """A part of a document: whole sentences, the characters from `start` to `end` of the document's text.

    `key` is its number in the index, `number` its place in the document, from 0 on.
    """

    key: int
    document: str
    title: str
    number: int
    start: int
    end: int
    text: str

    @property
    def titled(self) -> str:
        """The text as it is embedded and searched: after the title of its document."""
        return titled(self.title, self.text)


class EntityLink(Value):
    """A link of a chunk to an entity.

    A link by ``given`` or ``title`` is one of the whole document; a ``mention`` is a name as the chunk spells it.
    `score` is 1 over the number of entities that have this name. `in_graph` is False for an entity that the corpus
    names and the graph did not have when the index was made.
    """

    iri: str
    kind: LinkKind
    mention: str = ""
    score: float = 1.0
    in_graph: bool = True


class RankedText(Value):
    """A text to be ranked: a chunk, a `context` (a triple as a sentence), or a chunk behind its context."""

    chunk: Chunk | None = None
    context: str = ""

    @property
    def text(self) -> str:
        """What a ranker compares with the query (Think-on-Graph 2, equation 5: ``[triple sentence: chunk]``)."""
        return ": ".join(part for part in (self.context, self.chunk.titled if self.chunk else "") if part)


class Passage(RankedText):
    """A chunk to be ranked, or ranked. A `context` (a triple as a sentence) stands before the chunk's text."""

    chunk: Chunk
    score: float = 0.0


def titled(title: str, text: str) -> str:
    """A text after its title, unless it begins with it."""
    return text if text.casefold().startswith(title.casefold()) else f"{title}: {text}"
