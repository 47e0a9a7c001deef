"""Self-consistency, the second half: the answer that most chains of thought arrive at."""

from pog_agent.models import elected
from pog_agent.run.context import RunContext
from pog_agent.run.node import Declares
from pog_agent.run.progress import own_answer
from pog_agent.state import BaselineState


@Declares(shows=own_answer, traces=("draft",))
async def vote_for_answer(state: BaselineState, run: RunContext) -> BaselineState:
    """Takes the answer of the majority; of equally frequent ones the first that was sampled.

    A ballot is the whole set of answers of a chain, case, spacing and a final full stop aside. A chain without
    an answer has no vote, and one that could not be read is none.
    """
    asked = len(state["samples"])
    samples = [sample for sample in state["samples"] if not sample.is_unread]
    warnings = []
    if asked < run.config.samples:
        warnings.append(f"the budget left {asked} of {run.config.samples} chains of thought")
    if unread := asked - len(samples):
        warnings.append(f"{unread} of {asked} chains of thought could not be read, and have no vote")
    winner, votes = elected(samples)
    draft = winner.as_draft()
    if winner.answers:
        reason = f"{votes} of {len(samples)} chains of thought agree. {winner.reason}".strip()
        draft = draft.model_copy(update={"reason": reason})
    return {"draft": draft, "warnings": warnings}
