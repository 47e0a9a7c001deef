"""English words and their opposites, as WordNet and the lexicon have them."""

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files

from pog_agent.language.lexicon import lexicon

Alternatives = Sequence[tuple[str, ...]]
"""Words that exclude each other; those in one tuple mean the same."""


@cache
def wordnet_opposites() -> Mapping[str, tuple[str, ...]]:
    """Each word with its opposites; a pair stands there once."""
    text = files("pog_agent.language").joinpath("en", "opposites.txt").read_text(encoding="utf-8")
    lines = (line.partition(": ") for line in text.splitlines() if not line.startswith("#"))
    return {word: tuple(others.split()) for word, _, others in lines}


def excluding_words() -> Sequence[Alternatives]:
    """Groups of words that exclude each other, beside those of WordNet."""
    return _alternatives("excluding")


def converse_words() -> Sequence[Alternatives]:
    """Groups of words that are said of the two sides of one relation."""
    return _alternatives("converse")


def negating_prefixes() -> tuple[str, ...]:
    """The beginnings that make the opposite of a word."""
    return tuple((lexicon("en") or {})["opposites"]["prefixes"])


def _alternatives(kind: str) -> Sequence[Alternatives]:
    return [[tuple(side.split()) for side in line.split("|")] for line in (lexicon("en") or {})["opposites"][kind]]
