"""Fuzzy selection: the first step of the beam search (paper section 4.3, Algorithm 2)."""

import asyncio
from functools import partial

from pog_agent.answering.at_once.unseen import unseen
from pog_agent.deadline import NEVER
from pog_agent.models import PatternKey, PatternRef
from pog_agent.ranking.plain import path_texts, rank_by_best_path
from pog_agent.ranking.relevance import rank_in_time, scored_together
from pog_agent.run.context import RunContext, fuzzy_query
from pog_agent.run.node import Declares
from pog_agent.run.progress import kept_paths
from pog_agent.run.topics import required_iris
from pog_agent.state import PogState
from pog_agent.subgraph.exploration.candidates import Candidates
from pog_agent.subgraph.patterns.listing import MAX_PATHS, concrete_paths
from pog_agent.terms import is_literal, literal_value

MOST_IN_TREE = 30
"""So many candidates are shown as a tree."""
DIGITS = 6
"""So many digits of a score count."""
Ranked = list[tuple[PatternKey, float]]


@Declares(shows=kept_paths, traces=("shortlist",), counts="shortlist", stage="fuzzy")
async def fuzzy_select(state: PogState, run: RunContext) -> PogState:
    """Keeps the W1 candidates most similar to the indicator, W_max if the strategy ends here.

    Deviations from the paper: a path is embedded as its sequence of relations, without entity names, which all
    candidates share; a quarter of the places is for the best of each length; without a valid indicator the
    question less its mentions is the query; paths through optional topics, which are many, get half of the places
    and what the others leave. With the setting `fuzzy="paths"` the candidates are ranked by the paper's reference
    method instead, each by its most similar concrete path. Where the answer is taken from a tree, only what was
    not shown before competes: first what goes on from the lines that the last reply would look further from.

    Half of the time that is left to the search is for it: the steps after it are to have some, too.
    """
    width = run.config.w_max if run.config.strategy == "fuzzy" else run.config.w1
    width = min(width, MOST_IN_TREE) if run.answers_from_tree else width
    update: PogState = {}
    if run.config.fuzzy == "paths":
        ranked, cut = await _ranked_by_paths(state, run, width)
        if cut:
            warning = (
                f"fuzzy selection: {cut} path patterns had some of their paths left out ({MAX_PATHS} a round)"
            )
            update = {"truncated": True, "warnings": [warning]}
    else:
        ranked, notes = await _ranked_by_relations(state, run, width)
        if notes:
            update = {"truncated": True, "warnings": [f"fuzzy selection: {note}" for note in notes]}
    return {**update, "shortlist": [PatternRef(key=key, score=round(score, DIGITS)) for key, score in ranked]}


async def _competing(state: PogState, run: RunContext) -> Candidates:
    patterns = (await run.candidates(state)).patterns
    return await unseen(patterns, state, run) if run.answers_from_tree else patterns


async def _ranked_by_relations(state: PogState, run: RunContext, width: int) -> tuple[Ranked, list[str]]:
    """The best patterns by their relations, and what time was too short for."""
    patterns = await _competing(state, run)
    labels = await run.relation_labels_of(state)
    supplements = [item.iri for item in state.get("supplements", ()) if item.iri]
    sure, others = patterns.within([*required_iris(state), *supplements])
    ends = run.deadline.halfway
    most = max(width // 2, width - len(sure))
    query, encoder = fuzzy_query(state), run.encoder
    groups = ((others, most), (sure, width - most)) if ends == NEVER else ()
    scored = await asyncio.to_thread(scored_together, groups, query, labels, encoder)
    rank = partial(rank_in_time, query=query, relation_labels=labels, encoder=encoder, scored=scored)
    extra = await asyncio.to_thread(rank, others, width=most, deadline=ends.halfway)
    ranked = await asyncio.to_thread(rank, sure, width=width - len(extra.best), deadline=ends)
    # Vectors that were embedded in other batches differ in the last digits: equal paths keep their order.
    best = sorted([*ranked.best, *extra.best], key=lambda item: -round(item[1], DIGITS))
    return best, list(dict.fromkeys(item.cut for item in (ranked, extra) if item.cut))


async def _ranked_by_paths(state: PogState, run: RunContext, width: int) -> tuple[Ranked, int]:
    """The best patterns by their best path, and how many patterns had paths left out."""
    patterns = await _competing(state, run)
    graph = (await run.workspace.extended(run.scope(state))).graph
    listed = await asyncio.to_thread(concrete_paths, graph, patterns, MAX_PATHS)
    nodes = sorted({node for path in listed.paths for node in path})
    labels = await run.labels([node for node in nodes if not is_literal(node)])
    names = {node: literal_value(node) if is_literal(node) else labels.get(node, "unnamed") for node in nodes}
    words = await run.relation_labels_of(state)
    texts = path_texts(patterns, listed.paths, listed.owners, names, words)
    ranked = await asyncio.to_thread(
        rank_by_best_path, texts, listed.owners, fuzzy_query(state), run.encoder, width
    )
    return [(patterns[number], score) for number, score in ranked], listed.cut
