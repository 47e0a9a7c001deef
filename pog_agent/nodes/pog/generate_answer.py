"""Answer generation from the kept paths (paper section 4.4)."""

from pog_agent.answering.documented.retrieval import shown_passages
from pog_agent.answering.shown_paths import shortlisted_paths
from pog_agent.models import AnswerDraft, Summary
from pog_agent.reasoner.base import LlmStep
from pog_agent.reasoner.steps.answer import AnswerByCitation
from pog_agent.reasoner.steps.documented.answer_with_passages import AnswerWithPassages
from pog_agent.run.context import RunContext
from pog_agent.run.node import Declares
from pog_agent.state import HybridState, PogState


@Declares(
    shows=lambda update: update["draft"].summary,
    traces=("draft",),
    asks=AnswerByCitation,
    reads=AnswerWithPassages,
)
async def generate_answer(state: HybridState, run: RunContext) -> PogState:
    """Asks for the answer by citation of numbered paths and positions, and by quotation where there are passages.

    The reasoner may join its own knowledge in when no round was sufficient (QuestionAnsweringFinal); that part
    is labelled. Where the search was cut while paths that fit waited for others, they are answered from. Deviation
    from the paper: the answer is computed from the citation by code, not quoted.
    """
    verdict = state.get("verdict")
    paths = await shortlisted_paths(run, state)
    waits = verdict is not None and verdict.waits and state["plan"].phase == "topic"  # the search was cut
    final = not waits and (verdict is None or not verdict.sufficient)
    summary = state.get("summary") or Summary()
    passages = await shown_passages(state.get("contexts", ()), run)
    step: LlmStep[AnswerDraft] = AnswerByCitation(run.context(state), paths, summary, final)
    if passages:
        step = AnswerWithPassages(run.context(state), paths, passages, summary, final)
    reply = await run.reasoner.ask(step)
    return {"draft": reply.value, "usage": [reply.usage], "warnings": list(reply.warnings)}
