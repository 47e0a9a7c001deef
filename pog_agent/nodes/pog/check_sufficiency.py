"""The sufficiency check, the second half of two-step question answering (paper section 4.4)."""

from pog_agent.answering.documented.retrieval import shown_passages
from pog_agent.answering.shown_paths import shortlisted_paths
from pog_agent.models import Sufficiency, Summary
from pog_agent.models.shown import pattern_line
from pog_agent.reasoner.base import LlmStep
from pog_agent.reasoner.steps.documented.judge_with_passages import JudgeWithPassages
from pog_agent.reasoner.steps.judge_sufficiency import JudgeSufficiency
from pog_agent.run.context import RunContext
from pog_agent.run.node import Declares
from pog_agent.state import ExplorationPlan, HybridState, PogState


def _verdict(update: PogState) -> str:
    verdict = update["verdict"]
    if verdict.sufficient:
        return "sufficient with passages" if verdict.needs_passages else "sufficient"
    return f"not sufficient: {verdict.reason}".rstrip(": ")


@Declares(shows=_verdict, traces=("verdict", "shortlist"), asks=JudgeSufficiency, reads=JudgeWithPassages)
async def check_sufficiency(state: HybridState, run: RunContext) -> PogState:
    """Judges whether the kept paths answer each split question and then the question, with what passages say.

    The paths count as kept for their phase from here on (Paths_T, Paths_S, Paths_E of Algorithm 1). Deviation from
    the paper: a reasoner without a language model is told whether further paths follow, and then judges strictly.
    """
    refs, plan = state["shortlist"], state["plan"]
    paths = await shortlisted_paths(run, state)
    summary = state.get("summary") or Summary()
    passages = await shown_passages(state.get("contexts", ()), run)
    deepens = _deepens(plan, run)
    step: LlmStep[Sufficiency] = JudgeSufficiency(run.context(state), paths, summary, deepens)
    if paths and passages:
        step = JudgeWithPassages(run.context(state), paths, passages, summary, deepens)
    reply = await run.reasoner.ask(step)
    with_text = [
        ref.model_copy(update={"text": pattern_line(path.nodes, path.relations, path.forward)})
        for ref, path in zip(refs, paths, strict=True)
        if path.nodes
    ]
    return {
        "shortlist": with_text,
        "kept": {**state.get("kept", {}), plan.phase: with_text},
        "verdict": reply.value,
        "usage": [reply.usage],
        "warnings": list(reply.warnings),
    }


def _deepens(plan: ExplorationPlan, run: RunContext) -> bool:
    """Whether further paths follow among which the kept ones compete again; a beam walks on and loses them."""
    if plan.phase == "topic":
        return bool(plan.lists) and plan.depth < run.config.d_max
    return plan.phase == "supplement"
