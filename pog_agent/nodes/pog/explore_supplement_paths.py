"""LLM supplement path exploration, the second phase (paper section 4.2, Algorithm 1 lines 13-20)."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import combinations

from pog_agent.models import PatternKey, Supplement
from pog_agent.ranking.relevance import rank_in_time
from pog_agent.run.context import RunContext
from pog_agent.run.node import Declares
from pog_agent.run.progress import new_paths
from pog_agent.run.rounds import explored
from pog_agent.run.topics import required_iris
from pog_agent.state import EntityList, ExplorationPlan, PogState


@Declares(shows=new_paths, traces=("plan", "new_candidates", "sizes"), counts="new_candidates", stage="explored")
async def explore_supplement_paths(state: PogState, run: RunContext) -> PogState:
    """Finds paths through the topics and each predicted entity in the detected, unreduced subgraph.

    Lengths run from 1 to |Topic| * D_max. Per prediction the W_max paths most similar to its own indicator go
    on (line 19); their union is pruned afterwards. Deviations from the paper: a list is not put in the order of
    I_Sup (line 17), the topics keep that of the question's indicator and the prediction stands last; optional
    topics are in no list; where no path joins a prediction with all topics, the largest subsets of them that have
    one take over, with a warning.
    """
    labels = await run.relation_labels_of(state)
    chosen: dict[PatternKey, None] = {}
    warnings: list[str] = []
    truncated = state.get("truncated", False)
    for item in state.get("supplements", ()):
        found = await _joined(state, run, item)
        rank = partial(rank_in_time, width=run.config.w_max, deadline=run.deadline.halfway)
        ranking = await asyncio.to_thread(rank, found.patterns, item.indicator, labels, run.encoder)
        chosen.update(dict.fromkeys(key for key, _ in ranking.best))
        cut = [f"paths to {item.prediction!r}: {ranking.cut}"] if ranking.cut else []
        warnings += [*found.truncated, *found.notes, *cut]
        truncated = truncated or bool(found.truncated or cut)
    union = ExplorationPlan(phase="supplement", depth=run.config.d_max, keys=tuple(chosen))
    update = await explored(state, run, union)
    return {**update, "new_candidates": len(chosen), "warnings": warnings, "truncated": truncated}


@dataclass
class _Joined:
    """The candidates of one prediction, what a budget cut, and what to say about the topics on them."""

    patterns: Sequence[PatternKey] = ()
    truncated: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


async def _joined(state: PogState, run: RunContext, item: Supplement) -> _Joined:
    """Paths through as many topics as possible and the prediction."""
    topics, d_max = required_iris(state), run.config.d_max
    result = _Joined()
    if item.iri is None:
        return result
    for size in range(len(topics), 0, -1):
        lists = tuple(
            EntityList(entities=(*subset, item.iri), above=0, up_to=len(topics) * d_max, per_segment=2 * d_max)
            for subset in combinations(topics, size)
        )
        found = await run.candidates(
            {**state, "plan": ExplorationPlan(phase="supplement", depth=d_max, lists=lists)}
        )
        result.patterns = found.patterns
        result.truncated += found.truncated
        if found.patterns:
            if size < len(topics):
                result.notes.append(
                    f"no path joins the predicted {item.prediction!r} with all {len(topics)} topic entities; "
                    f"paths through {size} of them are used"
                )
            break
    return result
