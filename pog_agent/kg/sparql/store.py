"""A knowledge graph behind a SPARQL endpoint."""

import hashlib
from collections.abc import Iterable, Sequence
from copy import copy
from functools import partial
from typing import Final

from pog_agent.errors import GraphUnavailableError, SettingError
from pog_agent.kg.base import Entity, LinkOrder, Neighborhood, Solutions
from pog_agent.kg.meter import Meter
from pog_agent.kg.names import ANY_LANGUAGE, EntityName, NamePage, is_name
from pog_agent.kg.preset import Preset, generic
from pog_agent.kg.reification import what_is_said
from pog_agent.kg.schema.endpoint import EndpointSummarizer
from pog_agent.kg.schema.file import SCHEMA_VERSION
from pog_agent.kg.schema.summary import SchemaSummary
from pog_agent.kg.sparql import query as sparql_query
from pog_agent.kg.sparql.cache import CACHED_TERMS, AnswerFile, AnswerMemory, RecentAnswers
from pog_agent.kg.sparql.client import SparqlClient
from pog_agent.kg.sparql.fetch import Fetcher, RowCap, together
from pog_agent.kg.sparql.full_text import DEFAULT_LANGUAGE, FullText
from pog_agent.kg.sparql.http import MAX_BYTES, TransportFactory
from pog_agent.kg.sparql.labels import EndpointLabels, closest, exact_matches, names
from pog_agent.kg.sparql.naming import EndpointNaming
from pog_agent.kg.sparql.neighbors import OneHopReader, between
from pog_agent.kg.sparql.results import ResultRow, read_count
from pog_agent.kg.sparql.search import words_of
from pog_agent.kg.sparql.terms import casings, is_askable, write_iri
from pog_agent.terms import Term, Triple, is_blank, is_literal, literal_value
from pog_agent.words import folded

_SCANNED_ROWS: Final = 1_000
_SHORT_SECONDS: Final = 5.0
SCHEMA_ROWS: Final = 500_000
SCHEMA_QUERIES: Final = 1_000
SCHEMA_SECONDS: Final = 120.0
_COUNTING_SECONDS: Final = 20.0
_NAMED_BY_IRI: Final = 100_000
"""So many nodes without a label are looked at where all names are read."""


