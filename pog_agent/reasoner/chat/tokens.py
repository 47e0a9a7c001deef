"""How many tokens a text has, about: for previews, and where a server does not say."""

from collections.abc import Iterable
from typing import Final

CHARACTERS_PER_TOKEN: Final = 4


def estimated_tokens(texts: Iterable[str]) -> int:
    """The tokens of some texts together, at four characters a token, rounded up."""
    return -(-sum(map(len, texts)) // CHARACTERS_PER_TOKEN)
