"""Where a run goes on after a step, by which condition, and why; and the ways that a wiring declares.

A condition is what an edge of the diagram is labelled with. A decision that its fork does not declare is refused,
so that what is drawn is what can happen.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, get_args

from langgraph.runtime import Runtime, get_runtime

from pog_agent.config import PogConfig
from pog_agent.events import RouteTaken
from pog_agent.models import Sufficiency
from pog_agent.run.binding import RunProvider, UntracedWork, settings_of
from pog_agent.run.telemetry.observation import tell_routed
from pog_agent.words import plural

Onward = Literal[
    "question",
    "follow-up",
    "reading",
    "read",
    "confirm",
    "go on",
    "topics found",
    "all about one topic",
    "connections",
    "compose first",
    "search",
    "query proven",
    "new paths",
    "prune further",
    "pruned",
    "pooled",
    "kept paths",
    "judge",
    "final paths",
    "sufficient",
    "predicted",
    "query composed",
    "answered",
    "no query",
    "relations",
    "entities",
    "chains first",
    "next chain",
    "chains done",
    "chains agree",
]
"""Conditions by which a run goes the way that most runs go."""

Turn = Literal[
    "no topic",
    "nothing new",
    "nothing further",
    "deepen",
    "fewer topics",
    "next phase",
    "none predicted",
    "nothing kept",
    "no path",
    "no relation",
    "no way on",
    "D_max reached",
    "unclear",
]
"""Conditions by which a search deepens, goes elsewhere or ends."""

SetTurn = Literal[
    "budget spent",
    "time is up",
    "no supplements",
    "none spotted",
    "no start",
    "show what is new",
    "no more rounds",
]
"""The same, where settings make it that are off by default."""

SetOnward = Literal["with documents", "without summary", "pruned early", "doubts open"]
"""Conditions by which a run just goes on with settings that are off by default."""

Condition = Onward | Turn | SetTurn | SetOnward
TURNS: Final[frozenset[str]] = frozenset((*get_args(Turn), *get_args(SetTurn)))
OFF_BY_DEFAULT: Final[frozenset[str]] = frozenset((*get_args(SetTurn), *get_args(SetOnward)))
"""What cannot happen with the defaults: the diagram of the loop leaves it out."""


@dataclass(frozen=True)
class Decision:
    """Where a run goes on, by which of the declared conditions, and why: a few words that the state gives.

    A decision without a why is no news to anybody, and nobody is told of it.
    """

    target: str
    condition: Condition
    why: str = ""


Route = Callable[[Any, PogConfig], Decision]
Ways = Mapping[str, tuple[Condition, ...]]
"""Under which conditions a fork leads to each of its targets."""


@dataclass(frozen=True)
class Fork:
    """The ways on from the step `source`, and what decides between them."""

    source: str
    decide: Route
    ways: Ways

    def with_way(self, target: str, condition: Condition) -> "Fork":
        """The same with one more condition for a target."""
        conditions = dict.fromkeys((*self.ways.get(target, ()), condition))
        return replace(self, ways={**self.ways, target: tuple(conditions)})

    @property
    def labels(self) -> dict[str, str]:
        """What the edge to each target is labelled with in the compiled graph, which needs every label once."""
        joined = {target: ", ".join(conditions) for target, conditions in self.ways.items()}
        shared = [*joined.values()]
        return {
            target: label if shared.count(label) == 1 else f"{label}: {target.replace('_', ' ')}"
            for target, label in joined.items()
        }


def bind_fork(
    fork: Fork, provider: RunProvider, *, begins: bool = False, shortest: str | None = None
) -> UntracedWork:
    """What decides after a step, as a conditional edge: it gives the label of the way.

    One that `begins` a run knows nothing of the last one on the thread. `shortest` is the way to the end for a run
    whose time is up. Raises `ValueError` for a decision that the fork does not declare.
    """
    return UntracedWork(_BoundFork(fork, provider, begins, shortest))


@dataclass(frozen=True)
class _BoundFork:
    """A decision with the settings of the run."""

    fork: Fork
    provider: RunProvider
    begins: bool
    shortest: str | None

    @property
    def name(self) -> str:
        return self.fork.decide.__name__

    def wait(self, state: Any) -> str:
        runtime: Runtime[PogConfig] | None = get_runtime(PogConfig)  # None where a state is edited from outside
        context = runtime.context if runtime is not None else None
        config, _ = settings_of(self.provider, context, {} if self.begins else state)
        decided = self._decision(state, config)
        if decided.condition not in self.fork.ways.get(decided.target, ()):
            raise ValueError(f"after {self.fork.source}: {decided} is no way that the wiring declares")
        if decided.why and runtime is not None:
            told = RouteTaken(
                node=self.fork.source,
                target=decided.target,
                condition=decided.condition,
                why=decided.why,
                turns=decided.condition in TURNS,
            )
            tell_routed(self.provider.watchers(config), state, told)
            runtime.stream_writer(told.model_dump(mode="json"))
        return self.fork.labels[decided.target]

    async def work(self, state: Any) -> str:
        return self.wait(state)

    def _decision(self, state: Any, config: PogConfig) -> Decision:
        if self.shortest is not None and (reason := state.get("given_up")):
            return Decision(self.shortest, "time is up", reason)
        return self.fork.decide(state, config)


def counted(number: int, noun: str) -> str:
    """A number of things in words: ``1 path``, ``2,300 paths``."""
    return f"{number:,} {noun if number == 1 else plural(noun)}"


def open_splits(verdict: Sufficiency) -> str:
    """Which split questions a judgement leaves open, by their numbers where they are few."""
    numbers = [str(number) for number, split in enumerate(verdict.splits, start=1) if not split.covered]
    if not numbers:
        return "the paths do not suffice"
    if len(numbers) == 1:
        return f"split question {numbers[0]} is open"
    if len(numbers) == 2:
        return f"split questions {' and '.join(numbers)} are open"
    return f"{len(numbers)} split questions are open"
