"""A run as OpenTelemetry spans, as a viewer on loopback receives them."""

import asyncio
import logging
import sys
import time

import pytest

from pog_agent import PathsOverGraph, SettingError
from pog_agent.config import PogConfig
from pog_agent.errors import ModelUnavailableError
from pog_agent.run.telemetry import otlp
from tests.llm_server import UNAUTHORIZED
from tests.pipeline_fixtures import FIGURE_1, analysis, citing, demo, mentions, replies, scripted, small_graph
from tests.servers import oxigraph_of, serve_oxigraph
from tests.viewers import attributes_of, serve_viewer

ASKED = "Who is the founder of Acme?"
FOUNDED = replies(
    recognize_topics=mentions("Acme"),
    analyze_question=analysis("!Acme", "founder", "?person"),
    answer=citing((1, 1)),
)
GRAPH = ("Acme founder Ann", "Ann birthplace Rome")


def ask_offline(question: str, **settings) -> object:
    with PathsOverGraph(demo(), encoder="lexical", **settings) as agent:
        return agent.ask(question)


def test_a_run_is_one_trace_of_its_steps():
    with serve_viewer() as viewer:
        answer = ask_offline(FIGURE_1, otlp=viewer.url)
    assert [path for path, _, _ in viewer.requests] == ["/v1/traces"] * len(viewer.requests)
    assert len({span.trace_id for span in viewer.spans}) == 1
    (root,) = [span for span in viewer.spans if not span.parent_span_id]
    steps = [span for span in viewer.spans if span.parent_span_id == root.span_id]
    assert {span.name for span in steps} == set(answer.seconds)
    assert {attributes_of(span)["openinference.span.kind"] for span in steps} == {"CHAIN"}
    told = attributes_of(root)
    assert (told["input.value"], told["output.value"]) == (FIGURE_1, answer.text)
    assert f'"status": "{answer.status}"' in told["metadata"]
    assert {event.name for event in root.events} >= {"after recognize_topics", "after analyze_question"}
    for span in steps:
        assert root.start_time_unix_nano <= span.start_time_unix_nano
        assert span.end_time_unix_nano <= root.end_time_unix_nano


def test_a_trace_of_an_offline_question_is_small():
    with serve_viewer() as viewer:
        ask_offline(FIGURE_1, otlp=viewer.url)
    assert 5_000 < viewer.bytes < 60_000


def test_model_calls_queries_and_embeddings_are_spans_of_their_step(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-abcdefghijklmnop")
    with serve_viewer() as viewer, serve_oxigraph(oxigraph_of(small_graph(*GRAPH))) as url:
        settings = {"kg": url, "encoder": "lexical", "otlp": viewer.url}
        with scripted(FOUNDED, **settings) as (agent, llm):
            agent.ask(ASKED)
    by_id = {span.span_id: span for span in viewer.spans}
    kinds: dict[str, list] = {}
    for span in viewer.spans:
        kinds.setdefault(attributes_of(span)["openinference.span.kind"], []).append(span)
    assert set(kinds) == {"AGENT", "CHAIN", "LLM", "RETRIEVER", "EMBEDDING"}
    assert [span.name for span in kinds["LLM"]] == llm.steps
    called = attributes_of(kinds["LLM"][0])
    assert called["llm.token_count.prompt"] == 100 and called["llm.token_count.completion"] == 10
    assert ASKED in called["llm.input_messages.1.message.content"]
    assert '"Acme"' in called["llm.output_messages.0.message.content"]
    assert by_id[kinds["LLM"][0].parent_span_id].name == "recognize_topics"
    asked = [attributes_of(span) for span in kinds["RETRIEVER"]]
    assert any("SELECT" in item["input.value"] and '"rows": 1' in item["metadata"] for item in asked)
    assert '"texts"' in attributes_of(kinds["EMBEDDING"][0])["metadata"]
    assert "abcdefghijklmnop" not in viewer.text


def test_a_run_that_fails_is_a_trace_with_its_error_and_without_secrets():
    def refuse(step, body):
        return UNAUTHORIZED

    with (
        serve_viewer() as viewer,
        scripted(refuse, demo(), encoder="lexical", otlp=viewer.url) as (agent, _),
        pytest.raises(ModelUnavailableError),
    ):
        agent.ask(FIGURE_1)
    failed = [span for span in viewer.spans if span.status.code == 2]
    assert [span.name for span in failed] == ["pog-agent", "recognize_topics", "recognize_topics"]


def test_runs_at_the_same_time_are_traces_of_their_own():
    async def both(agent):
        return await asyncio.gather(agent.aask(ASKED), agent.aask("Where is the birthplace of Ann?"))

    graph = small_graph(*GRAPH)
    with serve_viewer() as viewer, PathsOverGraph(graph, encoder="lexical", otlp=viewer.url) as agent:
        agent.resources.wait(lambda: both(agent))
        agent.close()
    roots = [span for span in viewer.spans if not span.parent_span_id]
    asked = {attributes_of(root)["input.value"] for root in roots}
    assert asked == {ASKED, "Where is the birthplace of Ann?"}
    assert len({root.trace_id for root in roots}) == 2


@pytest.mark.parametrize("status", [None, 404])
def test_a_viewer_that_is_down_is_said_once_and_slows_nothing(caplog, status):
    with serve_viewer(status or 200) as viewer:
        url = viewer.url if status else "http://user:hunter2@127.0.0.1:1"
        with PathsOverGraph(small_graph(*GRAPH), encoder="lexical", otlp=url) as agent:
            first = agent.ask(ASKED)
            second = agent.ask(ASKED)
            began = time.perf_counter()
    assert time.perf_counter() - began < 3
    assert (first.status, second.status) == ("supported", "supported")
    told = [item.getMessage() for item in caplog.records if item.levelno >= logging.WARNING]
    assert len([text for text in told if "export" in text or "spans cannot be sent" in text]) == 1
    assert not [text for text in told if "hunter2" in text]


def test_the_variables_of_opentelemetry_turn_spans_on_and_off(monkeypatch):
    assert otlp.span_endpoint(PogConfig()) is None
    assert otlp.span_endpoint(PogConfig(otlp="http://localhost:6006")) == "http://localhost:6006"
    with serve_viewer() as viewer:
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", viewer.url)
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_HEADERS", "x-team=graphs")
        with PathsOverGraph(small_graph(*GRAPH), encoder="lexical") as agent:
            agent.ask(ASKED)
    path, headers, _ = viewer.requests[0]
    assert (path, headers["x-team"]) == ("/v1/traces", "graphs")
    monkeypatch.setenv("OTEL_SDK_DISABLED", "true")
    assert otlp.span_endpoint(PogConfig(otlp="default")) is None


def test_without_the_extra_a_setting_is_an_error_and_a_variable_a_line_in_the_log(monkeypatch, caplog):
    monkeypatch.setitem(sys.modules, "opentelemetry.sdk.trace", None)
    monkeypatch.delitem(sys.modules, "pog_agent.run.telemetry.spans", raising=False)
    with pytest.raises(SettingError, match=r'needs an extra: pip install "pog-agent\[tracing\]"'):
        otlp.open_sender("default", asked_for=True)
    assert otlp.open_sender("default", asked_for=False) is None
    assert "need an extra" in caplog.text


def test_an_endpoint_that_is_no_url_is_refused():
    with pytest.raises(SettingError, match="setting 'otlp' has the value 'localhost:4318'"):
        PogConfig.create({}, otlp="localhost:4318")
