"""English words that change what a noun or verb is said of: "deputy", "refuse to", "nearly", "should"."""

from collections.abc import Mapping
from functools import cache
from typing import Literal

from pog_agent.language.lexicon import lexicon

QualifierPlace = Literal["noun", "infinitive", "gerund", "verb", "modal"]
"""What a qualifier stands before; a modal stands anywhere."""


@cache
def qualifiers(place: QualifierPlace) -> Mapping[str, str]:
    """The words that qualify what they stand before, each with its group: those of a group say the same."""
    groups = (lexicon("en") or {})["qualifiers"][place]
    return {word: group for group, words in groups.items() for word in words}


@cache
def words_by_group() -> Mapping[str, frozenset[str]]:
    """The words by which the name of a relation tells what the qualifiers of a group say."""
    tables = (lexicon("en") or {})["qualifiers"].values()
    groups = {group for table in tables for group in table}
    return {group: frozenset(word for table in tables for word in table.get(group, ())) for group in groups}


@cache
def alike_qualifiers(word: str) -> frozenset[str]:
    """The other words that qualify a noun as a word does: who is "vice" chair is the "deputy"."""
    group = qualifiers("noun").get(word)
    return frozenset(other for other, its in qualifiers("noun").items() if its == group and other != word)
