"""Finds out which full-text search an endpoint really has, by one try with a name that it holds."""

import asyncio
from typing import Final
from urllib.parse import urlsplit

from pog_agent.errors import GraphUnavailableError
from pog_agent.kg.preset import Preset
from pog_agent.kg.sparql import query as sparql_query
from pog_agent.kg.sparql.client import RejectedError, SparqlClient
from pog_agent.kg.sparql.results import ResultRow
from pog_agent.kg.sparql.search import FACILITIES, FullTextQuery, words_of
from pog_agent.terms import LiteralTerm, is_literal, literal_language, literal_value

DEFAULT_LANGUAGE: Final = "en"
_ENGINES: Final = {"virtuoso": "virtuoso", "qlever": "qlever", "fuseki": "jena", "jena": "jena"}
"""The search of an engine, by a part of the name that the engine gives itself."""
_SAMPLE: Final = 20
_SECONDS: Final = 10.0
_MOST_FAILURES: Final = 3


class FullText:
    """The full-text search of an endpoint, which the preset names, or else the name of the engine suggests.

    The engine's index may be missing or empty, so a search counts only if it finds a name that the endpoint holds.
    If the endpoint fails without rejecting the query, the search is tried again, a few times.
    """

    def __init__(self, client: SparqlClient, preset: Preset) -> None:
        self._client, self._preset = client, preset
        self._lock = asyncio.Lock()
        self._failures = 0
        self._known = False
        self._search: FullTextQuery | None = None
        self.reason = "not tried"

    async def facility(self) -> FullTextQuery | None:
        """How to search; None if the endpoint has no search, and `reason` says why."""
        return await self._client.run(self._facility())

    @property
    def engine(self) -> str | None:
        """The name of the search that the endpoint should have; None if there is no sign of one."""
        if self._preset.search != "auto":
            return None if self._preset.search == "none" else self._preset.search
        if (urlsplit(self._client.url).hostname or "").endswith(".wikidata.org"):
            return "wikidata"
        server = self._client.server.lower()
        return next((search for name, search in _ENGINES.items() if name in server), None)

    async def _facility(self) -> FullTextQuery | None:
        async with self._lock:
            if not self._known:
                await self._try()
            return self._search

    async def _try(self) -> None:
        engine = self.engine
        if engine is None:
            # Before the first response, the engine is not known.
            off = self._preset.search == "none"
            self._known = off or bool(self._client.server)
            self.reason = "the preset says so" if off else "the engine is not known to have one"
            return
        try:
            self._search = await self._working(engine)
            self._known = True
        except GraphUnavailableError as error:
            self._failures += 1
            self._known = self._failures >= _MOST_FAILURES
            self.reason = f"trying it failed: {error}"

    async def _working(self, engine: str) -> FullTextQuery | None:
        name = await self._held()
        if name is None:
            self.reason = "the endpoint has no name to try it with"
            return None
        words = words_of(literal_value(name))
        for search in FACILITIES[engine]:
            query = search(self._preset, words, literal_language(name) or DEFAULT_LANGUAGE)
            try:
                if await self._rows(query, 1):
                    self.reason = "tried"
                    return search
                self.reason = f"{engine} has no index: it does not find {literal_value(name)!r}, which is there"
            except RejectedError as error:
                self.reason = str(error)
        return None

    async def _held(self) -> LiteralTerm | None:
        """Of a sample of names that the endpoint holds, the one with the longest word."""
        found = [row[2] for row in await self._rows(sparql_query.named(self._preset), _SAMPLE)]
        usable = [name for name in found if is_literal(name) and words_of(literal_value(name))]
        return max(usable, key=lambda name: max(map(len, words_of(literal_value(name)))), default=None)

    async def _rows(self, query: sparql_query.Select, limit: int) -> list[ResultRow]:
        return await self._client.rows(query.text(limit=limit), query.columns, retries=0, seconds=_SECONDS)
