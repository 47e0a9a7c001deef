"""What a document index was made from."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Self


@dataclass(frozen=True)
class IndexOrigin:
    """The corpus, the graph and the settings that a document index was made from, all as texts.

    `encoder` tells encoders with different vectors apart, `encoder_setting` is what named it. `linking` changes
    with whatever decides which links are found.
    """

    source: str
    kg: str
    kg_fingerprint: str
    encoder: str
    encoder_setting: str
    dimensions: str
    chunk_words: str
    linking: str

    @classmethod
    def of_facts(cls, facts: Mapping[str, str]) -> Self:
        """What the facts of an index file say; a missing one is a `KeyError`."""
        return cls(**{item.name: facts[item.name] for item in fields(cls)})

    def facts(self) -> dict[str, object]:
        """The same as facts of an index file."""
        return asdict(self)

    def other_than(self, now: Self, *, shares_documents: bool) -> str:
        """Why an index of this origin is none of another; "" where it can be brought up to date.

        A graph may have changed, or have moved, not both. A corpus may have moved if it shares documents with the
        index.
        """
        if self.encoder != now.encoder:
            names = self.encoder.split()[0], now.encoder.split()[0]
            weights = " with other weights" if names[0] == names[1] else ""
            return f"with the encoder {names[0]!r}, not {names[1]!r}{weights}"
        if self.chunk_words != now.chunk_words:
            return f"with chunks of {self.chunk_words} words, not {now.chunk_words}"
        if self.kg_fingerprint != now.kg_fingerprint and self.kg != now.kg:
            return f"for the graph {self.kg}, not {now.kg}"
        if self.source != now.source and not shares_documents:
            return f"of other documents, those of {self.source}"
        return ""
