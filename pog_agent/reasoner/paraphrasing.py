"""Other phrases for words of a question, as models write them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from pog_agent.models import Paraphrase

MOST_PARAPHRASES: Final = 5
PARAPHRASES_SCHEMA: Final = {"type": "object", "additionalProperties": {"type": "string", "maxLength": 120}}
"""For servers that hold a model to a schema."""


def read_paraphrases(given: Any, question: str) -> Iterator[Paraphrase]:
    """The paraphrases of words that the question says: phrases with commas between, or a list of them.

    A text for each word instead of a list keeps small models from repeating themselves.
    """
    for words, others in given.items() if isinstance(given, Mapping) else ():
        phrases = others.split(",") if isinstance(others, str) else others
        if words.casefold() not in question.casefold() or not isinstance(phrases, list):
            continue
        texts = dict.fromkeys(text.strip() for text in phrases if isinstance(text, str) and text.strip())
        if texts:
            yield Paraphrase(words=words, others=tuple(texts)[:MOST_PARAPHRASES])


def dropped_paraphrases(given: Any, kept: Sequence[Paraphrase]) -> Iterator[str]:
    """A warning of paraphrases that were given and not kept."""
    known = {paraphrase.words for paraphrase in kept}
    strange = [repr(words) for words in given if words not in known] if isinstance(given, Mapping) else []
    if strange:
        yield f"dropped paraphrases of what the question does not say, or that are no texts: {', '.join(strange)}"
