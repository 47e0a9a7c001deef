"""The beginning of a run that looks at no graph."""

from typing import Any

from pog_agent.run.context import Run
from pog_agent.run.start import fresh_run, question_of
from pog_agent.state import PogState


async def take_question(state: PogState, run: Run) -> dict[str, Any]:
    """Takes the question and starts the run afresh."""
    return fresh_run(question_of(state), run.notices)
