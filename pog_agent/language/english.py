"""What the English of a question is known by, as parts of regular expressions made of the lexicon."""

from typing import Final

from pog_agent.language.lexicon import english_words


def one_of(kind: str) -> str:
    """A regular expression for any one word of a kind, the longest first."""
    return f"(?:{'|'.join(sorted(english_words(kind), key=lambda word: (-len(word), word)))})"


NOT: Final = rf"(?:{one_of('denial')}|\w+n['’]t)"
"""A word that denies a verb, or a verb with "not" at its end. No word boundary is asked for on either side."""
ASKS_WHETHER: Final = rf"{one_of('auxiliary')}(?:n['’]t)?\b"
"""The word that a yes/no question begins with."""
