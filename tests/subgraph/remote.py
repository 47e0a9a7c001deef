"""A store that counts as an endpoint would: triples in memory behind the `RemoteGraph` protocol."""

from collections import defaultdict
from collections.abc import Sequence
from copy import copy

from pog_agent.kg.base import LinkOrder, Neighborhood
from pog_agent.kg.meter import Meter, SpentError
from pog_agent.terms import Term, Triple
from tests.kg.rdf_store import RdfStore
from tests.subgraph.graphs import rdf_graph

BATCH = 200


class Remote(RdfStore):
    """Two queries per batch of nodes, one row per edge and direction; `asked` are the batches of `neighbors`."""

    def __init__(self, rows: Sequence[Triple], batch: int = BATCH) -> None:
        super().__init__(rdf_graph(list(rows)))
        self.batch = batch
        self.asked: list[list[Term]] = []
        self.joined: list[tuple[list[Term], list[Term]]] = []
        self.meter: Meter | None = None
        self._rows: dict[Term, set[Triple]] = defaultdict(set)
        for row in rows:
            self._rows[row[0]].add(row)
            self._rows[row[2]].add(row)

    def metered(self, meter: Meter, order: LinkOrder | None = None) -> "Remote":
        del order
        own = copy(self)
        own.meter = meter
        return own

    async def neighbors(self, nodes: Sequence[Term], limit: int | None = None) -> Neighborhood:
        triples: set[Triple] = set()
        cut: dict[Term, int] = {}
        for start in range(0, len(nodes), self.batch):
            part = list(nodes[start : start + self.batch])
            try:
                self._sent(2)
            except SpentError:
                return Neighborhood(sorted(triples), cut, frozenset(nodes[start:]))
            found = await super().neighbors(part, limit)
            self.asked.append(part)
            self._received(sum(end in set(part) for head, _, tail in found.triples for end in (head, tail)))
            triples.update(found.triples)
            cut |= found.cut
        return Neighborhood(sorted(triples), cut)

    async def between(self, nodes: Sequence[Term], others: Sequence[Term]) -> Neighborhood:
        ends = set(others)
        found = {row for node in nodes for row in self._rows[node] if ({row[0], row[2]} - {node}) & ends}
        self.joined.append((list(nodes), list(others)))
        self._sent(2 * -(-len(nodes) // self.batch) * -(-len(others) // self.batch))
        self._received(len(found))
        return Neighborhood(sorted(found))

    def _sent(self, queries: int) -> None:
        for _ in range(queries if self.meter else 0):
            self.meter.sending()

    def _received(self, rows: int) -> None:
        if self.meter:
            self.meter.received(rows)
