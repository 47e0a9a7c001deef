"""Example questions for a graph: its own words, tried before they are shown."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from typing import TYPE_CHECKING, Final

from pog_agent.interfaces.ui.choices import OFFLINE

if TYPE_CHECKING:
    from pog_agent.agent import Agent

MOST_TRIED: Final = 6
"""So many questions of a kind are tried in search of an example."""
SECONDS_FOR_ONE: Final = 20.0
SECONDS_FOR_ALL: Final = 60.0


class ExampleSearch:
    """Looks for questions of one graph that the offline reasoner answers as supported; several may watch it."""

    def __init__(self, graph: str, agent: Callable[[], Awaitable["Agent"]]) -> None:
        self._graph = graph
        self._agent = agent
        self._found: list[str] = []
        self._is_over = False
        self._news = asyncio.Condition()
        self._task = asyncio.create_task(self._searched())

    async def questions(self) -> AsyncGenerator[str, None]:
        """The questions as they are found. Raises `PogError` where the graph cannot be opened or summarised."""
        shown = 0
        while not self._is_over or shown < len(self._found):
            for question in self._found[shown:]:
                yield question
                shown += 1
            async with self._news:
                await self._news.wait_for(lambda: self._is_over or len(self._found) > shown)  # noqa: B023
        await self._task

    @property
    def has_failed(self) -> bool:
        """Whether it has ended with an error, so that another search may do better."""
        return self._task.done() and (self._task.cancelled() or self._task.exception() is not None)

    async def close(self) -> None:
        """Ends the search."""
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def _searched(self) -> None:
        try:
            await self._search()
        finally:
            self._is_over = True
            await self._tell()

    async def _search(self) -> None:
        agent = (await self._agent()).with_settings(
            kg=self._graph, model=OFFLINE, max_seconds=SECONDS_FOR_ONE, task="answer", topics=(), confirm=()
        )
        until = asyncio.get_running_loop().time() + SECONDS_FOR_ALL
        for family in await agent.lookup.aquestion_families():
            wanted = len(self._found) + family.wanted
            for question in family.questions[:MOST_TRIED]:
                if len(self._found) == wanted or asyncio.get_running_loop().time() > until:
                    break
                if (await agent.aask(question)).status == "supported":
                    self._found.append(question)
                    await self._tell()

    async def _tell(self) -> None:
        async with self._news:
            self._news.notify_all()
