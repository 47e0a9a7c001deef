"""The answer out of a round's candidates in one call, and what the next round is to show."""

from collections.abc import Sequence

from pog_agent.answering.at_once.path_tree import path_tree
from pog_agent.models import AnswerDraft, PatternKey, PatternRef, QuestionReading, SplitVerdict, Sufficiency
from pog_agent.reasoner.steps.at_once.answer_from_tree import AnswerFromTree, TreeAnswer
from pog_agent.run.context import RunContext
from pog_agent.state import PogState, SeenTrees


async def answered_from_tree(state: PogState, run: RunContext) -> PogState:
    """Shows the candidates of a round and takes answer and judgement out of one reply.

    Kept are the patterns that it cites, and the best others beside them as far as `w_max`. A later round, which
    shows what is new alone, replaces an answer of an earlier one only by one that suffices.
    """
    refs, seen = state["shortlist"], state.get("seen") or SeenTrees()
    tree = await path_tree(run, state, refs, seen.shown)
    reading = state.get("question_reading") or QuestionReading()
    reply = await run.reasoner.ask(AnswerFromTree(run.context(state), tree, reading.operation))
    found, before = reply.value, state.get("draft")
    update: PogState = {
        "seen": SeenTrees(
            rounds=seen.rounds + 1,
            shown=tuple(dict.fromkeys([*seen.shown, *(line.key for line in tree.lines)])),
            opened=found.opened,
        ),
        "verdict": _verdict(found),
        "usage": [reply.usage],
        "warnings": list(reply.warnings),
    }
    if before is not None and not found.suffices and _says_more(before, found.draft):
        kept = state.get("kept", {}).get(state["plan"].phase, [])
        return {**update, "shortlist": kept}
    kept = _kept(found.keys, refs, run.config.w_max)
    return {
        **update,
        "draft": found.draft,
        "shortlist": kept,
        "kept": {**state.get("kept", {}), state["plan"].phase: kept},
    }


def _says_more(before: AnswerDraft, later: AnswerDraft) -> bool:
    """Whether an earlier answer says more than a later one that does not suffice."""
    is_all_own = bool(before.own_answer) and not later.own_answer and not later.citations
    return bool(before.citations) or is_all_own


def _kept(cited: Sequence[PatternKey], refs: Sequence[PatternRef], width: int) -> list[PatternRef]:
    """The cited patterns in their order, then the best others that were shown."""
    scores = {ref.key: ref.score for ref in refs}
    own = [PatternRef(key=key, score=scores.get(key, 0.0)) for key in cited]
    others = [ref for ref in refs if ref.key not in set(cited)]
    return [*own, *others[: max(width - len(own), 0)]]


def _verdict(found: TreeAnswer) -> Sufficiency:
    """The judgement of the whole question, which is not split."""
    numbers = tuple(dict.fromkeys(item.path for item in found.draft.citations))
    split = SplitVerdict(covered=found.suffices, paths=numbers if found.suffices else ())
    return Sufficiency(sufficient=found.suffices, splits=(split,), reason=found.missing)
