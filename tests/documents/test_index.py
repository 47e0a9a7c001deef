"""A document index, opened: search, links both ways, and what is refused."""

import numpy as np
import pytest

from pog_agent.documents import open_index
from pog_agent.documents.index import FAISS
from pog_agent.documents.index_file import FILE
from pog_agent.errors import SettingError
from pog_agent.kg.open import open_kg
from pog_agent.ranking.encoder import LexicalEncoder
from pog_agent.sqlite_file import SqliteFile
from tests.documents.corpora import BERGEN, GRAPH, GRIEG, OSLO, E, built, write_graph, write_lines


@pytest.fixture
def folder(tmp_path):
    built(tmp_path, chunk_words=12)
    return tmp_path / "index"


def test_a_chunk_knows_where_it_stands_in_its_document(folder):
    for record in (GRIEG, BERGEN, OSLO):
        chunks = open_index(folder).document(record["id"])
        assert [chunk.number for chunk in chunks] == [0, 1]
        for chunk in chunks:
            assert record["text"][chunk.start : chunk.end] == chunk.text
            assert (chunk.document, chunk.title) == (record["id"], record["title"])
    assert open_index(folder).document("unknown") == ()


def test_a_chunk_is_embedded_after_its_title_unless_it_begins_with_it(folder):
    first, second = open_index(folder).document("d2")
    assert first.titled == first.text
    assert second.titled == f"Bergen: {second.text}"


def test_dense_scores_are_cosines_best_first(folder):
    index = open_index(folder, LexicalEncoder())
    found = index.search("the rainy city of Bergen", 6)
    query = LexicalEncoder().encode(["the rainy city of Bergen"])[0]
    expected = LexicalEncoder().encode([item.chunk.titled for item in found]) @ query
    assert np.allclose([item.score for item in found], expected, atol=1e-3)
    assert list(expected) == sorted(expected, reverse=True)
    assert (found[0].chunk.document, len(found)) == ("d2", 6)


def test_bm25_gives_only_chunks_with_a_word_of_the_text(folder):
    index = open_index(folder)
    assert {item.chunk.document for item in index.search("Norway", 10, "bm25")} == {"d2", "d3"}
    assert len(index.search("Norway", 1, "bm25")) == 1
    assert index.search("unheard", 10, "bm25") == ()


def test_more_may_be_asked_for_than_there_is(folder):
    assert len(open_index(folder).search("Norway", 1000)) == len(open_index(folder)) == 6


def test_a_wrong_search_is_refused(folder):
    with pytest.raises(SettingError, match="unknown search method 'magic'; known are dense and bm25"):
        open_index(folder).search("x", 1, "magic")
    with pytest.raises(SettingError, match="at least one passage, not 0"):
        open_index(folder).search("x", 0)


def test_chunks_of_entities_are_those_that_entities_of_chunks_lead_to(folder):
    index = open_index(folder)
    chunks = [chunk for name in ("d1", "d2", "d3") for chunk in index.document(name)]
    forth = {(link.iri, key) for key, links in index.entities_of(chunks).items() for link in links}
    back = {
        (iri, chunk.key) for iri, found in index.chunks_of({iri for iri, _ in forth}).items() for chunk in found
    }
    assert forth == back


def test_chunks_of_an_entity_that_the_corpus_names_come_before_mentions(tmp_path):
    records = [OSLO, {"id": "t", "title": "Norway", "text": "A land."}, {**BERGEN, "entities": [f"{E}norway"]}]
    built(tmp_path, records)
    found = open_index(tmp_path / "index").chunks_of([f"{E}norway", f"{E}nobody", f"{E}norway"])
    assert [chunk.document for chunk in found.pop(f"{E}norway")] == ["d2", "t", "d3"]
    assert found == {}
    (chunk,) = open_index(tmp_path / "index").chunks_of([f"{E}norway"], limit=1)[f"{E}norway"]
    assert chunk.document == "d2"


def test_vectors_come_in_the_order_asked_for(folder):
    index = open_index(folder)
    first, second = index.document("d1")
    both = index.vectors([second, first, second])
    assert both.dtype == np.float32
    assert np.array_equal(both[[0, 1]], index.vectors([second, first]))
    assert np.array_equal(both[0], both[2])
    with pytest.raises(SettingError, match="chunk 99 is not in this document index"):
        index.vectors([first.model_copy(update={"key": 99})])


def test_another_encoder_is_refused(folder):
    with pytest.raises(SettingError, match="made with the encoder 'lexical', which 'lexical' does not match"):
        open_index(folder, LexicalEncoder(64))


def test_a_folder_without_an_index_or_with_a_damaged_one_is_refused(tmp_path, folder):
    with pytest.raises(SettingError, match="no document index in this folder; make one with pog-agent index-docs"):
        open_index(tmp_path)
    corpus = write_lines(tmp_path / "docs.jsonl")
    with pytest.raises(SettingError, match="a file, and not the folder of a document index; make one of it"):
        open_index(corpus)
    (folder / FAISS).write_bytes(b"nonsense")
    with pytest.raises(SettingError, match="missing or damaged; run the command that made it again"):
        open_index(folder).search("x", 1)
    (folder / FILE).write_bytes(b"nonsense" * 1000)
    with pytest.raises(SettingError, match="not a usable document index"):
        open_index(folder)


def test_an_index_without_its_facts_is_damaged(folder):
    from pog_agent.documents.index_file import FORMAT

    file = SqliteFile(folder / FILE, FORMAT)
    with file.writing() as database:
        database.execute("DELETE FROM facts WHERE key = 'kg'")
    file.close()
    with pytest.raises(SettingError, match="the document index is damaged; delete it and build it again"):
        open_index(folder)


async def test_a_changed_graph_is_a_notice_and_another_graph_is_refused(tmp_path, folder):
    index = open_index(folder)
    kg = open_kg(write_graph(tmp_path))
    assert await index.notices(kg) == ()
    changed = open_kg(write_graph(tmp_path, GRAPH + ":a :b :c ."))
    (notice,) = await index.notices(changed)
    assert "made for another state of the graph" in notice
    assert f"pog-agent index-docs {tmp_path / 'docs.jsonl'} --kg {tmp_path / 'graph.ttl'} --out {folder}" in notice
    with pytest.raises(SettingError, match=r"made for the graph .*graph.ttl, not demo"):
        await index.notices(open_kg("demo"))


def test_chunks_are_found_by_their_keys(tmp_path):
    built(tmp_path, chunk_words=12)
    index = open_index(tmp_path / "index")
    first, *_ = index.document("d1")
    assert index.chunks([first.key, 10_000]) == {first.key: first}
