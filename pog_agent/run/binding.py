"""Binds a step to a graph: resolves its dependencies, times it, and reports its progress."""

import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Protocol, cast

from langchain_core.runnables import Runnable, RunnableLambda
from langgraph.runtime import get_runtime
from langgraph.types import Overwrite

from pog_agent.config import PogConfig
from pog_agent.events import AnswerReady, NodeFinished, NodeStarted, WarningRaised
from pog_agent.models import Answer, Value
from pog_agent.run.context import Run
from pog_agent.run.progress import summary_of
from pog_agent.state import PogState

Update = dict[str, Any]
Step = Callable[[PogState, Run], Awaitable[Update]]
Route = Callable[[PogState, PogConfig], str]


@dataclass(frozen=True)
class Observation:
    """A step that has just ended: the state it began from, its update, and its run with the workspace.

    What an observer does with the run changes nothing for later steps but the time that passes.
    """

    node: str
    before: PogState
    update: Update
    run: Run

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

    async def run_for(self, state: PogState, config: PogConfig) -> Run:
        """The dependencies of the run that the state belongs to."""
        ...

    def finished(self, run_id: str) -> None:
        """Lets go of what was held for a run."""
        ...

    def wait(self, work: Callable[[], Awaitable[Update]]) -> Update:
        """Carries out asynchronous work for a caller that is not asynchronous."""
        ...


def bind_step(name: str, step: Step, provider: RunProvider, first: bool = False) -> Runnable[PogState, Update]:
    """The step as a graph node that works under `invoke` and `ainvoke`.

    Around the step it emits typed events, counts candidates, and keeps the seconds of the node. The `first` step
    of a graph gets nothing of an earlier run on the thread.
    """

    async def node(state: PogState) -> Update:
        runtime = get_runtime(PogConfig)

        def emit(event: Value) -> None:
            runtime.stream_writer(event.model_dump(mode="json"))

        state = _new_run(state) if first else state
        plan = state.get("plan")
        emit(NodeStarted(node=name, phase=plan.phase if plan else None, depth=plan.depth if plan else None))
        clock = time.perf_counter()
        try:
            run = await provider.run_for(state, provider.settings(runtime.context))
            update = await step(state, run)
            seconds = time.perf_counter() - clock
            update |= _figures(name, state, update, seconds)
            if provider.observer is not None:
                await provider.observer(Observation(name, state, update, run))
        except BaseException:  # a cancelled run is over too; a resumed one is given a new workspace
            provider.finished(state.get("run_id", ""))
            raise
        for text in _plain(update.get("warnings", [])):
            emit(WarningRaised(node=name, text=text))
        plan = update.get("plan") or plan
        emit(
            NodeFinished(
                node=name,
                phase=plan.phase if plan else None,
                depth=plan.depth if plan else None,
                seconds=round(seconds, 4),
                summary=summary_of(update),
            )
        )
        answer = update.get("answer")
        if isinstance(answer, Answer):
            provider.finished(state["run_id"])
            emit(AnswerReady(answer=answer))
        return update

    def blocking_node(state: PogState) -> Update:
        return provider.wait(lambda: node(state))

    return RunnableLambda(blocking_node, afunc=node, name=name)


def bind_route(route: Route, provider: RunProvider) -> Callable[[PogState], str]:
    """The decision as a conditional edge."""

    def decide(state: PogState) -> str:
        return route(state, provider.settings(get_runtime(PogConfig).context))

    return decide


def _new_run(state: PogState) -> PogState:
    """What a new question starts from: nothing that an earlier one on the thread has used counts for it."""
    started: PogState = {"messages": state.get("messages", []), "started": time.time()}
    if "question" in state:
        started["question"] = state["question"]
    return started


def _figures(name: str, state: PogState, update: Update, seconds: float) -> Update:
    """Seconds per node and candidates per node, with this node's added; the answer gets them too."""
    known = dict(state.get("seconds", {}))
    known[name] = round(known.get(name, 0.0) + seconds, 6)
    counts = dict(state.get("candidates", {}))
    if update.get("new_candidates") is not None:
        counts[name] = counts.get(name, 0) + update["new_candidates"]
    elif name.endswith("_select"):
        counts[name] = len(update["shortlist"])
    figures: Update = {"seconds": known, "candidates": counts}
    answer = update.get("answer")
    if isinstance(answer, Answer):
        figures["answer"] = answer.model_copy(update=figures)
    return figures


def _plain(channel: object) -> list[str]:
    value = channel.value if isinstance(channel, Overwrite) else channel
    return list(value) if isinstance(value, list) else []
