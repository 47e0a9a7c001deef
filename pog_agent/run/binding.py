"""Binds a step to a graph: resolves its dependencies, times it, and reports its progress."""

import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Any, Protocol, cast

from langchain_core.runnables import Runnable, RunnableLambda
from langgraph.runtime import get_runtime
from langgraph.types import Overwrite

from pog_agent.config import PogConfig
from pog_agent.events import AnswerReady, NodeFinished, NodeStarted, QuestionRewritten, WarningRaised
from pog_agent.models import Answer, Rewriting, Value
from pog_agent.run.context import RunContext
from pog_agent.run.node import Node, Update
from pog_agent.run.start import goes_on, new_question
from pog_agent.state import PogState, RunState

Route = Callable[[Any, PogConfig], str]
DOCS_UNREAD = "docs is for systems that read documents (pog, tog2, rag) and changes nothing here"


@dataclass(frozen=True)
class Observation:
    """A step that has just ended: the state it began from, its update, and its run with the workspace.

    What an observer does with the run changes nothing for later steps but the time that passes.
    """

    node: Node
    before: RunState
    update: Update
    run: RunContext

    @property
    def after(self) -> PogState:
        """The state that the next step will see; usage and warnings are those of this step alone."""
        values = {**self.before, **self.update}
        plain = {name: item.value if isinstance(item, Overwrite) else item for name, item in values.items()}
        return cast(PogState, plain)


Observer = Callable[[Observation], Awaitable[None]]


class RunProvider(Protocol):
    """What gives the steps of a graph their dependencies.

    Its `observer`, if it has one, is told of each step that has ended, while the workspace of the run is there.
    """

    observer: Observer | None

    def settings(self, context: object) -> PogConfig:
        """The settings that a runtime context stands for."""
        ...

    async def run_for(self, state: Any, config: PogConfig, *, reads_documents: bool) -> RunContext:
        """The dependencies of the run that the state belongs to, with documents only where these are read."""
        ...

    def finished(self, run_id: str) -> None:
        """Lets go of what was held for a run."""
        ...

    def wait(self, work: Callable[[], Awaitable[Update]]) -> Update:
        """Carries out asynchronous work for a caller that is not asynchronous."""
        ...


def bind_node(
    node: Node,
    provider: RunProvider,
    first: type[Any] | None = None,
    *,
    reads_documents: bool = True,
    reads_follow_ups: bool = False,
) -> Runnable[Any, Update]:
    """The step as a graph node that works under `invoke` and `ainvoke`.

    Around the step it emits typed events, counts candidates, and keeps the seconds of the node. The first step of
    a graph begins a run on a state of the type `first`: it gets nothing of an earlier run on the thread, and
    empties every field that it does not fill. In a conversation that is the step that `reads_follow_ups`.
    `reads_documents` says whether the system of the step does.
    """

    async def work(state: RunState) -> Update:
        runtime = get_runtime(PogConfig)
        begins = first if goes_on(state) == reads_follow_ups else None

        def emit(event: Value) -> None:
            runtime.stream_writer(event.model_dump(mode="json"))

        state = _given(state) if begins else state
        emit(NodeStarted(node=node.name, **_round(state)))
        clock = time.perf_counter()
        try:
            config = provider.settings(runtime.context)
            run = await provider.run_for(state, config, reads_documents=reads_documents)
            if begins and config.docs is not None and not reads_documents:
                run = replace(run, notices=(*run.notices, DOCS_UNREAD))
            update = await node(state, run)
            shown = node.declared.shows(update)
            rewriting = update.get("rewriting")
            seconds = time.perf_counter() - clock
            update = {**(new_question(begins, update) if begins else update)}
            update |= _figures(node, state, update, seconds)
            if provider.observer is not None:
                await provider.observer(Observation(node, state, update, run))
        except BaseException:  # a cancelled run is over too; a resumed one is given a new workspace
            provider.finished(state.get("run_id", ""))
            raise
        if isinstance(rewriting, Rewriting) and rewriting.is_changed:
            read = [item.label for item in rewriting.members]
            emit(QuestionRewritten(said=rewriting.said, question=rewriting.question, among=tuple(read)))
        for text in _plain(update.get("warnings", [])):
            emit(WarningRaised(node=node.name, text=text))
        where = _round(update) or _round(state)
        emit(NodeFinished(node=node.name, **where, seconds=round(seconds, 4), summary=shown))
        answer = update.get("answer")
        if isinstance(answer, Answer):
            provider.finished(state["run_id"])
            emit(AnswerReady(answer=answer))
        return update

    def blocking_work(state: RunState) -> Update:
        return provider.wait(lambda: work(state))

    return RunnableLambda(blocking_work, afunc=work, name=node.name)


def bind_route(route: Route, provider: RunProvider) -> Callable[[Any], str]:
    """The decision as a conditional edge."""

    def decide(state: Any) -> str:
        return route(state, provider.settings(get_runtime(PogConfig).context))

    return decide


def _given(state: RunState) -> RunState:
    """What a new question starts from: nothing that an earlier one on the thread has used counts for it."""
    started: RunState = {"messages": state.get("messages", []), "started": time.time()}
    if "question" in state:
        started["question"] = state["question"]
    return started


def _round(values: Any) -> dict[str, Any]:
    """Phase and depth of the plan among some fields of a state, for an event."""
    plan = values.get("plan")
    return {"phase": plan.phase, "depth": plan.depth} if plan else {}


def _figures(node: Node, state: RunState, update: Update, seconds: float) -> dict[str, Any]:
    """Seconds per node and candidates per node, with this node's added; the answer gets them too."""
    known = dict(state.get("seconds", {}))
    known[node.name] = round(known.get(node.name, 0.0) + seconds, 6)
    figures: dict[str, Any] = {"seconds": known, "candidates": node.counted(update, state.get("candidates", {}))}
    answer = update.get("answer")
    if isinstance(answer, Answer):
        figures["answer"] = answer.model_copy(update=figures)
    return figures


def _plain(channel: object) -> list[str]:
    value = channel.value if isinstance(channel, Overwrite) else channel
    return list(value) if isinstance(value, list) else []
