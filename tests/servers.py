"""Real servers on loopback: SPARQL endpoints over rdflib and Oxigraph, and one that answers as a test says."""

import asyncio
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit
from weakref import WeakKeyDictionary

import pyoxigraph
import rdflib
import uvicorn
from rdflib_endpoint import SparqlEndpoint

TSV = "text/tab-separated-values"
JSON = "application/sparql-results+json"


@dataclass(frozen=True)
class Request:
    """What a client has sent: the request's number, headers, query, graphs it is about, method, path and query."""

    number: int
    headers: Mapping[str, str]
    query: str
    graphs: tuple[str, ...] = ()
    method: str = "POST"
    target: str = ""


@dataclass(frozen=True)
class Answer:
    """What to send back. `seconds` is waited first; `cut` drops the connection in the middle of the body."""

    status: int = 200
    body: str = ""
    content_type: str = JSON
    headers: Mapping[str, str] = field(default_factory=dict)
    seconds: float = 0.0
    cut: bool = False
    pieces: Iterable[bytes] | None = None
    """Sent instead of the body, without saying how long it is, until the client has had enough."""


@dataclass(frozen=True)
class Script:
    """A running scripted server and the requests it has had."""

    url: str
    requests: list[Request]


@contextmanager
def serve_graph(graph: rdflib.Graph) -> Iterator[str]:
    """The URL of a SPARQL endpoint (rdflib-endpoint under uvicorn, JSON results) over the graph.

    Requests are answered one at a time: rdflib's query parser is not made for several threads.
    """
    with serve_application(_one_at_a_time(SparqlEndpoint(graph=graph))) as url:
        yield url


@contextmanager
def serve_application(application: Any) -> Iterator[str]:
    """The URL of an ASGI application, served by uvicorn in a thread of its own."""
    server = uvicorn.Server(uvicorn.Config(application, port=0, log_level="critical", timeout_graceful_shutdown=1))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    try:
        while not server.started:
            if not thread.is_alive():
                raise RuntimeError("the server of the test did not start")
            time.sleep(0.01)
        port = server.servers[0].sockets[0].getsockname()[1]
        yield f"http://127.0.0.1:{port}/"
    finally:
        server.should_exit = True
        thread.join()


def _one_at_a_time(application: Any) -> Any:
    lock = asyncio.Lock()

    async def serve(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            await application(scope, receive, send)
            return
        async with lock:
            await application(scope, receive, send)

    return serve


@contextmanager
def serve_oxigraph(store: pyoxigraph.Store) -> Iterator[str]:
    """The URL of a second engine: Oxigraph's SPARQL over the store, its graphs as one, results as TSV."""

    def respond(request: Request) -> Answer:
        try:
            result = store.query(request.query, use_default_graph_as_union=True)
        except SyntaxError as error:
            return Answer(400, str(error), "text/plain")
        if isinstance(result, pyoxigraph.QueryBoolean):
            return Answer(body=result.serialize(format=pyoxigraph.QueryResultsFormat.JSON).decode())
        wants_tsv = TSV in request.headers["Accept"]
        kind = pyoxigraph.QueryResultsFormat.TSV if wants_tsv else pyoxigraph.QueryResultsFormat.JSON
        return Answer(body=result.serialize(format=kind).decode(), content_type=TSV if wants_tsv else JSON)

    with serve_script(respond) as script:
        yield script.url


class _Server(ThreadingHTTPServer):
    """Says nothing of clients that gave up waiting: some tests look at all that is printed."""

    def handle_error(self, request: Any, client_address: Any) -> None:
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


@contextmanager
def serve_script(respond: Callable[[Request], Answer]) -> Iterator[Script]:
    """A server that answers every POST and GET with what `respond` returns; numbers start at 1."""
    requests: list[Request] = []
    lock = threading.Lock()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True  # head and body are two writes: the second would wait for a client

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            is_form = "form-urlencoded" in self.headers["Content-Type"]
            fields = parse_qs(body if is_form else urlsplit(self.path).query)
            self._answer(fields["query"][0] if is_form else body, fields)

        def do_GET(self) -> None:
            fields = parse_qs(urlsplit(self.path).query)
            self._answer(fields["query"][0], fields)

        def _answer(self, query: str, fields: Mapping[str, list[str]]) -> None:
            graphs = tuple(fields.get("default-graph-uri", ()))
            with lock:
                number = len(requests) + 1
                request = Request(number, dict(self.headers), query, graphs, self.command, self.path)
                requests.append(request)
            self._send(respond(request))

        def _send(self, answer: Answer) -> None:
            time.sleep(answer.seconds)
            body = answer.body.encode()
            self.send_response(answer.status)
            for name, value in {"Content-Type": answer.content_type, **answer.headers}.items():
                self.send_header(name, value)
            if answer.pieces is not None:
                self.close_connection = True
                self.end_headers()
                for piece in answer.pieces:
                    self.wfile.write(piece)
                return
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body[: len(body) // 2] if answer.cut else body)
            self.close_connection = self.close_connection or answer.cut

        def handle(self) -> None:
            with suppress(ConnectionError):  # a client that gave up waiting
                super().handle()

        def log_message(self, *args: object) -> None:
            """Keeps the test output clean."""

    server = _Server(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.004}, daemon=True)
    thread.start()
    try:
        yield Script(f"http://127.0.0.1:{server.server_address[1]}/sparql", requests)
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def tsv_answer(graph: rdflib.Graph, query: str, row_cap: int | None = None) -> Answer:
    """The rows of the query over the graph as SPARQL TSV, silently cut at `row_cap`.

    Oxigraph runs the query: it reads one fifty times as fast as rdflib.
    """
    result = oxigraph_of(graph).query(query)
    if isinstance(result, pyoxigraph.QueryBoolean):
        return Answer(body=result.serialize(format=pyoxigraph.QueryResultsFormat.JSON).decode())
    header, *rows = result.serialize(format=pyoxigraph.QueryResultsFormat.TSV).splitlines(keepends=True)
    return Answer(body=b"".join((header, *rows[:row_cap])).decode(), content_type=f"{TSV}; charset=utf-8")


def json_answer(graph: rdflib.Graph, query: str) -> Answer:
    """The whole result of the query over the graph in JSON, by Oxigraph."""
    result = oxigraph_of(graph).query(query)
    return Answer(body=result.serialize(format=pyoxigraph.QueryResultsFormat.JSON).decode())


def oxigraph_of(graph: rdflib.Graph) -> pyoxigraph.Store:
    """The triples of the graph in Oxigraph, copied anew after it has grown or shrunk."""
    size, store = _COPIES.get(graph, (-1, pyoxigraph.Store()))
    if size != len(graph):
        store = pyoxigraph.Store()
        store.load(graph.serialize(format="nt").encode(), format=pyoxigraph.RdfFormat.N_TRIPLES)
        _COPIES[graph] = len(graph), store
    return store


_COPIES: WeakKeyDictionary[rdflib.Graph, tuple[int, pyoxigraph.Store]] = WeakKeyDictionary()
