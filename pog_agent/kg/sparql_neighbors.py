"""One-hop neighbours from an endpoint, hubs included."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pog_agent.errors import GraphUnavailableError
from pog_agent.kg import sparql_query
from pog_agent.kg.base import Neighborhood
from pog_agent.kg.meter import SpentError
from pog_agent.kg.preset import Preset
from pog_agent.kg.sparql_fetch import Fetcher, together
from pog_agent.kg.sparql_results import Row
from pog_agent.terms import Term, Triple, is_blank, is_literal, literal_value

_UNKNOWN = -1


@dataclass(frozen=True)
class Edges:
    """The edges of one node, and how many a limit has left out (-1 if that is not known)."""

    triples: list[Triple]
    cut: int


def neighborhood(nodes: Sequence[Term], found: Mapping[Term, Edges], unasked: frozenset[Term]) -> Neighborhood:
    """The edges of the nodes together, sorted; nodes that could not be asked for are cut whole."""
    kept = {triple for node in nodes if node in found for triple in found[node].triples}
    cut = {node: found[node].cut if node in found else _UNKNOWN for node in nodes}
    return Neighborhood(sorted(kept), {node: number for node, number in cut.items() if number}, unasked)


class OneHop:
    """The edges of some nodes, fetched and cut to `limit` per node.

    A hub, whose edges do not fit into one response, is read whole only without a limit. An edge to a blank
    node is left out and counted as cut: its name means nothing outside the response it came in.
    """

    def __init__(self, fetch: Fetcher, limit: int | None, preset: Preset) -> None:
        self._fetch, self._limit, self._preset = fetch, limit, preset
        self._hidden: dict[Term, list[int]] = defaultdict(list)
        self._unasked: list[Term] = []

    async def around(self, nodes: Sequence[Term]) -> tuple[dict[Term, Edges], frozenset[Term]]:
        """The edges of each node in both directions, and those of the nodes that a spent meter has left out."""
        asked = list(dict.fromkeys(node for node in nodes if sparql_query.is_askable(node)))
        outgoing, incoming = await together(
            (
                self._edges([node for node in asked if not is_literal(node)], incoming=False),
                self._edges(asked, incoming=True),
            )
        )
        found: dict[Term, Edges] = {}
        for node in asked:
            chosen = _share(outgoing[node], incoming[node], self._limit)
            left_out = len(outgoing[node]) + len(incoming[node]) - len(chosen)
            hidden = self._hidden[node]
            found[node] = Edges(chosen, _UNKNOWN if _UNKNOWN in hidden else left_out + sum(hidden))
        return found, frozenset(self._unasked)

    async def _edges(self, nodes: Sequence[Term], incoming: bool) -> dict[Term, list[Triple]]:
        """Sorted edges per node in one direction."""

        async def hub(node: Term, sample: list[Row]) -> list[Row]:
            return await self._hub(node, sample, incoming)

        rows = await self._fetch.batches(
            lambda batch: sparql_query.edges(self._preset, batch, incoming),
            nodes,
            oversized=None if self._limit is None else hub,
            unasked=self._unasked,
        )
        edges: dict[Term, list[Triple]] = defaultdict(list)
        for head, relation, tail in rows:
            node, other = (tail, head) if incoming else (head, tail)
            if is_blank(other):
                self._hidden[node].append(1)
            else:
                edges[node].append((head, relation, tail))
        return defaultdict(list, {node: sorted(set(found)) for node, found in edges.items()})

    async def _hub(self, node: Term, sample: list[Row], incoming: bool) -> list[Row]:
        """The hub's first edges in order, or those of the sample when the endpoint cannot sort that many."""
        query = sparql_query.edges(self._preset, [node], incoming)
        try:
            rows = await self._fetch.pages(query, len(sample), self._limit, retries=0)
        except (GraphUnavailableError, SpentError):
            rows = sorted(sample)[: self._limit]
        try:
            [(count,)] = await self._fetch.text(query.count(), ("n",), retries=0)
            self._hidden[node].append(max(int(literal_value(count)) - len(rows), 0))
        except (GraphUnavailableError, SpentError, ValueError):
            self._hidden[node].append(_UNKNOWN)
        return rows


async def between(
    fetch: Fetcher, preset: Preset, nodes: Sequence[Term], others: Sequence[Term], batch: int
) -> Neighborhood:
    """The edges from one of the nodes to one of the others, or back, `batch` others per query."""
    ends, far = ([term for term in terms if sparql_query.is_askable(term)] for terms in (nodes, others))
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


def _share(outgoing: list[Triple], incoming: list[Triple], limit: int | None) -> list[Triple]:
    """At most `limit` edges: half from each direction, and what one direction leaves free to the other."""
    if limit is None or len(outgoing) + len(incoming) <= limit:
        return outgoing + incoming
    outward = min(len(outgoing), max(limit - limit // 2, limit - len(incoming)))
    return outgoing[:outward] + incoming[: limit - outward]
