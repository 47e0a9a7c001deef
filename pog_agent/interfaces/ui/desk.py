"""Asks what the page asks: the one place of the page that calls agents."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import aclosing
from typing import TYPE_CHECKING, Any, Final

from pog_agent.events import Event
from pog_agent.interfaces.ui.choices import Choice
from pog_agent.interfaces.ui.examples import ExampleSearch

if TYPE_CHECKING:
    from pog_agent.agent import Agent
    from pog_agent.tracing.run_trace import RunTrace

EXAMPLES_SYSTEM: Final = "pog"


class QuestionDesk:
    """One agent for each system, all over the same open graphs, models and encoder.

    `settings` are those of the command; what is chosen on the page wins over them. Nothing is opened before it is
    needed: importing the agents alone takes seconds.
    """

    def __init__(self, system: str, settings: Mapping[str, Any]) -> None:
        self._system = system
        self._settings = settings
        self._agents: dict[str, Agent] = {}
        self._examples: dict[str, ExampleSearch] = {}
        self._lock = asyncio.Lock()

    async def events(self, choice: Choice) -> AsyncGenerator["Event | RunTrace", None]:
        """The steps of a run as they happen, the answer, and last the recorded run.

        Raises `PogError` where the question cannot be asked. Who stops before the last item ends the run.
        """
        items: asyncio.Queue[Event | RunTrace | None] = asyncio.Queue()
        run = asyncio.create_task(self._run(choice, items.put_nowait))
        run.add_done_callback(lambda _: items.put_nowait(None))
        try:
            while (item := await items.get()) is not None:
                yield item
            await run
        finally:
            run.cancel()

    async def examples(self, graph: str) -> AsyncGenerator[str, None]:
        """Questions of a graph that the offline reasoner answers, as they are found; looked for once.

        Raises `PogError` where the graph cannot be opened or has no schema summary.
        """
        if graph not in self._examples or self._examples[graph].has_failed:
            self._examples[graph] = ExampleSearch(graph, lambda: self._agent(EXAMPLES_SYSTEM))
        async for question in self._examples[graph].questions():
            yield question

    async def close(self) -> None:
        """Ends the search for examples and closes what was opened."""
        for search in self._examples.values():
            await search.close()
        for agent in [*self._agents.values()][:1]:
            await asyncio.to_thread(agent.close)

    async def _run(self, choice: Choice, tell: Callable[["Event | RunTrace"], None]) -> None:
        """A task of its own, since a recording belongs to the task that asks."""
        agent = await self._agent(choice.system)
        agent.wiring.check(agent.config)
        with agent.recording() as recorder:
            run = agent.astream(choice.reading or choice.question, earlier=choice.earlier, **choice.settings)
            async with aclosing(run) as events:
                async for event in events:
                    tell(event)
            tell(recorder.trace)

    async def _agent(self, system: str) -> "Agent":
        async with self._lock:
            if system not in self._agents:
                self._agents[system] = await asyncio.to_thread(self._opened, system)
            return self._agents[system]

    def _opened(self, system: str) -> "Agent":
        from pog_agent.agent import open_system  # noqa: PLC0415 (LangGraph)

        if self._agents:
            return next(iter(self._agents.values())).with_settings(system)
        return open_system(self._system, **self._settings).with_settings(system)
