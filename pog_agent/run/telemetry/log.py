"""The log of a service: one line when a run starts, one when it ends, and every warning once.

`pog_agent.run` has what a service wants to know, `pog_agent.run.steps` the steps and calls (DEBUG), and
`pog_agent.run.question` the text of the question (DEBUG): nobody's question is logged who has not asked for that.
"""

import asyncio
import logging
import time
from typing import Any

from pog_agent.activity import Activity, EmbeddingBatch, ModelCall
from pog_agent.events import RouteTaken
from pog_agent.models import Answer, Usage
from pog_agent.redaction import shown_error
from pog_agent.run.telemetry.observation import FailedStep, Observation, RunWatcher
from pog_agent.state import RunState

_RUN = logging.getLogger("pog_agent.run")
_STEPS = logging.getLogger("pog_agent.run.steps")
_QUESTION = logging.getLogger("pog_agent.run.question")


class RunLog(RunWatcher):
    """Writes runs to the standard loggers. A line's `extra` has its figures as fields, for logs as JSON."""

    def started(self, state: RunState) -> None:
        """At INFO that a run begins."""
        run_id = state.get("run_id", "")
        _RUN.info("run %s started", run_id, extra={"run_id": run_id})

    async def ended(self, step: Observation) -> None:
        """At DEBUG the step, at WARNING what it warns of, at INFO the answer's status and cost."""
        run_id = step.after.get("run_id", "")
        known = {"run_id": run_id, "node": step.node.name}
        if not step.before.get("seconds"):
            _QUESTION.debug("run %s asks: %s", run_id, shown_error(step.after.get("question", "")), extra=known)
        if _STEPS.isEnabledFor(logging.DEBUG):
            for activity in step.activities:
                _STEPS.debug("run %s: %s: %s", run_id, step.node.name, _call(activity), extra=known)
            _STEPS.debug(
                "run %s: %s took %.3f s: %s",
                run_id,
                step.node.name,
                step.seconds,
                shown_error(step.summary),
                extra=known,
            )
        for text in step.new_warnings:
            _RUN.warning("run %s: %s: %s", run_id, step.node.name, shown_error(text), extra=known)
        answer = step.update.get("answer")
        if isinstance(answer, Answer):
            _answered(run_id, answer, step.after)

    def routed(self, state: RunState, route: RouteTaken) -> None:
        """At DEBUG where the run goes on, and why."""
        if _STEPS.isEnabledFor(logging.DEBUG):
            run_id = state.get("run_id", "")
            what = (route.node, route.target, shown_error(route.why))
            _STEPS.debug("run %s: %s -> %s: %s", run_id, *what, extra={"run_id": run_id, "node": route.node})

    def failed(self, step: FailedStep) -> None:
        """At ERROR why a run has failed; at INFO that it was cancelled."""
        run_id, seconds = step.before.get("run_id", ""), time.time() - step.before.get("started", step.began)
        known = {"run_id": run_id, "node": step.node.name, "seconds": round(seconds, 3)}
        if isinstance(step.error, asyncio.CancelledError):
            _RUN.info("run %s was cancelled in %s after %.2f s", run_id, step.node.name, seconds, extra=known)
            return
        what = f"{type(step.error).__name__}: {step.error}"
        where = (run_id, step.node.name, seconds, shown_error(what))
        _RUN.error("run %s failed in %s after %.2f s: %s", *where, extra=known)


def _answered(run_id: str, answer: Answer, state: RunState) -> None:
    usage: Usage = answer.usage
    figures: dict[str, Any] = {
        "run_id": run_id,
        "status": answer.status,
        "seconds": round(time.time() - state["started"], 3),
        "llm_calls": usage.llm_calls,
        "tokens": usage.prompt_tokens + usage.completion_tokens,
        "warnings": len(answer.warnings),
    }
    _RUN.info(
        "run %(run_id)s answered: %(status)s, %(seconds).2f s, %(llm_calls)d LLM calls, %(tokens)d tokens, "
        "%(warnings)d warnings",
        figures,
        extra=figures,
    )


def _call(activity: Activity) -> str:
    problem = f": {shown_error(activity.problem)}" if activity.problem else ""
    if isinstance(activity, ModelCall):
        if activity.is_cached:
            return f"{activity.step} has a reply of {activity.model} that was kept"
        tokens = f"{activity.prompt_tokens} tokens in and {activity.completion_tokens} out"
        return f"{activity.step} asked {activity.model}, {activity.seconds:.3f} s, {tokens}{problem}"
    if isinstance(activity, EmbeddingBatch):
        return f"{activity.texts} texts embedded by {activity.encoder}, {activity.seconds:.3f} s{problem}"
    rows = "" if activity.rows is None else f", {activity.rows} rows"
    return f"query to {activity.endpoint}, {activity.seconds:.3f} s{rows}{problem}: {shown_error(activity.sparql)}"
