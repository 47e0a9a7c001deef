"""What entities have in common: neighbours and values by the same relation or others, roles, and classes."""

import asyncio
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Final

from pog_agent.answering.connecting.conditions import ConditionReader, class_relations
from pog_agent.deadline import while_in_time, working_deadline, working_until
from pog_agent.models import (
    Anchor,
    ConnectionQuestion,
    FoundConnections,
    ListedConnection,
    PatternKey,
    SharedRole,
    Step,
)
from pog_agent.run.context import RunContext
from pog_agent.subgraph.exploration.conditions import PathConditions
from pog_agent.subgraph.graph import Subgraph
from pog_agent.terms import Term, Triple, is_literal, literal_datatype

LISTED: Final = 20
"""So many shared things are listed."""
MEDIATORS_READ: Final = 200
"""Through so many nodes without a name of one entity is looked."""
PARTS_TOLD: Final = 8
"""Of a shared node without a name so many further facts are told."""


@dataclass(frozen=True)
class _Way:
    """How one entity comes to a shared thing: by steps over nodes, the entity first."""

    steps: tuple[Step, ...]
    nodes: tuple[Term, ...]


Ways = Mapping[Term, tuple[_Way, ...]]
_Near = tuple[Sequence[Triple], Mapping[Term, Sequence[Triple]]]
"""The edges of an entity, and those of the nodes without a name beside it."""


async def shared_things(asked: ConnectionQuestion, run: RunContext) -> FoundConnections:
    """What all entities of a question have in common, the most telling first.

    That is what each has an edge with: things, values by the same relation, or texts by any. A node without a name
    counts as a part of an edge, but where all entities have this one: then it is shared, with all that it has.
    Classes come last, and then the relations that lead to each of the entities from elsewhere. What there was no
    time for is told in the cuts. Raises `GraphUnavailableError`.
    """
    with working_until(working_deadline()) as working:
        found = await _found(asked, run)
    return found.model_copy(update={"cuts": (*found.cuts, *working.told())})


async def _found(asked: ConnectionQuestion, run: RunContext) -> FoundConnections:
    around = await run.workspace.surroundings.edges_of(asked.between)
    passed, cuts = await _mediators(around, run)
    beyond = await run.workspace.surroundings.edges_of([*chain.from_iterable(passed.values())])
    edges = [triple for own in (*around.values(), *beyond.values()) for triple in own]
    known = await ConditionReader(await asyncio.to_thread(Subgraph.from_triples, edges), run).read(asked)
    events = frozenset.intersection(*map(frozenset, passed.values()))
    near = {
        iri: (around[iri], {node: beyond[node] for node in passed[iri] if node not in events})
        for iri in asked.between
    }
    found = await asyncio.to_thread(_all_shared, near, known.conditions)
    classes = frozenset().union(*class_relations(run))
    for node in events & found.keys():
        found[node] = _with_parts(found[node], node, beyond[node], classes)
    ranked = sorted(found.values(), key=lambda item: _rank(item, classes))
    said = {step.relation for item in ranked for step in item.path.steps}
    roles = () if known.conditions.through else tuple(_roles(asked.between, around, known.conditions, said))
    return FoundConnections(
        asked=asked,
        listed=() if known.unknown else tuple(ranked[:LISTED]),
        roles=() if known.unknown else roles,
        total=len(ranked) + len(roles),
        longest=2,
        is_deepest=True,
        cuts=(*known.cuts, *run.workspace.surroundings.warnings([*asked.between, *beyond]), *cuts),
        unknown=known.unknown,
    )


def _with_parts(
    item: ListedConnection, event: Term, edges: Iterable[Triple], classes: frozenset[str]
) -> ListedConnection:
    """A shared node without a name, with its further facts; what it is is told in place of a name."""
    said = item.triples
    parts = sorted(edge for edge in edges if edge[0] == event and edge[1] not in classes and edge not in said)
    return item.model_copy(update={"parts": tuple(parts[:PARTS_TOLD])})


def _all_shared(near: Mapping[Term, _Near], conditions: PathConditions) -> dict[Term, ListedConnection]:
    """Every node that all entities share under the conditions, as far as there is time to look."""
    between = [*near]
    ways = [_ways_of(iri, *edges) for iri, edges in near.items()]
    common = sorted(set.intersection(*(set(own) for own in ways)) - set(between))
    shared = {
        node: _shared(node, [own[node] for own in ways], between, conditions)
        for node in while_in_time(common, "things beside all entities")
        if _is_allowed(node, conditions)
    }
    return {node: item for node, item in shared.items() if item is not None}