class SparqlStore:
    """The `KnowledgeGraph` of an endpoint, asked over HTTP with read-only queries.

    Requests run in an event loop that the store keeps. It serves any number of loops and threads, and cancelling a
    caller breaks its requests off. `timeout` is in seconds per try, `retries` are further tries of a busy or
    silent endpoint, `batch_size` is terms per query, `page_size` rows per response, `max_concurrency` requests at
    a time for all who use the store, `max_bytes` the largest response. User and password may stand in the URL or,
    like a token, in the environment (`split_url`). Without a `preset` the generic one holds. A `cache` keeps edges
    and labels of the state that the endpoint has at the first look-up; the store closes it. A `transport` makes
    the HTTP transport of a connection, in place of httpx's own.

    A query cannot name a blank node, so that blank nodes are neither asked for nor returned.
    """

    def __init__(
        self,
        url: str,
        *,
        preset: Preset | None = None,
        timeout: float = 30.0,
        batch_size: int = 200,
        max_concurrency: int = 4,
        page_size: int = 10_000,
        retries: int = 2,
        max_bytes: int = MAX_BYTES,
        transport: TransportFactory | None = None,
        cache: AnswerFile | None = None,
    ) -> None:
        if min(batch_size, max_concurrency, page_size) < 1:
            raise SettingError("batch_size, max_concurrency and page_size must be 1 or more")
        self.preset = preset or generic()
        self._client = SparqlClient(
            url,
            timeout,
            retries,
            transport,
            self.preset.graphs,
            connections=max_concurrency,
            max_bytes=max_bytes,
        )
        self._batch_size, self._page_size, self._max_concurrency = batch_size, page_size, max_concurrency
        self._timeout = timeout
        self._meter: Meter | None = None
        self._order: LinkOrder | None = None
        self._cap = RowCap()
        self._full_text = FullText(self._client, self.preset)
        self._names: int | None = None
        self._remembered = AnswerMemory(cache, self.fingerprint)
        self._labels = EndpointLabels(self.preset, self._remembered)
        self._naming = EndpointNaming(self.preset, self._remembered, self._short)
        self._summary: list[SchemaSummary] = []
        self._types: RecentAnswers[Term, list[Term]] = RecentAnswers(CACHED_TERMS)

    @property
    def name(self) -> str:
        """The URL, without user and password."""
        return self._client.url

    @property
    def naming_notices(self) -> tuple[str, ...]:
        """For which nodes it could not be decided whether they go by their IRIs, and why."""
        return self._naming.notices

    async def check(self) -> None:
        """Raises `GraphUnavailableError` unless the endpoint speaks SPARQL and has triples. Cheap."""
        if not await self._client.holds(sparql_query.any_triple()):
            raise self._client.failure(
                "it has no triples in its default graph",
                "load data into it, or choose a graph with ?default-graph-uri=... in the URL",
            )

    async def neighbors(self, nodes: Sequence[Term], limit: int | None = None) -> Neighborhood:
        """All edges of the nodes in both directions, sorted, at most `limit` per node.

        Above the limit each direction gets half of it, and what the other leaves free. In a run with an order of
        links, the first links get all of it.
        """
        named = _named(nodes)
        hop = OneHopReader(self._fetcher(self._meter), limit, self.preset, self._order)
        return await hop.neighborhood(named, self._remembered, self._labels)

    async def between(self, nodes: Sequence[Term], others: Sequence[Term]) -> Neighborhood:
        """All edges from one of the nodes to one of the others, or back, sorted; no limit per node."""
        return await between(
            self._fetcher(self._meter), self.preset, _named(nodes), _named(others), self._batch_size
        )

    def metered(self, meter: Meter, order: LinkOrder | None = None) -> "SparqlStore":
        """The same store, with its connections and caches, which counts what it fetches for one run.

        With an `order` of links, a node with more edges than the limit keeps the edges that this run wants most.
        """
        own = copy(self)
        own._meter, own._order = meter, order
        return own

    async def labels(self, terms: Iterable[Term], languages: Sequence[str] = ("en",)) -> dict[Term, str]:
        """Preferred label per entity or relation, in the first language that has one.

        After the languages come labels without a language, and then any other.
        """
        chosen = tuple(languages)
        bearers = {term: self.preset.label_bearer(term) for term in _entities(terms)}
        asked = list(dict.fromkeys(bearer for bearer in bearers.values() if bearer is not None))
        found = await self._labels.best(self._fetcher(), asked, chosen)
        own = {
            term: label
            for term, bearer in bearers.items()
            if bearer is not None and (label := found[bearer]) is not None
        }
        bare = [term for term, bearer in bearers.items() if bearer is not None and term not in own]
        return own | await self._naming.names(bare)

    async def find(self, texts: Sequence[str], languages: Sequence[str] = ("en",)) -> dict[str, list[Entity]]:
        """Entities per text whose label or alias equals it, labels first; texts without any are left out.

        Labels are looked up without language and in the languages, in the usual casings of the text.
        """
        asked = [text for text in dict.fromkeys(texts) if text.strip()]
        matches = exact_matches(await self._exact(self._fetcher(), asked, languages), self.preset.names)
        named = {text: matches[folded(text)] for text in asked if folded(text) in matches}
        labels = await self.labels({iri: None for found in named.values() for iri in found}, languages)
        return {
            text: [Entity(iri=iri, label=labels.get(iri, name)) for iri, name in found.items()]
            for text, found in named.items()
        }

    async def search(self, text: str, limit: int = 50, languages: Sequence[str] = ("en",)) -> list[Entity]:
        """Entities whose label or alias has the words of the text; the most similar first.

        Beside the exact matches these are found by the endpoint's full-text search. Where it has none, names that
        contain the text, or else its words, are found by reading the labels of the whole graph, up to a bound:
        on a large endpoint that can exceed the timeout.
        """
        if not text.strip() or limit < 1:
            return []
        fetch = self._fetcher()
        exact, contained = await together(
            (self._exact(fetch, [text], languages), self._by_words(fetch, text, languages))
        )
        found = closest(text, exact + contained, limit, self.preset.names)
        labels = await self.labels(found, languages)
        return [Entity(iri=iri, label=labels.get(iri, name)) for iri, name in found.items()]

    async def catalog(self, limit: int) -> list[Entity] | None:
        """Every label and alias with its entity; None if there are more than `limit` or too many to count."""
        query = sparql_query.named(self.preset)
        count = await self._count(query.count())
        if count is None or count > limit:
            return None
        rows = await self._fetcher().batches(lambda _: query, [None])
        rows += await self._naming.all_rows(limit + 1)
        if len(rows) > limit:
            return None
        return [Entity(iri=iri, label=name) for iri, name in names(rows, self.preset.names)]

    async def names_page(self, start: int, size: int, languages: tuple[str, ...] | None = None) -> NamePage:
        """Labels and aliases sorted by their bearers, then names from IRIs; the endpoint's page size decides."""
        del size
        near = None if languages is None else (*languages, ANY_LANGUAGE)
        query = sparql_query.named(self.preset, near)
        rows = await self._fetcher().page(query, start)
        if start == 0:
            self._names = await self._count(query.count())
        if not rows:
            rows, following = await self._naming.all_rows(_NAMED_BY_IRI), None
        else:
            following = start + len(rows)
        named = [
            EntityName(node, literal_value(name).strip(), predicate in self.preset.aliases)
            for node, predicate, name in rows
            if is_name(name) and not is_blank(node)
        ]
        return NamePage(named, following, self._names)

    async def types(self, nodes: Sequence[Term]) -> dict[Term, list[Term]]:
        """Classes of each node, sorted."""
        asked = _entities(nodes)
        found = self._types.known(asked)
        missing = [node for node in asked if node not in found]
        fresh: dict[Term, list[Term]] = {node: [] for node in missing}
        for node, class_ in sorted(
            set(await self._fetcher().batches(partial(sparql_query.types, self.preset), missing))
        ):
            if not is_blank(class_) and not is_literal(class_):
                fresh[node].append(class_)
        self._types.add(fresh)
        found |= fresh
        return {node: list(found[node]) for node in asked if found[node]}

    async def classes(self, nodes: Sequence[Term]) -> set[Term]:
        """Which of the nodes are classes."""
        rows = await self._fetcher().batches(partial(sparql_query.classes, self.preset), _entities(nodes))
        return {row[0] for row in rows}

    async def contains(self, triples: Sequence[Triple]) -> list[bool]:
        """Whether each triple is in the graph; never for one with a blank node."""
        askable = _askable(triples)
        rows = await self._fetcher().batches(sparql_query.existing, askable)
        there = {read_count(row[0]) for row in rows}
        return [number in there for number in range(len(triples))]

    async def statements_about(self, triples: Sequence[Triple], limit: int) -> list[list[Triple]]:
        """What the statements about each triple say, at most `limit` edges for a triple; one may be a blank node.

        Annotations of RDF 1.2 are not asked for: most endpoints refuse a query with them.
        """
        build = partial(sparql_query.statements, self.preset)
        rows = await self._fetcher(self._meter).batches(build, _askable(triples))
        edges: list[list[Triple]] = [[] for _ in triples]
        for number, statement, relation, value in rows:
            edges[read_count(number)].append((statement, relation, value))
        return [what_is_said(found, {edge[0] for edge in found}, self.preset.types)[:limit] for found in edges]

    async def solutions(self, query: str, columns: Sequence[str], most: int) -> Solutions:
        """The distinct rows of some variables of a SELECT query, read page by page where they are many."""
        select = sparql_query.nested_select(query, columns)
        fetch = self._fetcher(self._meter, as_json=True)
        unasked: list[None] = []
        rows = await fetch.batches(
            lambda _: select,
            [None],
            oversized=lambda _, first: fetch.pages(select, len(first), most + 1),
            unasked=unasked,
        )
        distinct = list(dict.fromkeys(rows))
        return Solutions(distinct[:most], bool(unasked) or len(distinct) > most)

    async def holds(self, query: str) -> bool | None:
        """The answer of an ASK query; None once a limit of the run is reached."""
        if self._meter is not None:
            if self._meter.spent():
                return None
            self._meter.sending()
        return await self._client.holds(query)

    async def raw_result(self, query: str, seconds: float) -> bytes:
        """The result of a query as SPARQL JSON, as it was sent; the query must have been written safely."""
        return await self._client.result(query, seconds=seconds)

    async def is_virtuoso(self) -> bool:
        """Whether the endpoint is a Virtuoso."""
        if not self._client.requests:
            await self._client.holds(sparql_query.any_triple())
        return self._client.is_virtuoso

    async def fingerprint(self) -> str:
        """Hash of URL, preset and number of triples; without the number if counting takes too long."""
        count = await self._count(sparql_query.count_triples())
        known = "" if count is None else str(count)
        facts = "\n".join((self.name, *self.preset.graphs, self.preset.digest, known))
        return hashlib.sha256(facts.encode()).hexdigest()[:16]

    async def schema(self) -> SchemaSummary:
        """The schema summary by counting queries; without a meter within `SCHEMA_QUERIES` and `SCHEMA_SECONDS`.

        Its warnings say what the endpoint did not count. A whole summary is kept, in the cache as well.
        """
        if not self._summary:
            request = f"schema {SCHEMA_VERSION} {' '.join(self.preset.subclasses)}"
            kept = await self._remembered.recall(request, [self.name])
            if kept:
                self._summary.append(SchemaSummary.model_validate(kept[self.name]))
        if not self._summary:
            meter = self._meter or Meter(SCHEMA_ROWS, SCHEMA_QUERIES, SCHEMA_SECONDS)
            sizes = self._batch_size, self._page_size, self._max_concurrency
            seconds = min(self._timeout, _COUNTING_SECONDS)
            fetch = Fetcher(self._client, RowCap(), *sizes, meter=meter, retries=0, seconds=seconds)
            made = EndpointSummarizer(fetch, self.preset, self._naming.names, meter)
            summary = await made.summary()
            if not made.is_whole:
                return summary
            self._summary.append(summary)
            await self._remembered.keep(request, {self.name: summary.model_dump()})
        return self._summary[0]

    def close(self) -> None:
        """Closes the connections and the cache."""
        self._client.close()
        self._remembered.close()

    def _fetcher(self, meter: Meter | None = None, as_json: bool = False) -> Fetcher:
        sizes = self._batch_size, self._page_size, self._max_concurrency
        return Fetcher(self._client, self._cap, *sizes, meter=meter, as_json=as_json)

    async def _count(self, query: str) -> int | None:
        """The number that the query counts; None if the endpoint cannot count in a few seconds."""
        try:
            rows = await self._short(query, ("n",))
            return read_count(rows[0][0])
        except (GraphUnavailableError, IndexError):
            return None

    async def _short(self, query: str, columns: Sequence[str]) -> list[ResultRow]:
        """The rows of a query that is not worth more than a few seconds."""
        seconds = min(self._timeout, _SHORT_SECONDS)
        return await self._client.rows(query, columns, retries=0, seconds=seconds)

    async def _exact(self, fetch: Fetcher, texts: Sequence[str], languages: Sequence[str]) -> list[ResultRow]:
        tags = tuple(dict.fromkeys((*languages, ANY_LANGUAGE)))
        rows = await fetch.batches(
            lambda batch: sparql_query.exact_labels(self.preset, batch, tags),
            texts,
            weight=lambda text: len(casings(text)) * (1 + len(tags)),
        )
        return rows + await self._naming.rows(texts)

    async def _by_words(self, fetch: Fetcher, text: str, languages: Sequence[str]) -> list[ResultRow]:
        """Names found by full-text search by all words, or else by the longest; without a search, by a scan."""
        search = await self._full_text.facility()
        if search is None:
            return await self._scan(fetch, text)
        words = words_of(text)
        for needles in dict.fromkeys((tuple(words), tuple(sorted(words, key=len)[-1:]))) if words else ():
            query = search(self.preset, needles, languages[0] if languages else DEFAULT_LANGUAGE)
            rows = await fetch.text(query.text(limit=_SCANNED_ROWS), query.columns)
            if rows:
                return rows
        return []

    async def _scan(self, fetch: Fetcher, text: str) -> list[ResultRow]:
        """Labels that contain the text, or else all its words, or else its longest word."""
        words = text.split()
        for needles in dict.fromkeys(((" ".join(words),), tuple(words), (max(words, key=len),))):
            query = sparql_query.labels_containing(self.preset, needles)
            rows = await fetch.text(query.text(limit=_SCANNED_ROWS), query.columns, retries=0)
            if rows:
                return rows
        return []


def _askable(triples: Sequence[Triple]) -> list[tuple[int, Triple]]:
    """The triples that a query can name, numbered from 0."""
    return [
        (number, triple)
        for number, triple in enumerate(triples)
        if all(map(is_askable, triple)) and not any(map(is_literal, triple[:2]))
    ]


def _entities(terms: Iterable[Term]) -> list[Term]:
    """The terms that can have labels and types here, each once."""
    return [term for term in _named(terms) if is_askable(term) and not is_literal(term)]


def _named(terms: Iterable[Term]) -> list[Term]:
    """The terms, each once; `SettingError` for one that no graph could have given.

    A graph can hold IRIs with characters that no query may contain: those are leaves, not mistakes.
    """
    unique = list(dict.fromkeys(terms))
    for term in unique:
        if ":" not in term and not is_literal(term):
            write_iri(term)
    return unique
