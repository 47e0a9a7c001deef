"""What a trace keeps of a step: the fields that the step declares, long ones cut to their first items."""

from typing import Any

from pydantic_core import to_jsonable_python

from pog_agent.run.telemetry.observation import Observation

ALWAYS = ("usage", "warnings", "truncated")
"""What is kept of every update; each step says what else."""

PATHS_SHOWN = 10


def step_record(step: Observation) -> dict[str, Any]:
    """A step as plain JSON values: node, seconds, phase and depth, and what is new of its update."""
    name, plan = step.node.name, step.after.get("plan")
    seconds = step.after["seconds"].get(name, 0.0) - step.before.get("seconds", {}).get(name, 0.0)
    record: dict[str, Any] = {"node": name, "seconds": round(seconds, 6)}
    if plan is not None:
        record |= {"phase": plan.phase, "depth": plan.depth}
    found: dict[str, Any] = to_jsonable_python(record | found_fields(step))
    return found


def found_fields(step: Observation) -> dict[str, Any]:
    """The declared fields of an update that are not empty."""
    wanted = (*step.node.declared.traces, *ALWAYS)
    changed: dict[str, Any] = {name: step.after.get(name) for name in step.update if name in wanted}
    shortlist, plan = changed.pop("shortlist", None), step.after.get("plan")
    if plan is not None and changed.get("plan") is not None:
        changed["plan"] = plan.model_dump(mode="json", exclude={"keys", "fresh"})
    if shortlist is not None:
        changed["shortlist"] = {"kept": len(shortlist), "first": shortlist[:PATHS_SHOWN]}
    return {name: value for name, value in changed.items() if value not in (None, [], {}, ())}
