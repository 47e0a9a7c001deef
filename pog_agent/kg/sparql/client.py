"""The SPARQL protocol: one query in, rows of terms out; an incomplete result is an error."""

import asyncio
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, Final, TypeVar
from urllib.parse import urlencode

from pog_agent.activity import Stopwatch, StoreQuery, report
from pog_agent.errors import GraphUnavailableError, QueryFailedError
from pog_agent.kg.sparql.access import PASSWORD, TOKEN, USER
from pog_agent.kg.sparql.http import (
    ASK_LESS,
    BUSY,
    LONGEST_PAUSE,
    MAX_BYTES,
    HttpEndpoint,
    HttpReply,
    HttpRequest,
    TransportFactory,
)
from pog_agent.kg.sparql.query import kinds_of, length_of_percent_41, with_kinds
from pog_agent.kg.sparql.results import (
    ResultRow,
    UnreadableResultsError,
    UntypedTableError,
    parse_boolean,
    parse_table,
    parse_untyped_table,
)
from pog_agent.loops import BackgroundLoop
from pog_agent.words import one_line

_JSON: Final = "application/sparql-results+json"
_TSV_FIRST: Final = f"text/tab-separated-values, {_JSON};q=0.5"
_FORM: Final = "application/x-www-form-urlencoded"
_BARE: Final = "application/sparql-query"
_CHECK_URL: Final = "check that the URL is the query endpoint itself, often .../sparql or .../query"
_ADVICE: Final = {
    401: f"put user and password into the URL, or set {USER} and {PASSWORD}, or {TOKEN}",
    403: f"put user and password into the URL, set {USER} and {PASSWORD}, or {TOKEN}, or ask for access",
    404: _CHECK_URL,
    414: "let it take POST, or longer URLs",
    429: "wait; in Python, SparqlStore(url, max_concurrency=1) asks one thing at a time",
    503: "try again later",
}
_ELSE: Final = f"`pog-agent check` says what it can do; {ASK_LESS}"
# Some servers only read URLs: they refuse the method, or know only this one.
_NO_POST: Final = frozenset({405, 501})

_REJECTED: Final = frozenset({400, 422, 501})
_FAILED: Final = frozenset({500, *_REJECTED})

T = TypeVar("T")


class RejectedError(QueryFailedError):
    """The endpoint does not accept the query itself, so that asking again is of no use."""


