"""An encoder that remembers what it was given."""

from collections.abc import Sequence

from pog_agent.ranking.encoder import CachedEncoder, LexicalEncoder, Vectors


class Recording:
    """The lexical encoder, with the texts it has embedded."""

    name = "recording"

    def __init__(self) -> None:
        self.texts: list[str] = []
        self._inner = CachedEncoder(LexicalEncoder())

    def encode(self, texts: Sequence[str]) -> Vectors:
        self.texts += texts
        return self._inner.encode(texts)
