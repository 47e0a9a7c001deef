"""Building a document index: whole, again, after changes, after being killed, and where it cannot be built."""

import gzip
import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from pog_agent.documents import build, open_index
from pog_agent.documents.bm25 import FOLDER
from pog_agent.documents.index import FAISS
from pog_agent.documents.index_file import FILE
from pog_agent.errors import GraphUnavailableError, SettingError
from pog_agent.linking.index import index_graph
from pog_agent.ranking.encoder import LexicalEncoder
from tests.documents.corpora import BERGEN, CORPUS, GRAPH, GRIEG, OSLO, E, built, write_graph, write_lines

DONE = ("added", "changed", "removed", "unchanged", "embedded", "relinked")


def done(report):
    return tuple(getattr(report, name) for name in DONE)


def state(folder: Path) -> dict[str, list[object]]:
    """All that a search can tell of an index, without numbers of chunks."""
    index = open_index(folder)
    found = {}
    for name in ("d1", "d2", "d3"):
        chunks = index.document(name)
        links = index.entities_of(chunks)
        found[name] = [(c.text, c.start, c.end, links.get(c.key), index.vectors([c]).tolist()) for c in chunks]
    return found


@pytest.fixture
def failing(monkeypatch):
    """Makes the lexical encoder fail at a text, until told otherwise."""
    original = LexicalEncoder.encode
    trap = {"text": ""}

    def encode(self, texts):
        if trap["text"] and any(trap["text"] in text for text in texts):
            raise KeyboardInterrupt
        return original(self, texts)

    monkeypatch.setattr(LexicalEncoder, "encode", encode)
    monkeypatch.setattr(build, "EMBEDDED_AT_ONCE", 1)
    return trap


def test_the_report_says_what_the_index_holds(tmp_path):
    report = built(tmp_path, chunk_words=12)
    assert (report.documents, report.chunks, report.linked) == (3, 6, 3)
    assert done(report) == (3, 0, 0, 0, 6, 3)
    assert (report.entities, report.links) == (4, 7)  # Grieg and Peer Gynt of 2 chunks, Bergen of 2, Norway of 1
    assert (report.encoder, report.warnings) == ("lexical", ())
    files = (path for path in (tmp_path / "index").rglob("*") if path.is_file())
    assert report.bytes == sum(path.stat().st_size for path in files)


def test_what_has_not_changed_is_not_embedded_again(tmp_path):
    built(tmp_path)
    before = (tmp_path / "index" / FAISS).stat().st_mtime_ns
    assert done(built(tmp_path)) == (0, 0, 0, 3, 0, 0)
    assert (tmp_path / "index" / FAISS).stat().st_mtime_ns == before


def test_after_changes_only_new_chunks_are_embedded_and_the_index_is_as_if_built_anew(tmp_path):
    built(tmp_path, chunk_words=12)
    changed = {**BERGEN, "text": BERGEN["text"].replace("rainy", "windy")}
    report = built(tmp_path, [changed, OSLO, {**GRIEG, "id": "d4"}], chunk_words=12)
    assert done(report) == (1, 1, 1, 1, 3, 2)
    assert report.chunks == 6
    index = open_index(tmp_path / "index")
    assert index.document("d1") == ()
    assert [item.chunk.document for item in index.search("windy city", 1, "bm25")] == ["d2"]
    assert index.search("rainy", 5, "bm25") == ()
    built(tmp_path, [changed, OSLO, {**GRIEG, "id": "d4"}], chunk_words=12, out=tmp_path / "anew")
    assert state(tmp_path / "anew") == state(tmp_path / "index")


def test_other_links_of_a_document_do_not_embed_it_again(tmp_path):
    built(tmp_path)
    report = built(tmp_path, [GRIEG, BERGEN, {**OSLO, "entities": [f"{E}norway"]}])
    assert done(report) == (0, 1, 0, 2, 0, 1)
    (links,) = open_index(tmp_path / "index").entities_of(open_index(tmp_path / "index").document("d3")).values()
    assert [(link.iri, link.kind) for link in links] == [(f"{E}norway", "given")]


def test_a_changed_graph_links_anew_and_embeds_nothing(tmp_path):
    built(tmp_path)
    kg = write_graph(tmp_path, GRAPH + ':oslo rdfs:label "Oslo" ; :in :norway .')
    assert done(built(tmp_path, kg=kg)) == (0, 0, 0, 3, 0, 3)
    assert list(open_index(tmp_path / "index").chunks_of([f"{E}oslo"])) == [f"{E}oslo"]


