"""One-hop neighbours from an endpoint, hubs included."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from pog_agent.errors import GraphUnavailableError
from pog_agent.kg import sparql_query
from pog_agent.kg.base import LinkOrder, Neighborhood, outgoing_share
from pog_agent.kg.meter import SpentError
from pog_agent.kg.preset import Preset
from pog_agent.kg.sparql_fetch import Fetcher, together
from pog_agent.kg.sparql_hub import Hubs, Part, Side
from pog_agent.kg.sparql_results import Row
from pog_agent.kg.sparql_terms import is_askable
from pog_agent.terms import Term, Triple, is_blank, is_literal

_UNKNOWN = -1


@dataclass(frozen=True)
class Edges:
    """The edges of one node, and how many a limit has left out (-1 if that is not known).

    `chosen` says that they were chosen for one run, among more than its limit or than fit into a response.
    """

    triples: list[Triple]
    cut: int
    chosen: bool = False


def neighborhood(nodes: Sequence[Term], found: Mapping[Term, Edges], unasked: frozenset[Term]) -> Neighborhood:
    """The edges of the nodes together, sorted; nodes that could not be asked for are cut whole."""
    kept = {triple for node in nodes if node in found for triple in found[node].triples}
    cut = {node: found[node].cut if node in found else _UNKNOWN for node in nodes}
    return Neighborhood(sorted(kept), {node: number for node, number in cut.items() if number}, unasked)


class OneHop:
    """The edges of some nodes, fetched and cut to `limit` per node.

    A hub, whose edges do not fit into one response, is read whole only without a limit. With an `order` the edges
    that are kept are those of the first links, else the first in each direction. An edge to a blank node is left
    out and counted as cut: its name means nothing outside the response it came in.
    """

    def __init__(self, fetch: Fetcher, limit: int | None, preset: Preset, order: LinkOrder | None = None) -> None:
        self._fetch, self._limit, self._preset, self._order = fetch, limit, preset, order
        self._unasked: list[Term] = []

    async def around(self, nodes: Sequence[Term]) -> tuple[dict[Term, Edges], frozenset[Term]]:
        """The edges of each node in both directions, and those of the nodes that a spent meter has left out."""
        asked = list(dict.fromkeys(node for node in nodes if is_askable(node)))
        outgoing, incoming = await together(
            (
                self._sides([node for node in asked if not is_literal(node)], incoming=False),
                self._sides(asked, incoming=True),
            )
        )
        sides = {node: {False: outgoing[node], True: incoming[node]} for node in asked}
        large = [node for node in asked if self._is_large(sides[node])]
        parts = dict(zip(large, await together(self._part(node, sides[node]) for node in large), strict=True))
        found: dict[Term, Edges] = {}
        for node in asked:
            part = parts.get(node) or Part([*outgoing[node].rows, *incoming[node].rows], 0)
            found[node] = _edges(part, chosen=node in parts and self._order is not None)
        return found, frozenset(self._unasked)

    async def _sides(self, nodes: Sequence[Term], incoming: bool) -> dict[Term, Side]:
        """The edges per node in one direction."""
        samples: dict[Term, list[Row]] = {}

        async def sampled(node: Term, sample: list[Row]) -> list[Row]:
            samples[node] = sample
            return []

        rows = await self._fetch.batches(
            lambda batch: sparql_query.edges(self._preset, batch, incoming),
            nodes,
            oversized=None if self._limit is None else sampled,
            unasked=self._unasked,
        )
        found: dict[Term, list[Row]] = defaultdict(list)
        for row in rows:
            found[row[2] if incoming else row[0]].append(row)
        sides = {node: Side(sample, whole=False) for node, sample in samples.items()}
        return defaultdict(lambda: Side(()), {**{node: Side(rows) for node, rows in found.items()}, **sides})

    def _is_large(self, sides: Mapping[bool, Side]) -> bool:
        fits = self._limit is None or sum(len(side.rows) for side in sides.values()) <= self._limit
        return not fits or not all(side.whole for side in sides.values())

    async def _part(self, node: Term, sides: Mapping[bool, Side]) -> Part:
        """The edges that are kept of a node with more than the limit, or than fit into a response."""
        if self._limit is None:
            raise AssertionError("without a limit all edges are read")
        hubs = Hubs(self._fetch, self._preset, self._limit)
        if self._order is not None:
            with suppress(GraphUnavailableError, SpentError):
                return await hubs.wanted(node, sides, self._order)
        outgoing, incoming = [
            Part(sorted(side.rows), 0) if side.whole else await hubs.first(node, side.rows, against)
            for against, side in sides.items()
        ]
        rows = _share(outgoing.rows, incoming.rows, self._limit)
        if outgoing.left_out is None or incoming.left_out is None:
            return Part(rows, None)
        read = len(outgoing.rows) + len(incoming.rows)
        return Part(rows, outgoing.left_out + incoming.left_out + read - len(rows))


def _edges(part: Part, chosen: bool) -> Edges:
    """Without edges to blank nodes, which are counted as left out."""
    kept = [(head, by, tail) for head, by, tail in part.rows if not is_blank(head) and not is_blank(tail)]
    hidden = len(part.rows) - len(kept)
    return Edges(sorted(set(kept)), _UNKNOWN if part.left_out is None else part.left_out + hidden, chosen)


async def between(
    fetch: Fetcher, preset: Preset, nodes: Sequence[Term], others: Sequence[Term], batch: int
) -> Neighborhood:
    """The edges from one of the nodes to one of the others, or back, `batch` others per query."""
    ends, far = ([term for term in terms if is_askable(term)] for terms in (nodes, others))
    unasked: list[Term] = []
    calls = []
    for start in range(0, len(far), batch):
        part = far[start : start + batch]
        heads = [term for term in part if not is_literal(term)]
        calls.append(_linked(fetch, preset, [term for term in ends if not is_literal(term)], part, unasked))
        calls.append(_linked(fetch, preset, ends, heads, unasked, back=True))
    rows = {row for found in await together(calls) for row in found}
    triples = [(head, relation, tail) for head, relation, tail in sorted(rows)]
    return Neighborhood(triples, unasked=frozenset(unasked))


async def _linked(
    fetch: Fetcher,
    preset: Preset,
    nodes: Sequence[Term],
    others: Sequence[Term],
    unasked: list[Term],
    *,
    back: bool = False,
) -> list[Row]:
    if not others:
        return []

    def query(ends: Sequence[Term]) -> sparql_query.Select:
        heads, tails = (others, ends) if back else (ends, others)
        return sparql_query.edges_between(preset, heads, tails)

    return await fetch.batches(query, nodes, unasked=unasked)


def _share(outgoing: list[Row], incoming: list[Row], limit: int) -> list[Row]:
    """At most `limit` edges: half from each direction, and what one direction leaves free to the other."""
    outward = outgoing_share(len(outgoing), len(incoming), limit)
    return outgoing[:outward] + incoming[: limit - outward]
