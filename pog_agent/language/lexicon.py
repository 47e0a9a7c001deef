"""The lexicon of a language: its cue words, by what they are cues for."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def lexicon(language: str) -> Mapping[str, Any] | None:
    """The tables of the language's file as they stand there; None for a language without one."""
    file = files("pog_agent.language").joinpath(language, "lexicon.toml")
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else None


@cache
def english_spellings() -> Mapping[str, str]:
    """Another spelling of each English word that has two: the one by which both are compared."""
    found: Mapping[str, str] = (lexicon("en") or {})["spellings"]
    return found


@cache
def english_words(kind: str) -> frozenset[str]:
    """The English words of a kind, such as `article`: a list of the table `words`."""
    return frozenset((lexicon("en") or {})["words"][kind])
