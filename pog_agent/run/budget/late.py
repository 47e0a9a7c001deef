"""What becomes of a step whose time is up: it is given up, and all further ones are left out but the answer."""

from pog_agent.deadline import TIME_IS_UP
from pog_agent.ranking.timed import TimedEncoder
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


def not_embedded(update: Update, name: str, encoder: TimedEncoder) -> Update:
    """The update with a warning that says how many texts were not embedded in time."""
    warning = (
        f"{name}: {encoder.left_out:,} of {encoder.asked:,} texts were not embedded and count as unlike the "
        f"question, since {TIME_IS_UP}"
    )
    return {**update, "truncated": True, "warnings": [*update.get("warnings", ()), warning]}
