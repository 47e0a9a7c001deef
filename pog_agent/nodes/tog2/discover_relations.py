"""Relation discovery (Think-on-Graph 2 section 3.2.1, equation 1)."""

import asyncio

from pog_agent.answering.walked_paths import going_on
from pog_agent.ranking.relevance import relation_similarities
from pog_agent.run.context import RunContext
from pog_agent.run.node import Declares
from pog_agent.state import Branch, ExplorationPlan, Tog2State
from pog_agent.subgraph.patterns.single import targets_of

MAX_RELATIONS_SHOWN = 100


@Declares(
    shows=lambda update: f"{update['new_candidates']:,} relations",
    traces=("plan", "new_candidates"),
    counts="new_candidates",
)
async def discover_relations(state: Tog2State, run: RunContext) -> Tog2State:
    """Goes one hop deeper: all relations out of the last entities of the beam, in both directions; no call.

    Deviations from the paper: the search never steps back onto its own path; the relations of an entity are in
    the order of their similarity to the query, the nearest `MAX_RELATIONS_SHOWN` of them.
    """
    stems = going_on(state["beam"])
    tails = [stem.nodes[-1] for stem in stems]
    around = await run.workspace.surroundings.edges_of(tails)
    choices = [list(targets_of(stem, around[stem.nodes[-1]])) for stem in stems]
    words = await run.relation_labels(sorted({step.relation for steps in choices for step in steps}))
    scores = await asyncio.to_thread(
        relation_similarities, list(words.values()), state["search_query"], run.encoder
    )
    fit = dict(zip(words, scores, strict=True))
    cuts = list(run.workspace.surroundings.warnings(tails))
    options: list[Branch] = []
    for stem, steps in zip(stems, choices, strict=True):
        best = sorted(steps, key=lambda step: -round(fit[step.relation], 6))[:MAX_RELATIONS_SHOWN]
        options += [Branch(stem=stem, step=step, score=float(fit[step.relation])) for step in best]
        if len(best) < len(steps):
            cuts.append(f"{MAX_RELATIONS_SHOWN} of {len(steps)} relations of {stem.nodes[-1]} were looked at")
    plan = state.get("plan")
    return {
        "plan": ExplorationPlan(phase="topic", depth=plan.depth + 1 if plan else 1),
        "options": options,
        "beam": [],
        "new_candidates": sum(map(len, choices)),
        "truncated": state.get("truncated", False) or bool(cuts),
        "warnings": cuts,
    }
