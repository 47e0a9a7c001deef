"""A query said back to a language model: as a question, and as the steps that it takes."""

from string import ascii_lowercase
from typing import Final

from pog_agent.answering.computed.query_parts import subject_of
from pog_agent.answering.computed.query_words import words_of
from pog_agent.models.query import Query
from pog_agent.run.context import RunContext

ASKED: Final = "?"
"""What is asked for among the steps."""


async def lookup_words(query: Query, run: RunContext) -> str:
    """The query in words: ``what is painted by Ann? [? - painter -> Ann]``.

    The names of relations are of many kinds, so a question made of them may be odd ("what has Ann as paints?").
    The steps show in which direction each is taken.
    """
    words = await words_of(query, run)
    edges = [item for item in query.pattern.elements if item.kind == "edge"]
    named = {item.variable: words.names(item) for item in query.pattern.elements if item.kind == "constant"}
    subject = subject_of(query)
    if subject is not None:
        named.setdefault(subject, ASKED)
    others = [name for edge in edges for name in (edge.source, edge.target) if name not in named]
    named |= dict(zip(dict.fromkeys(others), ascii_lowercase, strict=False))
    steps = [
        f"{named.get(edge.source, edge.source)} - {words.relations[edge.relation]} -> "
        f"{named.get(edge.target, edge.target)}"
        for edge in edges
    ]
    return f"{words.question(query)} [{'; '.join(steps)}]" if steps else words.question(query)
