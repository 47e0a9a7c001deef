"""Cross-encoders rank passages, beside the other tests that load torch: a process does so once, in seconds."""

import string

import numpy as np
import pytest

from pog_agent.documents import open_ranker
from pog_agent.errors import SettingError
from tests.documents.corpora import passages_of, small_index


@pytest.fixture
def index(tmp_path):
    return small_index(tmp_path)


@pytest.fixture
def passages(index):
    return passages_of(index)


@pytest.fixture(scope="session")
def tiny_reranker(tmp_path_factory):
    """The folder of a cross-encoder with random weights."""
    from sentence_transformers import CrossEncoder
    from transformers import BertConfig, BertForSequenceClassification, BertTokenizer

    folder = tmp_path_factory.mktemp("reranker")
    letters = [*string.ascii_lowercase, *(f"##{letter}" for letter in string.ascii_lowercase)]
    (folder / "vocab.txt").write_text("\n".join(["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *letters]))
    sizes = {"hidden_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2, "intermediate_size": 16}
    config = BertConfig(vocab_size=5 + len(letters), num_labels=1, **sizes)
    BertForSequenceClassification(config).save_pretrained(folder)
    BertTokenizer(str(folder / "vocab.txt")).save_pretrained(folder)
    CrossEncoder(str(folder), local_files_only=True).save_pretrained(str(folder))
    return folder


async def test_a_cross_encoder_reads_query_and_passage_together(index, passages, tiny_reranker):
    from sentence_transformers import CrossEncoder

    ranker = open_ranker("cross-encoder", index, cross_encoder=str(tiny_reranker))
    scores = await ranker.rank("where", passages)
    model = CrossEncoder(str(tiny_reranker), local_files_only=True)
    expected = model.predict([("where", passage.text) for passage in passages])
    assert np.allclose(scores, expected, atol=1e-5)
    assert all(0 <= score <= 1 for score in scores)
    assert await ranker.rank("who", passages) != scores


async def test_a_cross_encoder_that_is_not_here_is_one_line(index, passages, monkeypatch):
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    with pytest.raises(SettingError, match="cross-encoder 'nobody/none' is not on this machine") as raised:
        await open_ranker("cross-encoder", index, cross_encoder="nobody/none").rank("x", passages)
    assert "\n" not in str(raised.value)
