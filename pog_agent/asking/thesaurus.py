"""The thesaurus: in which words people ask for what a graph calls otherwise. It gives evidence, and no proof."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final

from pog_agent.language.lexicon import lexicon
from pog_agent.words import FUNCTION_WORDS, stem

Stems = tuple[str, ...]
_BETWEEN: Final = "|"
LONGEST: Final = 4


def content_stems_of(words: Iterable[str]) -> Stems:
    """The stems of some words without function words; of all where they are nothing else."""
    own = [word.casefold() for word in words]
    return tuple(stem(word) for word in own if word not in FUNCTION_WORDS) or tuple(map(stem, own))


@cache
def _lines(language: str) -> Sequence[frozenset[Stems]]:
    said = (lexicon(language, "thesaurus") or {"said": ()})["said"]
    return [frozenset(content_stems_of(phrase.split()) for phrase in line.split(_BETWEEN)) for line in said]


@cache
def _places(language: str) -> dict[Stems, list[int]]:
    found: defaultdict[Stems, list[int]] = defaultdict(list)
    for number, line in enumerate(_lines(language)):
        for phrase in line:
            found[phrase].append(number)
    return dict(found)


@cache
def other_phrases(name: Stems, language: str = "en") -> frozenset[Stems]:
    """The phrases that may stand for a name, given by its content stems.

    They are those of the lines that have the name, or all of its words but the first or last one.
    """
    lines = {line for part in (name, name[1:], name[:-1]) if part for line in _places(language).get(part, ())}
    return frozenset(phrase for line in lines for phrase in _lines(language)[line]) - {name}