class SparqlClient:
    """Asks one endpoint about its default graph, or the `graphs` named, from any thread and event loop.

    At most `connections` requests run at a time, however many callers there are. All methods raise
    `GraphUnavailableError` when the endpoint fails. Cancelling a caller breaks off its request.
    """

    def __init__(
        self,
        url: str,
        timeout: float,
        retries: int,
        transport: TransportFactory | None = None,
        graphs: Sequence[str] = (),
        *,
        connections: int = 4,
        max_bytes: int = MAX_BYTES,
    ) -> None:
        self._graphs = tuple(("default-graph-uri", graph) for graph in graphs)
        self._http = HttpEndpoint(url, timeout, retries, transport, connections=connections, max_bytes=max_bytes)
        self._loop = BackgroundLoop("sparql")
        self._closed = False
        self._accept = _TSV_FIRST
        self._untyped = False
        self._twice: bool | None = None
        self._takes_post: bool | None = None

    @property
    def url(self) -> str:
        """The endpoint without user and password."""
        return self._http.url

    @property
    def server(self) -> str:
        """What the endpoint called itself in its last response; empty if nothing."""
        return self._http.server

    @property
    def is_virtuoso(self) -> bool:
        """Whether the responses so far show that it is one."""
        return self._untyped or "virtuoso" in self.server.lower()

    @property
    def asks_by_url(self) -> bool:
        """Whether the endpoint refuses POST, so that queries stand in the URL and must be short."""
        return self._takes_post is False

    @property
    def requests(self) -> int:
        """The number of requests sent so far."""
        return self._http.requests

    async def rows(
        self,
        query: str,
        columns: Sequence[str],
        *,
        retries: int | None = None,
        seconds: float | None = None,
        as_json: bool = False,
    ) -> list[ResultRow]:
        """Rows of a SELECT query in the order of `columns`; `seconds` limit one try from its connection on.

        The first request is for TSV, which is the fastest to write and to read. If the TSV does not tell IRIs from
        strings (Virtuoso), all later requests ask for the kinds of terms, too; if it cannot be read, for JSON.
        With `as_json` this request is for JSON: Virtuoso mistakes the kinds of what subqueries compute.
        """
        select = self._select_json if as_json else self._select
        with self._reporting(query) as outcome:
            rows = await self.run(select(query, columns, retries, seconds))
            outcome["rows"] = len(rows)
        return rows

    async def holds(self, query: str) -> bool:
        """The answer of an ASK query."""
        with self._reporting(query):
            return await self.run(self._holds(query))

    async def result(self, query: str, *, seconds: float) -> bytes:
        """The result of a query as SPARQL JSON, as the endpoint sends it; asked for once."""
        with self._reporting(query):
            reply = await self.run(self._ask(query, _JSON, retries=0, seconds=seconds))
            if "json" not in reply.content_type:
                raise self._not_sparql(UnreadableResultsError(reply.content_type or "an unlabelled response"))
            return reply.body

    async def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Runs the work in the event loop of this endpoint, and gives its result."""
        if self._closed:
            work.close()
            raise self._was_closed()
        try:
            return await self._loop.run(work)
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if self._closed and not (task and task.cancelling()):
                raise self._was_closed() from None
            raise

    @contextmanager
    def _reporting(self, query: str) -> Iterator[dict[str, int]]:
        """Reports the query of the block, with what the block has put down of its outcome."""
        watch, outcome, problem, broken = Stopwatch(), dict[str, int](), "", False
        try:
            yield outcome
        except GraphUnavailableError as error:
            problem = str(error)
            broken = not (isinstance(error, QueryFailedError) or isinstance(error.__cause__, TimeoutError))
            raise
        finally:
            times = {"began": watch.began, "seconds": watch.seconds}
            told = StoreQuery(endpoint=self.url, sparql=query, problem=problem, broken=broken, **times, **outcome)
            report(told)

    def failure(self, what: str, advice: str) -> GraphUnavailableError:
        """The error for something that went wrong at this endpoint, and what to do about it."""
        return self._http.failure(what, advice)

    def close(self) -> None:
        """Closes the connections, and breaks off all requests."""
        self._closed = True
        self._loop.close(self._http.close)

    async def _select(
        self, query: str, columns: Sequence[str], retries: int | None, seconds: float | None
    ) -> list[ResultRow]:
        if self._accept == _TSV_FIRST and not self._untyped:
            reply = await self._ask(query, _TSV_FIRST, retries, seconds)
            try:
                return await asyncio.to_thread(parse_table, reply.content_type, reply.body, columns)
            except UntypedTableError:
                self._untyped = True
            except UnreadableResultsError as error:
                if "tab-separated-values" not in reply.content_type:
                    raise self._not_sparql(error) from error
        if self._untyped:
            reply = await self._ask(with_kinds(query, columns), _TSV_FIRST, retries, seconds)
            with suppress(UnreadableResultsError):
                return await asyncio.to_thread(parse_untyped_table, reply.body, columns, kinds_of(columns))
        rows = await self._select_json(query, columns, retries, seconds)
        self._accept, self._untyped = _JSON, False
        return rows

    async def _select_json(
        self, query: str, columns: Sequence[str], retries: int | None, seconds: float | None
    ) -> list[ResultRow]:
        reply = await self._ask(query, _JSON, retries, seconds)
        return await asyncio.to_thread(self._read, lambda: parse_table(reply.content_type, reply.body, columns))

    async def _holds(self, query: str) -> bool:
        reply = await self._ask(query, _JSON)
        return self._read(lambda: parse_boolean(reply.content_type, reply.body))

    async def _ask(
        self, query: str, accept: str, retries: int | None = None, seconds: float | None = None
    ) -> HttpReply:
        """The whole reply to a form, or to a bare query where forms are decoded twice.

        Every endpoint that takes POST takes a form, but Virtuoso never answers a bare query.
        """
        if "%" in query and await self._decodes_twice():
            if self.asks_by_url:
                raise self.failure("it decodes the % signs of a query in the URL twice", "let it take POST")
            bare = HttpRequest({"Accept": accept, "Content-Type": _BARE}, query.encode(), self._graphs)
            return self._whole(await self._http.send(bare, retries, seconds))
        return self._whole(await self._form(query, accept, retries, seconds))

    async def _form(
        self, query: str, accept: str, retries: int | None = None, seconds: float | None = None
    ) -> HttpReply:
        """The reply to a form: posted, or in the URL where POST was refused from the first time on."""
        fields = (("query", query), *self._graphs)
        posted = HttpRequest({"Accept": accept, "Content-Type": _FORM}, urlencode(fields).encode())
        in_url = HttpRequest({"Accept": accept}, parameters=fields)
        if self.asks_by_url:
            return await self._http.send(in_url, retries, seconds)
        reply = await self._http.send(posted, retries, seconds)
        if reply.status == 200:
            self._takes_post = True
        if self._takes_post or reply.status not in _NO_POST:
            return reply
        second = await self._http.send(in_url, retries, seconds)
        if second.status == 200:
            self._takes_post = False
        return reply if second.status in (404, *_NO_POST) else second

    async def _decodes_twice(self) -> bool:
        """Whether a form's percent signs are decoded twice, as by rdflib-endpoint, which would change IRIs."""
        if self._twice is None:
            reply = self._whole(await self._form(length_of_percent_41(), _JSON))
            rows = self._read(lambda: parse_table(reply.content_type, reply.body, ("n",)))
            self._twice = any(length.startswith('"1"') for (length,) in rows)
        return self._twice

    def _whole(self, reply: HttpReply) -> HttpReply:
        """The reply if it is complete; Virtuoso sends a part of the answer when its time is up."""
        if reply.status == 206 or (reply.status == 200 and "X-SQL-State" in reply.headers):
            words = one_line(reply.headers.get("X-SQL-Message", "partial content"))
            error = self.failure(f"incomplete results ({words})", f"raise its time limit; {ASK_LESS}")
            raise QueryFailedError(str(error))
        if reply.status == 200:
            return reply
        if 300 <= reply.status < 400:
            raise self.failure(f"moved to {reply.headers.get('Location', 'another URL')}", "use that URL")
        wish = reply.retry_after or 0.0
        if reply.status in BUSY and wish > LONGEST_PAUSE:
            what = f"it asks to wait {wish:,.0f} s, more than the {LONGEST_PAUSE:g} s that are waited at most"
            raise self.failure(f"HTTP {reply.status}: {what}", "try again then")
        advice = _ADVICE.get(reply.status, "try again later" if reply.status in BUSY else _ELSE)
        if reply.status in _NO_POST and not self._takes_post:
            advice = f"it takes neither POST nor GET: {_CHECK_URL}"
        error = self.failure(": ".join(filter(None, (f"HTTP {reply.status}", reply.words))), advice)
        if reply.status in _FAILED:
            raise (RejectedError if reply.status in _REJECTED else QueryFailedError)(str(error))
        raise error

    def _read(self, parse: Callable[[], T]) -> T:
        try:
            return parse()
        except UnreadableResultsError as error:
            raise self._not_sparql(error) from error

    def _was_closed(self) -> GraphUnavailableError:
        return self.failure("it is closed", "open it again")

    def _not_sparql(self, error: UnreadableResultsError) -> GraphUnavailableError:
        return self.failure(f"the response is not SPARQL results but {error}", _CHECK_URL)