def test_a_corpus_may_move_and_a_graph_too(tmp_path):
    built(tmp_path)
    docs = write_lines(tmp_path / "moved.jsonl", [GRIEG, BERGEN])
    report = built(tmp_path, docs=docs, kg=write_graph(tmp_path, name="moved.ttl"))
    assert done(report) == (0, 0, 1, 2, 0, 0)
    assert open_index(tmp_path / "index").origin.source == str(docs)


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"encoder": "auto"}, "with the encoder 'lexical', not '"),
        ({"chunk_words": 7}, "with chunks of 150 words, not 7"),
        ({"kg": "demo"}, r"for the graph .*graph.ttl, not demo"),
    ],
)
def test_the_index_of_something_else_is_refused_and_stays(tmp_path, more, message):
    built(tmp_path)
    with pytest.raises(SettingError, match=f"index was made {message}.*give the same, or a new folder"):
        built(tmp_path, **more)
    assert done(built(tmp_path)) == (0, 0, 0, 3, 0, 0)


def test_the_index_of_another_corpus_is_refused_and_stays(tmp_path):
    built(tmp_path)
    others = write_lines(tmp_path / "others.jsonl", [{**OSLO, "text": "Others."}])
    with pytest.raises(SettingError, match=r"of other documents, those of .*docs\.jsonl; give the same"):
        built(tmp_path, docs=others)
    assert done(built(tmp_path)) == (0, 0, 0, 3, 0, 0)


def test_embedding_goes_on_at_the_chunk_where_it_failed(tmp_path, failing):
    failing["text"] = "Oslo"
    with pytest.raises(KeyboardInterrupt):
        built(tmp_path)
    with pytest.raises(SettingError, match="unfinished; run the same pog-agent index-docs command again"):
        open_index(tmp_path / "index")
    failing["text"] = ""
    assert done(built(tmp_path)) == (0, 0, 0, 3, 1, 0)
    built(tmp_path, out=tmp_path / "anew")
    assert state(tmp_path / "index") == state(tmp_path / "anew")


def test_an_update_that_failed_goes_on(tmp_path, failing):
    built(tmp_path)
    failing["text"] = "Trondheim"
    records = [
        GRIEG,
        {"id": "d5", "title": "", "text": "Trondheim."},
        {"id": "d6", "title": "", "text": "Tromsø."},
    ]
    with pytest.raises(KeyboardInterrupt):
        built(tmp_path, records)
    failing["text"] = ""
    assert done(built(tmp_path, records)) == (0, 0, 0, 3, 2, 0)
    assert [item.chunk.document for item in open_index(tmp_path / "index").search("Tromsø", 1, "bm25")] == ["d6"]


KILLED = """
import sys, time
from pathlib import Path
from pog_agent.documents import build
from pog_agent.ranking.encoder import LexicalEncoder
from tests.documents.corpora import built

original = LexicalEncoder.encode

def slow(self, texts):
    time.sleep(0.01)
    return original(self, texts)

LexicalEncoder.encode = slow
build.EMBEDDED_AT_ONCE = 5
print("begin", flush=True)
built(Path(sys.argv[1]), [{"id": str(n), "title": f"t{n}", "text": f"Text number {n}."} for n in range(2000)])
"""


def test_a_killed_build_goes_on_and_embeds_nothing_twice(tmp_path):
    command = [sys.executable, "-c", KILLED, str(tmp_path)]
    process = subprocess.Popen(command, cwd=Path(__file__).parents[2], stdout=subprocess.PIPE)
    path = tmp_path / "index" / FILE
    deadline = time.monotonic() + 60
    embedded = 0
    while embedded < 20 and time.monotonic() < deadline:
        time.sleep(0.05)
        try:
            with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as database:
                (embedded,) = database.execute("SELECT count(*) FROM vectors").fetchone()
        except sqlite3.OperationalError:
            continue
    os.kill(process.pid, signal.SIGKILL)
    process.communicate()
    records = [{"id": str(n), "title": f"t{n}", "text": f"Text number {n}."} for n in range(2000)]
    report = built(tmp_path, records)
    assert (report.added, report.unchanged, report.chunks) == (0, 2000, 2000)
    assert 0 < report.embedded <= 2000 - embedded
    assert open_index(tmp_path / "index").search("t1234", 1, "bm25")[0].chunk.document == "1234"


def test_documents_that_may_be_in_broken_lines_are_kept(tmp_path):
    built(tmp_path)
    docs = write_lines(tmp_path / "docs.jsonl", [GRIEG])
    with docs.open("a") as stream:
        stream.write('{"id": "d2", "text')
    report = built(tmp_path, docs=docs)
    assert (report.documents, report.removed) == (3, 0)
    assert report.warnings == (
        "lines that are not JSON in UTF-8: 1 (docs.jsonl:2)",
        "documents kept that may be in what could not be read of the corpus: 2",
    )


