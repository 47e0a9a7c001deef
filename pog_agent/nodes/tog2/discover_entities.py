"""Entity discovery (Think-on-Graph 2 section 3.2.1, equation 4)."""

from pog_agent.answering.walked_paths import shuffled, targets
from pog_agent.models import PatternRef
from pog_agent.run.context import RunContext
from pog_agent.run.node import Declares
from pog_agent.run.topics import topic_iris
from pog_agent.state import Tog2State
from pog_agent.subgraph.patterns.single import walked

MAX_ENTITIES_READ = 200


@Declares(
    shows=lambda update: f"{update['new_candidates']:,} entities",
    traces=("new_candidates",),
    counts="new_candidates",
)
async def discover_entities(state: Tog2State, run: RunContext) -> Tog2State:
    """All that the kept relations lead to; no call.

    Of more than `MAX_ENTITIES_READ` behind one relation, topic entities and a random choice that depends on
    `seed` are read about, which is a warning.
    """
    branches, topics = state["branches"], topic_iris(state)
    reached: list[PatternRef] = []
    cuts: list[str] = []
    found = await targets(run, branches)
    for branch, terms in zip(branches, found, strict=True):
        first = [term for term in terms if term in topics]
        others = [term for term in shuffled(terms, branch, run.config.seed) if term not in topics]
        read = terms if len(terms) <= MAX_ENTITIES_READ else [*first, *others][:MAX_ENTITIES_READ]
        reached += [
            PatternRef(key=walked(branch.stem, branch.step, term, topics), score=branch.score) for term in read
        ]
        if len(read) < len(terms):
            cuts.append(
                f"{len(read)} of {len(terms)} entities behind one relation were read about, drawn at random"
            )
    return {
        "reached": reached,
        "new_candidates": sum(map(len, found)),
        "truncated": state.get("truncated", False) or bool(cuts),
        "warnings": cuts,
    }
