"""The card of a graph: its largest classes, each with one or two questions that were tried before."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
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
SECONDS_BETWEEN: Final = 1.0
"""A search that takes longer shows so often what it has found; else all examples come at once."""
ENCODER: Final = "lexical"
"""Examples have the words of the graph itself: to recognise these takes no embeddings."""


@dataclass(frozen=True)
class ClassCard:
    """A class, its number of instances, and questions that the offline reasoner answers as supported."""

    label: str
    instances: int
    examples: tuple[str, ...] = ()


@dataclass(frozen=True)
class GraphCard:
    """The largest classes of a graph; it is whole when no more examples are looked for."""

    classes: tuple[ClassCard, ...]
    is_whole: bool = False


class ExampleSearch:
    """Looks for the classes of one graph and for questions that are answered as supported; several may watch."""

    def __init__(self, graph: str, agent: Callable[[], Awaitable["Agent"]]) -> None:
        self._graph = graph
        self._agent = agent
        self._found: list[GraphCard] = []
        self._is_over = False
        self._news = asyncio.Condition()
        self._task = asyncio.create_task(self._searched())

    async def cards(self) -> AsyncGenerator[GraphCard, None]:
        """The card as far as it is known, and again as more of it is; the last one is whole.

        Raises `PogError` where the graph cannot be opened or summarised.
        """
        shown = 0
        while not self._is_over or shown < len(self._found):
            if shown < len(self._found):
                shown = len(self._found)
                yield self._found[-1]
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
            kg=self._graph,
            model=OFFLINE,
            encoder=ENCODER,
            supplements=0,
            node_expansion=False,
            max_seconds=SECONDS_FOR_ONE,
            task="answer",
            topics=(),
            confirm=(),
        )
        loop = asyncio.get_running_loop()
        until = loop.time() + SECONDS_FOR_ALL
        classes = await agent.lookup.aclass_questions()
        card = GraphCard(tuple(ClassCard(item.label, item.instances) for item in classes))
        told = loop.time()
        await self._tell(card)
        for place, item in enumerate(classes):
            known = replace(card.classes[place], examples=await _examples(item, agent, until))
            card = GraphCard((*card.classes[:place], known, *card.classes[place + 1 :]))
            if loop.time() > told + SECONDS_BETWEEN:
                told = loop.time()
                await self._tell(card)
        await self._tell(replace(card, is_whole=True))

    async def _tell(self, card: GraphCard | None = None) -> None:
        if card is not None:
            self._found.append(card)
        async with self._news:
            self._news.notify_all()


async def _examples(kind: "ClassQuestions", agent: "Agent", until: float) -> tuple[str, ...]:
    """Questions of a class: one about all its instances and one about one of them, or two of the only sort."""
    sorts = [_supported(questions, agent, until) for questions in (kind.about_all, kind.about_one)]
    found: list[str] = []
    for sort in (*sorts, *reversed(sorts)):
        if len(found) < MOST_FOUND and (question := await anext(sort, "")):
            found.append(question)
    return tuple(found)


async def _supported(questions: Sequence[str], agent: "Agent", until: float) -> AsyncGenerator[str, None]:
    """Those of the first questions that are answered as supported, tried one by one until a time of the loop."""
    for question in questions[:MOST_TRIED]:
        if asyncio.get_running_loop().time() < until and (await agent.aask(question)).status == "supported":
            yield question
