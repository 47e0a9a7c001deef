"""What English verbs and nouns of amounts and times speak of: "costs" of a price, "joined" of being hired."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from pog_agent.language.lexicon import english_table
from pog_agent.words import stem


class AmountNames(NamedTuple):
    """Names of attributes that a word asks for: those that it means, and those that it may mean."""

    meant: tuple[str, ...]
    possible: tuple[str, ...] = ()


_NAMES: Final[Mapping[str, Mapping[str, Sequence[str]]]] = {
    kind: {stem(word): names for word, names in words.items()}
    for kind, words in english_table("lexicon", "amounts").items()
}
RATES: Final = _NAMES["rates"]
"""By a period, words of a name by which it tells an amount for each."""


def amount_names(word: str) -> AmountNames:
    """The names of what a word speaks of as an amount; none for any other word."""
    return AmountNames(*(tuple(_NAMES[kind].get(stem(word), ())) for kind in ("meant", "possible")))


def event_names(word: str) -> AmountNames:
    """The names of dates by which a verb may tell when something was; none for any other word."""
    return AmountNames((), tuple(_NAMES["dates"].get(stem(word), ())))
