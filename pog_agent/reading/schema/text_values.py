"""Texts that attributes of a graph have, found among the words of questions."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from pog_agent.language.english import english_pattern
from pog_agent.language.lexicon import english_words
from pog_agent.models.class_topics import TextMention
from pog_agent.reading.stems import begins_alike
from pog_agent.terms import LiteralTerm, Term, literal_value
from pog_agent.words import FUNCTION_WORDS, WORD, stem

MOST_WORDS: Final = 6
"""The longest text that is looked for, in words."""
_DOER: Final = english_pattern("words", "doer")
_LETTER: Final = re.compile(r"[^\W\d_]")

Key = tuple[str, ...]


class TextValues:
    """The text values of some attributes by their words. A text of one word is also found in another form."""

    def __init__(self, values: Mapping[Term, Sequence[LiteralTerm]], notices: Sequence[str] = ()) -> None:
        """`values` are the literals of each attribute; `notices` say which attributes are left out."""
        self.notices = tuple(notices)
        self.by_relation = values
        self._exact: defaultdict[Key, list[tuple[Term, LiteralTerm]]] = defaultdict(list)
        self._stems: defaultdict[str, list[tuple[Term, LiteralTerm]]] = defaultdict(list)
        self._doers: list[tuple[Term, str]] = []
        for relation, terms in values.items():
            texts = {literal_value(term).lower() for term in terms}
            self._doers += [(relation, text) for text in sorted(texts) if _DOER.fullmatch(text)]
            for term in terms:
                words = _words(literal_value(term))
                if not words or len(words) > MOST_WORDS or not _LETTER.search(literal_value(term)):
                    continue
                self._exact[words].append((relation, term))
                if len(words) == 1 and words[0] not in FUNCTION_WORDS:
                    self._stems[stem(words[0])].append((relation, term))

    def find(self, question: str) -> tuple[TextMention, ...]:
        """The texts that stand in a question, one mention for each attribute; a longer text hides shorter ones."""
        places = [(match.start(), match.end(), match.group().lower()) for match in WORD.finditer(question)]
        taken: set[int] = set()
        found: list[TextMention] = []
        for first, last in _runs(len(places)):
            if not taken.isdisjoint(range(first, last)):
                continue
            words = tuple(re.sub(r"['’]s$", "", text) for *_, text in places[first:last])
            if last - first == 1 and words[0] in FUNCTION_WORDS:
                continue
            pairs = self._exact.get(words) or (self._forms_of(words[0], question, places[first][0]))
            if not pairs or (len(words) > 1 and words not in self._exact):
                continue
            taken.update(range(first, last))
            start, end = places[first][0], places[first][0] + _length(places[first:last], words)
            found += _mentions(question[start:end], start, end, pairs)
        return tuple(sorted(found, key=lambda item: (item.start, item.relation)))

    def small(self, question: str) -> frozenset[tuple[str, Term]]:
        """The words "for" and "against" of a question that are texts, each with its attribute: a vote."""
        words = {match.group().lower() for match in WORD.finditer(question)} & english_words("vote")
        return frozenset((word, relation) for word in words for relation, _ in self._exact.get((word,), ()))

    def of_deeds(self, question: str) -> frozenset[tuple[str, Term]]:
        """The verbs of a question for whose doer an attribute has a text: what "won" is a "winner"."""
        words = {match.group() for match in WORD.finditer(question) if match.group().islower()}
        return frozenset(
            (word, relation)
            for relation, text in self._doers
            for word in words
            if word != text and begins_alike([word], [text])
        )

    def _forms_of(self, word: str, question: str, start: int) -> list[tuple[Term, LiteralTerm]] | None:
        """The texts that a word is another form of: plural, or the adjective of a place ("African")."""
        found = self._stems.get(stem(word))
        if found is None and question[start].isupper() and word.endswith("n"):
            found = self._exact.get((word[:-1],)) or self._exact.get((word[:-2],))
        return found


def _length(places: Sequence[tuple[int, int, str]], words: Key) -> int:
    """How many characters the words take, without a genitive ending of the last one."""
    return places[-1][0] + len(words[-1]) - places[0][0]


def _mentions(text: str, start: int, end: int, pairs: Sequence[tuple[Term, LiteralTerm]]) -> Iterator[TextMention]:
    relations = dict.fromkeys(relation for relation, _ in pairs)
    for relation in relations:
        terms = tuple(sorted({term for other, term in pairs if other == relation}))
        yield TextMention(text=text, start=start, end=end, relation=relation, terms=terms)


def _words(text: str) -> Key:
    return tuple(match.group().lower() for match in WORD.finditer(text))


def _runs(size: int) -> Iterator[tuple[int, int]]:
    for length in range(min(MOST_WORDS, size), 0, -1):
        for first in range(size - length + 1):
            yield first, first + length
