"""What a run may spend: LLM calls, tokens, dollars, seconds.

The search leaves something of each to the answer: one call, and the last quarter of tokens, dollars and seconds.
Of tokens it leaves at least as many as an answer usually takes.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from threading import Event
from typing import Any, Final

from pog_agent.config import PogConfig
from pog_agent.deadline import NEVER, Deadline
from pog_agent.models import StepUsage, Usage
from pog_agent.reasoner.base import LlmStep
from pog_agent.state import RunState

KEPT_SHARE: Final = 0.25
ANSWER_TOKENS: Final = 2_000
GRACE: Final = 0.5
MOST_GRACE: Final = 1.0
"""For this share of `max_seconds` beyond it, and so many seconds at most, an answer may still be checked, without
any call. After the first half of that no further check is begun."""


def spent_search(state: RunState, config: PogConfig, *, keeps_call: bool = True) -> str | None:
    """Why the search must end, None while it may go on. With `keeps_call` the last call is kept for the answer."""
    used = Usage.total(state.get("usage", ()))
    return (
        _spent_calls(used.llm_calls, config, kept=int(keeps_call))
        or _refused(state)
        or _spent_amount(used, config, searching=True)
        or _spent_seconds(state, config, searching=True)
    )


def spent_budget(state: RunState, config: PogConfig) -> str | None:
    """Why the whole budget of this run is used up, None while it is not."""
    used = Usage.total(state.get("usage", ()))
    return (
        _spent_calls(used.llm_calls, config, kept=0)
        or _refused(state)
        or _spent_amount(used, config, searching=False)
        or _spent_seconds(state, config, searching=False)
    )


@dataclass(frozen=True)
class StepDeadlines:
    """Until when a step may work that searches, one that asks for the answer, and one that checks it.

    At the `end` a step is given up that checks, and is not done by itself.
    """

    search: Deadline = NEVER
    answer: Deadline = NEVER
    checks: Deadline = NEVER
    end: Deadline = NEVER

    def unless(self, abandoned: Event | None) -> "StepDeadlines":
        """The same; the time is up as soon as nobody waits for the step any more, too."""
        ends = (self.search, self.answer, self.checks, self.end)
        return StepDeadlines(*(end.unless(abandoned) for end in ends))


NO_DEADLINES: Final = StepDeadlines()


class RunBudget:
    """The budget of one run while a step of it works: what earlier steps have used, and its own calls so far.

    It is the `CallBudget` of the run's reasoner.
    """

    def __init__(self, config: PogConfig) -> None:
        self._config = config
        self._before: list[StepUsage] = []
        self._begun: list[StepUsage] = []
        self._done: list[StepUsage] = []
        self.deadlines = NO_DEADLINES

    def entered(self, state: RunState) -> None:
        """A step begins with this state, now."""
        self._before, self._begun, self._done = list(state.get("usage", ())), [], []
        most = self._config.max_seconds
        if most is not None:
            began = time.monotonic() - (state.get("ran") or 0.0)
            grace = min(GRACE * most, MOST_GRACE)
            ends = ((1 - KEPT_SHARE) * most, most, most + grace / 2, most + grace)
            self.deadlines = StepDeadlines(*(Deadline(began + seconds) for seconds in ends))

    def refusal(self, step: LlmStep[Any], estimate: StepUsage) -> str | None:
        """Why a step may not make another call, which takes about so much; None, and then the call counts.

        The search leaves to the answer what is kept for it.
        """
        config, searching = self._config, not step.answers
        used = [*self._before, *self._done, *self._begun]
        calls = Usage.total(used).llm_calls
        refused = (
            _spent_calls(calls, config, kept=int(searching))
            or _spent_amount(Usage.total(used), config, searching=searching)
            or _too_large(Usage.total([*used, estimate]), config, step)
        )
        if refused is None and self._deadline_of(step).is_over:
            refused = _seconds_text(config, used_up=step.answers)
        if refused is None:
            self._begun.append(estimate)
        return refused

    def seconds(self, step: LlmStep[Any]) -> float | None:
        """How long a call of a step may take; None where nothing bounds it."""
        return self._deadline_of(step).timeout

    def late(self, step: LlmStep[Any]) -> str:
        """Why a call of a step was given up."""
        return f"{_seconds_text(self._config, used_up=step.answers)}: a call of {step.name} was given up"

    def used(self, estimate: StepUsage, usage: StepUsage) -> None:
        """A call that was begun with this estimate has ended, and has used so much."""
        self._begun.remove(estimate)
        self._done.append(usage)

    def _deadline_of(self, step: LlmStep[Any]) -> Deadline:
        return self.deadlines.answer if step.answers else self.deadlines.search


def _spent_calls(calls: int, config: PogConfig, kept: int) -> str | None:
    bound = config.max_llm_calls
    if bound is None or calls + kept < bound:
        return None
    return _used_up(f"{bound} LLM calls", whole=calls >= bound)


def _refused(state: RunState) -> str | None:
    """Why a call was not made, or given up."""
    return next((part.refused for part in state.get("usage", ()) if part.refused), None)


def _spent_amount(used: Usage, config: PogConfig, *, searching: bool) -> str | None:
    for name, bound, kept, amount in _amounts(used, config):
        if amount >= bound - kept * searching:
            return _used_up(name, whole=amount >= bound)
    return None


def _too_large(after: Usage, config: PogConfig, step: LlmStep[Any]) -> str | None:
    """Why a call is not begun after which so much would be used."""
    for name, bound, kept, amount in _amounts(after, config):
        if amount > bound - kept * (not step.answers):
            besides = "" if step.answers else " besides the answer"
            return f"budget of {name} has no room for a call of {step.name}{besides}"
    return None


def _amounts(used: Usage, config: PogConfig) -> Iterator[tuple[str, float, float, float]]:
    """Each bound in words, the bound, what of it is kept for the answer, and what is used."""
    tokens, cost = used.prompt_tokens + used.completion_tokens, used.cost or 0.0
    if (most := config.max_tokens) is not None:
        yield f"{most} tokens", most, max(KEPT_SHARE * most, ANSWER_TOKENS), tokens
    if (dollars := config.max_cost) is not None:
        kept = max(KEPT_SHARE * dollars, ANSWER_TOKENS * cost / max(tokens, 1))
        yield f"{dollars:g} USD", dollars, kept, cost


def _spent_seconds(state: RunState, config: PogConfig, *, searching: bool) -> str | None:
    bound, ran = config.max_seconds, state.get("ran") or 0.0
    if bound is None or ran < bound * (1 - KEPT_SHARE * searching):
        return None
    return _seconds_text(config, used_up=ran >= bound)


def _seconds_text(config: PogConfig, *, used_up: bool) -> str:
    return _used_up(f"{config.max_seconds:g} seconds", whole=used_up)


def _used_up(name: str, *, whole: bool) -> str:
    return f"budget of {name} is used up{'' if whole else ' but for the answer'}"
