"""The beginning of a run that looks at no graph."""

from pog_agent.run.context import RunContext
from pog_agent.run.node import Declares
from pog_agent.run.start import asked_of, begun_run
from pog_agent.state import BaselineState, RunState


@Declares(shows=lambda update: update["question"])
async def take_question(state: BaselineState, run: RunContext) -> RunState:
    """Takes the question and starts the run afresh."""
    return begun_run(state, asked_of(state, run.config.task), run.notices)
