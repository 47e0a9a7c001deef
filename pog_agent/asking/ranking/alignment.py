"""Which part of a candidate each word of a question is spent on: every word once, every part one word at first."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pog_agent.asking.likeness import Floats

LEAST: Final = 0.2
"""A word that is less like a part than this is not spent on it."""


@dataclass(frozen=True)
class WordAlignment:
    """For some candidates, shape (candidates, parts): what the one best free word gives each part.

    `wished` is what the best word would give it if words could be spent twice. `cover`, shape (candidates, words),
    is how well any part covers each word.
    """

    got: Floats
    wished: Floats
    cover: Floats


def aligned(affinity: Floats, parts: NDArray[np.int64]) -> WordAlignment:
    """Spends the words on the parts, the likest pairs first.

    `affinity` has a row for each part and one of zeros at the end, which pads the rows of `parts`.
    """
    pairs = affinity[parts]
    cover: Floats = pairs.max(axis=1)
    wished: Floats = pairs.max(axis=2)
    got = np.zeros(wished.shape, np.float32)
    count, width, size = pairs.shape
    left = pairs.copy()
    rows = np.arange(count)
    # Each round takes the likest pair that is left of every candidate at once, and strikes its part and its word.
    for _ in range(min(width, size)):
        place = left.reshape(count, -1).argmax(axis=1)
        part, word = np.divmod(place, size)
        value = left[rows, part, word]
        taken = value >= LEAST
        if not taken.any():
            break
        got[rows[taken], part[taken]] = value[taken]
        left[rows, part, :] = 0
        left[rows, :, word] = 0
    return WordAlignment(got, wished, cover)
