"""LLM supplement path exploration, the second phase (paper section 4.2, Algorithm 1 lines 13-20)."""

import asyncio
from typing import Any

from pog_agent.models import PatternKey
from pog_agent.nodes.explore import explored
from pog_agent.nodes.run import Run, required_iris
from pog_agent.ranking.relevance import rank_patterns
from pog_agent.state import EntityList, Plan, PogState


async def explore_supplement_paths(state: PogState, run: Run) -> dict[str, Any]:
    """Finds paths through the topics and each predicted entity in the detected, unreduced subgraph.

    Lengths run from 1 to |Topic| * D_max. Per prediction the W_max paths most similar to its own indicator go
    on (line 19); their union is pruned afterwards. The predicted entity stands last, where I_Sup leads to.
    """
    topics = required_iris(state)
    labels = await run.relation_labels_of(state)
    chosen: dict[PatternKey, None] = {}
    warnings: list[object] = []
    truncated = state.get("truncated", False)
    for item in state.get("supplements", ()):
        if item.iri is None:
            continue
        reach = len(topics) * run.config.d_max
        joined = EntityList(entities=(*topics, item.iri), above=0, up_to=reach, per_segment=2 * run.config.d_max)
        plan = Plan(phase="supplement", depth=run.config.d_max, lists=(joined,))
        found = await run.candidates({**state, "plan": plan})
        ranked = await asyncio.to_thread(
            rank_patterns, found.patterns, item.indicator, labels, run.encoder, run.config.w_max
        )
        chosen.update(dict.fromkeys(key for key, _ in ranked))
        warnings += found.truncated
        truncated = truncated or bool(found.truncated)
    union = Plan(phase="supplement", depth=run.config.d_max, keys=tuple(chosen))
    update = await explored(state, run, union)
    return {**update, "new_candidates": len(chosen), "warnings": warnings, "truncated": truncated}
