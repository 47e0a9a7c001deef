"""Graphs from documents as a whole: files, bad input, and what the other commands make of them."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
import rdflib

from pog_agent.agent import PathsOverGraph, open_system
from pog_agent.documents import build_index, open_index
from pog_agent.errors import SettingError
from pog_agent.extraction import DocumentGraphReport, ModelAccess, build_graph
from pog_agent.kg.check import check_kg
from tests.documents.corpora import Records, write_lines
from tests.llm_server import Body, ScriptedLLM, user_text

CORPUS = (
    {"id": "ann", "title": "Ann Lee", "text": "Ann Lee was an engineer. In 1990 Ann Lee founded Acme."},
    {"id": "acme", "title": "Acme", "text": "Acme makes kettles. Its seat is in Osk."},
    {"id": "osk", "title": "Osk", "text": "Osk has a harbour. King Ilm built Osk. The harbour of Osk is old."},
)
FACTS = (
    ("Ann Lee", "founded", "Acme"),
    ("Acme", "seat", "Osk"),
    ("King Ilm", "built", "Osk"),
)


@pytest.fixture
def built(tmp_path: Path):
    """Builds a graph by co-occurrence."""

    def call(records: Records = CORPUS, name: str = "graph.ttl", **more: object) -> DocumentGraphReport:
        return build_graph(write_lines(tmp_path / "docs.jsonl", records), tmp_path / name, **more)

    return call


def test_the_report_says_what_was_made(built, tmp_path):
    report = built()
    assert (report.out, report.method) == (str(tmp_path / "graph.ttl"), "co-occurrence")
    assert (report.documents, report.entities, report.relations, report.edges) == (3, 3, 1, 2)
    assert (report.llm_calls, report.reused, report.unread, report.warnings) == (0, 0, 0, ())
    assert report.bytes == (tmp_path / "graph.ttl").stat().st_size


def test_the_same_corpus_gives_the_same_bytes_and_its_order_changes_no_line(built, tmp_path):
    built()
    built(CORPUS[::-1], "again.ttl")
    lines = [sorted((tmp_path / name).read_text().splitlines()) for name in ("graph.ttl", "again.ttl")]
    assert lines[0] == lines[1]
    built(name="third.ttl")
    assert (tmp_path / "third.ttl").read_bytes() == (tmp_path / "graph.ttl").read_bytes()


def test_folders_of_texts_are_read_as_the_index_reads_them(tmp_path):
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "ann.md").write_text("# Ann Lee\n\nShe founded Acme in Osk.")
    (docs / "acme.html").write_text("<title>Acme</title><p>Acme is in Osk.</p>")
    with gzip.open(docs / "note.txt.gz", "wt") as stream:
        stream.write("Nobody was there.")
    (docs / "picture.png").write_bytes(b"\x89PNG")
    (docs / "binary.txt").write_bytes(b"\xff\xfe\x00")
    report = build_graph(docs, tmp_path / "graph.ttl")
    assert report.documents == 3
    assert {text.partition(":")[0] for text in report.warnings} == {
        "files of other kinds",
        "files that are binary or not in UTF-8",
    }
    assert report.edges == 3


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "no documents"),
        ("no json\n", "no documents; lines that are not JSON"),
        ('{"id": "a", "text": " "}\n', "no documents; documents without text"),
        ('{"id": "a", "text": "nothing is named here, at all"}\n', "no names were found"),
    ],
)
def test_a_corpus_with_nothing_in_it_is_refused(tmp_path, content, message):
    (tmp_path / "docs.jsonl").write_text(content)
    with pytest.raises(SettingError, match=message):
        build_graph(tmp_path / "docs.jsonl", tmp_path / "graph.ttl")
    assert not (tmp_path / "graph.ttl").exists()


def test_names_without_an_edge_are_told(built):
    report = built([{"id": "a", "title": "Osk", "text": "It rains there."}])
    assert (report.entities, report.edges) == (1, 0)
    assert report.warnings == ("no two names were joined: lower the thresholds",)


def test_links_without_a_name_are_told(built):
    report = built([{**CORPUS[0], "entities": ["http://e/Q42", "no iri", "http://e/Ann_Lee"]}, *CORPUS[1:]])
    assert report.warnings == (
        "linked entities left out, whose IRI is no name in words: 2 (http://e/Q42, no iri)",
    )


def test_a_file_that_is_there_is_replaced_only_by_force(built, tmp_path):
    (tmp_path / "graph.ttl").write_text("mine")
    with pytest.raises(SettingError, match=r"graph\.ttl: exists; give another --out, or --force"):
        built()
    assert (tmp_path / "graph.ttl").read_text() == "mine"
    assert built(force=True).edges == 2
    assert sorted(path.name for path in tmp_path.iterdir()) == ["docs.jsonl", "graph.ttl"]


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"name": "graph.nt"}, "give a file that ends in .ttl"),
        ({"name": "docs.jsonl/graph.ttl"}, "cannot be written"),
        ({"chunk_words": 0}, "a chunk has one word at least"),
        ({"base": "nowhere"}, "is no namespace"),
    ],
)
def test_what_cannot_be_written_is_refused(built, more, message):
    with pytest.raises(SettingError, match=message):
        built(**more)


def test_a_folder_is_not_replaced(built, tmp_path):
    (tmp_path / "graph.ttl").mkdir()
    with pytest.raises(SettingError, match="exists"):
        built(force=True)


def facts(file: Path) -> dict[str, Any]:
    """What `pog-agent check` finds."""
    report = check_kg(str(file)).to_json()
    assert report["warnings"] == []
    return {name: fact.get("value") for name, fact in report["facts"].items()}


def test_what_was_edited_loads(built, tmp_path):
    built()
    file = tmp_path / "graph.ttl"
    file.write_text(file.read_text() + "e:acme r:maker_of e:kettle .\ne:kettle rdfs:label 'kettle' .\n")
    assert len(rdflib.Graph().parse(file)) > 0
    assert facts(file)["relations"] == 2


def test_check_finds_a_labelled_graph(built, tmp_path):
    built()
    found = facts(tmp_path / "graph.ttl")
    assert (found["labels"]["share"], found["relations"]) == (1, 1)


def test_documents_are_linked_to_the_graph_that_was_made_of_them(built, tmp_path):
    built()
    build_index(tmp_path / "docs.jsonl", str(tmp_path / "graph.ttl"), tmp_path / "index", encoder="lexical")
    index = open_index(tmp_path / "index")
    links = index.entities_of(index.document("acme"))
    assert {(link.kind, link.iri.rpartition("/")[2]) for found in links.values() for link in found} == {
        ("title", "acme"),
        ("mention", "osk"),
    }


def test_links_of_the_corpus_are_links_to_the_graph(built, tmp_path):
    iri = "http://kg/e/acme"
    built([{**CORPUS[0], "entities": [iri]}, *CORPUS[1:]])
    docs, kg = tmp_path / "docs.jsonl", str(tmp_path / "graph.ttl")
    report = build_index(docs, kg, tmp_path / "index", encoder="lexical")
    assert not [text for text in report.warnings if "graph lacks" in text]


def test_standing_together_supports_no_answer(built, tmp_path):
    built()
    with PathsOverGraph(str(tmp_path / "graph.ttl"), encoder="lexical") as pog:
        for question in ("Who founded Acme?", "Where is the seat of Acme?", "Did Ann Lee found Acme?"):
            assert pog.ask(question).status != "supported"


def think(step: str, body: Body) -> str | None:
    """Reads the facts of the corpus, follows every relation, and quotes the passage that says who built Osk."""
    text = user_text(body)
    if step == "extract_relations":
        inside = text.rpartition("<text>")[2]
        rows = [{"subject": s, "relation": r, "object": o} for s, r, o in FACTS if s in text and o in inside]
        return json.dumps({"triples": rows})
    if step == "recognize_topics":
        return '{"mentions": ["Ann Lee"]}'
    if step == "select_relations":
        return json.dumps({"scores": [{"number": number, "score": 9} for number in (1, 2, 3)]})
    if step == "reason_over_knowledge":
        shown = text.rpartition("<passages>")[2]
        number = next((line[2] for line in shown.splitlines() if "King Ilm built Osk" in line), None)
        if number is None:
            return '{"sufficient": false, "clues": "Ann Lee founded Acme.", "keep": []}'
        quote = {"passage": int(number), "quote": "King Ilm built Osk.", "answer": "King Ilm"}
        return json.dumps({"sufficient": True, "reason": "Quoted.", "quotes": [quote], "citations": []})
    return None


@pytest.mark.parametrize("by_model", [False, True])
def test_think_on_graph_2_walks_a_graph_from_documents_to_the_passage_that_answers(tmp_path, by_model):
    docs, kg, index = write_lines(tmp_path / "docs.jsonl", CORPUS), tmp_path / "graph.ttl", tmp_path / "index"
    llm = ScriptedLLM()
    with llm.serve(think) as url:
        access = ModelAccess("openai:test", base_url=url) if by_model else None
        build_graph(docs, kg, model=access)
        build_index(docs, str(kg), index, encoder="lexical")
        settings = {
            "kg": str(kg),
            "docs": str(index),
            "encoder": "lexical",
            "model": "openai:test",
            "base_url": url,
        }
        with open_system("tog2", **settings) as agent:
            answer = agent.ask("Who built the seat of the firm that Ann Lee founded?")
    assert [item.label for item in answer.answers] == ["King Ilm"]
    assert [(item.document, item.text) for item in answer.passages] == [("osk", "King Ilm built Osk.")]
    assert answer.status == "partial"
    assert answer.depth == 2
