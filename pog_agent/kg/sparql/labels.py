"""Preferred labels from an endpoint, by short queries."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from pog_agent.kg.names import ANY_LANGUAGE
from pog_agent.kg.preset import Preset
from pog_agent.kg.sparql import query as sparql_query
from pog_agent.kg.sparql.cache import CACHED_TERMS, AnswerMemory, RecentAnswers
from pog_agent.kg.sparql.fetch import Fetcher, together
from pog_agent.kg.sparql.names import best_labels
from pog_agent.terms import Term, Triple

_MIN_REACHED: Final = 4
_MAX_PER_WANTED: Final = 3


@dataclass(frozen=True)
class _LabelOrigin:
    """A node, and a direction in which so many of its edges have led to other nodes."""

    node: Term
    incoming: bool
    edges: int


class EndpointLabels:
    """The labels of one endpoint's nodes; known labels are kept.

    An engine takes longer to read the IRI of a node in a query than to look its label up. A query for the labels
    of nodes that edges have led to therefore names the few nodes where these edges start.
    """

    def __init__(self, preset: Preset, remembered: AnswerMemory) -> None:
        self._preset, self._remembered = preset, remembered
        self._known: RecentAnswers[tuple[Term, tuple[str, ...]], str | None] = RecentAnswers(CACHED_TERMS)
        self._origins: RecentAnswers[Term, _LabelOrigin] = RecentAnswers(CACHED_TERMS)
        self._predicates: tuple[str, ...] | None = None

    def reached(self, edges: Mapping[Term, Sequence[Triple]]) -> None:
        """Takes note of all edges of some nodes."""
        outgoing: dict[Term, _LabelOrigin] = {}
        incoming: dict[Term, _LabelOrigin] = {}
        for node, found in edges.items():
            tails = [tail for head, _, tail in found if head == node != tail]
            heads = [head for head, _, tail in found if tail == node != head]
            outgoing.update(dict.fromkeys(tails, _LabelOrigin(node, False, len(tails))))
            incoming.update(dict.fromkeys(heads, _LabelOrigin(node, True, len(heads))))
        self._origins.add(outgoing | incoming)

    async def best(
        self, fetch: Fetcher, nodes: Sequence[Term], languages: tuple[str, ...]
    ) -> dict[Term, str | None]:
        """The label of each node in the first language that has one, then without language, then in any other."""
        found = self._known.known([(node, languages) for node in nodes])
        missing = [node for node in nodes if (node, languages) not in found]
        request = f"labels {','.join(languages)}"
        fresh: dict[Term, str | None] = await self._remembered.recall(request, missing)
        missing = [node for node in missing if node not in fresh]
        if missing:
            best = await self._fetched(fetch, missing, languages)
            fetched = {node: best.get(node) for node in missing}
            await self._remembered.keep(request, fetched)
            fresh |= fetched
        self._known.add({(node, languages): label for node, label in fresh.items()})
        return {node: label for (node, _), label in found.items()} | fresh

    async def _fetched(self, fetch: Fetcher, nodes: Sequence[Term], languages: tuple[str, ...]) -> dict[Term, str]:
        predicates = await self._used(fetch)
        near = (*languages, ANY_LANGUAGE)
        origins, others = self._by_origin(nodes)

        def labels_of(batch: Sequence[Term], languages: Sequence[str] | None = None) -> sparql_query.Select:
            return sparql_query.labels(self._preset, batch, languages, predicates)

        def labels_around(batch: Sequence[_LabelOrigin]) -> sparql_query.Select:
            nodes = [origin.node for origin in batch]
            return sparql_query.labels_around(self._preset, nodes, batch[0].incoming, near, predicates)

        def weight(origin: _LabelOrigin) -> float:
            return fetch.weight(origin.edges)

        parts = await together(
            (
                fetch.batches(partial(labels_of, languages=near), others),
                fetch.batches(labels_around, [origin for origin in origins if not origin.incoming], weight=weight),
                fetch.batches(labels_around, [origin for origin in origins if origin.incoming], weight=weight),
            )
        )
        rows = [row for part in parts for row in part]
        named = {row[0] for row in rows}
        rows += await fetch.batches(labels_of, [node for node in nodes if node not in named])
        wanted = set(nodes)
        return best_labels((row for row in rows if row[0] in wanted), languages, self._preset.labels)

    def _by_origin(self, nodes: Iterable[Term]) -> tuple[list[_LabelOrigin], list[Term]]:
        """Origins whose edges lead to some of these nodes and few others; and the nodes of no such origin."""
        known = self._origins.known(nodes)
        wanted = Counter(known.values())
        origins = [
            origin
            for origin, count in wanted.items()
            if count >= _MIN_REACHED and origin.edges <= _MAX_PER_WANTED * count
        ]
        chosen = set(origins)
        return origins, [node for node in nodes if known.get(node) not in chosen]

    async def _used(self, fetch: Fetcher) -> Sequence[str]:
        """The label predicates that the graph has, asked for once: each further one slows label queries."""
        if self._predicates is None:
            query = sparql_query.used(self._preset.labels)
            found = {row[0] for row in await fetch.text(query.text(), query.columns)}
            known = tuple(name for name in self._preset.labels if name in found)
            self._predicates = known or tuple(self._preset.labels)
        return self._predicates
