"""Rankers of passages: dense, BM25, a cross-encoder, and the seam for a language model."""

import numpy as np
import pytest

from pog_agent.documents import RankedText, open_index, open_ranker
from pog_agent.errors import SettingError
from pog_agent.ranking.encoder import LexicalEncoder
from tests.documents.corpora import passages_of, small_index


@pytest.fixture
def index(tmp_path):
    return small_index(tmp_path)


@pytest.fixture
def passages(index):
    return passages_of(index)


@pytest.mark.parametrize("name", ["dense", "bm25"])
async def test_the_passage_that_is_asked_for_is_first(index, passages, name):
    scores = await open_ranker(name, index).rank("Who was born in Bergen?", passages)
    best = passages[int(np.argmax(scores))].chunk
    assert (best.document, len(scores)) == ("d1", 6)


@pytest.mark.parametrize("name", ["dense", "bm25", "cross-encoder"])
async def test_no_passages_have_no_scores(index, name):
    assert await open_ranker(name, index, cross_encoder="never loaded").rank("x", []) == []


async def test_dense_scores_are_those_of_the_search(index, passages):
    query = "a rainy city"
    scores = await open_ranker("dense", index).rank(query, passages)
    searched = {item.chunk.key: item.score for item in index.search(query, 6)}
    assert np.allclose(scores, [searched[passage.chunk.key] for passage in passages], atol=1e-3)


async def test_dense_ranking_embeds_the_query_and_each_context_once_and_no_chunk(index, passages):
    class Counting(LexicalEncoder):
        texts: list[str] = []  # noqa: RUF012 (one list for the test)

        def encode(self, texts):
            self.texts += texts
            return super().encode(texts)

    counted = open_index(index.directory, Counting())
    Counting.texts.clear()
    with_context = [item.model_copy(update={"context": "Bergen in Norway"}) for item in passages]
    await open_ranker("dense", counted).rank("Where?", with_context)
    assert Counting.texts == ["Bergen in Norway", "Where?"]


async def test_a_context_moves_a_dense_score_towards_its_own(index, passages):
    ranker = open_ranker("dense", index)
    plain = await ranker.rank("capital of Norway", passages[:1])
    moved = await ranker.rank(
        "capital of Norway", [passages[0].model_copy(update={"context": "capital of Norway"})]
    )
    assert plain[0] < moved[0] < 1.001


async def test_bm25_counts_the_context_as_text(index, passages):
    ranker = open_ranker("bm25", index)
    assert (await ranker.rank("Trondheim", passages)) == [0] * 6
    scores = await ranker.rank(
        "Trondheim", [passages[0].model_copy(update={"context": "Trondheim"}), *passages[1:]]
    )
    assert scores[0] > 0 == scores[1]


async def test_the_ranker_of_a_language_model_is_given(index, passages):
    class Reader:
        async def rank(self, query, passages):
            return [float(len(item.text)) for item in passages]

    assert len(await open_ranker("llm", index, llm=Reader()).rank("x", passages)) == 6
    with pytest.raises(SettingError, match="'llm' needs a language model, and none was given"):
        open_ranker("llm", index)


def test_an_unknown_ranker_is_refused(index):
    with pytest.raises(SettingError, match="unknown ranker 'magic'; known are dense, cross-encoder, bm25, llm"):
        open_ranker("magic", index)


def test_the_text_of_a_passage_is_its_context_title_and_chunk(passages):
    second = passages[1].model_copy(update={"context": "Grieg wrote Peer Gynt"})
    assert second.text == f"Grieg wrote Peer Gynt: Edvard Grieg: {second.chunk.text}"


@pytest.mark.parametrize("name", ["dense", "bm25"])
async def test_a_triple_without_a_chunk_is_ranked_by_its_sentence(index, passages, name):
    triples = [RankedText(context="Edvard Grieg born in Bergen"), RankedText(context="a rainy city")]
    scores = await open_ranker(name, index).rank("Where was Edvard Grieg born?", [*triples, *passages])
    assert (len(scores), int(np.argmax(scores))) == (8, 0)


async def test_triples_alone_need_no_index(passages):
    ranker = open_ranker("dense", LexicalEncoder())
    near, far = await ranker.rank("born in", [RankedText(context="Grieg born in Bergen"), RankedText(context="x")])
    assert near > far
    with pytest.raises(SettingError, match="needs the document index"):
        await ranker.rank("born in", passages)
