"""Embeddings on disk: nothing embedded twice across processes, no vector of another model, no bad file trusted."""

import sqlite3
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import numpy as np
import pytest

from pog_agent import PathsOverGraph
from pog_agent.errors import SettingError
from pog_agent.ranking.encoder import LexicalEncoder, open_encoder
from pog_agent.ranking.sbert import SbertEncoder
from tests.pipeline_fixtures import demo
from tests.ranking.counting import embed_many, opened

TEXTS = ["contained by", "adjoining", "größe", "\udc80 not UTF-8", ""]
WHOLE = ["contained by", "adjoining", "größe", "\ufffd not UTF-8", ""]
"""What is embedded of them: half of a character is replaced."""


def test_a_second_instance_embeds_nothing_and_gives_the_same_vectors(tmp_path):
    first, inner = opened(tmp_path / "cache")
    vectors = first.encode(TEXTS)
    assert inner.texts == WHOLE
    first.close()
    second, again = opened(tmp_path / "cache")
    assert np.array_equal(second.encode(TEXTS[::-1]), vectors[::-1])
    assert again.texts == []
    assert second.encode([*TEXTS, "new"]).dtype == np.float32
    assert again.texts == ["new"]


def test_what_memory_forgets_the_file_knows(tmp_path):
    cached, inner = opened(tmp_path / "cache", size=1)
    for text in ("a", "b", "a"):
        cached.encode([text])
    assert inner.texts == ["a", "b"]


def test_more_texts_than_one_query_takes_are_recalled(tmp_path):
    texts = [f"text {number}" for number in range(1_234)]
    opened(tmp_path / "cache")[0].encode(texts)
    cached, inner = opened(tmp_path / "cache")
    assert np.array_equal(cached.encode(texts), LexicalEncoder(64).encode(texts))
    assert inner.texts == []


def test_processes_that_write_at_once_all_succeed_and_leave_all_vectors(tmp_path):
    path = str(tmp_path / "cache")
    with ProcessPoolExecutor(3, mp_context=get_context("spawn")) as pool:
        counts = list(pool.map(embed_many, [path] * 3, [0, 20, 40]))
    assert sum(counts) >= 80
    assert embed_many(path, 0) == embed_many(path, 40) == 0


def test_models_share_a_file_without_mixing(tmp_path):
    one, _ = opened(tmp_path / "cache", 64, "one")
    other, inner = opened(tmp_path / "cache", 32, "other")
    one.encode(TEXTS)
    assert np.array_equal(other.encode(TEXTS), LexicalEncoder(32).encode(WHOLE))
    assert inner.texts == WHOLE
    assert np.array_equal(opened(tmp_path / "cache", 64, "one")[0].encode(TEXTS), LexicalEncoder(64).encode(WHOLE))


def test_a_model_of_the_same_name_and_another_dimension_replaces_the_old_vectors(tmp_path):
    opened(tmp_path / "cache", 64)[0].encode(["a", "b", "c"])
    changed, _ = opened(tmp_path / "cache", 32)
    assert changed.encode(["a"]).shape == (1, 64)
    assert np.array_equal(changed.encode(["a", "b", "new"]), LexicalEncoder(32).encode(["a", "b", "new"]))
    later, inner = opened(tmp_path / "cache", 32)
    assert np.array_equal(later.encode(["new", "c"]), LexicalEncoder(32).encode(["new", "c"]))
    assert inner.texts == ["c"]


def test_a_fingerprint_tells_weights_of_one_name_apart_and_stays_the_same(tmp_path):
    for place, weights in (("a", b"1"), ("b", b"2"), ("c", b"1")):
        (tmp_path / place / "model").mkdir(parents=True)
        (tmp_path / place / "model" / "weights.safetensors").write_bytes(weights)
    one, other, same = (SbertEncoder(str(tmp_path / place / "model")).fingerprint for place in "abc")
    assert one == same != other
    assert LexicalEncoder().fingerprint == LexicalEncoder().fingerprint != LexicalEncoder(64).fingerprint


def test_a_file_that_is_no_database_is_a_setting_error_of_one_line(tmp_path):
    bad = tmp_path / "cache"
    bad.write_bytes(b"certainly not SQLite, and longer than its header of a hundred bytes" * 40)
    with pytest.raises(
        SettingError, match=r"embedding_cache '.*cache' cannot be used \(.*not a database\)"
    ) as told:
        open_encoder("lexical", print, bad)
    assert "\n" not in str(told.value)
    assert bad.read_bytes().startswith(b"certainly not")


def test_a_damaged_cache_is_a_setting_error_and_not_a_wrong_vector(tmp_path):
    path = tmp_path / "cache"
    cached, _ = opened(path)
    cached.encode([f"text {number}" for number in range(500)])
    cached.close()
    damaged = bytearray(path.read_bytes())
    damaged[4096:] = bytes(len(damaged) - 4096)
    path.write_bytes(damaged)
    with pytest.raises(SettingError, match="cannot be used"):
        opened(path)[0].encode(["text 1"])


def test_a_database_of_something_else_is_left_alone(tmp_path):
    path = tmp_path / "bookmarks"
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE bookmarks (address TEXT)")
    before = path.read_bytes()
    with pytest.raises(SettingError, match="something else"):
        open_encoder("lexical", print, path)
    assert path.read_bytes() == before


def test_a_folder_that_is_missing_is_a_setting_error(tmp_path):
    with pytest.raises(SettingError, match="cannot be used"):
        open_encoder("lexical", print, tmp_path / "missing" / "cache")


def test_a_second_run_of_a_question_adds_nothing_to_the_file(tmp_path):
    path, sizes = tmp_path / "cache", []
    for _ in range(2):
        with PathsOverGraph(demo(), encoder="lexical", embedding_cache=str(path)) as agent:
            agent.ask("Who was Marie Curie married to?")
        with sqlite3.connect(path) as database:
            sizes.append(database.execute("SELECT count(*), max(rowid) FROM embeddings").fetchone())
    assert sizes[0] == sizes[1]
    assert sizes[0][0] > 0
