"""What another way to the answer tells of the words of a question, before a query is composed for it."""

from collections.abc import Iterator
from dataclasses import dataclass

from pog_agent.models import Paraphrase
from pog_agent.terms import Term


@dataclass(frozen=True)
class ReadingHints:
    """Other words for words of the question, and the relations by which somebody else answers it.

    A relation of the `relations` need not be asked for by a word, and is preferred to one that is as good. All
    words of the question must be read nevertheless.
    """

    paraphrases: tuple[Paraphrase, ...] = ()
    relations: frozenset[Term] = frozenset()

    def others(self, text: str) -> Iterator[str]:
        """The other words for a text in lower case."""
        for paraphrase in self.paraphrases:
            if paraphrase.words.lower() == text:
                yield from (other.lower() for other in paraphrase.others)
