"""Context-based entity prune (Think-on-Graph 2 section 3.2.2, equation 6)."""

import math
from collections import Counter
from collections.abc import Sequence

from pog_agent.answering.walked_paths import NOT_WHOLE
from pog_agent.models import PatternRef
from pog_agent.run.context import RunContext
from pog_agent.run.node import Declares
from pog_agent.state import RankedCandidate, Tog2State


@Declares(shows=lambda update: f"{len(update['beam'])} entities to go on from", traces=("beam", "shortlist"))
async def select_entities(state: Tog2State, run: RunContext) -> Tog2State:
    """Keeps the W_max candidate entities whose passages rank best; no call. Earlier paths stay to be cited."""
    reached = state["reached"]
    scores = decayed_scores(state["ranking"], run.config.decay)
    best = sorted(scores, key=lambda number: -round(scores[number], 9))[: run.config.w_max]
    beam = [reached[number].model_copy(update={"score": scores[number]}) for number in best]
    cuts = [NOT_WHOLE] if _in_part(reached, best) else []
    return {
        "beam": beam,
        "shortlist": [*beam, *state.get("shortlist", ())],
        "truncated": state.get("truncated", False) or bool(cuts),
        "warnings": cuts,
    }


def decayed_scores(ranking: Sequence[RankedCandidate], decay: float) -> dict[int, float]:
    """The score of each candidate that has a ranked passage: the sum of s * exp(-decay * rank) (equation 6).

    A negative score (of a cosine) counts as 0, so that a further passage never lowers a candidate. The candidates
    are in the order of their best passages.
    """
    scores: dict[int, float] = {}
    for item in sorted(ranking, key=lambda item: item.rank):
        weight = math.exp(-decay * item.rank)
        scores[item.candidate] = scores.get(item.candidate, 0.0) + max(item.score, 0.0) * weight
    return scores


def _in_part(reached: Sequence[PatternRef], kept: Sequence[int]) -> bool:
    """Whether a followed relation leads to more than what was kept of it: then a set is not whole."""
    origin = [(ref.key.nodes[:-1], ref.key.steps) for ref in reached]
    every, chosen = Counter(origin), Counter(origin[number] for number in kept)
    return any(count < every[item] for item, count in chosen.items())
