"""A loopback viewer of traces: it keeps what OpenTelemetry and LangSmith send."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

LANGSMITH_INFO = (
    b'{"version": "0.13", "batch_ingest_config": {"use_multipart_endpoint": true, "size_limit": 100, '
    b'"size_limit_bytes": 20000000, "scale_up_nthreads_limit": 16, "scale_up_qsize_trigger": 1000, '
    b'"scale_down_nempty_trigger": 4}}'
)


@dataclass
class Viewer:
    """What has been sent to a running viewer: the path, the headers and the body of each request."""

    url: str
    requests: list[tuple[str, dict[str, str], bytes]] = field(default_factory=list)

    @property
    def bytes(self) -> int:
        return sum(len(body) for _, _, body in self.requests)

    @property
    def text(self) -> str:
        return b"".join(body for _, _, body in self.requests).decode("utf-8", errors="replace")

    @property
    def spans(self) -> list[Any]:
        """The spans of OTLP requests, in the order in which they began."""
        found = [
            span
            for _, _, body in self.requests
            for resource in ExportTraceServiceRequest.FromString(body).resource_spans
            for scope in resource.scope_spans
            for span in scope.spans
        ]
        return sorted(found, key=lambda span: span.start_time_unix_nano)


@contextmanager
def serve_viewer(status: int = 200) -> Iterator[Viewer]:
    """A viewer on a free port, which answers everything with a status."""
    viewer = Viewer("")

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True  # as in tests/servers.py

        def do_GET(self) -> None:
            self._send(200, LANGSMITH_INFO)

        def do_POST(self) -> None:
            if self.headers.get("Transfer-Encoding") == "chunked":
                body = b"".join(iter(self._chunk, b""))
            else:
                body = self.rfile.read(int(self.headers["Content-Length"]))
            viewer.requests.append((self.path, {k.lower(): v for k, v in self.headers.items()}, body))
            self._send(status, b"{}")

        do_PATCH = do_POST  # noqa: N815

        def _chunk(self) -> bytes:
            size = int(self.rfile.readline(), 16)
            chunk = self.rfile.read(size)
            self.rfile.readline()
            return chunk

        def _send(self, code: int, body: bytes) -> None:
            self.send_response(code)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *args: object) -> None:
            """Keeps the test output clean."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    viewer.url = f"http://127.0.0.1:{server.server_address[1]}"
    try:
        yield viewer
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def attributes_of(span: Any) -> dict[str, Any]:
    """The attributes of a span as plain values."""
    return {item.key: getattr(item.value, item.value.WhichOneof("value")) for item in span.attributes}
