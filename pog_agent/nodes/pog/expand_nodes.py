"""Node expansion, the third phase (paper section 4.2, Algorithm 1 lines 28-38)."""

from pog_agent.run.context import RunContext
from pog_agent.run.node import Declares
from pog_agent.run.progress import new_paths
from pog_agent.run.rounds import explored
from pog_agent.state import ExplorationPlan, PogState
from pog_agent.subgraph.patterns.expand import entities_of

MAX_VISITED_PER_ROUND = 500


@Declares(shows=new_paths, traces=("plan", "new_candidates", "sizes"), counts="new_candidates", stage="explored")
async def expand_nodes(state: PogState, run: RunContext) -> PogState:
    """Adds the one-hop edges, in the full graph, of every entity on the kept paths not visited yet.

    One round visits all of them, topic entities too. For an edge at an inner node the new pattern is
    the path up to that node plus the edge; the old pattern stays a candidate. Deviation from the paper: a round
    visits at most `MAX_VISITED_PER_ROUND` entities, the rest waits for the next round; that is a warning.
    """
    keys = tuple(ref.key for ref in state["shortlist"])
    visited = list(state.get("visited", ()))
    graph = (await run.workspace.extended(run.scope(state))).graph
    fresh = [term for term in entities_of(graph, keys) if term not in set(visited)]
    waiting = len(fresh) - MAX_VISITED_PER_ROUND
    fresh = fresh[:MAX_VISITED_PER_ROUND]
    plan = ExplorationPlan(phase="expand", depth=state["plan"].depth + 1, keys=keys, fresh=tuple(fresh))
    grown: PogState = {**state, "visited": visited + fresh}
    update = await explored(grown, run, plan)
    cuts = [*(await run.workspace.extended(run.scope(grown))).warnings]
    if waiting > 0:
        cuts.append(f"node expansion left out {waiting} entities in this round")
    return {
        **update,
        "truncated": update["truncated"] or bool(cuts),
        "warnings": [*update["warnings"], *cuts],
        "visited": grown["visited"],
    }
