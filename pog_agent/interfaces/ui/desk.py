"""Asks what the page asks: the one place of the page that calls agents."""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import aclosing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final
from uuid import uuid4

from pog_agent.errors import SettingError
from pog_agent.events import ConfirmationAsked, Event
from pog_agent.interfaces.ui.choices import Choice, PersonReply
from pog_agent.interfaces.ui.examples import ExampleSearch, GraphCard
from pog_agent.interfaces.ui.kept_runs import KeptRun, KeptRuns
from pog_agent.interfaces.ui.suggestions import suggested
from pog_agent.interfaces.ui.tables import AnswerGroup, class_groups, listed_entities, value_groups
from pog_agent.models import Answer, Confirmation

if TYPE_CHECKING:
    from pog_agent.agent import Agent
    from pog_agent.lookup.results import EntityDescription
    from pog_agent.tracing.recorder import RunRecorder
    from pog_agent.tracing.run_trace import RunTrace

EXAMPLES_SYSTEM: Final = "pog"
MOST_RELATIONS: Final = 12
MOST_ENDS: Final = 4
"""So much of an entity is on its card."""
MOST_WAITING: Final = 100
"""So many runs wait for a person at once; of more the oldest is given up."""


@dataclass(frozen=True)
class WaitingRun:
    """What a run shows to a person that it waits for; the reply goes to its thread."""

    thread: str
    confirmation: Confirmation


@dataclass(frozen=True)
class SuggestedQuestions:
    """Other questions about the thing that a question is about, which the graph answers."""

    questions: tuple[str, ...]


@dataclass(frozen=True)
class GroupCounts:
    """How many answers of a list are in each of their groups."""

    groups: tuple[AnswerGroup, ...]


Told = Event | WaitingRun | KeptRun | GroupCounts | SuggestedQuestions
"""What the page is told of a run: its events and its answer, then the recorded run; or what it waits for."""


@dataclass(frozen=True)
class _PageRun:
    """A run over a graph, on a thread of its own where it may wait for a person."""

    agent: "Agent"
    graph: str
    recorder: "RunRecorder"
    thread: str | None

    def forget(self) -> None:
        """Lets go of what was kept of it."""
        saver: Any = self.agent.graph.checkpointer
        if self.thread is not None:
            saver.delete_thread(self.thread)


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
        self._waiting = OrderedDict[str, _PageRun]()
        self.runs = KeptRuns()
        self._lock = asyncio.Lock()

    async def events(self, asked: Choice | PersonReply) -> AsyncGenerator[Told, None]:
        """The steps of a run as they happen, the answer, the recorded run, and last what may be asked instead.

        A run that waits goes on with a reply. Raises `PogError` where the question cannot be asked, and where no
        run waits for a reply. Who stops before the last item ends the run.
        """
        items: asyncio.Queue[Told | None] = asyncio.Queue()
        run = asyncio.create_task(self._run(asked, items.put_nowait))
        run.add_done_callback(lambda _: items.put_nowait(None))
        try:
            while (item := await items.get()) is not None:
                yield item
            await run
        finally:
            run.cancel()

    def look_at(self, graph: str) -> ExampleSearch:
        """Begins the search for the card of a graph, unless it has begun before; one that failed begins anew."""
        if graph not in self._examples or self._examples[graph].has_failed:
            self._examples[graph] = ExampleSearch(graph, lambda: self._agent(EXAMPLES_SYSTEM))
        return self._examples[graph]

    async def cards(self, graph: str) -> AsyncGenerator[GraphCard, None]:
        """The largest classes of a graph with questions that the offline reasoner answers; the last card is whole.

        Raises `PogError` where the graph cannot be opened or has no schema summary.
        """
        async for card in self.look_at(graph).cards():
            yield card

    async def entity(self, graph: str, name: str) -> "EntityDescription":
        """Some of what a graph has of an entity. Raises `PogError` where it has none of this name or IRI."""
        agent = (await self._agent(self._system)).with_settings(kg=graph)
        return await agent.lookup.adescribe_entity(name, MOST_RELATIONS, MOST_ENDS)

    async def close(self) -> None:
        """Ends the search for examples and closes what was opened."""
        for search in self._examples.values():
            await search.close()
        for agent in [*self._agents.values()][:1]:
            await asyncio.to_thread(agent.close)

    async def _run(self, asked: Choice | PersonReply, tell: Callable[[Any], None]) -> None:
        """A task of its own, since a recording belongs to the task that asks."""
        if isinstance(asked, PersonReply):
            run = self._waiting.pop(asked.thread, None)
            if run is None:
                raise SettingError("no run waits for this reply any more: ask the question again")
            await self._follow(run, run.agent.astream_resumed(asked.reply, asked.thread), tell)
            return
        agent = await self._agent(asked.system)
        from pog_agent.tracing.recorder import RunRecorder  # noqa: PLC0415 (LangGraph: the agent has imported it)

        agent.wiring.check(agent.config)
        thread = uuid4().hex if agent.config.confirm else None
        run = _PageRun(agent, str(asked.settings["kg"]), RunRecorder(agent.wiring), thread)
        question = asked.reading or asked.question
        stream = agent.astream(question, thread, earlier=asked.earlier, meant=asked.meant, **asked.settings)
        await self._follow(run, stream, tell)

    async def _follow(
        self, run: _PageRun, stream: AsyncGenerator[Event, None], tell: Callable[[Any], None]
    ) -> None:
        from pog_agent.run.telemetry.observation import watching  # noqa: PLC0415 (LangGraph)

        try:
            with watching(run.recorder):
                async with aclosing(stream) as events:
                    async for event in events:
                        if isinstance(event, ConfirmationAsked) and run.thread is not None:
                            self._keep(run.thread, run)
                            tell(WaitingRun(run.thread, event.confirmation))
                        else:
                            tell(event)
        finally:
            if run.thread not in self._waiting:
                run.forget()
        if run.thread in self._waiting:
            return
        kept = self.runs.keep(run.graph, await asyncio.to_thread(lambda: run.recorder.trace))
        tell(kept)
        if kept.trace.answer is not None:
            other = (await self._agent(EXAMPLES_SYSTEM)).with_settings(kg=run.graph)
            if groups := await _groups(kept.trace, kept.trace.answer, other):
                tell(GroupCounts(tuple(groups)))
            tell(SuggestedQuestions(tuple(await suggested(kept.trace.answer, other))))

    def _keep(self, thread: str, run: _PageRun) -> None:
        self._waiting[thread] = run
        while len(self._waiting) > MOST_WAITING:
            _, oldest = self._waiting.popitem(last=False)
            oldest.forget()

    async def _agent(self, system: str) -> "Agent":
        async with self._lock:
            if system not in self._agents:
                self._agents[system] = await asyncio.to_thread(self._opened, system)
            return self._agents[system]

    def _opened(self, system: str) -> "Agent":
        from pog_agent.agent import open_system  # noqa: PLC0415 (LangGraph)

        if self._agents:
            return next(iter(self._agents.values())).with_settings(system)
        saver = "memory" if self._settings.get("confirm") else None
        return open_system(self._system, checkpointer=saver, **self._settings).with_settings(system)


async def _groups(run: "RunTrace", answer: Answer, agent: "Agent") -> list[AnswerGroup]:
    """The groups of a list: by what its paths lead over, else by the classes of the answers."""
    found = value_groups(run)
    if found or not (entities := listed_entities(answer)):
        return found
    return class_groups(answer, await agent.lookup.aclasses_of(entities))
