"""What a round of the topic-entity phase searches, and how far the subgraph must reach for a plan."""

from itertools import combinations

from pog_agent.models import PatternKey
from pog_agent.run.topics import required_iris, topic_iris
from pog_agent.state import EntityList, ExplorationPlan, PogState
from pog_agent.subgraph.detection.limits import SearchExtent

OPTIONAL_TRIED = 2
MOST_JOINED_WITH_OPTIONAL = 2


def first_plan(state: PogState, d_max: int) -> ExplorationPlan:
    """The first round, at D = min(D_predict, D_max), with every length up to |Topic| * D."""
    analysis = state.get("analysis")
    depth = max(analysis.predicted_depth, 1) if analysis else d_max
    return joint_plan(state, min(depth, d_max), 0, ())


def needed_extent(state: PogState, d_max: int) -> SearchExtent:
    """How far the subgraph must reach for the current plan; before the first plan exists, for that.

    Required topics are only joined at first, to the depth of the round. With an optional topic the surroundings
    are needed as far as a segment to it may go; for smaller subsets, and for all later phases, everything.
    """
    plan = state.get("plan") or first_plan(state, d_max)
    if plan.phase != "topic" or plan.subsets:
        return SearchExtent(d_max)
    if len(plan.lists) > 1:
        return SearchExtent(min(2 * plan.depth, d_max))
    return SearchExtent(plan.depth, joint=True)


def joint_plan(state: PogState, depth: int, above: int, kept: tuple[PatternKey, ...]) -> ExplorationPlan:
    """Paths through all required topics, and for each of the first optional ones through that as well.

    More than two required topics are joined without optional ones: each further topic multiplies the paths.
    """
    topics, required = topic_iris(state), required_iris(state)
    room = OPTIONAL_TRIED if len(required) <= MOST_JOINED_WITH_OPTIONAL else 0
    optional = [iri for iri in topics if iri not in required][:room]
    lists = [required] + [[iri for iri in topics if iri in required or iri == extra] for extra in optional]
    return ExplorationPlan(
        phase="topic",
        depth=depth,
        lists=tuple(_entity_list(tuple(entities), depth, above) for entities in lists),
        keys=kept,
        reduced=not optional,
    )


def subset_plan(topics: list[str], depth: int, kept: tuple[PatternKey, ...]) -> ExplorationPlan:
    """All smaller subsets in the topics' order, the largest first, each with its own range of lengths."""
    lists = tuple(
        _entity_list(subset, depth, 0)
        for size in range(len(topics) - 1, 0, -1)
        for subset in combinations(topics, size)
    )
    return ExplorationPlan(phase="topic", depth=depth, lists=lists, keys=kept, subsets=True)


def whole_plan(state: PogState, d_max: int) -> ExplorationPlan:
    """Paths of every length through all required topics, also with the first optional ones, and through fewer."""
    joint, fewer = joint_plan(state, d_max, 0, ()), subset_plan(required_iris(state), d_max, ())
    lists, reduced = (*joint.lists, *fewer.lists), joint.reduced and not fewer.lists
    return joint.model_copy(update={"lists": lists, "reduced": reduced, "subsets": True})


def _entity_list(entities: tuple[str, ...], depth: int, above: int) -> EntityList:
    """The window |list| * above < length <= |list| * depth, a segment at most 2 * depth."""
    size = len(entities)
    return EntityList(entities=entities, above=size * above, up_to=size * depth, per_segment=2 * depth)
