"""The front door for Python: one import, one call."""

from collections.abc import AsyncGenerator, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import copy
from types import TracebackType
from typing import Any, Self
from uuid import uuid4

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import HumanMessage
from langchain_core.runnables import RunnableConfig
from langchain_core.tools import BaseTool
from langgraph.types import StateSnapshot
from typing_extensions import Unpack

from pog_agent.agent.arguments import (
    GraphSource,
    SystemArguments,
    check_kinds,
    chosen_system,
    graph_setting,
    live_graph,
)
from pog_agent.agent.runs import MOST_STEPS, answer_of, is_lent, reply_to, run_input_of, runnable, unless_begun
from pog_agent.answering.candidates.checked import AnswerCheck
from pog_agent.config import PogConfig
from pog_agent.confirmation.lending import lent_place, lent_saver
from pog_agent.conversation.thread import messages_of
from pog_agent.errors import SettingError
from pog_agent.events import Event, parse_event
from pog_agent.kg.schema.summary import SchemaSummary
from pog_agent.lookup.lookup import GraphLookup
from pog_agent.models import Answer, ChosenReading, Paraphrase, Turn
from pog_agent.ranking.encoder import Encoder
from pog_agent.reasoner.base import Reasoner
from pog_agent.redaction import redacted_values
from pog_agent.run.resources import Resources
from pog_agent.run.savers import OpenSaver, open_saver
from pog_agent.run.telemetry.observation import watching
from pog_agent.settings.keywords import QuestionSettings, RunSettings
from pog_agent.systems.registry import System
from pog_agent.systems.wiring import CompiledSystem
from pog_agent.tool import (
    CHECK_TOOL_DESCRIPTION,
    CHECK_TOOL_NAME,
    TOOL_DESCRIPTION,
    TOOL_NAME,
    check_tool,
    question_tool,
)
from pog_agent.tracing.recorder import RunRecorder


