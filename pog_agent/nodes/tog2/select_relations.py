"""Relation prune (Think-on-Graph 2 section 3.2.1, equations 2 and 3)."""

import asyncio
from collections.abc import Sequence
from itertools import groupby

from pog_agent.answering.walked_paths import NOT_WHOLE, walked_text
from pog_agent.reasoner.shown import ShownRelation, ShownRelations
from pog_agent.reasoner.steps.select_relations import SelectRelations
from pog_agent.run.context import RunContext
from pog_agent.run.node import Declares
from pog_agent.state import Branch, Tog2State


@Declares(
    shows=lambda update: f"{len(update['branches'])} relations kept",
    traces=("branches",),
    asks=SelectRelations,
    calls=lambda config: 1 if config.relation_prune == "combined" else config.w_max,
)
async def select_relations(state: Tog2State, run: RunContext) -> Tog2State:
    """Has the relations scored, of all entities in one call or of each in its own, and keeps the best W_max.

    Those below `relation_threshold` are dropped. Of equal ones, each entity gives its best first.
    """
    options = state["options"]
    groups = await _shown(options, run)
    asked = [groups] if run.config.relation_prune == "combined" else [(group,) for group in groups]
    context, query, clues = run.context(state), state["search_query"], state.get("clues") or ""
    replies = await asyncio.gather(
        *(run.reasoner.ask(SelectRelations(context, part, run.config.w_max, query, clues)) for part in asked)
    )
    scores = {item.number: item.score for reply in replies for item in reply.value}
    turns = [_turns([item.number for item in group.relations], scores) for group in groups]
    turn = {number: place for part in turns for number, place in part.items()}
    kept = [number for number, score in scores.items() if score >= run.config.relation_threshold]
    best = sorted(kept, key=lambda number: (-scores[number], turn[number], number))[: run.config.w_max]
    branches = [options[number - 1].model_copy(update={"score": scores[number]}) for number in best]
    cuts = [NOT_WHOLE] if _in_part(options, branches) else []
    return {
        "branches": branches,
        "truncated": state.get("truncated", False) or bool(cuts),
        "usage": [reply.usage for reply in replies],
        "warnings": [*cuts, *(text for reply in replies for text in reply.warnings)],
    }


async def _shown(options: Sequence[Branch], run: RunContext) -> tuple[ShownRelations, ...]:
    """The relations by the path that they lead on from, numbered as the options are, from 1."""
    words = await run.relation_labels(sorted({item.step.relation for item in options}))
    groups = []
    for stem, rows in groupby(enumerate(options, start=1), key=lambda row: row[1].stem):
        relations = tuple(
            ShownRelation(number=number, text=words[item.step.relation], forward=item.step.forward)
            for number, item in rows
        )
        groups.append(ShownRelations(walked=await walked_text(run, stem), relations=relations))
    return tuple(groups)


def _turns(numbers: Sequence[int], scores: dict[int, float]) -> dict[int, int]:
    """The place of each scored relation among those of its entity, the best being 0."""
    scored = sorted((number for number in numbers if number in scores), key=lambda number: -scores[number])
    return {number: place for place, number in enumerate(scored)}


def _in_part(options: Sequence[Branch], branches: Sequence[Branch]) -> bool:
    """Whether a relation is followed from one path, and not from another of the same pattern that has it."""
    followed = {(item.stem.anchors, item.stem.steps, item.step) for item in branches}
    known = {(item.stem, item.step) for item in branches}
    return any(
        (item.stem.anchors, item.stem.steps, item.step) in followed and (item.stem, item.step) not in known
        for item in options
    )
