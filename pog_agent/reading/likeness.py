"""How alike a phrase of the question and the words of an element are."""

from collections.abc import Container, Iterable, Mapping, Sequence
from heapq import nlargest
from types import MappingProxyType

import numpy as np

from pog_agent.ranking.encoder import Encoder
from pog_agent.reading.question_words import PARAPHRASED, Phrase
from pog_agent.reading.stems import PhraseStems, content_stems
from pog_agent.subgraph.graph import Floats
from pog_agent.words import stem

CLEARLY = 0.1
VAGUE = 0.44
LEAST_PARAPHRASED = 0.6
"""A paraphrase that is less like a text says nothing of it: it is a second guess already."""
ALIAS = 0.89
"""How alike a phrase is to what is also called so; where two things are, it means neither clearly."""
MOST_LEADING = 8
SHIFTED = 0.2


class Likeness:
    """Compares phrases with texts: 1 where the words of a phrase stand in the text, else by their vectors.

    A phrase may have paraphrases, and a text other names: both count a little less than the words themselves.

    A phrase that resembles several texts a little means none of them ("film", where films have directors, actors
    and writers): so a likeness counts less, the more the best of the `rivals` exceeds it, and where another one
    is about as like.
    """

    def __init__(
        self,
        phrases: Mapping[Phrase, tuple[str, ...]],
        encoder: Encoder,
        paraphrases: Mapping[Phrase, tuple[str, ...]] | None = None,
    ) -> None:
        self._encoder = encoder
        self._columns = {phrase: place for place, phrase in enumerate(phrases)}
        self._spellings = list(phrases.values())
        self._paraphrases: dict[int, list[int]] = {}
        for phrase, others in (paraphrases or {}).items():
            first = len(self._spellings)
            self._spellings += [(other,) for other in others]
            self._paraphrases[self._columns[phrase]] = [*range(first, len(self._spellings))]
        self._stems = PhraseStems([spellings[0] for spellings in self._spellings])
        self._rows: dict[str, int] = {}
        self._table: Floats = np.zeros((0, len(self._columns)))
        self._bare: Floats = np.zeros((0, len(self._columns)))
        self._rivals: dict[str, None] = {}
        self._leaders: dict[Phrase, list[tuple[float, str]]] = {}

    @property
    def spellings(self) -> list[str]:
        """All that texts are compared with: the phrases as they may be spelled, and their paraphrases."""
        return list(dict.fromkeys(text for found in self._spellings for text in found))

    def learn(
        self,
        texts: Iterable[str],
        rivals: Iterable[str] = (),
        aliases: Mapping[str, Sequence[str]] = MappingProxyType({}),
    ) -> None:
        """Compares all phrases with some texts at once, each with its other names, if it has `aliases`.

        `rivals` are texts that elements compete with.
        """
        rivals = list(dict.fromkeys(rivals))
        new = [text for text in dict.fromkeys([*texts, *rivals]) if text not in self._rows]
        if new and self._columns:
            self._rows |= {text: len(self._rows) + place for place, text in enumerate(new)}
            best, bare = self._fits(new)
            also = self._of_aliases({text: aliases.get(text, ()) for text in new})
            self._table = np.concatenate([self._table, np.maximum(self._compared(new, best), also)])
            self._bare = np.concatenate([self._bare, np.maximum(self._compared(new, bare), also)])
        self._rivals |= dict.fromkeys(rivals)
        self._leaders.clear()

    def _compared(self, texts: Sequence[str], similarity: Floats) -> Floats:
        """The likeness of every text and phrase, shape (texts, phrases); none of a phrase that a text has in part.

        `similarity` is that of every text and each phrase and paraphrase.

        A deputy mayor is no mayor: each of the two words is on its own. Where one word differs from the other by a
        prefix that changes what it means ("grandchild" and "child"), they are not much alike.
        """
        fit = similarity.copy()
        limits = np.ones_like(fit)
        for row, text in enumerate(texts):
            for place, share in self._stems.shares(text).items():
                fit[row, place] = float(share == 1)
            limits[row, list(self._stems.shifted(text))] = SHIFTED
        fit = np.minimum(fit, limits)
        for place, others in self._paraphrases.items():
            best = fit[:, others].max(axis=1)
            said = np.where(best >= LEAST_PARAPHRASED, PARAPHRASED * best, 0.0)
            fit[:, place] = np.maximum(fit[:, place], np.minimum(said, limits[:, place]))
        return fit[:, : len(self._columns)]

    def _of_aliases(self, aliases: Mapping[str, Sequence[str]]) -> Floats:
        """The likeness of every phrase and the best of the other names of each text, shape (texts, phrases).

        A phrase is never a part of such a name: "what does the letter stand for" does not ask what a town "stands
        on". Of a paraphrase only the name itself is another guess that counts.
        """
        found = np.zeros((len(aliases), len(self._columns)))
        names = list(dict.fromkeys(name for own in aliases.values() for name in own))
        if not names:
            return found
        fit, _ = self._fits(names)
        for row, name in enumerate(names):
            said = _stems_without_by(name)
            for place in self._stems.shares(name):
                fit[row, place] = float(said in map(_stems_without_by, self._spellings[place]))
        fit = np.where(fit >= LEAST_PARAPHRASED, ALIAS * fit, 0.0)
        for place, others in self._paraphrases.items():
            best = fit[:, others].max(axis=1)
            fit[:, place] = np.maximum(fit[:, place], np.where(best >= ALIAS, PARAPHRASED * best, 0.0))
        rows = {name: row for row, name in enumerate(names)}
        for row, (text, own) in enumerate(aliases.items()):
            if own:
                found[row] = fit[[rows[name] for name in own], : len(self._columns)].max(axis=0)
                others = [place for place in self._stems.shifted(text) if place < len(self._columns)]
                found[row, others] = np.minimum(found[row, others], SHIFTED)
        return found

    def _fits(self, texts: Sequence[str]) -> tuple[Floats, Floats]:
        """The similarity of every text and each phrase and paraphrase, by the best and by the first spelling."""
        spellings = self.spellings
        vectors = self._encoder.encode([*texts, *spellings])
        fit = np.clip(vectors[: len(texts)] @ vectors[len(texts) :].T, 0.0, 1.0).astype(np.float64)
        column = {text: place for place, text in enumerate(spellings)}
        best = [fit[:, [column[text] for text in found]].max(axis=1) for found in self._spellings]
        return np.stack(best, axis=1), fit[:, [column[found[0]] for found in self._spellings]]

    def plain(self, phrase: Phrase, text: str) -> float:
        """The likeness of a phrase and a text that was learned, 0 to 1."""
        return float(self._table[self._rows[text], self._columns[phrase]])

    def of(self, phrase: Phrase, text: str) -> float:
        """The same beside what the best rival has."""
        likeness = self.plain(phrase, text)
        if not likeness:
            return 0.0
        leading, own = self._leading(phrase), content_stems(text)
        best = max(leading[0][0], likeness)
        other = next((found for found, rival in leading if own.isdisjoint(content_stems(rival))), 0.0)
        is_vague = likeness < PARAPHRASED and likeness - other < CLEARLY
        return min(likeness * likeness / best, VAGUE if is_vague else 1.0)

    def is_said(self, phrase: Phrase, text: str) -> bool:
        """Whether all words of a phrase stand in a text, by their stems; the text need not be learned."""
        place = self._columns[phrase]
        return self._stems.shares(text).get(place) == 1 and place not in self._stems.shifted(text)

    def rival(self, phrase: Phrase, besides: Container[str], among: Container[str] | None = None) -> float:
        """The likeness of a phrase and the most alike of the rivals, besides some texts, `among` others if given.

        A preposition behind the phrase says nothing: "heard in" is not "published in".
        """
        found = (pair for pair in self._of_rivals(phrase, self._bare) if pair[0] not in besides)
        return max((likeness for text, likeness in found if among is None or text in among), default=0.0)

    def bare(self, phrase: Phrase, text: str) -> float:
        """The likeness of a phrase and a text that was learned, without a preposition behind the phrase."""
        return float(self._bare[self._rows[text], self._columns[phrase]])

    def _leading(self, phrase: Phrase) -> list[tuple[float, str]]:
        """The rivals that are most like a phrase, with their likeness."""
        if phrase not in self._leaders:
            found = ((likeness, text) for text, likeness in self._of_rivals(phrase, self._table))
            self._leaders[phrase] = nlargest(MOST_LEADING, found) or [(0.0, "")]
        return self._leaders[phrase]

    def _of_rivals(self, phrase: Phrase, table: Floats) -> Iterable[tuple[str, float]]:
        """Every rival with the likeness of a phrase, as a table has it."""
        if phrase not in self._columns:
            return ()
        rows = [self._rows[text] for text in self._rivals]
        return zip(self._rivals, table[rows, self._columns[phrase]].tolist(), strict=True)


def _stems_without_by(text: str) -> frozenset[str]:
    """The stems of all words of a text but "by": a deed is the same in both voices."""
    return frozenset(stem(word) for word in text.split() if word != "by")
