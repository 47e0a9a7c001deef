"""What the English of a question is known by: patterns that are made of the lexicon."""

import re
from functools import lru_cache
from typing import Final

from pog_agent.language.lexicon import english_table

_PLACE: Final = re.compile(r"\{([a-z_.]+)\}")


def one_of(kind: str) -> str:
    """A regular expression for any one word of a kind, or of a table by its words, the longest first."""
    words = english_table("lexicon", "words").get(kind) or english_table("lexicon", kind)
    return f"(?:{'|'.join(sorted(words, key=lambda word: (-len(word), word)))})"


@lru_cache(maxsize=10_000)
def english_pattern(subject: str, name: str, **given: str) -> re.Pattern[str]:
    """A pattern of `en/patterns.toml`, with what is `given` for names in braces that are none there.

    A name with a point is that of a pattern of another subject.
    """
    patterns = english_table("patterns", subject)

    def written(text: str) -> str:
        return _PLACE.sub(lambda place: f"(?:{part(place[1])})", text)

    def part(name: str) -> str:
        if "." in name:
            return english_pattern(*name.split(".")).pattern
        return given[name] if name in given else written(patterns[name]) if name in patterns else one_of(name)

    return re.compile(written(patterns[name]), re.IGNORECASE)


NOT: Final = english_pattern("negation", "not").pattern
"""A word that denies a verb, or a verb with "not" at its end. No word boundary is asked for on either side."""
ASKS_WHETHER: Final = english_pattern("question_words", "yes_or_no").pattern
"""The word that a yes/no question begins with."""
NUMBER_OF: Final = english_pattern("counts", "number_of").pattern
"""What asks for a count: the number of people, but no phone number of a person."""
