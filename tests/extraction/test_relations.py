"""Relations that a model reads, over HTTP: what is asked, kept, dropped, counted, and gone on with."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import rdflib

from pog_agent.agent import PathsOverGraph
from pog_agent.errors import ModelUnavailableError, SettingError
from pog_agent.extraction import DocumentGraphReport, ModelAccess, build_graph
from pog_agent.extraction.turtle import BASE
from pog_agent.reasoner.steps.extraction.extract_relations import ExtractRelations
from tests.documents.corpora import Records, write_lines
from tests.llm_server import (
    BROKEN,
    PROSE,
    REFUSAL,
    Body,
    Reply,
    Script,
    ScriptedLLM,
    fenced,
    in_turn,
    user_text,
)

CORPUS = (
    {"id": "d1", "title": "Ann Lee", "text": "Ann Lee was born in Osk. She founded Acme in 1990."},
    {"id": "d2", "title": "Osk", "text": "Osk is a town in Norland. Ann Lee was born in Osk."},
)
READ: Mapping[str, list[tuple[str, str, str]]] = {
    "d1": [("Ann Lee", "was born in", "Osk"), ("Ann Lee", "founded", "Acme"), ("Acme", "founded in", "1990")],
    "d2": [("Osk", "located in", "Norland"), ("Ann Lee", "born_in", "Osk")],
}


def triples(*rows: tuple[str, str, str]) -> str:
    return json.dumps({"triples": [{"subject": s, "relation": r, "object": o} for s, r, o in rows]})


def by_document(step: str, body: Body) -> str:
    return triples(*READ["d1" if "founded Acme" in user_text(body) else "d2"])


@pytest.fixture
def graph(tmp_path: Path) -> Any:
    """Builds a graph with a scripted model; gives the report and the server."""

    def call(
        script: Script = by_document, records: Records = CORPUS, **more: Any
    ) -> tuple[DocumentGraphReport, ScriptedLLM]:
        llm = ScriptedLLM()
        docs = write_lines(tmp_path / "docs.jsonl", records)
        settings = {name: more.pop(name) for name in ("chunk_words", "base", "progress") if name in more}
        with llm.serve(script) as url:
            access = ModelAccess("openai:test", base_url=url, **more)
            report = build_graph(docs, tmp_path / "graph.ttl", model=access, force=True, **settings)
        return report, llm

    return call


@pytest.fixture
def edges(tmp_path: Path) -> Any:
    """The edges of the graph in words, as rdflib reads them."""

    def call() -> set[tuple[str, str, str]]:
        found = rdflib.Graph().parse(tmp_path / "graph.ttl")
        names = {node: str(label) for node, label in found.subject_objects(rdflib.RDFS.label)}
        return {(names[s], names[r], names[o]) for s, r, o in found if str(r).startswith(f"{BASE}relation/")}

    return call


def test_what_the_model_reads_is_the_graph(graph, edges, tmp_path):
    report, llm = graph()
    assert edges() == {
        ("Ann Lee", "born in", "Osk"),
        ("Ann Lee", "founded", "Acme"),
        ("Acme", "founded in", "1990"),
        ("Osk", "located in", "Norland"),
    }
    assert (report.method, report.entities, report.relations, report.edges) == ("model", 5, 4, 4)
    assert (report.llm_calls, report.prompt_tokens, report.completion_tokens) == (2, 200, 20)
    assert (report.warnings, report.unread, report.reused) == ((), 0, 0)
    assert llm.steps == [ExtractRelations.name] * 2


def test_a_question_is_answered_by_what_was_read(graph, tmp_path):
    graph()
    with PathsOverGraph(str(tmp_path / "graph.ttl"), encoder="lexical") as pog:
        answer = pog.ask("Where was Ann Lee born?")
    assert (answer.status, [item.label for item in answer.answers]) == ("supported", ["Osk"])
    assert [path.text for path in answer.paths] == ["{Ann Lee} - born in -> {Osk}"]


def test_a_fact_that_several_documents_state_has_all_its_places(graph, tmp_path):
    graph()
    text = (tmp_path / "graph.ttl").read_text()
    assert "evidence:count 2 ;\n\tevidence:source <http://example.org/docs/document/d1#char=0,50>" in text
    assert "document/d2#char=0,50>" in text
    assert "weight" not in text.partition("@prefix")[2]


def test_each_chunk_is_asked_for_with_its_title(graph):
    report, llm = graph(chunk_words=6)
    assert (report.llm_calls, len(llm.requests)) == (4, 4)
    shown = [user_text(body) for body in llm.requests]
    assert sum("<title>Ann Lee</title>\n<text>\nShe founded Acme in 1990.\n</text>" in text for text in shown) == 1


def test_the_same_replies_give_the_same_bytes(graph, tmp_path):
    graph()
    first = (tmp_path / "graph.ttl").read_bytes()
    report, llm = graph()
    assert (tmp_path / "graph.ttl").read_bytes() == first
    assert (llm.requests, report.llm_calls, report.reused) == ([], 0, 2)


def test_only_new_documents_are_asked_for(graph):
    graph()
    report, llm = graph(records=(*CORPUS, {"id": "d3", "title": "Bob", "text": "Bob Ray left Osk."}))
    assert (len(llm.requests), report.reused) == (1, 2)


def test_a_text_that_several_documents_have_is_read_once(graph, tmp_path):
    report, llm = graph(records=(CORPUS[0], {**CORPUS[0], "id": "copy"}))
    assert (len(llm.requests), report.unread) == (1, 0)
    assert "document/copy#char=0,50>" in (tmp_path / "graph.ttl").read_text()


def test_another_model_reads_for_itself(graph, tmp_path):
    graph()
    llm = ScriptedLLM()
    with llm.serve(by_document) as url:
        access = ModelAccess("openai:other", base_url=url)
        build_graph(tmp_path / "docs.jsonl", tmp_path / "graph.ttl", model=access, force=True)
    assert len(llm.requests) == 2


def test_a_run_that_is_killed_goes_on_without_asking_again(graph):
    class Killed(BaseException):
        pass

    def kill(stage: str, done: int, total: int | None) -> None:
        if done == 3:
            raise Killed

    many = [{"id": f"d{n}", "text": f"Ann Lee met Bob Ray in town {n}."} for n in range(12)]

    def reply(step: str, body: Body) -> str:
        return triples(("Ann Lee", "met", "Bob Ray"))

    with pytest.raises(Killed):
        graph(reply, many, progress=kill)
    report, llm = graph(reply, many)
    assert report.reused >= 3
    assert report.llm_calls == len(llm.requests) == 12 - report.reused
    assert report.unread == 0


def test_a_model_that_fails_in_between_is_told_and_gone_on_from(graph):
    replies = in_turn(triples(("Ann Lee", "born in", "Osk")), Reply("Key revoked", 401))
    many = [{"id": f"d{n}", "text": f"Ann Lee was born in Osk, {n} said."} for n in range(8)]
    with pytest.raises(ModelUnavailableError, match="rejects the API key"):
        graph(replies, many)
    report, _ = graph(lambda step, body: triples(("Ann Lee", "born in", "Osk")), many)
    assert report.reused >= 1
    assert report.edges == 1


def test_calls_are_bounded_and_the_rest_is_told(graph, tmp_path):
    many = [{"id": f"d{n}", "text": f"Ann Lee met Bob Ray in town {n}."} for n in range(9)]

    def reply(step: str, body: Body) -> str:
        return triples(("Ann Lee", "met", "Bob Ray"))

    report, llm = graph(reply, many, max_calls=4)
    assert (report.llm_calls, len(llm.requests), report.unread) == (4, 4, 5)
    assert report.warnings == (
        "chunks not read, because 4 calls were made: 5; the same command with --force goes on",
    )
    assert "# Not all was read: 5 chunks are missing." in (tmp_path / "graph.ttl").read_text()
    report, llm = graph(reply, many, max_calls=4)
    assert (report.reused, report.llm_calls, report.unread) == (4, 4, 1)
    report, llm = graph(reply, many, max_calls=4)
    assert (report.reused, report.llm_calls, report.unread) == (8, 1, 0)
    assert report.warnings == ()
    assert "Not all was read" not in (tmp_path / "graph.ttl").read_text()


def test_a_repair_counts_and_a_chunk_whose_repair_was_not_made_is_not_read(graph):
    with pytest.raises(SettingError, match="no relations were read"):
        graph(lambda step, body: "nonsense", CORPUS[:1], max_calls=1)
    report, _ = graph(in_turn("nonsense", triples(("Ann Lee", "born in", "Osk"))), CORPUS[:1])
    assert (report.reused, report.llm_calls, report.edges) == (0, 2, 1)


@pytest.mark.parametrize("bad", [PROSE, REFUSAL, "{", '{"triples": "Ann Lee"}', '{"triples": [{"a": 1}]}'])
def test_a_reply_that_cannot_be_read_is_asked_for_once_more(graph, edges, bad):
    report, llm = graph(in_turn(bad, triples(("Ann Lee", "born in", "Osk"))), CORPUS[:1])
    assert llm.steps == [ExtractRelations.name, "repair"]
    assert report.warnings == ()
    assert edges() == {("Ann Lee", "born in", "Osk")}


def test_a_chunk_that_cannot_be_read_is_told_and_the_others_count(graph, edges):
    def reply(step: str, body: Body) -> Any:
        return PROSE if "founded Acme" in user_text(body) else triples(*READ["d2"])

    report, _ = graph(reply)
    (warning,) = report.warnings
    assert "nothing is taken from this chunk" in warning
    assert warning.endswith(": 1 (d1, 0-50)")
    assert ("Osk", "located in", "Norland") in edges()


def test_wrapped_replies_are_read(graph, edges):
    graph(lambda step, body: fenced(by_document(step, body)))
    assert len(edges()) == 4


def test_invented_names_are_dropped_and_counted(graph, edges):
    rows = [("Ann Lee", "born in", "Osk"), ("Ann Lee", "married", "Bob Ray"), ("Eve Dow", "born in", "Osk")]
    report, _ = graph(lambda step, body: triples(*rows), CORPUS[:1])
    assert edges() == {("Ann Lee", "born in", "Osk")}
    assert report.warnings == (
        "dropped triples with a name that does not stand in the text: 2 "
        "(Ann Lee - married - Bob Ray, Eve Dow - born in - Osk)",
    )


def test_names_and_relations_cannot_write_triples(graph, edges):
    text = 'The firm x" . <http://e/a> <http://e/b> <http://e/c> . # is in Osk. Also \\u0022 and {{text}} are.'
    evil = 'x" . <http://e/a> <http://e/b> <http://e/c> . #'
    rows = [(evil, "in", "Osk"), ("Osk", 'r> "\n<', "\\u0022"), ("{{text}}", "a\n\n. e:x r:y e:z", "Osk")]
    report, _ = graph(lambda step, body: triples(*rows), [{"id": 'i"> .\n<x', "text": text}])
    assert {(s, o) for s, _, o in edges()} == {(evil, "Osk"), ("Osk", "\\u0022"), ("{{text}}", "Osk")}
    assert report.edges == 3


def test_a_copy_of_the_prompts_example_is_no_fact(graph, edges):
    rows = [("Ann Lee", "born in", "Osk"), ("Ilse Brandvik", "born in", "Tarnholm")]
    graph(lambda step, body: triples(*rows), CORPUS[:1])
    assert edges() == {("Ann Lee", "born in", "Osk")}


def test_nothing_read_writes_no_file(graph, tmp_path):
    with pytest.raises(SettingError, match="no relations were read"):
        graph(lambda step, body: triples())
    assert not (tmp_path / "graph.ttl").exists()


@pytest.mark.parametrize(
    ("model", "error"), [("gpt", SettingError), ("openai:", SettingError), ("nobody:x", SettingError)]
)
def test_a_model_that_cannot_be_opened_is_an_error(tmp_path, model, error):
    docs = write_lines(tmp_path / "docs.jsonl", CORPUS)
    with pytest.raises(error):
        build_graph(docs, tmp_path / "g.ttl", model=ModelAccess(model))


def test_a_server_that_breaks_is_told(graph):
    with pytest.raises(ModelUnavailableError, match="HTTP 500"):
        graph(lambda step, body: BROKEN)


def test_a_file_of_something_else_is_not_taken_for_replies(graph, tmp_path):
    (tmp_path / "graph.ttl.replies.sqlite").write_text("no database")
    with pytest.raises(SettingError, match="replies of the model cannot be kept"):
        graph()
