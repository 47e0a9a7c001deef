"""The paper's reference method: a pattern ranks by its most similar concrete path."""

import pytest

from pog_agent.models import Anchor, PatternKey, Step
from pog_agent.ranking.encoder import LexicalEncoder
from pog_agent.ranking.plain import path_text, path_texts, rank_by_best_path

ENCODER = LexicalEncoder()


def test_a_path_is_written_with_names_relations_and_directions():
    names = ["France", "Germany", "Weeze Airport"]
    text = path_text(names, ["adjoining", "contained by"], [True, False])
    assert text == "{France} - adjoining -> {Germany} <- contained by - {Weeze Airport}"


def test_each_path_is_written_with_the_steps_of_its_own_pattern():
    start = (Anchor(entity="e:a", position=0),)
    keys = [
        PatternKey(anchors=start, steps=(Step(relation="r:in", forward=True),)),
        PatternKey(anchors=start, steps=(Step(relation="r:near", forward=False),)),
    ]
    names, words = {"e:a": "Ann", "e:b": "Bob", "e:c": "Cleo"}, {"r:in": "lies in", "r:near": "is near"}
    texts = path_texts(keys, [("e:a", "e:b"), ("e:a", "e:c"), ("e:a", "e:b")], [1, 1, 0], names, words)
    assert texts == ["{Ann} <- is near - {Bob}", "{Ann} <- is near - {Cleo}", "{Ann} - lies in -> {Bob}"]


def test_a_pattern_scores_as_its_best_path_and_not_as_its_mean():
    texts = ["{Mars} - moon -> {Phobos}", "{Mars} - visited by -> {Viking}", "{Mars} - type -> {planet}"]
    ranked = rank_by_best_path(texts, [1, 0, 1], "moon Phobos", ENCODER, 2)
    scores = ENCODER.encode(texts) @ ENCODER.encode(["moon Phobos"])[0]
    assert [number for number, _ in ranked] == [1, 0]
    assert [score for _, score in ranked] == pytest.approx([scores[0], scores[1]], abs=1e-5)


def test_among_equals_the_earlier_pattern_comes_first_and_one_without_path_is_left_out():
    texts = ["{A} - r -> {B}"] * 3
    assert [number for number, _ in rank_by_best_path(texts, [4, 2, 0], "r", ENCODER, 9)] == [0, 2, 4]
    assert len(rank_by_best_path(texts, [4, 2, 0], "r", ENCODER, 2)) == 2


def test_nothing_to_rank_gives_nothing():
    assert rank_by_best_path([], [], "q", ENCODER, 3) == []
