"""The sufficiency check, the second half of two-step question answering (paper section 4.4)."""

from pog_agent.answering.shown_paths import shortlisted_paths
from pog_agent.models import Summary
from pog_agent.models.shown import pattern_line
from pog_agent.reasoner.steps.judge_sufficiency import JudgeSufficiency
from pog_agent.run.context import RunContext
from pog_agent.run.node import Declares
from pog_agent.state import PogState


def _verdict(update: PogState) -> str:
    verdict = update["verdict"]
    return "sufficient" if verdict.sufficient else f"not sufficient: {verdict.reason}".rstrip(": ")


@Declares(shows=_verdict, traces=("verdict", "shortlist"), asks=JudgeSufficiency)
async def check_sufficiency(state: PogState, run: RunContext) -> PogState:
    """Judges whether the kept paths answer each split question and then the question.

    The paths count as kept for their phase from here on (Paths_T, Paths_S, Paths_E of Algorithm 1).
    """
    refs, phase = state["shortlist"], state["plan"].phase
    paths = await shortlisted_paths(run, state)
    summary = state.get("summary") or Summary()
    reply = await run.reasoner.ask(JudgeSufficiency(run.context(state), paths, summary))
    with_text = [
        ref.model_copy(update={"text": pattern_line(path.nodes, path.relations, path.forward)})
        for ref, path in zip(refs, paths, strict=True)
        if path.nodes
    ]
    return {
        "shortlist": with_text,
        "kept": {**state.get("kept", {}), phase: with_text},
        "verdict": reply.value,
        "usage": [reply.usage],
        "warnings": list(reply.warnings),
    }
