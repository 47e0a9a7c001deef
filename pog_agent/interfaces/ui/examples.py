"""The card of a graph: its largest classes, and for each one or two questions that were tried before."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from pog_agent.interfaces.ui.choices import OFFLINE

if TYPE_CHECKING:
    from pog_agent.agent import Agent
    from pog_agent.lookup.questions import ClassQuestions

MOST_TRIED: Final = 4
"""So many questions of a kind are tried in search of an example."""
MOST_FOUND: Final = 2
"""So many questions of a class are enough."""
SECONDS_FOR_ONE: Final = 20.0
SECONDS_FOR_ALL: Final = 60.0


@dataclass(frozen=True)
class GraphCard:
    """The largest classes of a graph."""

    classes: "Sequence[ClassQuestions]"


@dataclass(frozen=True)
class ClassExample:
    """A question that the offline reasoner answers as supported, and the place of its class on the card."""

    place: int
    question: str


class ExampleSearch:
    """Looks for the classes of one graph and for questions that are answered as supported; several may watch."""

    def __init__(self, graph: str, agent: Callable[[], Awaitable["Agent"]]) -> None:
        self._graph = graph
        self._agent = agent
        self._found: list[GraphCard | ClassExample] = []
        self._is_over = False
        self._news = asyncio.Condition()
        self._task = asyncio.create_task(self._searched())

    async def found(self) -> AsyncGenerator[GraphCard | ClassExample, None]:
        """The card, and then examples as they are found.

        Raises `PogError` where the graph cannot be opened or summarised.
        """
        shown = 0
        while not self._is_over or shown < len(self._found):
            for item in self._found[shown:]:
                yield item
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
        classes = await agent.lookup.aclass_questions()
        await self._tell(GraphCard(classes))
        for place, item in enumerate(classes):
            kinds = [_supported(questions, agent, until) for questions in (item.about_all, item.about_one)]
            found = 0
            for kind in (*kinds, *reversed(kinds)):  # one of each kind, or two of the only one
                if found < MOST_FOUND and (question := await anext(kind, "")):
                    found += 1
                    await self._tell(ClassExample(place, question))

    async def _tell(self, found: GraphCard | ClassExample | None = None) -> None:
        if found is not None:
            self._found.append(found)
        async with self._news:
            self._news.notify_all()


async def _supported(questions: Sequence[str], agent: "Agent", until: float) -> AsyncGenerator[str, None]:
    """Those of the first questions that are answered as supported, tried one by one until a time of the loop."""
    for question in questions[:MOST_TRIED]:
        if asyncio.get_running_loop().time() < until and (await agent.aask(question)).status == "supported":
            yield question
