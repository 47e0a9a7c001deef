"""BM25 over texts, kept in a folder."""

import math

import numpy as np
import pytest

from pog_agent.documents.bm25 import FOLDER, Bm25, bm25_tokens
from pog_agent.errors import SettingError

TEXTS = ["Edvard Grieg was a composer from Bergen", "Bergen is a city in Norway", "Rivers of Norway and of Norway"]


def test_tokens_are_stems_without_case_accents_and_function_words():
    assert bm25_tokens("The Cities of Åse's peer-reviewed composers") == [
        "citi",
        "ase",
        "peer",
        "review",
        "compos",
    ]
    assert bm25_tokens("作曲家 Grieg") == ["作", "曲", "家", "grieg"]


def test_scores_are_those_of_the_formula():
    lengths = np.array([len(bm25_tokens(text)) for text in TEXTS])
    idf = math.log(1 + (3 - 2 + 0.5) / (2 + 0.5))
    frequency = np.array([0, 1, 2])
    norm = 1.5 * (1 - 0.75 + 0.75 * lengths / lengths.mean())
    expected = idf * frequency / (frequency + norm)
    assert np.allclose(Bm25.over(TEXTS).scores("in Norway"), expected)


@pytest.mark.parametrize("query", ["", "the of", "unheard"])
def test_a_query_without_known_words_scores_nothing(query):
    assert Bm25.over(TEXTS).scores(query).tolist() == [0, 0, 0]


@pytest.mark.parametrize("texts", [TEXTS, ["the of", ""], []])
def test_a_saved_index_gives_the_same_scores(tmp_path, texts):
    index = Bm25.over(texts)
    index.save(tmp_path)
    index.save(tmp_path)
    loaded = Bm25.load(tmp_path, len(texts))
    assert np.array_equal(loaded.scores("Bergen Norway unheard"), index.scores("Bergen Norway unheard"))


def test_an_index_over_other_texts_or_with_damaged_files_is_refused(tmp_path):
    Bm25.over(TEXTS).save(tmp_path)
    with pytest.raises(SettingError, match="does not fit the texts beside it; run pog-agent index-docs again"):
        Bm25.load(tmp_path, 4)
    (tmp_path / FOLDER / "data.csc.index.npy").write_bytes(b"nonsense")
    with pytest.raises(SettingError, match="missing or damaged; run pog-agent index-docs again"):
        Bm25.load(tmp_path, 3)
    with pytest.raises(SettingError, match="missing or damaged"):
        Bm25.load(tmp_path / "none", 3)
