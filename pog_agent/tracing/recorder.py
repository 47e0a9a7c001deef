"""Records runs: a watcher that makes a `RunTrace` of what it is told."""

import time
from datetime import UTC, datetime
from typing import Any

from pydantic_core import to_jsonable_python
from typing_extensions import override

from pog_agent.activity import Activity
from pog_agent.answering.shown_paths import show_paths
from pog_agent.config import PogConfig
from pog_agent.errors import PogError
from pog_agent.events import RouteTaken
from pog_agent.models import Answer, PatternRef
from pog_agent.redaction import redacted, redacted_values
from pog_agent.run.telemetry.observation import FailedStep, Observation, RunWatcher
from pog_agent.state import RunState
from pog_agent.systems.wiring import Wiring
from pog_agent.tracing.run_trace import KeptCandidate, Pruning, RunTrace, Surrounding, TracedStep
from pog_agent.tracing.step_record import PATHS_SHOWN, found_fields
from pog_agent.tracing.surrounding import surrounding_of

SELECTIONS = ("fuzzy", "branch", "precise")
_IN_OTHER_FIELDS = ("warnings", "shortlist")


class RunRecorder(RunWatcher):
    """Keeps the runs that it watches, in the order in which they began: for a few runs, not for a service."""

    def __init__(self, wiring: Wiring) -> None:
        self._system = wiring.name
        self._runs: dict[str, _Recording] = {}

    @property
    def traces(self) -> list[RunTrace]:
        """All runs so far."""
        return [recording.trace(self._system) for recording in self._runs.values()]

    @property
    def trace(self) -> RunTrace:
        """The last run. Raises `PogError` where none has begun."""
        if not self._runs:
            raise PogError("no run was recorded: ask a question inside the block of `recording`")
        return self.traces[-1]

    @override
    def started(self, state: RunState) -> None:
        self._recording(state)

    @override
    async def ended(self, step: Observation) -> None:
        await self._recording(step.after).add(step)

    @override
    def routed(self, state: RunState, route: RouteTaken) -> None:
        self._recording(state).go_on(route)

    @override
    def failed(self, step: FailedStep) -> None:
        self._recording(step.before).fail(step)

    def _recording(self, state: RunState) -> "_Recording":
        return self._runs.setdefault(state.get("run_id", ""), _Recording(state))


class _Recording:
    """One run while it is recorded."""

    def __init__(self, state: RunState) -> None:
        self._state = state
        self._began = state.get("started", time.time())
        self._steps: list[TracedStep] = []
        self._candidates = 0
        self._answer: Answer | None = None
        self._failure = ""
        self._surrounding = Surrounding()
        self._about: dict[str, Any] = {}
        self._ended = self._began

    async def add(self, step: Observation) -> None:
        """Takes note of a step that has ended. After the last one the surroundings of the paths are read."""
        self._state, plan = step.after, step.after.get("plan")
        found = {name: value for name, value in found_fields(step).items() if name not in _IN_OTHER_FIELDS}
        self._steps.append(
            TracedStep(
                node=step.node.name,
                began=round(step.began - self._began, 6),
                seconds=step.seconds,
                phase=plan.phase if plan else None,
                depth=plan.depth if plan else None,
                summary=redacted(step.summary),
                found=to_jsonable_python(found),
                pruning=await self._pruning(step),
                candidates=self._explored(step),
                warnings=tuple(map(redacted, step.new_warnings)),
                activities=tuple(map(_without_secrets, step.activities)),
            )
        )
        self._ended = step.began + step.seconds
        self._about = _about(step)
        answer = step.update.get("answer")
        if isinstance(answer, Answer):
            self._answer = answer
            self._surrounding = await surrounding_of(answer, step.after, step.run)

    def go_on(self, route: RouteTaken) -> None:
        """Takes note of where the run goes on after the last step."""
        route = route.model_copy(update={"why": redacted(route.why)})
        self._steps[-1] = self._steps[-1].model_copy(update={"route": route})

    def fail(self, step: FailedStep) -> None:
        """Takes note of the step with which the run failed."""
        problem = redacted(f"{type(step.error).__name__}: {step.error}")
        self._steps.append(
            TracedStep(
                node=step.node.name,
                began=round(step.began - self._began, 6),
                seconds=step.seconds,
                activities=tuple(map(_without_secrets, step.activities)),
                problem=problem,
            )
        )
        self._failure, self._ended = problem, step.began + step.seconds

    def trace(self, system: str) -> RunTrace:
        """The run so far, each step with the one that follows it."""
        following = [*(step.node for step in self._steps[1:]), None]
        steps = tuple(
            step.model_copy(update={"following": name}) for step, name in zip(self._steps, following, strict=True)
        )
        claim = self._state.get("claim")
        return RunTrace(
            run_id=self._state.get("run_id", ""),
            system=system,
            question=redacted(self._state.get("question", "")),
            claim=redacted(claim.text) if claim is not None else "",
            started=datetime.fromtimestamp(self._began, UTC).isoformat(timespec="milliseconds"),
            seconds=round(self._ended - self._began, 6),
            steps=steps,
            answer=_answer_without_secrets(self._answer),
            failure=self._failure,
            surrounding=self._surrounding,
            **self._about,
        )

    def _explored(self, step: Observation) -> int | None:
        """How many candidates there are after a step that explores or pools; None for any other step."""
        plan = step.update.get("plan")
        fresh = step.update.get("new_candidates")
        if plan is None or fresh is None:
            return None
        self._candidates = len(plan.keys) if not plan.lists and not plan.fresh else fresh + len(set(plan.keys))
        return self._candidates

    async def _pruning(self, step: Observation) -> Pruning | None:
        if step.node.declared.stage not in SELECTIONS:
            return None
        refs: list[PatternRef] = step.update.get("shortlist", [])
        before, self._candidates = self._candidates, len(refs)
        first = refs[:PATHS_SHOWN]
        shown = await show_paths(step.run, step.after, [ref.key for ref in first], [ref.score for ref in first])
        kept = tuple(KeptCandidate(text=path.text, score=path.score) for path in shown)
        return Pruning(before=before, after=len(refs), kept=kept)


def _about(step: Observation) -> dict[str, Any]:
    config: PogConfig = step.run.config
    given = {name: redacted(str(value)) for name, value in sorted(config.given.items())}
    return {
        "model": step.run.reasoner.name,
        "encoder": step.run.encoder.name,
        "graph": redacted(step.run.kg.name),
        "settings": given,
    }


def _answer_without_secrets(answer: Answer | None) -> Answer | None:
    return answer and Answer.model_validate(redacted_values(answer.model_dump(mode="json")))


def _without_secrets(activity: Activity) -> Activity:
    texts = {name: redacted(value) for name, value in activity if isinstance(value, str) and name != "type"}
    if activity.type == "model_call":
        messages = tuple((role, redacted(text)) for role, text in activity.messages)
        return activity.model_copy(update={**texts, "messages": messages})
    if activity.type == "embedding_batch":
        return activity.model_copy(update={**texts, "first": tuple(map(redacted, activity.first))})
    return activity.model_copy(update=texts)
