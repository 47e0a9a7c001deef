"""Ranking of path patterns by the similarity of their relations to a query."""

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given, settings

from pog_agent.models import Anchor, PatternKey, Step
from pog_agent.ranking import relevance
from pog_agent.ranking.encoder import CachedEncoder, LexicalEncoder
from pog_agent.ranking.relevance import (
    composed_scores,
    pattern_text,
    rank_patterns,
    relation_scores,
    spoken_relations,
)

LABELS = {"r:in": "contained by", "r:near": "adjoining", "r:serves": "serves city", "r:born": "place of birth"}
ENCODER = CachedEncoder(LexicalEncoder())


def pattern(steps: str, entity: str = "e:a") -> PatternKey:
    """A pattern from steps such as ``in serves^`` (``^``: against the arrow)."""
    walked = tuple(
        Step(relation="r:" + step.rstrip("^"), forward=not step.endswith("^")) for step in steps.split()
    )
    return PatternKey(anchors=(Anchor(entity=entity, position=0),), steps=walked)


patterns = st.lists(
    st.builds(
        lambda steps, entity: pattern(" ".join(steps), entity),
        st.lists(
            st.sampled_from([name.removeprefix("r:") + arrow for name in LABELS for arrow in ("", "^")]),
            min_size=1,
            max_size=4,
        ),
        st.sampled_from(["e:a", "e:b"]),
    ),
    max_size=12,
    unique=True,
)


@pytest.mark.parametrize(
    ("steps", "spoken"),
    [
        ("in", "in"),
        ("in in", "in in"),
        ("near near^", "near"),
        ("near^ near", "near"),
        ("near near^ near", "near near"),
        ("near near^ near near^", "near near"),
        ("near in near^", "near in near"),
        ("in near near^ in", "in near in"),
    ],
)
def test_a_relation_walked_there_and_back_is_named_once(steps, spoken):
    assert spoken_relations(pattern(steps)) == tuple("r:" + name for name in spoken.split())


def test_the_text_of_a_pattern_is_its_relations_in_words():
    assert pattern_text(("r:serves", "r:in"), LABELS) == "serves city, contained by"


def test_the_pattern_of_the_asked_relation_comes_first():
    keys = [pattern("near"), pattern("in"), pattern("serves"), pattern("born")]
    ranked = rank_patterns(keys, "Which city is the place of birth?", LABELS, ENCODER, 2)
    assert ranked[0][0] == pattern("born")
    assert len(ranked) == 2


def test_nothing_to_rank_gives_nothing():
    assert rank_patterns([], "q", LABELS, ENCODER, 3) == []
    assert relation_scores([], "q", ENCODER) == []


@settings(deadline=None)
@given(patterns, st.integers(1, 15))
def test_the_best_patterns_come_with_their_cosine_best_first(keys, width):
    target = ENCODER.encode(["city contained by"])[0]
    texts = [", ".join(LABELS[name] for name in spoken_relations(key)) for key in keys]
    scores = {key: float(ENCODER.encode([text])[0] @ target) for key, text in zip(keys, texts, strict=True)}
    ranked = rank_patterns(keys, "city contained by", LABELS, ENCODER, width)
    values = [score for _, score in ranked]
    assert len({key for key, _ in ranked}) == len(ranked) == min(width, len(keys))
    assert values == pytest.approx([scores[key] for key, _ in ranked], abs=1e-5)
    assert values == pytest.approx(sorted(scores.values(), reverse=True)[:width], abs=1e-5)


def test_among_equals_the_shorter_comes_first_and_entities_make_no_difference():
    keys = [pattern("near near^", "e:b"), pattern("near", "e:b"), pattern("near", "e:a")]
    ranked = rank_patterns(keys, "adjoining", LABELS, ENCODER, 3)
    assert [key for key, _ in ranked] == [keys[1], keys[2], keys[0]]
    assert [score for _, score in ranked] == pytest.approx([1.0, 1.0, 1.0], abs=1e-5)


def test_the_first_pass_over_many_sequences_keeps_the_best(monkeypatch):
    keys = [
        pattern(f"{first} {second}") for first in ("in", "near", "born") for second in ("in", "born", "serves")
    ]
    whole = rank_patterns(keys, "place of birth serves city", LABELS, ENCODER, 1)
    monkeypatch.setattr(relevance, "MIN_FINALISTS", 4)
    monkeypatch.setattr(relevance, "FINALISTS_PER_PLACE", 1)
    assert rank_patterns(keys, "place of birth serves city", LABELS, ENCODER, 1) == whole
    assert whole[0][0] == pattern("born serves")
    assert len(rank_patterns(keys, "place of birth serves city", LABELS, ENCODER, 4)) == 4


@settings(deadline=None, max_examples=50)
@given(st.lists(st.lists(st.sampled_from(sorted(LABELS)), min_size=1, max_size=4).map(tuple), min_size=1))
def test_a_composed_score_is_the_cosine_of_the_mean_relation_vector(sequences):
    target = ENCODER.encode(["city"])[0]
    names_of = sorted(LABELS)
    rows = np.full((len(sequences), 4), -1)
    for row, names in enumerate(sequences):
        rows[row, : len(names)] = [names_of.index(name) for name in names]
    scores = composed_scores(rows, [LABELS[name] for name in names_of], ENCODER, target)
    for names, score in zip(sequences, scores.tolist(), strict=True):
        mean = ENCODER.encode([LABELS[name] for name in names]).mean(axis=0)
        assert score == pytest.approx(float(mean @ target / np.linalg.norm(mean)), abs=1e-5)


def test_a_relation_in_the_words_of_the_query_scores_one():
    same, other = relation_scores(["place of birth", "adjoining"], "place of birth", ENCODER)
    assert same == pytest.approx(1, abs=1e-5)
    assert other < 0.3
