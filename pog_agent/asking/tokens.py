"""The words of questions and names in the one form in which they are compared."""

import re
from functools import lru_cache
from typing import Final, NamedTuple

from pog_agent.kg.names import bare_name
from pog_agent.language.cues import CueBook
from pog_agent.words import stem

_WORD: Final = re.compile(r"[^\W_]+(?:[.,](?=\d)\d+)*")
_APOSTROPHES: Final = str.maketrans("", "", "'’")


class WordToken(NamedTuple):
    """A word of a text in small letters and without accents, with its stem and the characters it stands at."""

    text: str
    stem: str
    start: int
    end: int


def tokens_of(text: str, cues: CueBook) -> list[WordToken]:
    """The words of a text. A genitive ending is left out, and a denial at the end of a verb is a word."""
    word = cues.text("endings", "denial")
    found = []
    for ending in cues.endings("not"):
        places = [match.span() for match in re.finditer(re.escape(ending), text)]
        found += [WordToken(word, stem(word), *place) for place in places]
        text = text.replace(ending, " " * len(ending))
    for ending in cues.endings("owner"):
        text = text.replace(ending, " " * len(ending))
    for match in _WORD.finditer(text):
        own = bare_name(match.group())
        found.append(WordToken(own, stem(own), *match.span()))
    return sorted(found, key=lambda token: token.start)


@lru_cache(maxsize=100_000)
def name_words(name: str) -> tuple[str, ...]:
    """The words of a name."""
    return tuple(bare_name(word) for word in _WORD.findall(name.translate(_APOSTROPHES)))


@lru_cache(maxsize=100_000)
def name_stems(name: str) -> tuple[str, ...]:
    """The stems of the words of a name."""
    return tuple(map(stem, name_words(name)))
