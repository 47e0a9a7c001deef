"""Fuzzy selection: the first step of the beam search (paper section 4.3, Algorithm 2)."""

import asyncio
from functools import partial
from typing import Any

from pog_agent.models import PatternRef
from pog_agent.nodes.run import Run, fuzzy_query, required_iris
from pog_agent.ranking.relevance import rank_patterns
from pog_agent.state import PogState


async def fuzzy_select(state: PogState, run: Run) -> dict[str, Any]:
    """Keeps the W1 candidates most similar to the indicator, W_max if the strategy ends here.

    Deviations from the paper: a path is embedded as its sequence of relations, without entity names, which all
    candidates share; without a valid indicator the question less its mentions is the query; paths through
    optional topics, which are many, get at most half of the places.
    """
    found = await run.candidates(state)
    labels = await run.relation_labels_of(state)
    width = run.config.w_max if run.config.strategy == "fuzzy" else run.config.w1
    query = fuzzy_query(state)
    supplements = [item.iri for item in state.get("supplements", ()) if item.iri]
    sure, others = found.patterns.within([*required_iris(state), *supplements])
    rank = partial(rank_patterns, query=query, relation_labels=labels, encoder=run.encoder)
    extra = await asyncio.to_thread(rank, others, width=max(width // 2, 1))
    ranked = await asyncio.to_thread(rank, sure, width=max(width - len(extra), 1))
    together = sorted([*ranked, *extra], key=lambda item: -item[1])[:width]
    return {"shortlist": [PatternRef(key=key, score=round(score, 6)) for key, score in together]}
