"""Embeddings of relations beside a compiled graph: made once, for one encoder."""

from pathlib import Path

import numpy as np
import pytest

from pog_agent.kg.local.compiled_files import RELATION_VECTORS, open_compiled
from pog_agent.kg.local.index import build_index
from pog_agent.kg.open import open_kg
from pog_agent.linking.index import index_graph
from pog_agent.loops import run_blocking
from pog_agent.ranking.encoder import CachedEncoder
from pog_agent.ranking.relation_embeddings import RelationEmbeddings, relation_texts
from tests.ranking.counting import Counting

GRAPH = """@prefix : <http://x/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:a :placeOfBirth :b . :b :isIn :c . :isIn rdfs:label "Contained by"@en , "enthalten in"@de .
"""
TEXTS = ["Contained by", "place of birth", "contained by", "Contained", "birth", "place"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "graph.ttl").write_text(GRAPH)
    build_index([str(tmp_path / "graph.ttl")], str(tmp_path / "index"))
    return tmp_path / "index"


def opened(folder: Path, dimensions: int = 64) -> tuple[RelationEmbeddings, CachedEncoder, Counting]:
    inner = Counting(dimensions)
    inner.fingerprint = f"counting {dimensions}"  # type: ignore[attr-defined]
    encoder = CachedEncoder(inner)
    beside = RelationEmbeddings.beside(open_compiled(folder), encoder)
    assert beside is not None
    return beside, encoder, inner


def test_relations_are_kept_whole_in_small_letters_and_word_by_word() -> None:
    assert relation_texts(["place of birth", "Contained by"]) == TEXTS


async def test_what_one_process_has_embedded_the_next_one_recalls(folder: Path) -> None:
    first, encoder, inner = opened(folder)
    counts: list[int] = []
    assert not await first.complete(["en"], counts.append)
    assert inner.texts == TEXTS and counts == [len(TEXTS)]
    second, again, fresh = opened(folder)
    assert second.recall() == TEXTS
    assert np.array_equal(again.encode(TEXTS), encoder.encode(TEXTS)) and not fresh.texts
    assert not await second.complete(["en"], counts.append) and len(counts) == 1


async def test_another_language_adds_its_words(folder: Path) -> None:
    await opened(folder)[0].complete(["en"], lambda _: None)
    german, _, inner = opened(folder)
    await german.complete(["de"], lambda _: None)
    assert inner.texts == ["enthalten in", "enthalten"]
    assert set(opened(folder)[0].recall()) == {*TEXTS, *inner.texts}


@pytest.mark.parametrize("content", [b"", b"no archive"])
async def test_the_vectors_of_another_encoder_and_a_damaged_file_are_made_anew(
    folder: Path, content: bytes
) -> None:
    await opened(folder)[0].complete(["en"], lambda _: None)
    assert opened(folder, 32)[0].recall() == []
    (folder / RELATION_VECTORS).write_bytes(content)
    beside, _, inner = opened(folder)
    assert beside.recall() == []
    await beside.complete(["en"], lambda _: None)
    assert inner.texts == TEXTS


def test_where_they_cannot_be_written_the_reason_is_given_and_nothing_is_left_behind(folder: Path) -> None:
    (folder / RELATION_VECTORS).mkdir()
    before = sorted(folder.iterdir())
    assert "cannot be written" in run_blocking(opened(folder)[0].complete(["en"], lambda _: None))
    assert sorted(folder.iterdir()) == before


def test_a_graph_without_a_folder_keeps_none() -> None:
    assert RelationEmbeddings.beside(open_kg("demo"), CachedEncoder(Counting())) is None


def test_indexing_makes_them_and_they_stay_when_the_graph_is_compiled_again(tmp_path: Path) -> None:
    source, out = tmp_path / "graph.ttl", tmp_path / "index"
    source.write_text(GRAPH)
    index_graph([str(source)], str(out), encoder="lexical")
    kept = (out / RELATION_VECTORS).read_bytes()
    source.write_text(GRAPH + ":c :isIn :d .")
    open_compiled(out).close()
    assert (out / RELATION_VECTORS).read_bytes() == kept
