"""How like the words of a question are to the names of classes and relations, by stems and by meaning."""

from collections import Counter
from collections.abc import Container, Sequence
from functools import cached_property
from threading import Lock
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pog_agent.asking.encoder import QuestionEncoder
from pog_agent.asking.links import QuestionLink
from pog_agent.asking.question import CuedQuestion
from pog_agent.asking.schema import AskedSchema
from pog_agent.asking.thesaurus import LONGEST, Stems, content_stems_of, other_phrases
from pog_agent.asking.tokens import name_stems, name_words
from pog_agent.ranking.encoder import Encoder, Vectors
from pog_agent.terms import Term

Floats = NDArray[np.float32]

_FLOOR, _RANGE = 0.2, 0.5
"""Likeness from here on counts as covering a word, and so much more covers it wholly."""
_SAME_STEM: Final = 0.95
_SHARED_LETTERS: Final = 4
_AKIN: Final = 0.6
"""What a word covers of a name that has another form of it, by its first letters: "funder", "funded"."""
_WHOLE_SHARE: Final = 0.25
_SAID_OTHERWISE: Final = 0.8
"""What a phrase of the thesaurus for a name covers of each word, and how like the name it is."""
_LEARNED_SCALE, _LEARNED_SHIFT = 0.9, 0.18
"""The learned likeness in the scale of the plain one."""
_THING: Final = "it"


class SchemaVectors:
    """The names of classes and relations of one graph with vectors and stems; made once for all questions."""

    def __init__(self, schema: AskedSchema, encoder: Encoder, meaning: QuestionEncoder) -> None:
        self.schema, self.encoder, self.meaning = schema, encoder, meaning
        self.iris: Sequence[Term] = [*schema.relations, *schema.classes]
        self.place = {iri: place for place, iri in enumerate(self.iris)}
        names = [schema.names(iri) for iri in self.iris]
        self.owner = np.repeat(np.arange(len(names)), [len(own) for own in names])
        self.names: Sequence[str] = [name for own in names for name in own]
        self.stems = [name_stems(name) for name in self.names]
        self.all_stems = frozenset(stem for stems in self.stems for stem in stems)
        stems = [[content_stems_of(name_words(name)) for name in own] for own in names]
        self.phrases = [frozenset[Stems]().union(*map(other_phrases, own)) for own in stems]
        self.bearers = Counter(phrase for phrases in self.phrases for phrase in phrases)
        self._lock = Lock()

    def embed(self) -> None:
        """Makes the vectors of all names, once: a wide schema takes seconds (about 1,000 names one)."""
        with self._lock:
            _ = self.vectors, self.meant

    @cached_property
    def vectors(self) -> Vectors:
        """The vectors of all names."""
        return self.encoder.encode(list(self.names))

    @cached_property
    def meant(self) -> Floats:
        """The vectors of all names by which words of questions find what they mean."""
        return self.meaning.names(list(self.names))

    def by_iri(self, values: Floats) -> Floats:
        """The greatest of the values of the names of each class and relation, along the last axis."""
        starts = np.flatnonzero(np.diff(self.owner, prepend=-1))
        found: Floats = np.maximum.reduceat(values, starts, axis=-1)
        return found


