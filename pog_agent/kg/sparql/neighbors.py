"""Reads one-hop neighbours from an endpoint, those of hubs included."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from pog_agent.errors import GraphUnavailableError
from pog_agent.kg.base import LinkOrder, Neighborhood, outgoing_share
from pog_agent.kg.meter import SpentError
from pog_agent.kg.preset import Preset
from pog_agent.kg.sparql import query as sparql_query
from pog_agent.kg.sparql.cache import AnswerMemory
from pog_agent.kg.sparql.fetch import Fetcher, together
from pog_agent.kg.sparql.hub import HubReader, KeptEdges, OneWayEdges
from pog_agent.kg.sparql.labels import EndpointLabels
from pog_agent.kg.sparql.results import ResultRow
from pog_agent.kg.sparql.terms import is_askable
from pog_agent.terms import Term, Triple, is_blank, is_literal

_UNKNOWN = -1


@dataclass(frozen=True)
class NodeEdges:
    """The edges of one node, and how many edges a limit has left out (-1 if that is not known).

    `hidden` counts the edges to blank nodes. `chosen` says that one run has chosen the edges, because there are
    more than its limit or than fit into a response; `unsorted` says that the endpoint could not do this.
    """

    triples: list[Triple]
    cut: int
    hidden: int
    chosen: bool = False
    unsorted: bool = False


class OneHopReader:
    """Fetches the edges of some nodes, at most `limit` per node.

    A hub, whose edges do not fit into one response, is read whole only without a limit. With an `order` it keeps
    the edges of the first links, else the first edges in each direction. Edges to blank nodes are left out: the
    name of a blank node means nothing outside its response.
    """

    def __init__(self, fetch: Fetcher, limit: int | None, preset: Preset, order: LinkOrder | None = None) -> None:
        self._fetch, self._limit, self._preset, self._order = fetch, limit, preset, order
        self._unasked: list[Term] = []

    async def neighborhood(
        self, nodes: Sequence[Term], remembered: AnswerMemory, labels: EndpointLabels
    ) -> Neighborhood:
        """The edges of the nodes together, sorted; remembered edges are not fetched.

        All edges of a node that no query can name are hidden. `labels` is told which nodes the edges lead to.
        """
        # A run with an order chooses the edges of hubs for itself only; it shares the edges of all other nodes.
        apart = "" if self._order is None else ", hubs apart"
        request = f"edges up to {self._limit}{apart}"
        kept = await remembered.recall(request, nodes)
        found = {
            node: NodeEdges([(head, by, tail) for head, by, tail in rows], cut, hidden)
            for node, (rows, cut, hidden) in kept.items()
        }
        fetched, unasked = await self._around([node for node in nodes if node not in found])
        whole = {node: edges for node, edges in fetched.items() if node not in unasked and edges.cut >= 0}
        labels.reached({node: own.triples for node, own in whole.items() if not own.cut and not own.hidden})
        shared = {node: (own.triples, own.cut, own.hidden) for node, own in whole.items() if not own.chosen}
        await remembered.keep(request, shared)
        found |= fetched
        hidden = {node: found[node].hidden if node in found else _UNKNOWN for node in nodes}
        return Neighborhood(
            sorted({triple for own in found.values() for triple in own.triples}),
            {node: own.cut for node, own in found.items() if own.cut},
            unasked,
            {node: count for node, count in hidden.items() if count},
            frozenset(node for node, own in found.items() if own.unsorted),
        )

    async def _around(self, nodes: Sequence[Term]) -> tuple[dict[Term, NodeEdges], frozenset[Term]]:
        """The edges of each node in both directions, and the nodes that a spent meter has left out."""
        asked = list(dict.fromkeys(node for node in nodes if is_askable(node)))
        outgoing, incoming = await together(
            (
                self._sides([node for node in asked if not is_literal(node)], incoming=False),
                self._sides(asked, incoming=True),
            )
        )
        sides = {node: {False: outgoing[node], True: incoming[node]} for node in asked}
        large = [node for node in asked if self._is_large(sides[node])]
        found = {node: _edges(KeptEdges([*outgoing[node].rows, *incoming[node].rows], 0)) for node in asked}
        found |= zip(large, await together(self._of_hub(node, sides[node]) for node in large), strict=True)
        return found, frozenset(self._unasked)

    async def _sides(self, nodes: Sequence[Term], incoming: bool) -> dict[Term, OneWayEdges]:
        """The edges per node in one direction."""
        samples: dict[Term, list[ResultRow]] = {}

        async def sampled(node: Term, sample: list[ResultRow]) -> list[ResultRow]:
            samples[node] = sample
            return []

        rows = await self._fetch.batches(
            lambda batch: sparql_query.edges(self._preset, batch, incoming),
            nodes,
            oversized=None if self._limit is None else sampled,
            unasked=self._unasked,
        )
        found: dict[Term, list[ResultRow]] = defaultdict(list)
        for row in rows:
            found[row[2] if incoming else row[0]].append(row)
        sides = {node: OneWayEdges(sample, whole=False) for node, sample in samples.items()}
        return defaultdict(
            lambda: OneWayEdges(()), {**{node: OneWayEdges(rows) for node, rows in found.items()}, **sides}
        )

    def _is_large(self, sides: Mapping[bool, OneWayEdges]) -> bool:
        fits = self._limit is None or sum(len(side.rows) for side in sides.values()) <= self._limit
        return not fits or not all(side.whole for side in sides.values())

    async def _of_hub(self, node: Term, sides: Mapping[bool, OneWayEdges]) -> NodeEdges:
        """The kept edges of a node with more edges than the limit, or than fit into a response."""
        if self._limit is None:
            raise AssertionError("without a limit all edges are read")
        hubs = HubReader(self._fetch, self._preset, self._limit)
        unsorted = False
        if self._order is not None:
            try:
                return replace(_edges(await hubs.wanted(node, sides, self._order)), chosen=True)
            except GraphUnavailableError:
                unsorted = True
            except SpentError:
                self._unasked.append(node)
        outgoing, incoming = [
            KeptEdges(sorted(side.rows), 0) if side.whole else await hubs.first(node, side.rows, against)
            for against, side in sides.items()
        ]
        rows = _share(outgoing.rows, incoming.rows, self._limit)
        left_out = None
        if outgoing.left_out is not None and incoming.left_out is not None:
            read = len(outgoing.rows) + len(incoming.rows)
            left_out = outgoing.left_out + incoming.left_out + read - len(rows)
        chosen = self._order is not None
        return replace(_edges(KeptEdges(rows, left_out)), chosen=chosen, unsorted=unsorted and left_out != 0)


def _edges(part: KeptEdges) -> NodeEdges:
    """Takes out and counts the edges to blank nodes."""
    kept = [(head, by, tail) for head, by, tail in part.rows if not is_blank(head) and not is_blank(tail)]
    cut = _UNKNOWN if part.left_out is None else part.left_out
    return NodeEdges(kept, cut, len(part.rows) - len(kept))


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
) -> list[ResultRow]:
    if not others:
        return []

    def query(ends: Sequence[Term]) -> sparql_query.Select:
        heads, tails = (others, ends) if back else (ends, others)
        return sparql_query.edges_between(preset, heads, tails)

    return await fetch.batches(query, nodes, unasked=unasked)


def _share(outgoing: list[ResultRow], incoming: list[ResultRow], limit: int) -> list[ResultRow]:
    """At most `limit` edges: half from each direction, and what one direction leaves free to the other."""
    outward = outgoing_share(len(outgoing), len(incoming), limit)
    return outgoing[:outward] + incoming[: limit - outward]
