"""Topic entity path exploration, the first phase (paper section 4.2, Algorithm 1 lines 3-10)."""

from itertools import combinations
from typing import Any

from pog_agent.models import PatternKey
from pog_agent.nodes.rounds import explored
from pog_agent.nodes.run import Run, required_iris, topic_iris
from pog_agent.state import EntityList, Plan, PogState

OPTIONAL_TRIED = 2
MOST_JOINED_WITH_OPTIONAL = 2


async def explore_topic_paths(state: PogState, run: Run) -> dict[str, Any]:
    """Finds the paths that run through all topic entities, one depth D a round.

    The first round, at D = min(D_predict, D_max), covers every length up to |Topic| * D; a later one adds the
    new band of lengths, and the paths kept so far compete again. Deviations from the paper: an optional topic
    is tried on the path and left off it in the same round, on paths of the subgraph around the others; after
    D_max the smaller subsets of the topics compete as well, since an answer may hang off the joint path instead
    of lying on it.
    """
    previous = state.get("plan")
    kept = tuple(ref.key for ref in state.get("kept", {}).get("topic", ()))
    d_max = run.config.d_max
    if previous is None:
        depth = min(max(state["analysis"].predicted_depth, 1), d_max)
        return await _tightened(state, run, await explored(state, run, _joint_plan(state, depth, 0, kept)))
    if previous.depth < d_max:
        return await explored(state, run, _joint_plan(state, previous.depth + 1, previous.depth, kept))
    update = await explored(state, run, _subset_plan(required_iris(state), d_max, kept))
    if not kept:
        update["warnings"] = [
            *update["warnings"],
            f"no path of the window joins all {len(required_iris(state))} topic entities; "
            "paths through some of them are used",
        ]
    return update


async def _tightened(state: PogState, run: Run, update: dict[str, Any]) -> dict[str, Any]:
    """The update with the size of what really lies on paths, where the search was not cut."""
    if update["truncated"]:
        return update
    graph = await run.workspace.on_paths(update["plan"], run.scope(state))
    size = None if graph is None else graph.size()
    return {**update, "sizes": state["sizes"].model_copy(update={"on_paths": size})}


def _joint_plan(state: PogState, depth: int, above: int, kept: tuple[PatternKey, ...]) -> Plan:
    """Paths through all required topics, and for each of the first optional ones through that as well.

    More than two required topics are joined without optional ones: each further topic multiplies the paths.
    """
    topics, required = topic_iris(state), required_iris(state)
    room = OPTIONAL_TRIED if len(required) <= MOST_JOINED_WITH_OPTIONAL else 0
    optional = [iri for iri in topics if iri not in required][:room]
    lists = [required] + [[iri for iri in topics if iri in required or iri == extra] for extra in optional]
    return Plan(
        phase="topic",
        depth=depth,
        lists=tuple(_entity_list(tuple(entities), depth, above) for entities in lists),
        keys=kept,
        reduced=not optional,
    )


def _subset_plan(topics: list[str], depth: int, kept: tuple[PatternKey, ...]) -> Plan:
    """All smaller subsets in the topics' order, the largest first, each with its own window."""
    lists = tuple(
        _entity_list(subset, depth, 0)
        for size in range(len(topics) - 1, 0, -1)
        for subset in combinations(topics, size)
    )
    return Plan(phase="topic", depth=depth, lists=lists, keys=kept, subsets=True)


def _entity_list(entities: tuple[str, ...], depth: int, above: int) -> EntityList:
    """The window |list| * above < length <= |list| * depth, a segment at most 2 * depth."""
    size = len(entities)
    return EntityList(entities=entities, above=size * above, up_to=size * depth, per_segment=2 * depth)
