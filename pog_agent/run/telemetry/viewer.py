"""Where spans go: an OTLP/HTTP viewer, which may be down. Importing this needs the extra `tracing`."""

import logging
import os
import socket
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final
from urllib.parse import urlsplit

from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export import SpanExporter, SpanExportResult
from typing_extensions import override

from pog_agent.redaction import redacted
from pog_agent.run.telemetry.otlp import ENDPOINT_VARIABLES
from pog_agent.urls import without_password

TIMEOUT: Final = 5.0
"""Seconds for one export, unless OpenTelemetry's own variables say otherwise."""
PAUSE: Final = 30.0
"""Seconds without another try after an export that failed."""
_PATH: Final = "v1/traces"
_TIMEOUT_VARIABLES: Final = ("OTEL_EXPORTER_OTLP_TRACES_TIMEOUT", "OTEL_EXPORTER_OTLP_TIMEOUT")
_DEFAULT: Final = "http://localhost:4318"
_LOG: Final = logging.getLogger("pog_agent.tracing")
_EXPORTER_LOG: Final = logging.getLogger("opentelemetry.exporter.otlp.proto.http.trace_exporter")
_SAID: ContextVar[list[str] | None] = ContextVar("pog_agent_export", default=None)


def span_exporter(endpoint: str | None) -> "ViewerExporter":
    """The exporter to an endpoint, given as base URL or with its path; None is what the environment says."""
    url = None
    if endpoint is not None:
        url = endpoint if endpoint.rstrip("/").endswith(_PATH) else f"{endpoint.rstrip('/')}/{_PATH}"
    timeout = None if any(os.environ.get(name) for name in _TIMEOUT_VARIABLES) else TIMEOUT
    named = url or next(filter(None, map(os.environ.get, ENDPOINT_VARIABLES)), _DEFAULT)
    return ViewerExporter(OTLPSpanExporter(endpoint=url, timeout=timeout), named)


class ViewerExporter(SpanExporter):
    """Exports to a viewer; one that is down is said once, and not tried again for `PAUSE` seconds."""

    def __init__(self, inner: SpanExporter, url: str) -> None:
        self._inner = inner
        self._url = url
        self._was_told = False
        self._paused_until = 0.0
        _EXPORTER_LOG.addFilter(_not_ours)

    @override
    def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
        if time.monotonic() < self._paused_until:
            return SpanExportResult.FAILURE
        problem = self._unreachable()
        if not problem:
            with _overheard() as said:
                result = self._inner.export(spans)
            if result is SpanExportResult.SUCCESS:
                self._was_told = False
                return result
            problem = redacted(" ".join(said[-1].split())) if said else "the export failed"
        self._paused_until = time.monotonic() + PAUSE
        if not self._was_told:
            self._was_told = True
            shown = without_password(self._url)
            _LOG.warning("spans cannot be sent to %s (%s): they are dropped", shown, problem)
        return SpanExportResult.FAILURE

    @override
    def shutdown(self) -> None:
        self._inner.shutdown()

    @override
    def force_flush(self, timeout_millis: int = 30_000) -> bool:
        return self._inner.force_flush(timeout_millis)

    def _unreachable(self) -> str:
        """Why the viewer takes no connection, empty where it does; the exporter would try again for seconds."""
        parts = urlsplit(self._url)
        port = parts.port or (443 if parts.scheme == "https" else 80)
        try:
            socket.create_connection((parts.hostname or "", port), timeout=1.0).close()
        except OSError as error:
            return error.strerror or str(error) or type(error).__name__
        return ""


@contextmanager
def _overheard() -> Iterator[list[str]]:
    """What the exporter logs inside the block, which is said here instead."""
    said: list[str] = []
    token = _SAID.set(said)
    try:
        yield said
    finally:
        _SAID.reset(token)


def _not_ours(record: logging.LogRecord) -> bool:
    """Keeps the exporter from telling what is told here; exporters of the application tell theirs."""
    said = _SAID.get()
    if said is not None:
        said.append(record.getMessage())
    return said is None
