"""Topic entity path exploration, the first phase (paper section 4.2, Algorithm 1 lines 3-10)."""

from itertools import combinations
from typing import Any

from pog_agent.models import PatternKey
from pog_agent.nodes.explore import explored
from pog_agent.nodes.run import Run, topic_iris
from pog_agent.state import EntityList, Plan, PogState


async def explore_topic_paths(state: PogState, run: Run) -> dict[str, Any]:
    """Finds the paths that run through all topic entities, one depth D a round.

    The first round, at D = min(D_predict, D_max), covers every length up to |Topic| * D; a later one adds the
    new band of lengths, and the paths kept so far compete again. Deviations from the paper: optional topics
    are left off where no path joins them; after D_max the smaller subsets of the topics compete as well, since
    an answer may hang off the joint path instead of lying on it.
    """
    previous = state.get("plan")
    topics = topic_iris(state)
    kept = tuple(ref.key for ref in state.get("kept", {}).get("topic", ()))
    if previous is None:
        depth = min(max(state["analysis"].predicted_depth, 1), run.config.d_max)
        plan = _joint_plan(topics, depth, 0, kept)
    elif previous.depth < run.config.d_max:
        plan = _joint_plan(topics, previous.depth + 1, previous.depth, kept)
    else:
        return await explored(state, run, _subset_plan(topics, run.config.d_max, kept))
    update = await explored(state, run, plan)
    required = [iri for iri in topics if iri not in {topic.iri for topic in state["topics"] if topic.optional}]
    if not update["new_candidates"] and required and len(required) < len(topics):
        without = _joint_plan(required, plan.depth, plan.lists[0].above // len(topics), kept)
        update = await explored(state, run, without.model_copy(update={"reduced": False}))
        if update["new_candidates"]:
            update["warnings"] = [
                *update["warnings"],
                "no path joins the optional topics; paths without them are used",
            ]
    return update


def _joint_plan(topics: list[str], depth: int, above: int, kept: tuple[PatternKey, ...]) -> Plan:
    entities = EntityList(
        entities=tuple(topics),
        above=len(topics) * above,
        up_to=len(topics) * depth,
        per_segment=2 * depth,
    )
    return Plan(phase="topic", depth=depth, lists=(entities,), keys=kept, reduced=True)


def _subset_plan(topics: list[str], depth: int, kept: tuple[PatternKey, ...]) -> Plan:
    """All smaller subsets in the topics' order, the largest first, each with its own window."""
    lists = tuple(
        EntityList(entities=subset, above=0, up_to=size * depth, per_segment=2 * depth)
        for size in range(len(topics) - 1, 0, -1)
        for subset in combinations(topics, size)
    )
    return Plan(phase="topic", depth=depth, lists=lists, keys=kept, subsets=True)
