"""The search for connections: longer and longer paths until enough tell how the entities are connected.

What things are connects none of them: no path goes by classes, but where a class is asked about, or its relation.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from pog_agent.answering.connecting.conditions import ConditionReader, KnownConditions, class_relations
from pog_agent.answering.connecting.joining import (
    TOO_MANY,
    depth_for,
    joining_patterns,
    joining_state,
    nearest_order,
)
from pog_agent.deadline import TIME_IS_UP
from pog_agent.models import ConnectionQuestion, FoundConnections, ListedConnection, TopicEntity
from pog_agent.ranking.connections import ConnectionRanking, RankedConnections
from pog_agent.run.context import RunContext
from pog_agent.state import PogState
from pog_agent.subgraph.exploration.conditions import allowed_part

LISTED: Final = 6
"""So many connections are listed."""
ENOUGH: Final = 3
"""With so many no longer ones are looked for."""
FURTHER: Final = 2
"""Nor are those that have so many steps more than the shortest."""
LOOKED_FOR: Final = 4
"""Connections of so many steps are looked for besides a shorter one: two things without a name may lie on them."""
MOST_ORDERED: Final = 4
"""So many entities are joined in the order of the shortest paths, more in the order of the question."""
SAMPLED: Final = "of edges between the same two nodes one relation was kept (pog-e)"


@dataclass(frozen=True)
class _Round:
    """What a search of one length found, and the state it had."""

    length: int
    state: PogState
    ranked: RankedConnections
    cuts: tuple[str, ...]
    unknown: tuple[str, ...]


def longest_possible(number: int, d_max: int) -> int:
    """The most steps from one entity to the next of which a search to D_max has all paths through so many."""
    return max(steps for steps in range(1, 2 * d_max + 1) if depth_for(number, steps) <= d_max)


class ConnectionSearch:
    """Looks for longer and longer connections of the entities that a question names."""

    def __init__(
        self, asked: ConnectionQuestion, question: str, topics: Sequence[TopicEntity], run: RunContext
    ) -> None:
        named = {topic.iri: topic for topic in topics}
        self._asked, self._question, self._run = asked, question, run
        self._between = [named[iri] for iri in asked.between]
        self._order = asked.between
        self._possible = longest_possible(len(self._between), run.config.d_max)
        self._reader: ConditionReader | None = None

    async def found(self) -> tuple[FoundConnections, PogState]:
        """The connections, and the state of the last round that counts.

        What a round finds up to its length is all there is, unless `cuts` say what is missing. A longer round that
        is cut does not count where one before is whole and found something. Raises `GraphUnavailableError`.
        """
        asked, last = self._asked, min(self._asked.within or self._possible, self._possible)
        first = min(1 if asked.shortest else 2, last)
        self._order = await self._nearest_order(first)
        best = await self._round(first)
        beyond = ""
        while best.length < last and not best.unknown and not self._is_enough(best):
            if self._run.deadline.is_over:
                beyond = TIME_IS_UP
                break
            further = await self._round(best.length + 1, is_replaceable=bool(best.ranked.listed) and not best.cuts)
            if further.cuts and best.ranked.listed and not best.cuts:
                beyond = TIME_IS_UP if self._run.deadline.is_over else TOO_MANY
                break
            best = further
        return self._told(best, beyond, is_deepest=best.length == last), best.state

    def _told(self, best: _Round, beyond: str, *, is_deepest: bool) -> FoundConnections:
        asked, cuts = self._asked, best.cuts
        if asked.within is not None and asked.within > self._possible:
            d_max = self._run.config.d_max
            cuts = (*cuts, f"paths of more than {self._possible} steps were not looked for (d_max {d_max})")
        if beyond and (asked.within is not None or asked.shortest or not best.ranked.listed):
            cuts = (*cuts, f"paths of more than {best.length} steps were not all looked for: {beyond}")
        listed = (
            ListedConnection(path=item.path, others=item.others, more=item.more) for item in best.ranked.listed
        )
        return FoundConnections(
            asked=asked.model_copy(update={"between": self._order}),
            listed=() if best.unknown else tuple(listed),
            total=best.ranked.total,
            longest=best.length,
            is_deepest=is_deepest,
            cuts=cuts,
            beyond=beyond,
            unknown=best.unknown,
        )

    async def _round(self, length: int, *, is_replaceable: bool = False) -> _Round:
        """One round; where it would be cut, one that is `is_replaceable` is not carried through."""
        state = joining_state(self._between, self._question, length, self._order)
        known = await self._conditions(state)
        joined = await joining_patterns(state, self._run, known.conditions)
        ranking = ConnectionRanking(
            joined.graph,
            joined.around,
            known.conditions,
            self._run.deadline,
        )
        shortest = self._asked.shortest
        if is_replaceable and not ranking.is_whole(joined.patterns, shortest=shortest):
            ranked = RankedConnections(
                (), 0, (f"{len(joined.patterns)} connections are too many to look through",)
            )
        else:
            ranked = await asyncio.to_thread(ranking.ranked, joined.patterns, LISTED, shortest=shortest)
        sampled = (SAMPLED,) if self._run.config.variant == "pog-e" else ()
        return _Round(length, state, ranked, (*sampled, *known.cuts, *joined.cuts, *ranked.cuts), known.unknown)

    async def _nearest_order(self, length: int) -> tuple[str, ...]:
        """The order of three or four entities in which the paths are shortest, as far as one round sees."""
        if not 2 < len(self._order) <= MOST_ORDERED:
            return self._order
        state = joining_state(self._between, self._question, length)
        known = await self._conditions(state)
        graph = await self._run.workspace.reduced(self._run.scope(state))
        allowed = await asyncio.to_thread(allowed_part, graph, known.conditions)
        return await asyncio.to_thread(nearest_order, allowed, self._order, 2 * length)

    async def _conditions(self, state: PogState) -> KnownConditions:
        """The conditions as the graph in sight has them; it is the same in all rounds, but for an endpoint."""
        graph = await self._run.workspace.reduced(self._run.scope(state))
        if self._reader is None or self._reader.graph is not graph:
            self._reader = ConditionReader(graph, self._run)
        known = await self._reader.read(self._asked)
        if known.conditions.relations is not None or await self._reader.has_class(self._asked.between):
            return known
        barred = known.conditions.barred.union(*class_relations(self._run))
        return replace(known, conditions=replace(known.conditions, barred=barred))

    def _is_enough(self, last: _Round) -> bool:
        """Whether longer paths need not be looked for."""
        segments = len(self._between) - 1
        telling = [item.path.length for item in last.ranked.listed]
        if self._asked.shortest:
            # One segment may be as long as the whole path less one step for each of the others.
            return bool(telling) and last.length >= min(telling) - (segments - 1)
        if self._asked.within is not None:
            return False
        most = max(min(telling, default=0) + FURTHER * segments, LOOKED_FOR * segments)
        return len(telling) >= ENOUGH or (bool(telling) and last.length * segments >= most)
