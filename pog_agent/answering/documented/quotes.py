"""Quotations of a draft, found word for word in the passages that were shown."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pog_agent.documents import Chunk, EntityLink
from pog_agent.models import CitedPassage, ContextRef, Quotation
from pog_agent.run.context import RunContext
from pog_agent.sentences import sentences


@dataclass(frozen=True)
class FoundQuote:
    """A quotation with its chunk, the links of the chunk, and its span of characters in the text of the chunk."""

    quotation: Quotation
    chunk: Chunk
    links: tuple[EntityLink, ...]
    start: int
    end: int

    @property
    def text(self) -> str:
        """What is quoted, as the document has it."""
        return self.chunk.text[self.start : self.end]

    @property
    def sentence(self) -> str:
        """The whole sentences of the document that the quotation stands in: a part could hide who is spoken of."""
        spans = [span for span in sentences(self.chunk.text) if span[0] < self.end and self.start < span[1]]
        return self.chunk.text[spans[0][0] : spans[-1][1]].strip() if spans else self.text

    @property
    def has_answer(self) -> bool:
        """Whether the answer stands in it, as whole words."""
        return find_words(self.quotation.answer, self.text, ignore_case=True) is not None

    @property
    def cited(self) -> CitedPassage:
        """The quotation as evidence."""
        return CitedPassage(
            document=self.chunk.document,
            title=self.chunk.title,
            start=self.chunk.start + self.start,
            end=self.chunk.start + self.end,
            text=self.text,
            entities=tuple(link.iri for link in self.links if link.in_graph),
        )


@dataclass(frozen=True)
class Quotes:
    """The quotations that hold, and a warning for each that does not."""

    found: tuple[FoundQuote, ...] = ()
    warnings: tuple[str, ...] = ()


def find_quotes(quotations: Sequence[Quotation], contexts: Sequence[ContextRef], run: RunContext) -> Quotes:
    """Looks each quotation up in the document index, in the passage that it names by its number from 1."""
    if run.documents is None or not quotations:
        return Quotes()
    chunks = run.documents.chunks(item.chunk for item in contexts)
    links = run.documents.entities_of(list(chunks.values()))
    found: list[FoundQuote] = []
    warnings: list[str] = []
    for item in quotations:
        key = contexts[item.passage - 1].chunk if 1 <= item.passage <= len(contexts) else None
        chunk = chunks.get(key) if key is not None else None
        span = find_words(item.quote, chunk.text) if chunk is not None else None
        if chunk is None or span is None:
            warnings.append(f"passage {item.passage} does not have the quotation {_short(item.quote)!r}")
        else:
            found.append(FoundQuote(item, chunk, links.get(chunk.key, ()), *span))
    return Quotes(tuple(found), tuple(warnings))


def find_words(words: str, text: str, *, ignore_case: bool = False) -> tuple[int, int] | None:
    """Where a text first has some words as whole words, as a span of characters; space may differ."""
    spelled = r"\s+".join(map(re.escape, words.split()))
    if not spelled:
        return None
    found = re.search(rf"(?<!\w){spelled}(?!\w)", text, re.IGNORECASE if ignore_case else 0)
    return found.span() if found else None


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 60 else f"{line[:59]}…"
