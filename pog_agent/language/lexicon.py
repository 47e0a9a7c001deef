"""The lexicon of a language: its cue words, by what they are cues for."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def lexicon(language: str, file: str = "lexicon") -> Mapping[str, Any] | None:
    """The tables of a file of the language as they stand there; None for a language without one."""
    found = files("pog_agent.language").joinpath(language, f"{file}.toml")
    return tomllib.loads(found.read_text(encoding="utf-8")) if found.is_file() else None


def english_table(file: str, name: str) -> Mapping[str, Any]:
    """A table of a file of English words."""
    table: Mapping[str, Any] = (lexicon("en", file) or {})[name]
    return table


@cache
def english_words(kind: str) -> frozenset[str]:
    """The English words of a kind, such as `article`: a list of the table `words`."""
    return frozenset(english_table("lexicon", "words")[kind])