async def _mediators(
    around: Mapping[Term, Sequence[Triple]], run: RunContext
) -> tuple[dict[Term, list[Term]], tuple[str, ...]]:
    """The nodes without a name beside each entity, at most `MEDIATORS_READ`; a warning where there are more."""
    ends = {
        iri: sorted({end for head, _, tail in edges for end in (head, tail)} - {iri})
        for iri, edges in around.items()
    }
    labels = await run.labels([end for own in ends.values() for end in own if not is_literal(end)])
    nameless = {
        iri: [end for end in own if not is_literal(end) and end not in labels] for iri, own in ends.items()
    }
    left_out = sum(max(len(own) - MEDIATORS_READ, 0) for own in nameless.values())
    warning = f"{left_out} nodes without a name beside the entities were not looked through"
    return {iri: own[:MEDIATORS_READ] for iri, own in nameless.items()}, ((warning,) if left_out else ())


def _ways_of(iri: Term, edges: Iterable[Triple], beyond: Mapping[Term, Sequence[Triple]]) -> Ways:
    """The nodes that one entity has an edge with, each with the ways to it, the direct ones first."""
    found: dict[Term, list[_Way]] = defaultdict(list)
    for step, end in _steps_from(iri, edges):
        found[end].append(_Way((step,), (iri, end)))
    for step, middle in while_in_time(_steps_from(iri, edges), "edges of the entities"):
        for further, end in _steps_from(middle, beyond.get(middle, ())):
            if end != iri:
                found[end].append(_Way((step, further), (iri, middle, end)))
    return {end: tuple(sorted(ways, key=_order)) for end, ways in found.items()}


def _steps_from(node: Term, edges: Iterable[Triple]) -> list[tuple[Step, Term]]:
    onward = [(Step(relation=relation, forward=True), tail) for head, relation, tail in edges if head == node]
    back = [(Step(relation=relation, forward=False), head) for head, relation, tail in edges if tail == node]
    return [(step, end) for step, end in (*onward, *back) if end != node]


def _order(way: _Way) -> tuple[object, ...]:
    return (len(way.steps), [(step.relation, not step.forward) for step in way.steps], way.nodes)


def _is_allowed(node: Term, conditions: PathConditions) -> bool:
    return node not in conditions.avoided and all(node in wanted for wanted in conditions.through)


def _shared(
    node: Term, ways: Sequence[Sequence[_Way]], between: Sequence[Term], conditions: PathConditions
) -> ListedConnection | None:
    """How the entities share a node: by the same steps where they can; None where nothing counts as shared."""
    allowed = [[way for way in own if _is_by(way, conditions)] for own in ways]
    by_all = set.intersection(*({way.steps for way in own} for own in allowed))
    common = next((way.steps for way in allowed[0] if way.steps in by_all), None)
    if common is not None:
        allowed = [[way for way in own if way.steps == common] for own in allowed]
    elif is_literal(node) and literal_datatype(node) is not None:
        return None  # two numbers that happen to be equal are nothing shared
    if not all(allowed):
        return None
    chosen = [own[0] for own in allowed]
    return ListedConnection(path=_chain(chosen, between), same_relation=common is not None)


def _is_by(way: _Way, conditions: PathConditions) -> bool:
    is_through_avoided = not conditions.avoided.isdisjoint(way.nodes[1:])
    return not is_through_avoided and all(conditions.allows(step.relation) for step in way.steps)


def _chain(ways: Sequence[_Way], between: Sequence[Term]) -> PatternKey:
    """The path from the first entity to the shared node and on to the second, and so on to each further one."""
    nodes, steps, anchors = [between[0]], list[Step](), [Anchor(entity=between[0], position=0)]
    for number, iri in enumerate(between[1:], start=1):
        to, back = ways[number - 1], ways[number]
        steps += [*to.steps, *(step.model_copy(update={"forward": not step.forward}) for step in back.steps[::-1])]
        nodes += [*to.nodes[1:], *back.nodes[-2::-1]]
        anchors.append(Anchor(entity=iri, position=len(steps)))
    return PatternKey(anchors=tuple(anchors), steps=tuple(steps), nodes=tuple(nodes))


def _rank(item: ListedConnection, classes: frozenset[str]) -> tuple[object, ...]:
    by_class = any(step.relation in classes for step in item.path.steps)
    return (by_class, not item.same_relation, item.path.length, item.path.nodes)


def _roles(
    between: Sequence[Term],
    around: Mapping[Term, Sequence[Triple]],
    conditions: PathConditions,
    said: Iterable[str],
) -> Iterable[SharedRole]:
    """The relations that lead to each entity, but for those by which something is shared already."""
    leading = [
        {
            relation: (head, relation, iri)
            for head, relation, tail in sorted(around[iri], reverse=True)
            if tail == iri and head not in between
        }
        for iri in between
    ]
    for relation in sorted(set.intersection(*(set(own) for own in leading)) - set(said)):
        if conditions.allows(relation):
            yield SharedRole(relation=relation, triples=tuple(own[relation] for own in leading))
