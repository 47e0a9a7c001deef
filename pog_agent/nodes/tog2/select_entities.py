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
    """Keeps the W_max candidate entities whose passages rank best; no call.

    The search goes on from each of them by its best path. Other paths to them, at most W_max to each, and earlier
    paths stay to be cited: paths from several topics may meet.
    """
    reached, width = state["reached"], run.config.w_max
    scores = decayed_scores(state["ranking"], run.config.decay)
    order = sorted(scores, key=lambda number: -round(scores[number], 9))
    paths: dict[str, list[int]] = {}
    for number in order:
        entity = reached[number].key.nodes[-1]
        if entity in paths or len(paths) < width:
            paths.setdefault(entity, []).append(number)
    kept = [number for numbers in paths.values() for number in numbers[:width]]
    refs = {number: reached[number].model_copy(update={"score": scores[number]}) for number in kept}
    cuts = [NOT_WHOLE] if _in_part(reached, kept) else []
    return {
        "beam": [refs[numbers[0]] for numbers in paths.values()],
        "shortlist": [*refs.values(), *state.get("shortlist", ())],
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
