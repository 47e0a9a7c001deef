"""How similar relations are to the query of a run. The engine asks only where a limit forces it to choose."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence

RelationSimilarity = Callable[[Sequence[str]], Sequence[float]]
"""Gives the similarity of each relation to the query of the run, from -1 to 1."""

PrepareSimilarity = Callable[[Sequence[str]], Awaitable[RelationSimilarity]]
"""Adapts the similarity to asynchronous code: it fetches the words of some relations and gives their similarity.

A store must be asked for the words. The similarity itself is a computation, which may run in a thread.
"""


async def similarities(prepare: PrepareSimilarity, relations: Sequence[str]) -> dict[str, float]:
    """The similarity of each relation to the query, computed in a thread."""
    similarity = await prepare(relations)
    return dict(zip(relations, await asyncio.to_thread(similarity, relations), strict=True))
