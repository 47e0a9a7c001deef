"""A step declares itself: its work, and what others need to know of it.

Nobody matches on the name of a step: the binding, the progress of a run, its trace, the preview of its cost and
the evaluation read the declaration.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from functools import update_wrapper
from typing import Any, Literal

from pog_agent.config import PogConfig
from pog_agent.deadline import Deadline
from pog_agent.reasoner.base import LlmStep
from pog_agent.run.budget.budget import StepDeadlines
from pog_agent.run.context import RunContext

Update = Mapping[str, Any]
"""Those fields of the state that a step changes."""

Work = Callable[[Any, RunContext], Awaitable[Any]]

GivesUp = Callable[[Any, RunContext, str], Update]

Stage = Literal["explored", "fuzzy", "branch", "precise"]
"""What a step does to the candidates: it finds them, or it selects some of them in one of three ways."""

Counted = Literal["new_candidates", "shortlist"]
"""What the figures of a run count of a step: candidates that are new in each visit, or those kept in the last."""


@dataclass(frozen=True)
class Declares:
    """What a step says of itself; put above the function that does its work, it makes a `Node` of it.

    `shows` says in a few words what an update has found, for people who watch a run. `traces` names the fields of
    the update that a trace keeps, besides usage and warnings. `asks` is the LLM step that a visit asks, at most
    `calls` times, and `reads` the one that it asks instead where there are passages. `merged` is the one that it
    asks instead where its work `is_merged` with that of other steps, which ask nothing then. `stage` and `counts`
    are for steps that find or select candidates. A step that `ends` a run is carried out whatever the time, and
    says what it gives where its own time is up, and why.
    """

    shows: Callable[[Any], str]
    traces: tuple[str, ...] = ()
    asks: type[LlmStep[Any]] | None = None
    reads: type[LlmStep[Any]] | None = None
    merged: type[LlmStep[Any]] | None = None
    is_merged: Callable[[PogConfig], bool] = lambda config: config.merge_steps
    calls: Callable[[PogConfig], int] = lambda _: 1
    counts: Counted | None = None
    stage: Stage | None = None
    ends: GivesUp | None = None

    def asked(self, config: PogConfig) -> type[LlmStep[Any]] | None:
        """The LLM step that a visit asks under these settings; None for a step that asks no model."""
        if self.merged is not None and self.is_merged(config):
            return self.merged
        return (self.reads or self.asks) if config.docs is not None else self.asks

    def __call__(self, work: Work) -> "Node":
        """The function as a step of a system."""
        return Node(work, self)


class Node:
    """One step of a system: a function with what it declares; calling it does its work."""

    def __init__(self, work: Work, declared: Declares) -> None:
        self.name = work.__name__
        self.declared = declared
        self._work = work
        update_wrapper(self, work)

    async def __call__(self, state: Any, run: RunContext) -> Update:
        """The fields of the state that the step changes."""
        update: Update = await self._work(state, run)
        return update

    def deadline(self, deadlines: StepDeadlines) -> Deadline:
        """Until when the step may look for more."""
        if self.declared.ends is not None:
            return deadlines.checks
        asked = self.declared.asks
        return deadlines.answer if asked is not None and asked.answers else deadlines.search

    def last_moment(self, deadlines: StepDeadlines) -> Deadline:
        """When the step is given up. What looks at its deadline has ended by then."""
        is_search = self.deadline(deadlines) == deadlines.search
        return deadlines.answer if is_search else deadlines.end

    def counted(self, update: Update, before: Mapping[str, int]) -> dict[str, int]:
        """The candidates by step, with those of this update."""
        if self.declared.counts is None:
            return dict(before)
        if self.declared.counts == "shortlist":
            return {**before, self.name: len(update.get("shortlist", ()))}
        return {**before, self.name: before.get(self.name, 0) + update.get("new_candidates", 0)}
