"""Runs as OpenTelemetry spans. Importing this needs the extra `tracing`.

Spans are made of what watchers are told anyway, and not by patching LangChain: they are as small as that is, other
chains of the process are not sent along, and store queries and embeddings are among them.
"""

import os
import time
from threading import Lock
from typing import Any, Final

from cachetools import LRUCache
from openinference.instrumentation import OITracer, TraceConfig
from openinference.semconv.resource import ResourceAttributes
from opentelemetry.sdk.resources import SERVICE_NAME, Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SpanExporter
from opentelemetry.trace import Span, Status, StatusCode, set_span_in_context
from typing_extensions import override

from pog_agent.activity import Activity
from pog_agent.events import RouteTaken
from pog_agent.models import Answer
from pog_agent.redaction import redacted
from pog_agent.run.telemetry import attributes
from pog_agent.run.telemetry.observation import FailedStep, Observation, RunWatcher
from pog_agent.run.telemetry.summary import summarized_input
from pog_agent.state import RunState

_SERVICE: Final = "pog-agent"
_MOST_RUNS: Final = 1_000


class SpanSender(RunWatcher):
    """One trace a run: a span for the run, one for each step, one for each model call, query and batch in it.

    Spans are exported by a thread of their own, in batches. Whoever asks inside a span of the same process finds
    the run below that span.
    """

    def __init__(self, exporter: SpanExporter) -> None:
        self._provider = _tracer_provider()
        self._provider.add_span_processor(BatchSpanProcessor(exporter))
        self._tracer = OITracer(self._provider.get_tracer("pog_agent"), TraceConfig())
        self._runs: LRUCache[str, Span] = LRUCache(_MOST_RUNS)
        self._lock = Lock()

    @override
    def started(self, state: RunState) -> None:
        self._begin(state, state["started"])

    @override
    async def ended(self, step: Observation) -> None:
        run_id = step.after.get("run_id", "")
        root = self._root(step.after, step.began)
        span = self._span(root, step.node.name, step.began, attributes.of_step(step))
        self._activities(span, step.activities)
        span.set_status(Status(StatusCode.OK))
        span.end(_nanoseconds(step.began + step.seconds))
        root.set_attributes(attributes.of_question(step.after))
        answer = step.update.get("answer")
        if isinstance(answer, Answer):
            root.set_attributes(attributes.of_answer(answer))
            root.set_status(Status(StatusCode.OK))
            self._end(root, run_id, step.began + step.seconds)

    @override
    def routed(self, state: RunState, route: RouteTaken) -> None:
        said = {"target": route.target, "condition": route.condition, "why": redacted(route.why)}
        self._root(state, state.get("started", time.time())).add_event(f"after {route.node}", said)

    @override
    def failed(self, step: FailedStep) -> None:
        root = self._root(step.before, step.began)
        problem = redacted(f"{type(step.error).__name__}: {step.error}")
        begun = attributes.of_chain(summarized_input(step.before))
        span = self._span(root, step.node.name, step.began, begun)
        self._activities(span, step.activities)
        for part in (span, root):
            part.set_status(Status(StatusCode.ERROR, problem))
        span.end(_nanoseconds(step.began + step.seconds))
        self._end(root, step.before.get("run_id", ""), step.began + step.seconds)

    def close(self) -> None:
        """Sends what is left, for some seconds at most."""
        self._provider.shutdown()

    def _begin(self, state: RunState, began: float) -> Span:
        root: Span = self._tracer.start_span(
            _SERVICE, start_time=_nanoseconds(began), attributes=attributes.of_run(state)
        )
        with self._lock:
            self._runs[state.get("run_id", "")] = root
        return root

    def _root(self, state: RunState, began: float) -> Span:
        """The span of the run; one that goes on after an interruption gets another one."""
        with self._lock:
            known = self._runs.get(state.get("run_id", ""))
        return known if known is not None else self._begin(state, began)

    def _end(self, root: Span, run_id: str, ended: float) -> None:
        root.end(_nanoseconds(ended))
        with self._lock:
            self._runs.pop(run_id, None)

    def _span(self, parent: Span, name: str, began: float, values: dict[str, Any]) -> Span:
        span: Span = self._tracer.start_span(
            name, set_span_in_context(parent), start_time=_nanoseconds(began), attributes=values
        )
        return span

    def _activities(self, parent: Span, activities: tuple[Activity, ...]) -> None:
        for activity in activities:
            name, values = attributes.of_activity(activity)
            span = self._span(parent, name, activity.began, values)
            problem = redacted(activity.problem)
            span.set_status(Status(StatusCode.ERROR, problem) if problem else Status(StatusCode.OK))
            span.end(_nanoseconds(activity.began + activity.seconds))


def _tracer_provider() -> TracerProvider:
    """A provider of its own, so that the application's stays as it is. OTEL_SERVICE_NAME names the service."""
    named = Resource.create({SERVICE_NAME: os.environ.get("OTEL_SERVICE_NAME", _SERVICE)})
    project = {ResourceAttributes.PROJECT_NAME: str(named.attributes[SERVICE_NAME])}
    return TracerProvider(resource=Resource(project).merge(named))


def _nanoseconds(seconds: float) -> int:
    return int(seconds * 1_000_000_000)
