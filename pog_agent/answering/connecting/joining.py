"""All path patterns that join entities in order, under conditions."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, permutations
from math import ceil
from typing import Final

from pog_agent.deadline import TIME_IS_UP
from pog_agent.models import TopicEntity
from pog_agent.run.context import RunContext
from pog_agent.state import EntityList, ExplorationPlan, PogState
from pog_agent.subgraph.exploration.candidates import Candidates
from pog_agent.subgraph.exploration.conditions import NO_CONDITIONS, PathConditions, allowed_part
from pog_agent.subgraph.exploration.enumerate import EnumerationBudget
from pog_agent.subgraph.exploration.explore import LengthWindow, find_entity_paths
from pog_agent.subgraph.graph import Subgraph
from pog_agent.terms import Term

TOO_MANY: Final = "there are more than a search may hold (max_patterns)"


@dataclass(frozen=True)
class JoiningPatterns:
    """The patterns, shortest first, and the graphs that they were found in.

    `graph` has the triples that a path may have, `around` all that was detected. `cuts` say what is missing.
    """

    patterns: Candidates
    graph: Subgraph
    around: Subgraph
    cuts: tuple[str, ...]


def depth_for(number: int, max_length: int) -> int:
    """How many hops around each entity have all paths with so many steps from one to the next.

    That is half of a segment, and the n-th part of a whole path.
    """
    return max(ceil(max_length / 2), ceil((number - 1) * max_length / number))


def nearest_order(graph: Subgraph, entities: Sequence[Term], limit: int) -> tuple[Term, ...]:
    """The order in which the fewest steps join the entities; of several the first, beside the order given."""
    ids = [graph.nodes.id_of(entity) for entity in entities]
    known = [number for number in ids if number is not None]
    if len(known) < len(ids):
        return tuple(entities)
    steps = [[min(int(graph.distances(one, limit)[other]), limit + 1) for other in known] for one in known]
    best = min(
        (order for order in permutations(range(len(ids))) if order[0] < order[-1]),
        key=lambda order: (sum(steps[one][other] for one, other in pairwise(order)), order),
    )
    return tuple(entities[place] for place in best)


def joining_state(
    topics: Sequence[TopicEntity], question: str, max_length: int, order: Sequence[Term] = ()
) -> PogState:
    """The state of a run that has recognised the entities and explores them in one round, in an order."""
    named = [topic.model_copy(update={"optional": False}) for topic in topics]
    joined = EntityList(
        entities=tuple(order) or tuple(topic.iri for topic in named),
        above=0,
        up_to=max_length * (len(named) - 1),
        per_segment=max_length,
    )
    plan = ExplorationPlan(phase="topic", depth=depth_for(len(named), max_length), lists=(joined,), reduced=True)
    return {"question": question, "topics": named, "plan": plan}


async def joining_patterns(
    state: PogState, run: RunContext, conditions: PathConditions = NO_CONDITIONS, *, by_question: bool = False
) -> JoiningPatterns:
    """The patterns of the allowed part of the graph through all entities of the state.

    What the paths go `through` is for the reader of the patterns to see: one pattern may have paths that do and
    others that do not. Over the limit of patterns the shortest are kept, or those most similar to the question.
    Raises `GraphUnavailableError`.
    """
    scope, (joined,) = run.scope(state), state["plan"].lists
    detected = await run.workspace.detected(scope)
    graph = await run.workspace.reduced(scope)
    if conditions != NO_CONDITIONS:
        graph = await asyncio.to_thread(allowed_part, graph, conditions)
    similarity = await scope.prepare_similarity(graph.relations) if by_question else None
    found = await asyncio.to_thread(
        find_entity_paths,
        graph,
        joined.entities,
        LengthWindow(joined.above, joined.up_to, joined.per_segment),
        replace(EnumerationBudget(patterns=run.config.max_patterns), deadline=scope.deadline),
        similarity,
    )
    why = TIME_IS_UP if scope.deadline.is_over else TOO_MANY
    lost = [f"not all paths were looked at: {why}"] if found.truncated else []
    return JoiningPatterns(found.patterns, graph, detected.graph, (*dict.fromkeys([*detected.warnings, *lost]),))
