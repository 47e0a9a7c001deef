"""Words of a question beside the relations of a path, in their order."""

import numpy as np

from pog_agent.ranking.encoder import Vectors


def monotone(fit: Vectors) -> tuple[float, list[int]]:
    """The columns to give to the rows, never going back from one row to the next, with the greatest total fit.

    `fit` has the shape (words, relations), neither 0. Of equal columns the first is taken.
    """
    total = fit[0].copy()
    came_from: list[list[int]] = []
    for row in fit[1:]:
        best = np.maximum.accumulate(total)
        came_from.append(np.searchsorted(best, best, side="left").tolist())
        total = row + best
    column = int(np.argmax(total))
    columns = [column]
    for origins in reversed(came_from):
        columns.append(origins[columns[-1]])
    return float(total[column]), columns[::-1]
