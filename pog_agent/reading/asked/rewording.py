"""The question in other words: each paraphrase that a model gave in the place of what it paraphrases."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Final, Protocol

from pog_agent.language.english import english_pattern
from pog_agent.language.lexicon import english_words
from pog_agent.models import Paraphrase
from pog_agent.reading.stems import content_stems
from pog_agent.values.unit_names import without_unit
from pog_agent.words import PREPOSITIONS, stem

_HANGING: Final = PREPOSITIONS | {"of"}


class Placed(Protocol):
    """A word that begins at a character of the question."""

    @property
    def start(self) -> int:
        """Its first character."""


class Rewording:
    """What a question says by the paraphrases that it has."""

    def __init__(self, question: str, paraphrases: Sequence[Paraphrase]) -> None:
        self._question = question
        self._paraphrases = tuple(paraphrases)

    def reworded(
        self, words: Collection[Placed], *, before: str | None = None, same_way: bool = False
    ) -> Iterator[str]:
        """The question with each paraphrase of what some words say in their place.

        Only what stands `before` a name takes it as its object. Put there, or the `same_way`, a paraphrase has the
        preposition that the words end with, and no "by".
        """
        strictly = before is not None or same_way
        behind_it = rf"(?=\s+(?:the\s+)?{re.escape(before)}(?!\w)(?!['’]))" if before is not None else ""
        starts = {word.start for word in words}
        for paraphrase in self._paraphrases:
            pattern = rf"(?<!\w){re.escape(paraphrase.words)}(?!\w){behind_it}"
            last = paraphrase.words.lower().split()[-1:]
            others = [
                other
                for other in paraphrase.others
                if not (strictly and other.endswith(" by")) and (not same_way or other.split()[-1:] == last)
            ]
            for match in re.finditer(pattern, self._question, re.IGNORECASE):
                start, end = match.span()
                is_said = any(start <= place < end for place in starts)
                for text in _in_place_of(paraphrase.words, others, strictly=strictly) if is_said else ():
                    yield self._question[:start] + text + self._question[end:]

    def called(self, texts: Iterable[str]) -> Iterator[str]:
        """The words that a paraphrase calls one of some texts."""
        names = list(texts)
        for paraphrase in self._paraphrases:
            if any(is_same_name(other.lower(), text) for other in paraphrase.others for text in names):
                yield paraphrase.words


def is_same_name(said: str, name: str) -> bool:
    """Whether words in lower case say the name of a relation, whatever order its nouns have.

    The unit behind a name need not be said, nor "name" itself, nor the "on" before a day. The "date created" is
    what `created` tells.
    """
    name = without_unit(name.casefold())
    words = [stem(word) for word in said.split()]
    bare = english_pattern("relations", "name_or_on").sub("", name)
    if words in [[stem(word) for word in text.split()] for text in (name, bare)]:
        return True
    own, other = content_stems(name), content_stems(said)
    if own and other - english_words("day_noun") == own and other != own:
        return True
    return len(own) > 1 and own == other and _HANGING.isdisjoint(name.split()[-1:])


def _in_place_of(words: str, others: Iterable[str], *, strictly: bool) -> Iterator[str]:
    """What may stand where some words do: a preposition at the end only where they have one, or without a "by".

    In the place of a preposition alone, nothing else stands; `strictly`, in that of one behind a verb neither.
    """
    last = (words.lower().split() or [""])[-1]
    is_alone = words.lower() == last
    for other in others:
        is_hanging = not _HANGING.isdisjoint(other.split()[-1:])
        if last not in _HANGING:
            if not is_hanging or other.endswith(" by"):
                yield other.removesuffix(" by")
        elif is_hanging:
            if not strictly or other.split()[-1] == last:
                yield other
        elif not (is_alone or strictly):
            yield from (other, f"{other} {last}")
