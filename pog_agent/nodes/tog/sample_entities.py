"""Random choice of entities, ToG-R's entity prune (Think-on-Graph section 2.2)."""

from itertools import chain, zip_longest

from pog_agent.answering.walked_paths import NOT_WHOLE, shuffled, targets
from pog_agent.models import PatternRef
from pog_agent.run.context import RunContext
from pog_agent.run.node import Declares
from pog_agent.run.topics import topic_iris
from pog_agent.state import TogState
from pog_agent.subgraph.patterns.single import walked
from pog_agent.terms import is_literal


@Declares(shows=lambda update: f"{len(update['beam'])} entities to go on from", traces=("beam",))
async def sample_entities(state: TogState, run: RunContext) -> TogState:
    """Draws W_max entities to go on from, without a call: one of each relation in turn, the best relation first.

    The draw depends on `seed` alone. Literals are not drawn: nothing leads out of them.
    """
    branches, topics = state["branches"], topic_iris(state)
    draws = [
        [(branch, term) for term in shuffled(terms, branch, run.config.seed) if not is_literal(term)]
        for branch, terms in zip(branches, await targets(run, branches), strict=True)
    ]
    in_turn = [pair for pair in chain.from_iterable(zip_longest(*draws)) if pair is not None]
    drawn = in_turn[: run.config.w_max]
    in_part = len(drawn) < len(in_turn)
    return {
        "beam": [
            PatternRef(key=walked(branch.stem, branch.step, term, topics), score=branch.score)
            for branch, term in drawn
        ],
        "truncated": state.get("truncated", False) or in_part,
        "warnings": [NOT_WHOLE] if in_part else [],
    }
