"""An encoder that embeds until a deadline, or until nobody waits for it any more."""

from collections.abc import Sequence
from functools import partial
from typing import Final

import numpy as np

from pog_agent.deadline import NEVER, TIME_IS_UP, Deadline, note_undone
from pog_agent.kg.adjacency import Bools
from pog_agent.ranking.encoder import CachedEncoder, Encoder, Vectors

FIRST: Final = 2
"""The first texts of a request are embedded in any case."""
AT_ONCE: Final = 32
"""So many are embedded before it looks at the time again. The first are among them where there is time: two calls
of the encoder take longer than one."""


class TimedEncoder:
    """Embeds the first texts of a request in any case, and the others as long as there is time.

    What is known of earlier requests takes no time. The rest get zeros, which resemble nothing; `left_out` counts
    them, and `asked` counts all texts. Whoever began the step at work is told, unless the caller `tells` of it.
    """

    def __init__(self, inner: Encoder, deadline: Deadline, *, tells: bool = False) -> None:
        self._inner = inner
        self._deadline = deadline
        self._is_told = tells
        self.asked = self.left_out = 0

    @property
    def name(self) -> str:
        """The inner encoder's name."""
        return self._inner.name

    @property
    def has_deadline(self) -> bool:
        """Whether its time ends, somebody waiting or not."""
        return self._deadline != NEVER

    @property
    def is_rounding(self) -> bool:
        """Whether texts that are only to be ranked are embedded in 16 bits by now."""
        return is_rounding(self._inner)

    def recalled(self, texts: Sequence[str]) -> dict[str, Vectors]:
        """The vectors of those texts that need not be embedded."""
        return self._inner.recalled(texts) if isinstance(self._inner, CachedEncoder | TimedEncoder) else {}

    def encode(self, texts: Sequence[str]) -> Vectors:
        """One vector per text, shape (len(texts), dimensions), float32; of unit length, or zeros."""
        return self.embedded(texts)[0]

    def encode_for_ranking(self, texts: Sequence[str]) -> Vectors:
        """The same for texts that are only to be ranked."""
        return self.embedded(texts, for_ranking=True)[0]

    def embedded(self, texts: Sequence[str], *, for_ranking: bool = False) -> tuple[Vectors, Bools]:
        """The same, and which of the texts were embedded, shape (len(texts),)."""
        self.asked += len(texts)
        encode = partial(encoded_for_ranking, self._inner) if for_ranking else self._inner.encode
        if not self._deadline.may_come or not texts:
            return encode(texts), np.ones(len(texts), dtype=np.bool_)
        known = self.recalled(texts)
        new = [text for text in dict.fromkeys(texts) if text not in known]
        first = len({text for text in texts[:FIRST] if text not in known})
        done = 0
        while part := new[done : first if self._deadline.is_over else done + AT_ONCE]:
            known.update(zip(part, encode(part), strict=True))
            done += len(part)
        missing = np.zeros(len(next(iter(known.values()))), dtype=np.float32)
        is_done = np.array([text in known for text in texts])
        self._note(len(texts) - int(is_done.sum()))
        return np.stack([known.get(text, missing) for text in texts]), is_done

    def _note(self, left_out: int) -> None:
        self.left_out += left_out
        if left_out and not self._is_told:
            counts = f"{self.left_out:,} of {self.asked:,} texts"
            note_undone(
                "texts", f"{counts} were not embedded and count as unlike the question, since {TIME_IS_UP}"
            )


def encoded_for_ranking(encoder: Encoder, texts: Sequence[str]) -> Vectors:
    """The vectors of texts that are only to be ranked, by 16 bits where the encoder has those."""
    if isinstance(encoder, CachedEncoder | TimedEncoder):
        return encoder.encode_for_ranking(texts)
    return encoder.encode(texts)


def is_rounding(encoder: Encoder) -> bool:
    """Whether `encoded_for_ranking` gives vectors of 16 bits for new texts by now."""
    return isinstance(encoder, CachedEncoder | TimedEncoder) and encoder.is_rounding
