"""The SPARQL protocol: one query in, rows of terms out, and no result that is not whole."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final, TypeVar
from urllib.parse import urlencode

import httpx

from pog_agent.errors import GraphUnavailableError
from pog_agent.kg.sparql_http import BUSY, HttpEndpoint, Reply, one_line
from pog_agent.kg.sparql_query import kinds_of, length_of_percent_41, with_kinds
from pog_agent.kg.sparql_results import (
    Row,
    UnreadableResultsError,
    UntypedTableError,
    parse_boolean,
    parse_table,
    parse_untyped_table,
)

_JSON: Final = "application/sparql-results+json"
_TSV_FIRST: Final = f"text/tab-separated-values, {_JSON};q=0.5"
_FORM: Final = "application/x-www-form-urlencoded"
_BARE: Final = "application/sparql-query"
_CHECK_URL: Final = "check that the URL is the query endpoint itself, often .../sparql or .../query"
_ADVICE: Final = {
    401: "put user and password into the URL",
    403: "put user and password into the URL, or ask for access",
    404: _CHECK_URL,
    405: _CHECK_URL,
    429: "wait, or use a smaller max_concurrency",
    503: "try again later",
}

T = TypeVar("T")


class SparqlClient:
    """Asks one endpoint, from any thread. All methods raise `GraphUnavailableError` when it fails."""

    def __init__(
        self, url: str, timeout: float, retries: int, transport: httpx.BaseTransport | None = None
    ) -> None:
        self._http = HttpEndpoint(url, timeout, retries, transport)
        self._accept = _TSV_FIRST
        self._untyped = False
        self._twice: bool | None = None

    @property
    def url(self) -> str:
        """The endpoint without user and password."""
        return self._http.url

    def select(
        self, query: str, columns: Sequence[str], *, retries: int | None = None, timeout: float | None = None
    ) -> list[Row]:
        """Rows of a SELECT query in the order of `columns`.

        TSV is asked for first, since it is the fastest to write and to read. An endpoint whose TSV does not tell
        IRIs from strings (Virtuoso) is from then on asked for the kinds of terms too, and one whose TSV cannot
        be read for JSON.
        """
        if self._accept == _TSV_FIRST and not self._untyped:
            reply = self._ask(query, _TSV_FIRST, retries, timeout)
            try:
                return parse_table(reply.content_type, reply.body, columns)
            except UntypedTableError:
                self._untyped = True
            except UnreadableResultsError as error:
                if "tab-separated-values" not in reply.content_type:
                    raise self._not_sparql(error) from error
        if self._untyped:
            reply = self._ask(with_kinds(query, columns), _TSV_FIRST, retries, timeout)
            with suppress(UnreadableResultsError):
                return parse_untyped_table(reply.body, columns, kinds_of(columns))
        reply = self._ask(query, _JSON, retries, timeout)
        rows = self._read(lambda: parse_table(reply.content_type, reply.body, columns))
        self._accept, self._untyped = _JSON, False
        return rows

    def ask(self, query: str) -> bool:
        """The answer of an ASK query."""
        reply = self._ask(query, _JSON)
        return self._read(lambda: parse_boolean(reply.content_type, reply.body))

    def failure(self, what: str, advice: str) -> GraphUnavailableError:
        """The error for something that went wrong at this endpoint, and what to do about it."""
        return self._http.failure(what, advice)

    def close(self) -> None:
        """Closes the connections."""
        self._http.close()

    def _ask(self, query: str, accept: str, retries: int | None = None, timeout: float | None = None) -> Reply:
        """A whole reply to a form, which every endpoint takes, or to a bare query where forms are decoded twice.

        Virtuoso never answers a bare query.
        """
        if "%" in query and self._decodes_twice():
            body, kind = query.encode(), _BARE
        else:
            body, kind = urlencode({"query": query}).encode(), _FORM
        return self._whole(self._http.post(body, {"Accept": accept, "Content-Type": kind}, retries, timeout))

    def _decodes_twice(self) -> bool:
        """Whether a form's percent signs are decoded twice, as by rdflib-endpoint, which would change IRIs."""
        if self._twice is None:
            form = urlencode({"query": length_of_percent_41()}).encode()
            reply = self._whole(self._http.post(form, {"Accept": _JSON, "Content-Type": _FORM}))
            rows = self._read(lambda: parse_table(reply.content_type, reply.body, ("n",)))
            self._twice = any(length.startswith('"1"') for (length,) in rows)
        return self._twice

    def _whole(self, reply: Reply) -> Reply:
        """The reply if it is all of the answer; Virtuoso sends what it has when its time is up."""
        if reply.status == 206 or (reply.status == 200 and "X-SQL-State" in reply.headers):
            words = one_line(reply.headers.get("X-SQL-Message", "partial content"))
            raise self.failure(f"incomplete results ({words})", "use a smaller batch_size or raise its time limit")
        if reply.status == 200:
            return reply
        if 300 <= reply.status < 400:
            raise self.failure(f"moved to {reply.headers.get('Location', 'another URL')}", "use that URL")
        advice = _ADVICE.get(
            reply.status, "try again later" if reply.status in BUSY else "use a smaller batch_size"
        )
        raise self.failure(": ".join(filter(None, (f"HTTP {reply.status}", reply.words))), advice)

    def _read(self, parse: Callable[[], T]) -> T:
        try:
            return parse()
        except UnreadableResultsError as error:
            raise self._not_sparql(error) from error

    def _not_sparql(self, error: UnreadableResultsError) -> GraphUnavailableError:
        return self.failure(f"the response is not SPARQL results but {error}", _CHECK_URL)
