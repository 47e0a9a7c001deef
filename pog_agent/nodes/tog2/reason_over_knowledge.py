"""Reasoning with hybrid knowledge (Think-on-Graph 2 section 3.3, equation 7)."""

from pog_agent.answering.documented.retrieval import shown_passages
from pog_agent.answering.shown_paths import shortlisted_paths
from pog_agent.models import Sufficiency
from pog_agent.reasoner.steps.reason_over_knowledge import ReasonOverKnowledge
from pog_agent.run.context import RunContext
from pog_agent.run.node import Declares
from pog_agent.state import Tog2State


def _verdict(update: Tog2State) -> str:
    verdict = update.get("verdict")
    if verdict is None:
        return "nothing to reason over yet"
    return "sufficient" if verdict.sufficient else f"not sufficient: {update['clues']}".rstrip(": ")


@Declares(shows=_verdict, traces=("verdict", "draft", "clues"), asks=ReasonOverKnowledge)
async def reason_over_knowledge(state: Tog2State, run: RunContext) -> Tog2State:
    """Judges paths, passages and clues in one call, which gives the answer, or clues for the next round.

    The last of these replies has the answer of the run, also if it found the knowledge insufficient. Without the
    setting `clues` nothing is handed on. Deviations from the paper: the model points at paths and quotes passages,
    so that code can check them; passages that the clues rest on stay in sight, so that a later answer can still
    quote them.
    """
    paths = await shortlisted_paths(run, state)
    contexts = state.get("contexts", [])
    passages = await shown_passages(contexts, run)
    last = not state.get("beam")
    if not (paths or passages or last):
        return {}
    clues = state.get("clues") or ""
    reply = await run.reasoner.ask(ReasonOverKnowledge(run.context(state), paths, passages, clues, last))
    found = reply.value
    feedback: Tog2State = (
        {"clues": found.clues or clues, "clue_contexts": [contexts[number - 1] for number in found.kept]}
        if run.config.clues
        else {"clues": "", "clue_contexts": []}
    )
    return {
        **feedback,
        "verdict": Sufficiency(sufficient=found.sufficient, reason=found.draft.reason),
        "draft": found.draft,
        "usage": [reply.usage],
        "warnings": list(reply.warnings),
    }
