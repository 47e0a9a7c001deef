"""Binds a step to a graph: resolves its dependencies, times it, and reports its progress."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any, Protocol
from uuid import uuid4

from langchain_core.messages import AIMessage
from langchain_core.runnables import Runnable, RunnableConfig
from langchain_core.runnables.config import ensure_config, set_config_context
from langchain_core.runnables.utils import coro_with_context
from langgraph.errors import GraphInterrupt
from langgraph.runtime import Runtime, get_runtime
from langgraph.types import Overwrite
from typing_extensions import override

from pog_agent.activity import Activity, Stopwatch, is_broken_query, listening
from pog_agent.config import PogConfig
from pog_agent.deadline import working_until
from pog_agent.events import (
    AnswerReady,
    ConfirmationAsked,
    NodeFinished,
    NodeStarted,
    QuestionRewritten,
    WarningRaised,
)
from pog_agent.models import TURN, Answer, Rewriting, Turn, Value
from pog_agent.ranking.timed import TimedEncoder
from pog_agent.redaction import redacted_values
from pog_agent.run.budget.late import cut_update, given_up_update, is_skipped
from pog_agent.run.context import RunContext
from pog_agent.run.node import Node, Update
from pog_agent.run.start import Opening, check_length, new_question, opening_of
from pog_agent.run.telemetry.observation import (
    FailedStep,
    Observation,
    Observer,
    RunWatcher,
    tell_ended,
    tell_failed,
    tell_started,
)
from pog_agent.settings.kept import continued_settings, given_in, kept_settings
from pog_agent.state import RunState, extend

Unread = Callable[[PogConfig], tuple[str, ...]]
"""Warnings about settings that were given and change nothing in a system."""


class RunProvider(Protocol):
    """What gives the steps of a graph their dependencies.

    Its `observer`, if it has one, is told of each step that has ended, while the workspace of the run is there.
    """

    observer: Observer | None

    def settings(self, context: object) -> PogConfig:
        """The settings that a runtime context stands for."""
        ...

    def watchers(self, config: PogConfig) -> tuple[RunWatcher, ...]:
        """Who is told of a run with these settings."""
        ...

    async def run_for(self, state: Any, config: PogConfig, *, reads_documents: bool) -> RunContext:
        """The dependencies of the run that the state belongs to, with documents only where these are read."""
        ...

    def finished(self, run_id: str) -> None:
        """Lets go of what was held for a run."""
        ...

    async def run(self, work: Callable[[], Awaitable[Update]]) -> Update:
        """Carries out asynchronous work that computes, away from the caller's loop."""
        ...

    def wait(self, work: Callable[[], Awaitable[Update]]) -> Update:
        """Carries out asynchronous work for a caller that is not asynchronous."""
        ...


def bind_node(
    node: Node,
    provider: RunProvider,
    first: type[Any] | None = None,
    *,
    unread: Unread,
    reads_documents: bool = True,
    merges: bool = False,
    opens: Opening = "question",
) -> Runnable[Any, Update]:
    """The step as a graph node that works under `invoke` and `ainvoke`.

    Around the step it emits typed events, counts candidates, and keeps the seconds of the node. The first step of
    a graph begins a run on a state of the type `first`: it gets nothing of an earlier run on the thread, and
    empties every field that it does not fill. What a step `opens` says of which runs it is the first.
    `reads_documents` says whether the system of the step does, and `merges` whether it can merge steps; the first
    step warns of what is `unread`.
    """
    step = _BoundStep(node, provider, first, unread=unread, documents=reads_documents, merges=merges, opens=opens)
    return UntracedWork(step)


class BoundWork(Protocol):
    """What a step of LangGraph does, for callers that wait and for those that do not."""

    @property
    def name(self) -> str:
        """How LangGraph names it."""
        ...

    def wait(self, state: Any) -> Any:
        """Does the work."""
        ...

    async def work(self, state: Any) -> Any:
        """Does the work, asynchronously."""
        ...


class UntracedWork(Runnable[Any, Any]):
    """Work as a runnable that makes no trace of its own: LangGraph traces the node, and once is enough."""

    def __init__(self, work: BoundWork) -> None:
        self._work = work
        self.name = work.name

    @override
    def invoke(self, input: Any, config: RunnableConfig | None = None, **kwargs: Any) -> Any:
        with set_config_context(ensure_config(config)) as context:
            return context.run(self._work.wait, input)

    @override
    async def ainvoke(self, input: Any, config: RunnableConfig | None = None, **kwargs: Any) -> Any:
        with set_config_context(ensure_config(config)) as context:
            return await coro_with_context(self._work.work(input), context)


