"""Fuzzy selection: the first step of the beam search (paper section 4.3, Algorithm 2)."""

import asyncio
from typing import Any

from pog_agent.models import PatternRef
from pog_agent.nodes.run import Run, fuzzy_query
from pog_agent.ranking.relevance import rank_patterns
from pog_agent.state import PogState


async def fuzzy_select(state: PogState, run: Run) -> dict[str, Any]:
    """Keeps the W1 candidates most similar to the indicator, W_max if the strategy ends here.

    Deviation from the paper: a path is embedded as its sequence of relations, without entity names, which all
    candidates share; without a valid indicator the question less its mentions is the query.
    """
    found = await run.candidates(state)
    labels = await run.relation_labels_of(state)
    width = run.config.w_max if run.config.strategy == "fuzzy" else run.config.w1
    query = fuzzy_query(state)
    ranked = await asyncio.to_thread(rank_patterns, found.patterns, query, labels, run.encoder, width)
    return {"shortlist": [PatternRef(key=key, score=round(score, 6)) for key, score in ranked]}
