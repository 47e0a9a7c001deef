"""Relation search and relation prune (Think-on-Graph section 2.1)."""

import asyncio
from collections.abc import Mapping, Sequence

from pog_agent.answering.walked_paths import NOT_WHOLE, going_on, walked_text
from pog_agent.models import PatternKey, Step, StepUsage
from pog_agent.ranking.relevance import relation_similarities
from pog_agent.reasoner.base import Reply
from pog_agent.reasoner.shown import Scored, ShownRelation
from pog_agent.reasoner.steps.score_relations import ScoreRelations
from pog_agent.run.context import RunContext, fuzzy_query
from pog_agent.run.node import Declares
from pog_agent.run.topics import required_iris
from pog_agent.state import Branch, ExplorationPlan, TogState
from pog_agent.subgraph.patterns.single import start_at, targets_of

MAX_RELATIONS_SHOWN = 100


@Declares(
    shows=lambda update: f"{len(update['branches'])} of {update['new_candidates']:,} relations kept",
    traces=("plan", "branches", "new_candidates"),
    asks=ScoreRelations,
    calls=lambda config: config.w_max,
    counts="new_candidates",
)
async def prune_relations(state: TogState, run: RunContext) -> TogState:
    """Goes one hop deeper: scores the relations out of the last entity of each path and keeps the best W_max.

    One call for each path that has a choice, at most W_max. Deviations from the paper: the search never steps back
    onto its own path; relations are shown in the order of their similarity to the question, the nearest
    `MAX_RELATIONS_SHOWN` of them, so that what a bad reply falls back to is sensible; a run starts from the first
    W_max topic entities.
    """
    stems, notes = _stems(state, run.config.w_max)
    tails = [stem.nodes[-1] for stem in stems]
    around = await run.workspace.surroundings.edges_of(tails)
    cuts = [*notes, *run.workspace.surroundings.warnings(tails)]
    choices = [list(targets_of(stem, around[stem.nodes[-1]])) for stem in stems]
    words = await run.relation_labels(sorted({step.relation for steps in choices for step in steps}))
    fit = dict(zip(words, await _fit(state, run, list(words.values())), strict=True))
    ranked = [sorted(steps, key=lambda step: -round(fit[step.relation], 6)) for steps in choices]
    for stem, steps in zip(stems, ranked, strict=True):
        if len(steps) > MAX_RELATIONS_SHOWN:
            cuts.append(f"{MAX_RELATIONS_SHOWN} of {len(steps)} relations of {stem.nodes[-1]} were looked at")
    replies = await asyncio.gather(
        *(
            _score(state, run, stem, steps[:MAX_RELATIONS_SHOWN], words)
            for stem, steps in zip(stems, ranked, strict=True)
        )
    )
    candidates = [
        Branch(stem=stem, step=steps[item.number - 1], score=item.score)
        for stem, steps, reply in zip(stems, ranked, replies, strict=True)
        for item in reply.value
    ]
    branches = sorted(candidates, key=lambda branch: -branch.score)[: run.config.w_max]
    if _in_part(stems, choices, branches):
        cuts.append(NOT_WHOLE)
    depth = state["plan"].depth + 1 if state.get("plan") else 1
    return {
        "plan": ExplorationPlan(phase="topic", depth=depth),
        "branches": branches,
        "beam": [],
        "new_candidates": sum(map(len, choices)),
        "truncated": state.get("truncated", False) or bool(cuts),
        "usage": [reply.usage for reply in replies],
        "warnings": [*cuts, *(text for reply in replies for text in reply.warnings)],
    }


def _in_part(stems: Sequence[PatternKey], choices: Sequence[list[Step]], branches: Sequence[Branch]) -> bool:
    """Whether a relation is followed from one path and not from another of the same pattern that has it.

    Then what the pattern leads to is not whole.
    """
    followed = {(item.stem.anchors, item.stem.steps, item.step) for item in branches}
    known = {(item.stem, item.step) for item in branches}
    return any(
        (stem.anchors, stem.steps, step) in followed and (stem, step) not in known
        for stem, steps in zip(stems, choices, strict=True)
        for step in steps
    )


def _stems(state: TogState, width: int) -> tuple[list[PatternKey], list[str]]:
    if state.get("plan"):
        return going_on(state["beam"]), []
    topics = required_iris(state)
    left_out = len(topics) - width
    notes = [f"{left_out} topic entities beyond w_max={width} were not started from"] if left_out > 0 else []
    return [start_at(topic) for topic in topics[:width]], notes


async def _fit(state: TogState, run: RunContext, words: list[str]) -> list[float]:
    return await asyncio.to_thread(relation_similarities, words, fuzzy_query(state), run.encoder)


async def _score(
    state: TogState, run: RunContext, stem: PatternKey, steps: Sequence[Step], words: Mapping[str, str]
) -> Reply[tuple[Scored, ...]]:
    """Scores of the steps by their numbers; a single one needs no judgement."""
    if len(steps) < 2:
        return Reply(tuple(Scored(number=1, score=1.0) for _ in steps), StepUsage(step=ScoreRelations.name))
    shown = tuple(
        ShownRelation(number=number, text=words[step.relation], forward=step.forward)
        for number, step in enumerate(steps, start=1)
    )
    text = await walked_text(run, stem)
    return await run.reasoner.ask(ScoreRelations(run.context(state), text, shown, run.config.w_max))