class _BoundStep:
    """A step with everything around it."""

    def __init__(
        self,
        node: Node,
        provider: RunProvider,
        first: type[Any] | None,
        *,
        unread: Unread,
        documents: bool,
        merges: bool,
        opens: Opening,
    ) -> None:
        self.name = node.name
        self._node = node
        self._provider = provider
        self._first = first
        self._unread = unread
        self._reads_documents = documents
        self._merges = merges
        self._opens = opens

    def wait(self, state: RunState) -> Update:
        return self._provider.wait(lambda: self.work(state))

    async def work(self, state: RunState) -> Update:
        """On no loop of a caller: there it would keep waiting whatever else the caller serves."""
        return await self._provider.run(lambda: self._carried_out(state))

    async def _carried_out(self, state: RunState) -> Update:
        runtime = get_runtime(PogConfig)

        def emit(event: Value) -> None:
            runtime.stream_writer(event.model_dump(mode="json"))

        begins = self._first if self._first is not None and opening_of(state) == self._opens else None
        state = _begun(state) if begins else state
        emit(NodeStarted(node=self.name, **_round(state)))
        try:
            step = await self._observed(state, runtime, begins)
        except GraphInterrupt as waiting:
            for shown in waiting.args[0]:
                emit(ConfirmationAsked(node=self.name, confirmation=shown.value))
            raise
        rewriting = step.update.get("rewriting")
        if isinstance(rewriting, Rewriting) and rewriting.is_changed:
            read = [item.label for item in rewriting.members]
            emit(QuestionRewritten(said=rewriting.said, question=rewriting.question, among=tuple(read)))
        for text in _plain(step.update.get("warnings", [])):
            emit(WarningRaised(node=self.name, text=text))
        where = _round(step.update) or _round(state)
        emit(NodeFinished(node=self.name, **where, seconds=round(step.seconds, 4), summary=step.summary))
        answer = step.update.get("answer")
        if isinstance(answer, Answer):
            self._provider.finished(state["run_id"])
            emit(AnswerReady(answer=answer, turn=_turn_in(step.update)))
        return step.update

    async def _observed(
        self, state: RunState, runtime: Runtime[PogConfig], begins: type[Any] | None
    ) -> Observation:
        """The step once it has ended and all who watch have been told."""
        watch, activities = Stopwatch(), list[Activity]()
        watchers: tuple[RunWatcher, ...] = ()
        try:
            config, notices = settings_of(self._provider, runtime.context, {} if begins else state)
            watchers = self._provider.watchers(config)
            if begins:
                check_length(state, config)
                state = {**state, "settings": kept_settings(config, self._provider.settings(None))}
                tell_started(watchers, state)
            elif notices := [text for text in notices if text not in state.get("warnings", [])]:
                state = {**state, "warnings": extend(state.get("warnings", []), notices)}
            with listening(activities.append):
                run = await self._run(state, config, is_first=begins is not None)
                opened = watch.seconds
                update, summary = await self._in_time(state, run, is_first=begins is not None)
            seconds = watch.seconds
            update = self._whole(state, update, seconds, begins, notices)
            ran = (state.get("ran") or 0.0) + seconds - opened
            update = {**update, "ran": ran, "found": _found(state, update, summary)}
            if any(map(is_broken_query, activities)) or state.get("graph_failed"):
                update = _of_failed_graph(update)
            step = Observation(self._node, state, update, run, watch.began, seconds, summary, tuple(activities))
            if self._provider.observer is not None:
                await self._provider.observer(step)
            await tell_ended(watchers, step)
        except GraphInterrupt:  # the run waits for a person, and its workspace with it
            raise
        except BaseException as error:  # a cancelled run is over too; a resumed one is given a new workspace
            self._provider.finished(state.get("run_id", ""))
            calls = tuple(activities)
            tell_failed(watchers, FailedStep(self._node, state, watch.began, watch.seconds, error, calls))
            raise
        return step

    async def _in_time(self, state: RunState, run: RunContext, *, is_first: bool) -> tuple[Update, str]:
        """What the step changes, and what it shows; a step that is not done in time is given up."""
        declared = self._node.declared
        if is_skipped(declared, state):
            return {}, "left out, since the time is up"
        run = replace(run, deadline=self._node.deadline(run.deadlines))
        if run.deadline.may_come:
            run = replace(run, encoder=TimedEncoder(run.encoder, run.deadline))
        with working_until(run.deadline) as working:
            try:
                async with asyncio.timeout(self._node.last_moment(run.deadlines).timeout) as limit:
                    update = await self._node(state, run)
            except TimeoutError:
                if not limit.expired():
                    raise
                return given_up_update(self._node, state, run, is_first=is_first)
        update = cut_update(update, self.name, working)
        return update, declared.shows(update)

    async def _run(self, state: RunState, config: PogConfig, *, is_first: bool) -> RunContext:
        run = await self._provider.run_for(state, config, reads_documents=self._reads_documents)
        run = replace(run, merges=self._merges)
        return replace(run, notices=(*run.notices, *self._unread(config))) if is_first else run

    def _whole(
        self, state: RunState, update: Update, seconds: float, begins: type[Any] | None, notices: list[str]
    ) -> dict[str, Any]:
        """The update with the figures of the run; that of the first step fills every field."""
        if notices:
            update = {**update, "warnings": [*notices, *update.get("warnings", [])]}
        if begins:
            own = {name: state[name] for name in ("run_id", "started", "settings")}
            update = new_question(begins, {**own, **update})
        if update.get("warnings"):
            update = {**update, "warnings": _without_secrets(update["warnings"])}
        return {**update, **_figures(self._node, state, update, seconds)}


