"""The trace of one question: every step with what it found, for reading a run afterwards."""

from typing import Any

from pydantic_core import to_jsonable_python

from pog_agent.run.telemetry.observation import Observation

ALWAYS = ("usage", "warnings", "truncated")
"""What a trace keeps of every update; each step says what else."""

PATHS_SHOWN = 10


class Tracer:
    """Collects the steps of one run as plain JSON values."""

    def __init__(self) -> None:
        self.steps: list[dict[str, Any]] = []

    def see(self, step: Observation) -> None:
        """Takes note of a step that has ended: what of its update is new, paths cut to the first few."""
        wanted = (*step.node.declared.traces, *ALWAYS)
        changed: dict[str, Any] = {name: step.after.get(name) for name in step.update if name in wanted}
        name = step.node.name
        seconds = step.after["seconds"].get(name, 0.0) - step.before.get("seconds", {}).get(name, 0.0)
        shortlist = changed.pop("shortlist", None)
        plan = step.after.get("plan")
        record: dict[str, Any] = {"node": name, "seconds": round(seconds, 6)}
        if plan is not None:
            record |= {"phase": plan.phase, "depth": plan.depth}
            if changed.get("plan") is not None:
                changed["plan"] = plan.model_dump(mode="json", exclude={"keys", "fresh"})
        if shortlist is not None:
            changed["shortlist"] = {"kept": len(shortlist), "first": shortlist[:PATHS_SHOWN]}
        record |= {name: value for name, value in changed.items() if value not in (None, [], {}, ())}
        self.steps.append(to_jsonable_python(record))
