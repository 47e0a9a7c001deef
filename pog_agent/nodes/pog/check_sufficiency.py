"""The sufficiency check, the second half of two-step question answering (paper section 4.4)."""

from pog_agent.answering.at_once.tree_answer import answered_from_tree
from pog_agent.answering.documented.retrieval import shown_passages
from pog_agent.answering.shown_paths import shortlisted_paths
from pog_agent.answering.verification import verified_answer
from pog_agent.models import Sufficiency, Summary
from pog_agent.models.shown import pattern_line
from pog_agent.reading.likeness import ALIAS
from pog_agent.reading.wording import without_topics
from pog_agent.reasoner.base import LlmStep
from pog_agent.reasoner.steps.answer import AnswerByCitation
from pog_agent.reasoner.steps.at_once.answer_from_tree import AnswerFromTree
from pog_agent.reasoner.steps.documented.judge_with_passages import JudgeWithPassages
from pog_agent.reasoner.steps.judge_sufficiency import JudgeSufficiency
from pog_agent.run.context import RunContext
from pog_agent.run.node import Declares
from pog_agent.state import ExplorationPlan, HybridState, PogState
from pog_agent.words import content_words

UNTOLD = "no word of the question tells which path is meant"
UNCERTAIN = "the best path fits, but its answer is not supported: further paths may say it better"


def _verdict(update: PogState) -> str:
    verdict = update["verdict"]
    if verdict.sufficient:
        return "sufficient with passages" if verdict.needs_passages else "sufficient"
    return f"not sufficient: {verdict.reason}".rstrip(": ")


@Declares(
    shows=_verdict,
    traces=("verdict", "draft", "shortlist"),
    asks=JudgeSufficiency,
    reads=JudgeWithPassages,
    merged=AnswerFromTree,
    is_merged=lambda config: config.answers_from_tree,
)
async def check_sufficiency(state: HybridState, run: RunContext) -> PogState:
    """Judges whether the kept paths answer each split question and then the question, with what passages say.

    The paths count as kept for their phase from here on (Paths_T, Paths_S, Paths_E of Algorithm 1). Deviation from
    the paper: without a language model, a round that others follow suffices only if its answer is supported by the
    words of the question, since similarity takes a short path for the long one that is meant. Where no further
    paths follow after all, the paths that fit are judged once more. Where steps are merged, the same reply
    answers.
    """
    if run.answers_from_tree:
        return await answered_from_tree(state, run)
    refs, plan = state["shortlist"], state["plan"]
    paths = await shortlisted_paths(run, state)
    summary = state.get("summary") or Summary()
    passages = await shown_passages(state.get("contexts", ()), run)
    step: LlmStep[Sufficiency] = JudgeSufficiency(run.context(state), paths, summary)
    if paths and passages:
        step = JudgeWithPassages(run.context(state), paths, passages, summary)
    reply = await run.reasoner.ask(step)
    verdict = reply.value
    if verdict.sufficient and not run.reasoner.understands_language and _deepens(plan, run):
        verdict = await _proven(
            verdict, AnswerByCitation(run.context(state), paths, summary, final=False), state, run
        )
    with_text = [
        ref.model_copy(update={"text": pattern_line(path.nodes, path.relations, path.forward)})
        for ref, path in zip(refs, paths, strict=True)
        if path.nodes
    ]
    return {
        "shortlist": with_text,
        "kept": {**state.get("kept", {}), plan.phase: with_text},
        "verdict": verdict,
        "usage": [reply.usage],
        "warnings": list(reply.warnings),
    }


async def _proven(
    verdict: Sufficiency, step: AnswerByCitation, state: HybridState, run: RunContext
) -> Sufficiency:
    """The verdict, if the answer from the paths is supported; else that they are not sufficient yet.

    Where no word of the question could tell paths apart ("how much is it"), only the whole search can; and where a
    word is merely like a relation, a further path may have the word itself.
    """
    waiting = verdict.model_copy(update={"sufficient": False, "waits": True, "reason": UNCERTAIN})
    if not content_words(without_topics(state["question"], state.get("topics", ()))):
        return waiting.model_copy(update={"reason": UNTOLD})
    draft = (await run.reasoner.ask(step)).value
    answered: HybridState = {**state, "verdict": verdict, "draft": draft}
    answer = await verified_answer(answered, run)
    is_by_words = all(span.likeness >= ALIAS for span in answer.reading.spans if span.role == "relation")
    return verdict if answer.status == "supported" and is_by_words else waiting


def _deepens(plan: ExplorationPlan, run: RunContext) -> bool:
    """Whether further paths follow among which the kept ones compete again; a beam walks on and loses them."""
    if plan.phase == "topic":
        return bool(plan.lists) and plan.depth < run.config.d_max
    return plan.phase == "supplement"