class SchemaLikeness:
    """One question against all names. Rows of `cover` are classes and relations, columns the question's words."""

    def __init__(self, question: CuedQuestion, links: Sequence[QuestionLink], names: SchemaVectors) -> None:
        self.question, self.names = question, names
        self.linked = linked_places(links)
        self._free = [place for place in range(len(question)) if place not in self.linked]
        book = question.book
        self._asked = masked_words(question, self.linked)
        heads = [
            question.head or _THING,
            *(book.text("kinds", kind) for kind in ("person", "place", "organisation")),
        ]
        vectors = names.encoder.encode([*heads, " ".join(word for word, _ in self._asked), question.text])
        likeness = np.clip(vectors @ names.vectors.T, -1, 1).astype(np.float32)
        whole: tuple[Floats, ...] = tuple(names.by_iri(likeness))
        head, self.person, self.place, self.organisation, self.masked, self.whole = whole
        self.head = head if question.head else self._head_of_kind()
        self.lexical, self.cover = self._by_stems()
        self.said = self._by_thesaurus()
        self._by_meaning()
        alike = np.maximum(_SAME_STEM * self.lexical, _SAID_OTHERWISE * self.said)
        self.best: Floats = np.maximum(self.meant_best, alike)
        share = np.float32(names.meaning.pooled_share)
        learned = share * self.meant_whole + (1 - share) * self.meant_best
        plain = (1 - _WHOLE_SHARE) * self.best + _WHOLE_SHARE * self.masked
        self.relevance: Floats = (plain + _LEARNED_SCALE * learned + _LEARNED_SHIFT) / 2

    def of(self, iri: Term) -> float:
        """How relevant a class or relation is, about 0 to 1."""
        place = self.names.place.get(iri)
        return float(self.relevance[place]) if place is not None else 0.0

    def _head_of_kind(self) -> Floats:
        if self.question.asked_for == "person":
            return self.person
        nothing: Floats = np.zeros(len(self.names.iris), np.float32)
        return self.place if self.question.asked_for == "place" else nothing

    def _by_stems(self) -> tuple[Floats, Floats]:
        """The share of the words of each name that stand in the question, and which words these are."""
        question, names = self.question, self.names
        shares = np.zeros(len(names.names), np.float32)
        cover = np.zeros((len(names.iris), len(question)), np.float32)
        own = [(place, question.stems[place], question.words[place]) for place in self._free]
        functions = question.book.function_words
        for row, (name, stems) in enumerate(zip(names.names, names.stems, strict=True)):
            words = name_words(name)
            wanted = [pair for pair in zip(words, stems, strict=True) if pair[0] not in functions] or [
                *zip(words, stems, strict=True)
            ]
            got = 0.0
            for word, stem in wanted:
                best = 0.0
                for place, own_stem, own_word in own:
                    fit = 1.0 if stem == own_stem else _AKIN * _are_akin(word, own_word)
                    if fit:
                        cover[names.owner[row], place] = max(cover[names.owner[row], place], fit)
                    best = max(best, fit)
                got += best
            shares[row] = got / max(len(wanted), 1)
        return names.by_iri(shares), cover

    def _by_thesaurus(self) -> Floats:
        """How far words of the question may stand for each name; less, the more names they may stand for."""
        said = np.zeros(len(self.names.iris), np.float32)
        runs = self._runs()
        for row, phrases in enumerate(self.names.phrases):
            for phrase in phrases & runs.keys():
                said[row] = max(said[row], 1 / np.sqrt(self.names.bearers[phrase]))
                places = list(runs[phrase])
                self.cover[row, places] = np.maximum(self.cover[row, places], _SAID_OTHERWISE)
        return said

    def _runs(self) -> dict[Stems, tuple[int, ...]]:
        """The places of the content words that follow each other, by their stems."""
        question = self.question
        free = [place for place in self._free if question.is_content[place]]
        runs = (free[start:end] for start in range(len(free)) for end in range(start + 1, start + LONGEST + 1))
        return {tuple(question.stems[place] for place in run): tuple(run) for run in runs}

    def _by_meaning(self) -> None:
        """What the question as a whole, and its words, mean; what each word is like, it covers, too."""
        names, vectors = self.names, self.names.meaning.question([word for word, _ in self._asked])
        self.meant_whole: Floats = names.by_iri(vectors.whole @ names.meant.T)
        by_token = names.by_iri(vectors.tokens @ names.meant.T)
        self.meant_best: Floats = by_token.max(axis=0) if len(by_token) else self.meant_whole
        fits = np.clip((by_token - _FLOOR) / _RANGE, 0, 1)
        for word, row in zip(vectors.word_of.tolist(), fits, strict=True):
            place = self._asked[word][1]
            if self.question.is_content[place] and place not in self.linked:
                np.maximum(self.cover[:, place], row, out=self.cover[:, place])


def linked_places(links: Sequence[QuestionLink]) -> frozenset[int]:
    """The places of the words that surely name something."""
    return frozenset(place for link in links if link.is_sure for place in link.places)


def masked_words(question: CuedQuestion, linked: Container[int]) -> list[tuple[str, int]]:
    """The words of a question with their places, what it names as one "it"."""
    found: list[tuple[str, int]] = []
    for place, word in enumerate(question.words):
        shown = _THING if place in linked else word
        if not (found and found[-1][0] == shown == _THING):
            found.append((shown, place))
    return found


def _are_akin(one: str, other: str) -> bool:
    """Whether two words begin alike for the most part."""
    shared = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        shared += 1
    return shared >= _SHARED_LETTERS and 2 * shared > max(len(one), len(other))
