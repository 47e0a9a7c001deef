"""Answer generation from the kept paths (paper section 4.4)."""

from typing import Any

from pog_agent.answering.shown_paths import show_paths
from pog_agent.reasoner.base import Summary
from pog_agent.run.context import Run
from pog_agent.state import PogState


async def generate_answer(state: PogState, run: Run) -> dict[str, Any]:
    """Asks for the answer by citation of numbered paths and positions.

    The reasoner may join its own knowledge in when no round was sufficient (QuestionAnsweringFinal); that part
    is labelled. Deviation from the paper: the answer is computed from the citation by code, not quoted.
    """
    verdict = state.get("verdict")
    refs = state.get("shortlist", [])
    paths = await show_paths(run, state, [ref.key for ref in refs], [ref.score for ref in refs], last=True)
    final = verdict is None or not verdict.sufficient
    reply = await run.reasoner.answer(run.context(state), paths, state.get("summary") or Summary(), final)
    return {"draft": reply.value, "usage": [reply.usage], "warnings": list(reply.warnings)}
