"""What the content words of a question stand for."""

from collections.abc import Iterable
from dataclasses import dataclass

from pog_agent.models.reading import SpanRole
from pog_agent.reading.question_words import QuestionWords, Word


@dataclass(frozen=True)
class WordMeaning:
    """What a content word stands for, and how alike they are."""

    role: SpanRole
    meaning: str
    likeness: float = 1.0


class MeantWords:
    """The content words of a question by their rows, each with what it stands for once that is known."""

    def __init__(self, words: QuestionWords) -> None:
        self._words = words
        self._meanings: dict[int, WordMeaning] = {}

    def mean(self, rows: Iterable[int], role: SpanRole, meaning: str, likeness: float = 1.0) -> None:
        """Gives a meaning to words that have none yet."""
        for row in rows:
            self._meanings.setdefault(row, WordMeaning(role, meaning, likeness))

    def of_row(self, row: int) -> WordMeaning | None:
        """What a content word stands for, None where it stands for nothing in the query."""
        return self._meanings.get(row)

    def of_word(self, word: Word) -> WordMeaning | None:
        """The same for a word itself."""
        return self.of_row(self._words.content.index(word))

    def rows_in(self, start: int, end: int) -> list[int]:
        """The content words that begin between two characters."""
        return [row for row, word in enumerate(self._words.content) if start <= word.start < end]
