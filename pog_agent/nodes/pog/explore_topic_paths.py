"""Topic entity path exploration, the first phase (paper section 4.2, Algorithm 1 lines 3-10)."""

from pog_agent.answering.at_once.unseen import unseen
from pog_agent.run.context import RunContext
from pog_agent.run.node import Declares
from pog_agent.run.planning import first_plan, joint_plan, subset_plan, whole_plan
from pog_agent.run.progress import new_paths
from pog_agent.run.rounds import explored
from pog_agent.run.topics import required_iris
from pog_agent.state import PogState


@Declares(shows=new_paths, traces=("plan", "new_candidates", "sizes"), counts="new_candidates", stage="explored")
async def explore_topic_paths(state: PogState, run: RunContext) -> PogState:
    """Finds the paths that run through all topic entities, one depth D a round.

    The first round, at D = min(D_predict, D_max), covers every length up to |Topic| * D; a later one adds the new
    band of lengths, and the paths kept so far compete again. Deviations from the paper: an optional topic is tried
    on the path and left off it in the same round, on paths of the subgraph around the others; after D_max the
    smaller subsets of the topics compete as well, since an answer may hang off the joint path instead of lying on
    it. Where the answer is taken from a tree, the second round is the last one: it covers all lengths and subsets,
    and shows what is new of them.
    """
    previous = state.get("plan")
    kept = tuple(ref.key for ref in state.get("kept", {}).get("topic", ()))
    d_max = run.config.d_max
    if previous is None:
        return await _tightened(state, run, await explored(state, run, first_plan(_as_read(state), d_max)))
    if run.answers_from_tree:
        update = await explored(state, run, whole_plan(state, d_max))
        found = await run.candidates({**state, "plan": update["plan"]})
        left = await unseen(found.patterns, state, run)
        return {**update, "new_candidates": len(left)}
    if previous.depth < d_max:
        return await explored(state, run, joint_plan(state, previous.depth + 1, previous.depth, kept))
    update = await explored(state, run, subset_plan(required_iris(state), d_max, kept))
    if not kept:
        update["warnings"] = [
            *update["warnings"],
            f"no path of the window joins all {len(required_iris(state))} topic entities; "
            "paths through some of them are used",
        ]
    return update


def _as_read(state: PogState) -> PogState:
    """The state without the topics that wait for the second round, where one call has read the question.

    These are the optional ones, such as a class, which many paths lead through; but not where yes or no is asked
    of one that the reading starts from.
    """
    reading = state.get("question_reading")
    if reading is None or not reading.ways:
        return state
    left_out, may_wait = frozenset(state["analysis"].optional), reading.operation != "exists"
    topics = state["topics"]
    first = [topic for topic in topics if topic.iri not in left_out and not (topic.optional and may_wait)]
    return {**state, "topics": first or topics}


async def _tightened(state: PogState, run: RunContext, update: PogState) -> PogState:
    """The update with the size of what really lies on paths, where the search was not cut."""
    if update["truncated"]:
        return update
    graph = await run.workspace.on_paths(update["plan"], run.scope(state))
    size = None if graph is None else graph.size()
    return {**update, "sizes": update["sizes"].model_copy(update={"on_paths": size})}
