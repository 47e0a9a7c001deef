"""Entity search and entity prune (Think-on-Graph section 2.1)."""

import asyncio
from collections.abc import Sequence

from pog_agent.answering.walked_paths import NOT_WHOLE, shown_entities, shuffled, targets, walked_text
from pog_agent.config import PogConfig
from pog_agent.models import PatternRef, StepUsage
from pog_agent.reasoner.base import Reply
from pog_agent.reasoner.shown import Scored
from pog_agent.reasoner.steps.score_entities import ScoreEntities
from pog_agent.run.context import RunContext
from pog_agent.run.node import Declares
from pog_agent.run.topics import topic_iris
from pog_agent.state import Branch, TogState
from pog_agent.subgraph.patterns.single import walked
from pog_agent.terms import Term

MANY_ENTITIES = 20
"""From so many candidates of one relation on, as in the authors' code, some are drawn."""


@Declares(
    shows=lambda update: f"{len(update['beam'])} entities to go on from",
    traces=("beam", "shortlist", "new_candidates"),
    asks=ScoreEntities,
    calls=lambda config: config.w_max,
    counts="new_candidates",
)
async def prune_entities(state: TogState, run: RunContext) -> TogState:
    """Scores what each kept relation leads to, and keeps the best W_max paths of single entities.

    One call for each relation that leads to a choice, at most W_max. A path ranks by the score of its entity times
    that of its relation. Of `MANY_ENTITIES` candidates and more the model sees `retained_entities`, drawn at
    random, as in the authors' code; that is a warning. Deviations from this code: the draw is seeded, topic
    entities are always seen, and earlier paths stay to be answered from.
    """
    branches = state["branches"]
    found = await targets(run, branches)
    topics = topic_iris(state)
    seen = [_seen(terms, branch, topics, run.config) for terms, branch in zip(found, branches, strict=True)]
    replies = await asyncio.gather(
        *(_score(state, run, branch, terms) for branch, terms in zip(branches, seen, strict=True))
    )
    reached = [
        (branch, terms[item.number - 1], branch.score * item.score)
        for branch, terms, reply in zip(branches, seen, replies, strict=True)
        for item in reply.value
    ]
    best = sorted(reached, key=lambda item: -item[2])[: run.config.w_max]
    beam = [
        PatternRef(key=walked(branch.stem, branch.step, term, topics), score=score) for branch, term, score in best
    ]
    cuts = [
        f"entity prune saw {len(shown)} of {len(terms)} candidates of one relation, drawn at random"
        for shown, terms in zip(seen, found, strict=True)
        if len(shown) < len(terms)
    ]
    if _in_part(branches, found, best):
        cuts.append(NOT_WHOLE)
    return {
        "beam": beam,
        "shortlist": [*beam, *state.get("shortlist", ())],
        "new_candidates": sum(map(len, found)),
        "truncated": state.get("truncated", False) or bool(cuts),
        "usage": [reply.usage for reply in replies],
        "warnings": [*cuts, *(text for reply in replies for text in reply.warnings)],
    }


def _seen(terms: list[Term], branch: Branch, topics: Sequence[Term], config: PogConfig) -> list[Term]:
    if len(terms) < MANY_ENTITIES or len(terms) <= config.retained_entities:
        return terms
    others = [term for term in shuffled(terms, branch, config.seed) if term not in topics]
    joining = [term for term in terms if term in topics]
    return [*joining, *others[: max(config.retained_entities - len(joining), 0)]]


def _in_part(
    branches: Sequence[Branch], found: Sequence[list[Term]], best: Sequence[tuple[Branch, Term, float]]
) -> bool:
    """Whether a followed relation leads to more than what was kept of it: then the set is not whole."""
    kept = [sum(item[0] is branch for item in best) for branch in branches]
    return any(0 < count < len(terms) for count, terms in zip(kept, found, strict=True))


async def _score(
    state: TogState, run: RunContext, branch: Branch, terms: Sequence[Term]
) -> Reply[tuple[Scored, ...]]:
    """Scores of the terms by their numbers; a single one needs no judgement."""
    if len(terms) == 1:
        return Reply((Scored(number=1, score=1.0),), StepUsage(step=ScoreEntities.name))
    shown = await shown_entities(run, terms)
    text = await walked_text(run, walked(branch.stem, branch.step, None))
    return await run.reasoner.ask(ScoreEntities(run.context(state), text, shown))