def settings_of(provider: RunProvider, context: object, state: Any) -> tuple[PogConfig, list[str]]:
    """The settings of a step: those that its run began with, and a warning where it is resumed under others."""
    now, kept = provider.settings(context), state.get("settings")
    return (now, []) if kept is None else continued_settings(now, given_in(context), kept)


def _begun(state: RunState) -> RunState:
    """What a new question starts from: nothing that an earlier one on the thread has used counts for it."""
    started: RunState = {
        "messages": state.get("messages", []),
        "run_id": uuid4().hex,
        "started": time.time(),
    }
    if "question" in state:
        started["question"] = state["question"]
    if "chosen" in state:
        started["chosen"] = state["chosen"]
    if "meant" in state:
        started["meant"] = state["meant"]
    return started


def _round(values: Any) -> dict[str, Any]:
    """Phase and depth of the plan among some fields of a state, for an event."""
    plan = values.get("plan")
    return {"phase": plan.phase, "depth": plan.depth} if plan else {}


def _found(state: RunState, update: Update, summary: str) -> str:
    """What a step has found, in a line, with where the search is: `topic D=2: 33 new paths`."""
    where = _round(update) or _round(state)
    said = " ".join(summary.split())
    place = f"{where['phase']} D={where['depth']}" if where else ""
    return ": ".join(part for part in (place, said) if part)


def _figures(node: Node, state: RunState, update: Update, seconds: float) -> dict[str, Any]:
    """Seconds per node and candidates per node, with this node's added; the answer gets them too."""
    known = dict(state.get("seconds", {}))
    known[node.name] = round(known.get(node.name, 0.0) + seconds, 6)
    figures: dict[str, Any] = {"seconds": known, "candidates": node.counted(update, state.get("candidates", {}))}
    answer = update.get("answer")
    if isinstance(answer, Answer):
        figures["answer"] = answer.model_copy(update=figures)
    return figures


def _of_failed_graph(update: Update) -> dict[str, Any]:
    """The update of a step of a run whose graph has failed; the answer says so, too."""
    answer = update.get("answer")
    told = {"answer": answer.model_copy(update={"graph_failed": True})} if isinstance(answer, Answer) else {}
    return {**update, **told, "graph_failed": True}


def _turn_in(update: Update) -> Turn | None:
    """The turn that the reply carries; None where the update has no reply."""
    reply = next(reversed(update.get("messages") or ()), None)
    carried = reply.additional_kwargs.get(TURN) if isinstance(reply, AIMessage) else None
    return None if carried is None else Turn.model_validate(carried)


def _plain(channel: object) -> list[str]:
    value = channel.value if isinstance(channel, Overwrite) else channel
    return list(value) if isinstance(value, list) else []


def _without_secrets(channel: object) -> object:
    texts = redacted_values(_plain(channel))
    return Overwrite(texts) if isinstance(channel, Overwrite) else texts
