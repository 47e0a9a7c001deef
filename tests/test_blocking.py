"""Calls that block work inside an event loop, too, as in a notebook."""

import asyncio
import json
import threading

import pytest
import rdflib

from pog_agent.documents import build_index
from pog_agent.errors import GraphUnavailableError
from pog_agent.evaluation.job import Job, evaluate
from pog_agent.extraction import ModelAccess, build_graph
from pog_agent.kg.check import check_kg
from pog_agent.linking.index import index_graph
from pog_agent.loops import run_blocking
from tests.documents.corpora import CORPUS, E, write_graph, write_lines
from tests.llm_server import ScriptedLLM
from tests.servers import oxigraph_of, serve_oxigraph

READ = json.dumps({"triples": [{"subject": "Grieg", "relation": "born in", "object": "Bergen"}]})


async def thread_name() -> str:
    await asyncio.sleep(0)
    return threading.current_thread().name


def test_without_a_loop_the_work_runs_in_the_thread_of_the_caller():
    assert run_blocking(thread_name()) == threading.current_thread().name


async def test_inside_a_loop_it_runs_in_a_thread_that_ends_with_it():
    name = run_blocking(thread_name())
    assert name != threading.current_thread().name
    for _ in range(100):
        if name not in {thread.name for thread in threading.enumerate()}:
            return
        await asyncio.sleep(0.02)
    raise AssertionError(f"the thread {name} still runs")


async def test_an_error_inside_a_loop_reaches_the_caller(tmp_path):
    with pytest.raises(GraphUnavailableError, match="Connection refused"):
        check_kg("http://127.0.0.1:9/sparql")
    with pytest.raises(GraphUnavailableError, match="missing"):
        check_kg(str(tmp_path / "missing.ttl"))


async def test_graphs_and_endpoints_are_checked_inside_a_loop(tmp_path):
    kg = write_graph(tmp_path)
    assert {fact.name: fact.value for fact in check_kg(kg).facts}["reachable"]
    with serve_oxigraph(oxigraph_of(rdflib.Graph().parse(kg))) as url:
        assert {fact.name: fact.value for fact in check_kg(url).facts}["triples"] == len(rdflib.Graph().parse(kg))


async def test_indexes_and_graphs_are_built_inside_a_loop(tmp_path):
    kg, docs = write_graph(tmp_path), write_lines(tmp_path / "docs.jsonl")
    assert index_graph([kg], str(tmp_path / "kg"), encoder="lexical")["entity_index"]["entities"] == 6
    assert build_index(docs, kg, tmp_path / "index", encoder="lexical").documents == len(CORPUS)
    with ScriptedLLM().serve(lambda step, body: READ) as url:
        report = build_graph(docs, tmp_path / "read.ttl", model=ModelAccess("openai:test", base_url=url))
    assert (report.llm_calls, report.edges) == (len(CORPUS), 1)


async def test_an_evaluation_runs_inside_a_loop(tmp_path):
    data = tmp_path / "questions.jsonl"
    gold = {"iri": f"{E}bergen", "label": "Bergen"}
    data.write_text(json.dumps({"id": "1", "question": "Where was Edvard Grieg born?", "answers": [gold]}))
    settings = {"kg": write_graph(tmp_path), "encoder": "lexical", "model": "offline"}
    figures = evaluate(Job(data=data, out=tmp_path / "run", settings=settings, topics_given=False, plots=False))
    assert (figures["n"], figures["failed"]) == (1, 0)
