"""Preferred labels from an endpoint, by short queries; and which entities the names in its results mean."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Final

from rapidfuzz import fuzz

from pog_agent.kg.names import ANY_LANGUAGE, is_name, language_rank
from pog_agent.kg.preset import Preset
from pog_agent.kg.sparql import query as sparql_query
from pog_agent.kg.sparql.cache import CACHED_TERMS, AnswerMemory, RecentAnswers
from pog_agent.kg.sparql.fetch import Fetcher, together
from pog_agent.kg.sparql.results import ResultRow
from pog_agent.terms import LiteralTerm, Term, Triple, is_blank, literal_language, literal_value
from pog_agent.words import folded

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
        named = {node for node, _, label in rows if is_name(label)}
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


def best_labels(rows: Iterable[ResultRow], languages: Sequence[str], predicates: Sequence[str]) -> dict[Term, str]:
    """The preferred label per node of rows (node, predicate, label).

    First the languages in their order (`en` before `en-GB`), then no language, then any other; among equals
    the most trusted predicate, which comes first in `predicates`.
    """
    ranks = _ranks(predicates)
    rank_of = cache(partial(language_rank, languages))

    def place(predicate: Term, label: LiteralTerm) -> tuple[tuple[int, int, str], int, str]:
        return rank_of(literal_language(label)), ranks.get(predicate, len(ranks)), literal_value(label)

    best: dict[Term, tuple[Term, LiteralTerm]] = {}
    for node, predicate, label in rows:
        if is_name(label) and (node not in best or place(predicate, label) < place(*best[node])):
            best[node] = predicate, label
    return {node: literal_value(label) for node, (_, label) in best.items()}


def names(rows: Iterable[ResultRow], predicates: Sequence[str]) -> list[tuple[Term, str]]:
    """Entities and their names from rows (node, predicate, name), in the order of the predicates."""
    ranks = _ranks(predicates)
    ranked = sorted({(ranks.get(predicate, len(ranks)), node, name) for node, predicate, name in rows})
    named = [
        (node, literal_value(name).strip()) for _, node, name in ranked if is_name(name) and not is_blank(node)
    ]
    return list(dict.fromkeys(named))


def exact_matches(rows: Iterable[ResultRow], predicates: Sequence[str]) -> dict[str, dict[Term, str]]:
    """Entities and the name that matched, per folded name; those with the name as label come first."""
    matches: dict[str, dict[Term, str]] = {}
    for node, name in names(rows, predicates):
        matches.setdefault(folded(name), {}).setdefault(node, name)
    return matches


def closest(text: str, rows: Iterable[ResultRow], limit: int, predicates: Sequence[str]) -> dict[Term, str]:
    """The entities whose name is most similar to the text, best first, and that name."""
    best: dict[Term, tuple[float, str]] = {}
    for node, name in names(rows, predicates):
        place = (-fuzz.ratio(folded(text), folded(name)), name)
        best[node] = min(place, best.get(node, place))
    ordered = sorted(best.items(), key=lambda item: (item[1], item[0]))
    return {node: name for node, (_, name) in ordered[:limit]}


def _ranks(predicates: Sequence[str]) -> dict[str, int]:
    return {predicate: rank for rank, predicate in enumerate(predicates)}
