"""Finds names of the schema summary among the words of a question: the same words first, then words alike."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Final

from pog_agent.models.class_topics import MatchKind
from pog_agent.ranking.encoder import Encoder, Vectors
from pog_agent.reading.answer_type import ALIKE
from pog_agent.reading.likeness import CLEARLY
from pog_agent.reading.schema.names import SchemaNameForm, Token, are_same_noun, by_stems, stems_of
from pog_agent.terms import Term

MOST_LIKE_WORDS: Final = 2
"""The longest phrase that is compared by likeness, in words."""
MOST_BY_STEMS: Final = 0.85
MOST_BY_LIKENESS: Final = 0.8
OF_HEAD: Final = 0.7
_SCORES: Final[Mapping[MatchKind, float]] = {"label": 1.0, "alias": 0.95, "iri": 0.9}
_LEAST_LETTERS: Final = 3


@dataclass(frozen=True, slots=True)
class NameMatch:
    """The tokens from `first` up to `last`, which is not included, name something."""

    first: int
    last: int
    iri: Term
    score: float
    how: MatchKind


class NameMatcher:
    """Finds names among the tokens of questions, each token once.

    `is_under` says of a thing that it is one, too, that another is (a class of its superclass): words like both of
    them may still mean the better one. Several things of equal names are all found.
    """

    def __init__(
        self,
        forms: Iterable[SchemaNameForm],
        encoder: Encoder,
        is_under: Callable[[Term, Term], bool] = lambda one, other: one == other,
    ) -> None:
        self._forms = tuple(forms)
        self._encoder = encoder
        self._is_under = is_under
        self._by_stems = by_stems(self._forms)
        self._longest = max(map(len, self._by_stems), default=0)

    def same_words(self, tokens: Sequence[Token], taken: set[int]) -> Iterator[NameMatch]:
        """Matches of whole names, the longest first; the numbers of their tokens are added to `taken`."""
        for first, last in _runs(tokens, self._longest):
            if taken.isdisjoint(range(first, last)) and (found := self._named(tokens[first:last])):
                taken.update(range(first, last))
                yield from (NameMatch(first, last, *item) for item in found)

    def heads(self, tokens: Sequence[Token], taken: set[int]) -> Iterator[NameMatch]:
        """Matches of the last word of one name alone, or of several names of kinds of one of them, which it means.

        A word that ends other names is vague and means none. Where a wider thing is like the word, it means that
        one: "concert" a music event, of which a "youth concert" is a kind.
        """
        for place, token in enumerate(tokens):
            if place in taken:
                continue
            stem = stems_of((token.text,))[0]
            ended = [form for form in self._by_head.get(stem, ()) if are_same_noun(token.text, form.words[-1])]
            iris = list(dict.fromkeys(form.iri for form in ended))
            widest = [iri for iri in iris if all(self._is_under(other, iri) for other in iris)]
            if len(widest) == 1:
                taken.add(place)
                yield self._wider(place, token, widest[0]) or NameMatch(
                    place, place + 1, widest[0], OF_HEAD, "head"
                )

    def alike(
        self,
        tokens: Sequence[Token],
        taken: set[int],
        besides: Collection[str] = (),
        leading: Mapping[int, Term] = MappingProxyType({}),
    ) -> Iterator[NameMatch]:
        """Matches of words whose likeness to one name is high, and clearly higher than to that of any other thing.

        Words with a stem in `besides` mean something else. `leading` are tokens that name something themselves,
        but may begin the name of another thing ("car manufacturers" are no cars).
        """
        closed = taken - leading.keys()
        runs = [
            run
            for run in _runs(tokens, MOST_LIKE_WORDS)
            if closed.isdisjoint(range(*run))
            and taken.isdisjoint(range(run[1] - 1, run[1]))
            and all(_may_be_noun(token, besides) for token in tokens[slice(*run)])
        ]
        if not runs or not self._forms:
            return
        phrases = [" ".join(token.text for token in tokens[first:last]) for first, last in runs]
        fits = self._encoder.encode(phrases) @ self._vectors.T
        ranked = sorted(zip(runs, fits, strict=True), key=lambda item: (-float(item[1].max()), item[0]))
        for (first, last), row in ranked:
            found = self._clearest(row) if closed.isdisjoint(range(first, last)) else None
            if found is not None and found[0] != leading.get(first):
                closed.update(range(first, last))
                taken.update(range(first, last))
                yield NameMatch(first, last, found[0], min(found[1], MOST_BY_LIKENESS), "likeness")

    def _wider(self, place: int, token: Token, iri: Term) -> NameMatch | None:
        """What has a thing as one of its kinds and a name like a token; the one whose name is most like it."""
        wider = [
            row
            for row, form in enumerate(self._forms)
            if form.iri != iri and self._is_under(iri, form.iri) and not self._is_under(form.iri, iri)
        ]
        if not wider:
            return None
        fits = (self._encoder.encode([token.text]) @ self._vectors[wider].T)[0]
        likeness, best = float(fits.max()), self._forms[wider[int(fits.argmax())]]
        if likeness < ALIKE:
            return None
        return NameMatch(place, place + 1, best.iri, min(likeness, MOST_BY_LIKENESS), "likeness")

    @cached_property
    def _vectors(self) -> Vectors:
        return self._encoder.encode([form.text for form in self._forms])

    @cached_property
    def _by_head(self) -> Mapping[str, Sequence[SchemaNameForm]]:
        found: dict[str, list[SchemaNameForm]] = {}
        for form in self._forms:
            if len(form.words) > 1:
                found.setdefault(form.stems[-1], []).append(form)
        return found

    def _named(self, tokens: Sequence[Token]) -> list[tuple[Term, float, MatchKind]]:
        """What the words spell, best first: names in singular or plural, else names of the same stems."""
        words = tuple(token.text for token in tokens)
        best: dict[Term, tuple[float, MatchKind]] = {}
        others: dict[Term, tuple[float, MatchKind]] = {}
        for form in self._by_stems.get(stems_of(words), ()):
            if all(map(are_same_noun, words, form.words)):
                best.setdefault(form.iri, (_SCORES[form.how], form.how))
                continue
            pair = self._encoder.encode([" ".join(words), form.text])
            likeness = float(pair[0] @ pair[1])
            if likeness >= ALIKE:
                others.setdefault(form.iri, (min(likeness, MOST_BY_STEMS), "stem"))
        return [(iri, *item) for iri, item in (best or others).items()]

    def _clearest(self, row: Vectors) -> tuple[Term, float] | None:
        best = self._forms[int(row.argmax())].iri
        rivals = [
            float(fit)
            for form, fit in zip(self._forms, row.tolist(), strict=True)
            if not (self._is_under(best, form.iri) or self._is_under(form.iri, best))
        ]
        likeness = float(row.max())
        is_clear = likeness >= ALIKE and likeness - max(rivals, default=0.0) >= CLEARLY
        return (best, likeness) if is_clear else None


def _runs(tokens: Sequence[Token], longest: int) -> Iterator[tuple[int, int]]:
    """The runs of tokens that may be one name, the longest first, then from left to right."""
    for size in range(min(longest, len(tokens)), 0, -1):
        for first in range(len(tokens) - size + 1):
            if all(token.joined for token in tokens[first + 1 : first + size]):
                yield first, first + size


def _may_be_noun(token: Token, besides: Collection[str]) -> bool:
    is_word = len(token.text) >= _LEAST_LETTERS and token.text.isalpha() and not token.is_name
    return is_word and stems_of((token.text,))[0] not in besides
