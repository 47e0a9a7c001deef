"""Which relations meet at nodes that have neither a class nor a label.

All these nodes are one class of the summary. What one of them has need not go with what another one has.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np

from pog_agent.kg.adjacency import Bools, Ints
from pog_agent.kg.schema.summary import SchemaShape
from pog_agent.terms import Term

MOST_SHAPES: Final = 500
MOST_EDGES: Final = 4_000_000
"""A graph with more of them tells nothing by them; with so many edges at such nodes none is looked for (4 s)."""
_SEED: Final = 0


def shapes_of(
    nodes: Bools, heads: Ints, numbers: Ints, tails: Ints, relations: Sequence[Term]
) -> tuple[SchemaShape, ...]:
    """The shapes of some `nodes` (one entry per node); none if they, or their edges, are too many.

    `heads`, `numbers` of relations and `tails` have one entry per edge.
    """
    out, into = nodes[heads], nodes[tails]
    places = np.concatenate((heads[out], tails[into])).astype(np.int64)
    sides = np.concatenate((2 * numbers[out], 2 * numbers[into] + 1)).astype(np.int64)
    if not 0 < len(places) <= MOST_EDGES:
        return ()
    # Nodes with the same relations have the same sum of random marks, one for each relation and side.
    span = 2 * len(relations)
    places, sides = np.divmod(np.unique(places * span + sides), span)
    marks = np.random.default_rng(_SEED).integers(1, 1 << 62, span, dtype=np.int64)
    starts = np.flatnonzero(np.diff(places, prepend=-1))
    firsts = np.unique(np.add.reduceat(marks[sides], starts), return_index=True)[1]
    if len(firsts) > MOST_SHAPES:
        return ()
    ends = np.append(starts[1:], len(sides))
    found = []
    for first in firsts.tolist():
        own = sides[starts[first] : ends[first]].tolist()
        found.append(
            SchemaShape(
                incoming=tuple(sorted(relations[side >> 1] for side in own if side & 1)),
                outgoing=tuple(sorted(relations[side >> 1] for side in own if not side & 1)),
            )
        )
    return tuple(found)
