"""Chooses and reads edges of hubs: nodes with more edges than a limit, or than fit into one response."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pog_agent.errors import GraphUnavailableError
from pog_agent.kg.base import Link, LinkOrder
from pog_agent.kg.meter import SpentError
from pog_agent.kg.preset import Preset
from pog_agent.kg.sparql import query as sparql_query
from pog_agent.kg.sparql.fetch import Fetcher, together
from pog_agent.kg.sparql.results import ResultRow, read_count
from pog_agent.terms import Term


@dataclass(frozen=True)
class OneWayEdges:
    """A node's edges in one direction: all of them if `whole`, else those of the first response."""

    rows: Sequence[ResultRow]
    whole: bool = True


@dataclass(frozen=True)
class KeptEdges:
    """Some edges of a node, and how many are left out; None if the endpoint did not count them."""

    rows: list[ResultRow]
    left_out: int | None


class HubReader:
    """Reads at most `limit` edges of a node."""

    def __init__(self, fetch: Fetcher, preset: Preset, limit: int) -> None:
        self._fetch, self._preset, self._limit = fetch, preset, limit

    async def first(self, node: Term, sample: Sequence[ResultRow], incoming: bool) -> KeptEdges:
        """The first edges in sort order, in one direction; of the sample if the endpoint cannot sort that many."""
        query = sparql_query.edges(self._preset, [node], incoming)
        try:
            rows = await self._fetch.pages(query, len(sample), self._limit, retries=0)
        except (GraphUnavailableError, SpentError):
            rows = sorted(sample)[: self._limit]
        try:
            [(count,)] = await self._fetch.text(query.count(), ("n",), retries=0)
            return KeptEdges(rows, max(read_count(count) - len(rows), 0))
        except (GraphUnavailableError, SpentError, ValueError):
            return KeptEdges(rows, None)

    async def wanted(self, node: Term, sides: Mapping[bool, OneWayEdges], order: LinkOrder) -> KeptEdges:
        """The edges of the most wanted links, over both directions (True is incoming).

        Raises `GraphUnavailableError` or `SpentError` if they cannot be counted or read.
        """
        known: dict[Link, list[ResultRow]] = defaultdict(list)
        counts: dict[Link, int] = {}
        for incoming, side in sides.items():
            for row in sorted(side.rows) if side.whole else ():
                known[row[1], incoming].append(row)
            if not side.whole:
                counts |= await self._counts(node, incoming)
        counts |= {link: len(rows) for link, rows in known.items()}
        taken: dict[Link, int] = {}
        for link in await order(counts):
            free = self._limit - sum(taken.values())
            if free <= 0:
                break
            taken[link] = min(counts[link], free)
        unread = [link for link in taken if link not in known]
        partial = [link for link in unread if taken[link] < counts[link]]
        parts = await together(
            (
                *(self._whole(node, incoming, unread, partial, counts) for incoming in (False, True)),
                *(self._some(node, link, len(sides[link[1]].rows), taken[link]) for link in partial),
            )
        )
        rows = [row for link, count in taken.items() for row in known.get(link, ())[:count]]
        rows += [row for part in parts for row in part]
        return KeptEdges(rows, sum(counts.values()) - len(rows))

    async def _counts(self, node: Term, incoming: bool) -> dict[Link, int]:
        query = sparql_query.relation_counts(self._preset, node, incoming)
        rows = await self._fetch.text(query, ("p", "n"), retries=0)
        return {(relation, incoming): read_count(count) for relation, count in rows}

    async def _whole(
        self,
        node: Term,
        incoming: bool,
        unread: Sequence[Link],
        partial: Sequence[Link],
        counts: Mapping[Link, int],
    ) -> list[ResultRow]:
        """All edges of the unread links of one direction, without the links that are read in part."""
        relations = [name for name, against in unread if against == incoming and (name, against) not in partial]
        return await self._fetch.batches(
            lambda batch: sparql_query.edges_along(self._preset, node, incoming, batch),
            relations,
            weight=lambda name: self._fetch.weight(counts[name, incoming]),
        )

    async def _some(self, node: Term, link: Link, size: int, count: int) -> list[ResultRow]:
        """The first edges of one link, in pages of `size`."""
        relation, incoming = link
        query = sparql_query.edges_along(self._preset, node, incoming, [relation])
        return await self._fetch.pages(query, size, count, retries=0)
