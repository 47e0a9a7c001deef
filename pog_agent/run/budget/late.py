"""What becomes of a step whose time is up: it is given up, and all further ones are left out but the answer."""

from pog_agent.deadline import WorkingTime
from pog_agent.run.context import RunContext
from pog_agent.run.node import Declares, Node, Update
from pog_agent.run.start import asked_of, fresh_run
from pog_agent.state import RunState


def is_skipped(declared: Declares, state: RunState) -> bool:
    """Whether a step is left out, since an earlier one was given up."""
    return bool(state.get("given_up")) and declared.ends is None


def given_up_update(node: Node, state: RunState, run: RunContext, *, is_first: bool) -> tuple[Update, str]:
    """What a step changes that was still at work when its time was up, and what it shows.

    Of the first step of a run the question is kept.
    """
    reason = f"{node.name} was given up: budget of {run.config.max_seconds:g} seconds is used up"
    if node.declared.ends is not None:
        return node.declared.ends(state, run, reason), reason
    update: RunState = {"given_up": reason, "truncated": True, "warnings": [reason]}
    if is_first:
        update = {**fresh_run(asked_of(state, run.config.task), [*run.notices, reason]), **update}
    return update, reason


def cut_update(update: Update, name: str, working: WorkingTime) -> Update:
    """The update with a warning for each thing that the step left undone, since its time was up."""
    warnings = [f"{name}: {note}" for note in working.told()]
    return (
        {**update, "truncated": True, "warnings": [*update.get("warnings", ()), *warnings]} if warnings else update
    )