def test_a_page_that_became_unreadable_is_kept_and_a_page_that_is_gone_is_not(tmp_path):
    docs = tmp_path / "docs"
    docs.mkdir()
    for name in ("a", "b", "c"):
        (docs / f"{name}.txt").write_text(f"Text {name} of Norway.")
    built(tmp_path, docs=docs)
    (docs / "a.txt").write_bytes(b"\0")
    (docs / "b.txt").unlink()
    report = built(tmp_path, docs=docs)
    assert (report.documents, report.removed) == (2, 1)
    assert len(open_index(tmp_path / "index").document("a.txt")) == 1


def test_a_corpus_that_ends_too_early_changes_nothing(tmp_path):
    docs = tmp_path / "docs.jsonl.gz"
    whole = gzip.compress(write_lines(tmp_path / "plain.jsonl").read_bytes())
    docs.write_bytes(whole)
    built(tmp_path, docs=docs)
    docs.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(SettingError, match="cannot be read"):
        built(tmp_path, docs=docs)
    assert len(open_index(tmp_path / "index")) == 3


@pytest.mark.parametrize(
    ("records", "message"),
    [([], "no documents; it is empty"), ([{"id": "a", "text": ""}], "no documents; documents without text: 1")],
)
def test_a_corpus_without_documents_is_refused(tmp_path, records, message):
    with pytest.raises(SettingError, match=message):
        built(tmp_path, records)
    assert not (tmp_path / "index").exists()


def test_problems_are_counted_with_the_first_places(tmp_path):
    docs = write_lines(tmp_path / "docs.jsonl")
    with docs.open("a") as stream:
        stream.write("no\n" * 5)
    (warning,) = built(tmp_path, docs=docs).warnings
    assert warning == "lines that are not JSON in UTF-8: 5 (docs.jsonl:4, docs.jsonl:5, docs.jsonl:6 and 2 more)"


def test_a_missing_graph_or_a_senseless_chunk_size_is_refused(tmp_path):
    with pytest.raises(GraphUnavailableError):
        built(tmp_path, kg=str(tmp_path / "none.ttl"))
    with pytest.raises(SettingError, match="a chunk has one word at least, not 0"):
        built(tmp_path, chunk_words=0)


@pytest.mark.parametrize("name", [FAISS, f"{FOLDER}/data.csc.index.npy"])
def test_damaged_search_files_are_made_again_without_embedding(tmp_path, name):
    built(tmp_path)
    (tmp_path / "index" / name).write_bytes(b"nonsense")
    assert built(tmp_path).embedded == 0
    index = open_index(tmp_path / "index")
    assert [index.search("Grieg", 1, method)[0].chunk.document for method in ("dense", "bm25")] == ["d1", "d1"]


def test_a_file_of_something_else_is_refused(tmp_path):
    (tmp_path / "index").mkdir()
    (tmp_path / "index" / FILE).write_text("this is no database, however long it may be" * 50)
    with pytest.raises(SettingError, match="not a usable document index"):
        built(tmp_path)


def test_an_index_lives_in_the_folder_of_its_graph_and_outlives_a_new_compilation(tmp_path):
    kg = write_graph(tmp_path)
    folder = str(tmp_path / "graph")
    index_graph([kg], folder, encoder="lexical")
    built(tmp_path, kg=folder, out=folder)
    write_graph(tmp_path, GRAPH + ':oslo rdfs:label "Oslo" ; :in :norway .')
    index_graph([kg], folder, encoder="lexical")
    assert done(built(tmp_path, kg=folder, out=folder)) == (0, 0, 0, 3, 0, 3)
    assert list(open_index(folder).chunks_of([f"{E}oslo"])) == [f"{E}oslo"]


def test_progress_tells_each_stage_to_its_end(tmp_path):
    stages = {}
    built(tmp_path, progress=lambda stage, count, total: stages.update({stage: (count, total)}))
    assert stages == {
        "cutting chunks": (3, 3),
        "linking": (3, 3),
        "embedding": (3, 3),
        "indexing vectors": (3, 3),
        "indexing words": (3, 3),
    }


def test_real_embeddings_find_what_is_meant(tmp_path):
    built(tmp_path, encoder="auto")
    index = open_index(tmp_path / "index")
    assert index.search("Which musician composed songs?", 1)[0].chunk.document == "d1"
    kept = index.vectors(index.document("d2"))
    assert np.allclose(kept @ kept.T, 1, atol=0.01)
    assert len(CORPUS) == len(index)
