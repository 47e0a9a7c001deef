"""Passages of documents in a run: what was retrieved, what a draft quotes, what an answer stands on."""

from typing import Literal

from pydantic import Field

from pog_agent.models.value import Value


class ContextRef(Value):
    """A retrieved chunk by its key in the document index, the triple that led to it as a sentence, its score."""

    chunk: int
    context: str = ""
    score: float = 0.0


class Quotation(Value):
    """The passage with this number says `quote` word for word, and `answer` stands in it.

    `path` is the number of the kept path that leads to what the passage is about, None where none does.
    """

    passage: int
    quote: str
    answer: str
    path: int | None = None


class CitedPassage(Value):
    """A passage the answer stands on: the characters from `start` to `end` of a document's text, word for word.

    `entities` are the entities of the graph that the passage is linked to.
    """

    kind: Literal["passage"] = Field("passage", exclude=True)
    document: str
    title: str
    start: int
    end: int
    text: str
    entities: tuple[str, ...] = ()