class Agent:
    """Answers questions over one knowledge graph with one system.

    `kg` is an RDF file, a folder, several of them, a SPARQL endpoint URL, an rdflib graph, whose triples are read
    here once, or any `KnowledgeGraph`. `model` is ``offline``, ``provider:name``, or a LangChain chat model.
    `checkpointer` keeps conversations: a saver of LangGraph, or by name ``memory``, the path of an SQLite file, or
    a ``postgresql://`` address, which are opened at once. Everything else is a field of `PogConfig`. Nothing else
    is opened before the first question.

    Raises `SettingError` for a wrong setting or argument at once; a question raises `GraphUnavailableError` or
    `ModelUnavailableError` where graph or model cannot be reached.
    """

    def __init__(
        self,
        kg: GraphSource | None = None,
        model: str | BaseChatModel | None = None,
        *,
        reasoner: Reasoner | None = None,
        encoder: Encoder | str | None = None,
        checkpointer: Any = None,
        system: str | System | None = None,
        **settings: Unpack[RunSettings],
    ) -> None:
        check_kinds(kg=kg, model=model, encoder=encoder, system=system)
        chosen = chosen_system(system)
        spec = graph_setting(kg)
        self.config = PogConfig.create(
            kg=spec,
            model=model if isinstance(model, str) else None,
            encoder=encoder if isinstance(encoder, str) else None,
            **{**settings, **chosen.settings},
        )
        self.resources = Resources(
            self.config,
            kg=live_graph(kg, self.config.preset),
            model=None if isinstance(model, str) else model,
            reasoner=reasoner,
            encoder=None if isinstance(encoder, str) else encoder,
        )
        self.wiring = chosen.wiring
        self._saver = open_saver(checkpointer) if isinstance(checkpointer, str) else OpenSaver(checkpointer)
        self.graph: CompiledSystem = chosen.build(self.resources, self._saver.saver)
        self._runs = runnable(self.graph)

    def with_settings(self, system: str | System | None = None, **settings: Any) -> Self:
        """The same graph, model and encoder with another system or other settings, which win over its own.

        Both share what is open, and to close one closes it for both. Raises `SettingError` for a wrong setting.
        """
        other = copy(self)
        if system is not None:
            chosen = chosen_system(system)
            settings = {"variant": PogConfig().variant, **settings, **chosen.settings}
            other.wiring = chosen.wiring
            other.graph = chosen.build(self.resources, self.graph.checkpointer)
            other._runs = runnable(other.graph)
        other.config = self._context(settings)
        return other

    def ask(
        self, question: str | ChosenReading, thread: str | None = None, **settings: Unpack[QuestionSettings]
    ) -> Answer:
        """The answer to a question; `settings` hold for this question only. With `task="verify"` it is a claim.

        In place of a question, `other_reading` of an answer asks its question by another reading, without a search
        or a model.

        With a checkpointer, `thread` names a conversation: its messages are kept, and an unfinished run of the
        same question goes on. Without a name every question has a thread of its own. Raises `SettingError` for a
        name without a checkpointer. A follow-up ("who is her manager?") is read in its conversation.

        With `confirm`, a run that waits for a person raises `ConfirmationNeededError`; `resume` goes on with it.
        In a step of a graph with a checkpointer, that graph is interrupted instead, and goes on with the reply.
        """
        asked = run_input_of(question)
        context = self._context(settings)
        if is_lent(context, thread):
            result = self.graph.invoke(asked, self._lent_place(asked["question"]), context=context)
            return answer_of(result)
        place = self._place(thread)
        begun = self.graph.get_state(place) if thread is not None else None
        given = unless_begun(asked, begun)
        context = context if given else self._continued(begun, settings)
        return answer_of(self._runs.invoke(given, place, context=context), place)

    async def aask(
        self, question: str | ChosenReading, thread: str | None = None, **settings: Unpack[QuestionSettings]
    ) -> Answer:
        """The answer to a question, for asynchronous callers."""
        asked = run_input_of(question)
        context = self._context(settings)
        if is_lent(context, thread):
            place = self._lent_place(asked["question"])
            result = await self.graph.ainvoke(asked, place, context=context)
            return answer_of(result)
        place = self._place(thread)
        begun = await self.graph.aget_state(place) if thread is not None else None
        given = unless_begun(asked, begun)
        context = context if given else self._continued(begun, settings)
        return answer_of(await self._runs.ainvoke(given, place, context=context), place)

    def check_answer(
        self,
        question: str,
        candidates: Sequence[str],
        *,
        complete: bool = False,
        **settings: Unpack[QuestionSettings],
    ) -> AnswerCheck:
        """Candidate answers of another system: each is proven, contradicted, or not decided by the graph.

        The question is asked once, and each candidate is held against its answer. That the graph lacks a candidate
        makes none wrong, unless it has another in its only place; with `complete`, its answers are taken for all
        that there are. Raises `SettingError` for no candidates, an empty one, too many, and one that is too long.
        """
        settings["task"] = "answer"
        lookup = self._lookup_for(candidates, settings)
        answer = self.ask(question, **settings)
        return lookup.check_candidates(answer, candidates, complete=complete)

    async def acheck_answer(
        self,
        question: str,
        candidates: Sequence[str],
        *,
        complete: bool = False,
        **settings: Unpack[QuestionSettings],
    ) -> AnswerCheck:
        """Candidate answers of another system, for asynchronous callers."""
        settings["task"] = "answer"
        lookup = self._lookup_for(candidates, settings)
        answer = await self.aask(question, **settings)
        return await lookup.acheck_candidates(answer, candidates, complete=complete)

    def resume(self, reply: object, thread: str, **settings: Unpack[QuestionSettings]) -> Answer:
        """The answer of a run that waits for a person, gone on with by the reply to what it shows.

        The reply is ``accept``, or an object as the `reply` of the confirmation says; one that is wrong is asked
        for again. The run goes on with the settings that the question was asked with. Raises
        `ConfirmationNeededError` where the run waits once more, and `SettingError` for other `settings`, and where
        no run of the thread waits.
        """
        place = self._place(thread)
        waiting = self.graph.get_state(place)
        replied, context = reply_to(waiting, reply, thread), self._continued(waiting, settings)
        return answer_of(self._runs.invoke(replied, place, context=context), place)

    async def aresume(self, reply: object, thread: str, **settings: Unpack[QuestionSettings]) -> Answer:
        """The answer of a run that waited for a person, for asynchronous callers."""
        place = self._place(thread)
        waiting = await self.graph.aget_state(place)
        replied, context = reply_to(waiting, reply, thread), self._continued(waiting, settings)
        return answer_of(await self._runs.ainvoke(replied, place, context=context), place)

    def stream(
        self,
        question: str | ChosenReading,
        thread: str | None = None,
        *,
        earlier: Sequence[Turn] = (),
        meant: Sequence[Paraphrase] = (),
        **settings: Unpack[QuestionSettings],
    ) -> Iterator[Event]:
        """The steps of a run as they happen. To stop iterating ends the run.

        The last event is `AnswerReady`, or `ConfirmationAsked` where the run waits for a person. Who keeps a
        conversation without a thread gives the `turn` of each earlier `AnswerReady`, the first one first, as
        `earlier`. Raises `SettingError` where the thread has turns of its own besides. `meant` is what a person
        has said that words of the question mean: they are read so, also in later questions of the thread.
        """
        run_input_of(question)
        return self.resources.each(
            lambda: self.astream(question, thread, earlier=earlier, meant=meant, **settings)
        )

    async def astream(
        self,
        question: str | ChosenReading,
        thread: str | None = None,
        *,
        earlier: Sequence[Turn] = (),
        meant: Sequence[Paraphrase] = (),
        **settings: Any,
    ) -> AsyncGenerator[Event, None]:
        """The steps of a run as they happen, for asynchronous callers."""
        asked = run_input_of(question)
        if meant:
            asked["meant"] = [*meant]
        place, context = self._place(thread), self._context(settings)
        begun = await self.graph.aget_state(place) if thread is not None else None
        if begun is not None and begun.values and earlier:
            raise SettingError(f"the thread {thread!r} has its own turns: give it, or earlier turns")
        given = unless_begun(asked, begun)
        context = context if given else self._continued(begun, settings)
        if earlier:
            given = {**asked, "messages": [*messages_of(earlier), HumanMessage(asked["question"])]}
        async for record in self._runs.astream(given, place, context=context, stream_mode="custom"):
            yield parse_event(record)

    def stream_resumed(self, reply: object, thread: str, **settings: Unpack[QuestionSettings]) -> Iterator[Event]:
        """The further steps of a run that waited for a person; `resume` says what the reply is."""
        return self.resources.each(lambda: self.astream_resumed(reply, thread, **settings))

    async def astream_resumed(self, reply: object, thread: str, **settings: Any) -> AsyncGenerator[Event, None]:
        """The further steps of a run that waited for a person, for asynchronous callers."""
        place = self._place(thread)
        waiting = await self.graph.aget_state(place)
        replied, context = reply_to(waiting, reply, thread), self._continued(waiting, settings)
        async for record in self._runs.astream(replied, place, context=context, stream_mode="custom"):
            yield parse_event(record)

    @contextmanager
    def recording(self) -> Iterator[RunRecorder]:
        """Records the questions that are asked inside the block; `trace` of the recorder is the last run.

        A run that failed is recorded too. Questions of other threads and tasks are not.
        """
        recorder = RunRecorder(self.wiring)
        with watching(recorder):
            yield recorder

    def schema(self) -> SchemaSummary:
        """The classes of the graph, and what links and describes their instances, with counts.

        Made at the first call and kept; no model or encoder is opened. Raises `GraphUnavailableError` where the
        graph cannot be opened.
        """
        return self.resources.wait(self.aschema)

    async def aschema(self) -> SchemaSummary:
        """The schema summary, for asynchronous callers."""
        return await self.resources.run(lambda: self.resources.schema(self.config))

    def as_tool(self, name: str = TOOL_NAME, description: str = TOOL_DESCRIPTION) -> BaseTool:
        """This agent as a LangChain tool that takes a question.

        The content of its reply is a sentence with status and numbered citations, its artifact the `Answer`. A
        `PogError` becomes a message with the status `error`.
        """
        return question_tool(self, name, description)

    def as_check_tool(self, name: str = CHECK_TOOL_NAME, description: str = CHECK_TOOL_DESCRIPTION) -> BaseTool:
        """This agent as a LangChain tool that takes a question and candidate answers, and checks them.

        The content of its reply has the verdict of each, its artifact is the `AnswerCheck`.
        """
        return check_tool(self, name, description)

    @property
    def lookup(self) -> GraphLookup:
        """Entities, their facts, the paths between them and the schema, looked up without a model."""
        return GraphLookup(self.resources, self.config)

    def open(self, say: Callable[[str], None] | None = None) -> Self:
        """Opens graph, encoder and model now, so that the first question is answered as fast as later ones.

        `say` is told what is being opened, a few words at a time. No request is made to the model. Raises
        `SettingError` where a setting is missing that the system needs.
        """
        self.wiring.check(self.config)
        self.resources.open(
            self.config, reads_documents=self.wiring.reads_documents, composes=self.wiring.composes, say=say
        )
        return self

    def close(self) -> None:
        """Closes what was opened."""
        self.resources.close()
        self._saver.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _lookup_for(self, candidates: Sequence[str], settings: Mapping[str, Any]) -> GraphLookup:
        """What checks candidates with the settings of a question. Raises `SettingError` before it is asked."""
        lookup = GraphLookup(self.resources, self._context(settings))
        lookup.check_texts(candidates)
        return lookup

    def _place(self, thread: str | None) -> RunnableConfig:
        """Where the checkpoints of a run are kept, and how many steps it may take."""
        if self.graph.checkpointer is None:
            if thread is not None:
                raise SettingError(f"thread {thread!r} needs a checkpointer: give one to the system, or no thread")
            return {"recursion_limit": MOST_STEPS}
        place = {"thread_id": uuid4().hex if thread is None else thread}
        return {"recursion_limit": MOST_STEPS, "configurable": place}

    def _lent_place(self, question: str) -> RunnableConfig:
        """Where the graph around keeps the run, and how many steps it may take."""
        return {**lent_place(question, self.wiring.state), "recursion_limit": MOST_STEPS}

    def _context(self, settings: Mapping[str, Any]) -> PogConfig:
        """The settings of a question. Raises `SettingError` where it is to be confirmed and no saver keeps it."""
        config = self._changed(settings) if settings else self.config
        if config.confirm and self.graph.checkpointer is None and lent_saver() is None:
            raise SettingError(
                "confirm needs a checkpointer, which keeps the run while it waits for a person: give "
                "checkpointer='memory', or the path of a file, or ask in a graph that has one"
            )
        return config

    def _continued(self, begun: StateSnapshot | None, settings: Mapping[str, Any]) -> PogConfig:
        """What is said of the settings of a run that goes on: it has those that it began with.

        Of the agent's own, those are said that the question had too: some have secrets, which are not kept.
        """
        kept = begun.values.get("settings") if begun is not None else None
        if kept is None:
            return self._context(settings)
        asked, own = kept["question"], self.config.given.items()
        same = {name: value for name, value in own if name in asked and redacted_values(value) == asked[name]}
        return PogConfig.create({}, **{**same, **settings})

    def _changed(self, settings: Mapping[str, Any]) -> PogConfig:
        changed = PogConfig.create({}, **{**self.config.given, **settings})
        # All settings count as given, so that a None takes one of `self.config` back.
        return changed.model_copy(update=dict(changed))


class PathsOverGraph(Agent):
    """Paths-over-Graph, unless `system` names another one; `open_system` is for those."""


def open_system(name: str, **settings: Unpack[SystemArguments]) -> Agent:
    """A system with the interface of `PathsOverGraph`; `settings` are the arguments of that class.

    What makes the system (the variant of PoG-E) wins over `settings`. Raises SettingError for an unknown name or
    a wrong setting; opens no graph and no model before the first question.
    """
    return Agent(system=name, **settings)
