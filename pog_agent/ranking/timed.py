"""An encoder that embeds until a deadline."""

from collections.abc import Sequence
from typing import Final

import numpy as np

from pog_agent.deadline import NEVER, TIME_IS_UP, Deadline, note_undone
from pog_agent.ranking.encoder import Encoder, Vectors

FIRST: Final = 2
AT_ONCE: Final = 32
"""The first texts of a request are embedded in any case, and then so many before it looks at the time again."""


class TimedEncoder:
    """Embeds the first texts of a request in any case, and the others as long as there is time.

    The rest get zeros, which resemble nothing; `left_out` counts them, and `asked` counts all texts. Whoever began
    the step at work is told.
    """

    def __init__(self, inner: Encoder, deadline: Deadline) -> None:
        self._inner = inner
        self._deadline = deadline
        self.asked = self.left_out = 0

    @property
    def name(self) -> str:
        """The inner encoder's name."""
        return self._inner.name

    @property
    def has_deadline(self) -> bool:
        """Whether its time may end at all."""
        return self._deadline != NEVER

    def encode(self, texts: Sequence[str]) -> Vectors:
        """One vector per text, shape (len(texts), dimensions), float32; of unit length, or zeros."""
        self.asked += len(texts)
        if not self.has_deadline:
            return self._inner.encode(texts)
        vectors = [self._inner.encode(texts[:FIRST])]
        done = len(vectors[0])
        while done < len(texts) and not self._deadline.is_over:
            vectors.append(self._inner.encode(texts[done : done + AT_ONCE]))
            done += len(vectors[-1])
        if done < len(texts):
            self.left_out += len(texts) - done
            counts = f"{self.left_out:,} of {self.asked:,} texts"
            note_undone(
                "texts", f"{counts} were not embedded and count as unlike the question, since {TIME_IS_UP}"
            )
        missing = np.zeros((len(texts) - done, vectors[0].shape[1]), dtype=np.float32)
        return np.concatenate([*vectors, missing])
