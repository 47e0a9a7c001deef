"""An encoder that remembers what it was given."""

from collections.abc import Sequence

from pog_agent.ranking.encoder import CachedEncoder, LexicalEncoder, Vectors


class Recording:
    """The lexical encoder, with the texts it was given: in each call, and all together."""

    name = "recording"

    def __init__(self) -> None:
        self.calls: list[list[str]] = []
        self._inner = CachedEncoder(LexicalEncoder())

    @property
    def texts(self) -> list[str]:
        return [text for call in self.calls for text in call]

    def encode(self, texts: Sequence[str]) -> Vectors:
        self.calls.append([*texts])
        return self._inner.encode(texts)
