"""The beginning of a run that looks at no graph."""

from pog_agent.run.context import RunContext
from pog_agent.run.node import Declares
from pog_agent.run.start import asked_of, begun_run, question_in
from pog_agent.state import BaselineState, RunState


@Declares(shows=lambda update: update["question"])
async def take_question(state: BaselineState, run: RunContext) -> RunState:
    """Takes the question and starts the run afresh."""
    asked = asked_of(state, run.config.task)
    return {"question": question_in(asked), **begun_run(state, asked, run.notices)}
