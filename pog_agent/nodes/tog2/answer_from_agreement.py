"""The answer from own knowledge where chains of thought agree (Think-on-Graph 2 sections 4.3 and B.6)."""

import math
from collections.abc import Sequence

from pog_agent.config import PogConfig
from pog_agent.models import AnswerDraft, DirectAnswer, elected
from pog_agent.run.context import RunContext
from pog_agent.run.node import Declares
from pog_agent.state import Tog2State


def _agreed(update: Tog2State) -> str:
    return "they agree" if update["draft"].own_answer else "they do not agree: the search begins"


@Declares(shows=_agreed, traces=("draft",))
async def answer_from_agreement(state: Tog2State, run: RunContext) -> Tog2State:
    """Answers with what enough of the chains say, which verification labels as parametric; no call."""
    samples = [sample for sample in state["samples"] if not sample.is_unread]
    winner, votes = elected(samples)
    if not winner.answers or votes < votes_needed(run.config):
        return {"draft": AnswerDraft()}
    reason = f"{votes} of {len(samples)} chains of thought agree. {winner.reason}".strip()
    return {"draft": winner.as_draft().model_copy(update={"reason": reason})}


def votes_needed(config: PogConfig) -> int:
    """How many chains must have the same answer."""
    return math.ceil(round(config.consistency_threshold * config.self_consistency, 9))


def is_decided(samples: Sequence[DirectAnswer], config: PogConfig) -> bool:
    """Whether further chains could not change whether enough of them agree."""
    votes, left = elected(samples)[1], config.self_consistency - len(samples)
    return left <= 0 or votes >= votes_needed(config) or votes + left < votes_needed(config)
