"""A knowledge graph behind a SPARQL endpoint."""

import asyncio
import hashlib
from collections.abc import Hashable, Iterable, Mapping, Sequence
from threading import Lock
from typing import Final, Generic, TypeVar

import httpx

from pog_agent.errors import GraphUnavailableError, SettingError
from pog_agent.kg import sparql_query
from pog_agent.kg.base import Entity, Neighborhood
from pog_agent.kg.sparql_client import SparqlClient
from pog_agent.kg.sparql_fetch import Fetcher, RowCap, together
from pog_agent.kg.sparql_names import ANY_LANGUAGE, best_labels, closest, exact_matches, fold, names
from pog_agent.kg.sparql_neighbors import OneHop
from pog_agent.kg.sparql_results import Row
from pog_agent.kg.vocabulary import LABEL_PREDICATES
from pog_agent.terms import Term, Triple, is_blank, is_literal, literal_value

_CACHED_TERMS: Final = 200_000
_SCANNED_ROWS: Final = 1_000
_COUNT_SECONDS: Final = 5.0

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class SparqlStore:
    """The `KnowledgeGraph` of an endpoint, asked over HTTP with read-only queries.

    Methods are async but bound to no event loop: requests run in threads, so one store serves several loops
    and threads. `timeout` is in seconds per try, `retries` are further tries of a busy or silent endpoint,
    `batch_size` is terms per query, `page_size` rows per response, `max_concurrency` requests at a time
    per method call. User and password may stand in the URL.

    Blank nodes have no name that an endpoint could be asked for: they are neither asked for nor returned.
    """

    def __init__(
        self,
        url: str,
        *,
        timeout: float = 30.0,
        batch_size: int = 200,
        max_concurrency: int = 4,
        page_size: int = 10_000,
        retries: int = 2,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        if min(batch_size, max_concurrency, page_size) < 1:
            raise SettingError("batch_size, max_concurrency and page_size must be 1 or more")
        self._client = SparqlClient(url, timeout, retries, transport)
        self._batch_size, self._page_size, self._max_concurrency = batch_size, page_size, max_concurrency
        self._timeout = timeout
        self._cap = RowCap()
        self._labels: _Cache[tuple[Term, tuple[str, ...]], str | None] = _Cache(_CACHED_TERMS)
        self._label_predicates: tuple[str, ...] | None = None
        self._types: _Cache[Term, list[Term]] = _Cache(_CACHED_TERMS)

    @property
    def name(self) -> str:
        """The URL, without user and password."""
        return self._client.url

    async def check(self) -> None:
        """Raises `GraphUnavailableError` unless the endpoint speaks SPARQL and has triples. Cheap."""
        if not await asyncio.to_thread(self._client.ask, sparql_query.any_triple()):
            raise self._client.failure(
                "it has no triples in its default graph",
                "load data into it, or choose a graph with ?default-graph-uri=... in the URL",
            )

    async def neighbors(self, nodes: Sequence[Term], limit: int | None = None) -> Neighborhood:
        """All edges of the nodes in both directions, sorted, at most `limit` per node.

        Above the limit each direction gets half of it, and what the other leaves free. `cut` also counts
        edges to blank nodes, and has -1 for a node that no query can name.
        """
        return await OneHop(self._fetcher(), limit).around(_named(nodes))

    async def labels(self, terms: Iterable[Term], languages: Sequence[str] = ("en",)) -> dict[Term, str]:
        """Preferred label per entity or relation, in the first language that has one.

        After the languages come labels without a language, and then any other.
        """
        chosen = tuple(languages)
        asked = _entities(terms)
        found = self._labels.known([(term, chosen) for term in asked])
        missing = [term for term in asked if (term, chosen) not in found]
        if missing:
            fetch = self._fetcher()
            near = (*chosen, ANY_LANGUAGE)
            used = await self._used_labels(fetch)
            rows = await fetch.batches(lambda batch: sparql_query.labels(batch, near, used), missing)
            named = {row[0] for row in rows}
            others = [term for term in missing if term not in named]
            rows += await fetch.batches(lambda batch: sparql_query.labels(batch, None, used), others)
            best = best_labels(rows, chosen)
            fresh = {(term, chosen): best.get(term) for term in missing}
            self._labels.add(fresh)
            found |= fresh
        return {term: label for term in asked if (label := found[term, chosen]) is not None}

    async def find(self, texts: Sequence[str], languages: Sequence[str] = ("en",)) -> dict[str, list[Entity]]:
        """Entities per text whose label or alias equals it, labels first; texts without any are left out.

        Labels are looked up without language and in the languages, in the usual casings of the text.
        """
        asked = [text for text in dict.fromkeys(texts) if text.strip()]
        matches = exact_matches(await self._exact(self._fetcher(), asked, languages))
        named = {text: matches[fold(text)] for text in asked if fold(text) in matches}
        labels = await self.labels({iri: None for found in named.values() for iri in found}, languages)
        return {
            text: [Entity(iri=iri, label=labels.get(iri, name)) for iri, name in found.items()]
            for text, found in named.items()
        }

    async def search(self, text: str, limit: int = 50, languages: Sequence[str] = ("en",)) -> list[Entity]:
        """Entities whose label or alias contains the text, or else its words; the most similar first.

        Beside the exact matches this reads the labels of the whole graph, up to a bound: on a large endpoint
        it can exceed the timeout.
        """
        if not text.strip() or limit < 1:
            return []
        fetch = self._fetcher()
        exact, contained = await together((self._exact(fetch, [text], languages), self._scan(fetch, text)))
        found = closest(text, exact + contained, limit)
        labels = await self.labels(found, languages)
        return [Entity(iri=iri, label=labels.get(iri, name)) for iri, name in found.items()]

    async def catalog(self, limit: int) -> list[Entity] | None:
        """Every label and alias with its entity; None if there are more than `limit` or too many to count."""
        query = sparql_query.named()
        count = await self._count(query.count())
        if count is None or count > limit:
            return None
        rows = await self._fetcher().batches(lambda _: query, [None])
        return [Entity(iri=iri, label=name) for iri, name in names(rows)]

    async def types(self, nodes: Sequence[Term]) -> dict[Term, list[Term]]:
        """Classes of each node, sorted."""
        asked = _entities(nodes)
        found = self._types.known(asked)
        missing = [node for node in asked if node not in found]
        fresh: dict[Term, list[Term]] = {node: [] for node in missing}
        for node, class_ in sorted(set(await self._fetcher().batches(sparql_query.types, missing))):
            if not is_blank(class_) and not is_literal(class_):
                fresh[node].append(class_)
        self._types.add(fresh)
        found |= fresh
        return {node: list(found[node]) for node in asked if found[node]}

    async def classes(self, nodes: Sequence[Term]) -> set[Term]:
        """Which of the nodes are classes."""
        return {row[0] for row in await self._fetcher().batches(sparql_query.classes, _entities(nodes))}

    async def contains(self, triples: Sequence[Triple]) -> list[bool]:
        """Whether each triple is in the graph; never for one with a blank node."""
        askable = [
            (number, triple)
            for number, triple in enumerate(triples)
            if all(map(sparql_query.is_askable, triple)) and not any(map(is_literal, triple[:2]))
        ]
        rows = await self._fetcher().batches(sparql_query.existing, askable)
        there = {int(literal_value(row[0])) for row in rows}
        return [number in there for number in range(len(triples))]

    async def fingerprint(self) -> str:
        """Hash of the URL and the number of triples, or of the URL alone if counting takes too long."""
        count = await self._count(sparql_query.count_triples())
        known = "" if count is None else str(count)
        return hashlib.sha256(f"{self.name}\n{known}".encode()).hexdigest()[:16]

    def close(self) -> None:
        """Closes the connections."""
        self._client.close()

    def _fetcher(self) -> Fetcher:
        return Fetcher(self._client, self._cap, self._batch_size, self._page_size, self._max_concurrency)

    async def _used_labels(self, fetch: Fetcher) -> Sequence[str]:
        """The label predicates that the graph has, asked for once: each further one makes label queries slower."""
        if self._label_predicates is None:
            query = sparql_query.used(LABEL_PREDICATES)
            found = {row[0] for row in await fetch.text(query.text(), query.columns)}
            self._label_predicates = tuple(iri for iri in LABEL_PREDICATES if iri in found) or LABEL_PREDICATES
        return self._label_predicates

    async def _count(self, query: str) -> int | None:
        """The number that the query counts, None if the endpoint does not count it in a few seconds."""
        seconds = min(self._timeout, _COUNT_SECONDS)
        try:
            rows = await asyncio.to_thread(self._client.select, query, ("n",), retries=0, timeout=seconds)
            return int(literal_value(rows[0][0]))
        except (GraphUnavailableError, IndexError, ValueError):
            return None

    async def _exact(self, fetch: Fetcher, texts: Sequence[str], languages: Sequence[str]) -> list[Row]:
        tags = tuple(dict.fromkeys((*languages, ANY_LANGUAGE)))
        weight = max((len(sparql_query.casings(text)) for text in texts), default=1) * (1 + len(tags))
        return await fetch.batches(lambda batch: sparql_query.exact_labels(batch, tags), texts, weight=weight)

    async def _scan(self, fetch: Fetcher, text: str) -> list[Row]:
        """Labels with the text in them; without any, those with all its words; else with the longest."""
        words = text.split()
        for needles in dict.fromkeys(((" ".join(words),), tuple(words), (max(words, key=len),))):
            query = sparql_query.labels_containing(needles)
            rows = await fetch.text(query.text(limit=_SCANNED_ROWS), query.columns, retries=0)
            if rows:
                return rows
        return []


class _Cache(Generic[K, V]):
    """Answers of an endpoint; beyond `size` the oldest are forgotten. Safe to use from several threads."""

    def __init__(self, size: int) -> None:
        self._size, self._entries, self._lock = size, dict[K, V](), Lock()

    def known(self, keys: Iterable[K]) -> dict[K, V]:
        with self._lock:
            return {key: self._entries[key] for key in keys if key in self._entries}

    def add(self, entries: Mapping[K, V]) -> None:
        with self._lock:
            self._entries.update(entries)
            for key in list(self._entries)[: max(len(self._entries) - self._size, 0)]:
                del self._entries[key]


def _entities(terms: Iterable[Term]) -> list[Term]:
    """The terms that can have labels and types here, each once."""
    return [term for term in _named(terms) if sparql_query.is_askable(term) and not is_literal(term)]


def _named(terms: Iterable[Term]) -> list[Term]:
    """The terms, each once; `SettingError` for one that no graph could have given.

    A graph can hold IRIs with characters that no query may contain: those are leaves, not mistakes.
    """
    unique = list(dict.fromkeys(terms))
    for term in unique:
        if ":" not in term and not is_literal(term):
            sparql_query.write_iri(term)
    return unique
