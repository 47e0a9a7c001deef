"""Whether runs are sent as OpenTelemetry spans, and where to. The spans themselves need the extra `tracing`."""

import logging
import os
from typing import TYPE_CHECKING, Final

from pog_agent.config import PogConfig
from pog_agent.errors import SettingError

if TYPE_CHECKING:
    from pog_agent.run.telemetry.spans import SpanSender

INSTALL: Final = 'pip install "pog-agent[tracing]"'
DEFAULT_ENDPOINT: Final = "default"
ENDPOINT_VARIABLES: Final = ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT")
_SWITCHED_OFF: Final = (("OTEL_SDK_DISABLED", "true"), ("OTEL_TRACES_EXPORTER", "none"))
_LOG: Final = logging.getLogger("pog_agent.tracing")


def span_endpoint(config: PogConfig) -> str | None:
    """Where spans are to be sent: what the setting says, else OpenTelemetry's own variables; None for nowhere."""
    if any(os.environ.get(name, "").strip().lower() == off for name, off in _SWITCHED_OFF):
        return None
    if config.otlp is None and any(os.environ.get(name) for name in ENDPOINT_VARIABLES):
        return DEFAULT_ENDPOINT
    return config.otlp


def open_sender(endpoint: str, *, asked_for: bool) -> "SpanSender | None":
    """What sends spans to an endpoint.

    Without the extra it is None, which the log tells, where only variables of the environment ask for spans; where
    a setting does (`asked_for`), that is a `SettingError`.
    """
    try:
        from pog_agent.run.telemetry.spans import SpanSender  # noqa: PLC0415 (an extra)
        from pog_agent.run.telemetry.viewer import span_exporter  # noqa: PLC0415 (an extra)
    except ImportError as error:
        if asked_for:
            raise SettingError(f"sending spans (otlp) needs an extra: {INSTALL}") from error
        _LOG.warning("%s is set, but spans need an extra: %s", ENDPOINT_VARIABLES[1], INSTALL)
        return None
    return SpanSender(span_exporter(None if endpoint == DEFAULT_ENDPOINT else endpoint))
