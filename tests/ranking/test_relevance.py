"""Ranking of path patterns by the similarity of their relations to a query."""

import itertools

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings

from pog_agent.deadline import NEVER, Deadline
from pog_agent.models import Anchor, PatternKey, Step
from pog_agent.ranking import relevance
from pog_agent.ranking.encoder import CachedEncoder, LexicalEncoder
from pog_agent.ranking.relevance import rank_in_time, rank_patterns, relation_similarities, scored_together
from tests.ranking.recording import Recording

LABELS = {"r:in": "contained by", "r:near": "adjoining", "r:serves": "serves city", "r:born": "place of birth"}
ENCODER = CachedEncoder(LexicalEncoder())


def pattern(steps: str, entity: str = "e:a") -> PatternKey:
    """A pattern from steps such as ``in serves^`` (``^``: against the arrow)."""
    walked = tuple(
        Step(relation="r:" + step.rstrip("^"), forward=not step.endswith("^")) for step in steps.split()
    )
    return PatternKey(anchors=(Anchor(entity=entity, position=0),), steps=walked)


def embedded_text(key: PatternKey) -> str:
    recorded = Recording()
    rank_patterns([key], "q", LABELS, recorded, 1)
    return recorded.texts[1]


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
    ("steps", "text"),
    [
        ("in", "contained by"),
        ("in in", "contained by, contained by"),
        ("near near^", "adjoining"),
        ("near^ near", "adjoining"),
        ("near near^ near", "adjoining, adjoining"),
        ("near near^ near near^", "adjoining, adjoining"),
        ("near in near^", "adjoining, contained by, adjoining"),
        ("in near near^ in", "contained by, adjoining, contained by"),
    ],
)
def test_a_pattern_is_embedded_as_its_relations_one_walked_there_and_back_named_once(steps, text):
    recorded = Recording()
    rank_patterns([pattern(steps)], "q", LABELS, recorded, 1)
    assert recorded.texts == ["q", text]


def test_the_pattern_of_the_asked_relation_comes_first():
    keys = [pattern("near"), pattern("in"), pattern("serves"), pattern("born")]
    ranked = rank_patterns(keys, "Which city is the place of birth?", LABELS, ENCODER, 2)
    assert ranked[0][0] == pattern("born")
    assert len(ranked) == 2


def test_nothing_to_rank_gives_nothing():
    assert rank_patterns([], "q", LABELS, ENCODER, 3) == []
    assert relation_similarities([], "q", ENCODER) == []


@settings(deadline=None)
@given(patterns, st.integers(1, 15))
def test_the_best_patterns_come_with_their_cosine_best_first(keys, width):
    target = ENCODER.encode(["city contained by"])[0]
    texts = [embedded_text(key) for key in keys]
    scores = {key: float(ENCODER.encode([text])[0] @ target) for key, text in zip(keys, texts, strict=True)}
    ranked = rank_patterns(keys, "city contained by", LABELS, ENCODER, width)
    values = [score for _, score in ranked]
    assert len({key for key, _ in ranked}) == len(ranked) == min(width, len(keys))
    assert values == pytest.approx([scores[key] for key, _ in ranked], abs=1e-5)
    assert values == pytest.approx(sorted(values, reverse=True), abs=1e-5)
    if width < 4 or width >= len(keys):  # too few places to share, or enough for all
        assert values == pytest.approx(sorted(scores.values(), reverse=True)[:width], abs=1e-5)


def test_among_equals_the_shorter_comes_first_and_entities_make_no_difference():
    keys = [pattern("near near^", "e:b"), pattern("near", "e:b"), pattern("near", "e:a")]
    ranked = rank_patterns(keys, "adjoining", LABELS, ENCODER, 3)
    assert [key for key, _ in ranked] == [keys[1], keys[2], keys[0]]
    assert [score for _, score in ranked] == pytest.approx([1.0, 1.0, 1.0], abs=1e-5)


@pytest.mark.parametrize("factor", [20.0, 4.0])
def test_each_length_has_its_share_of_the_places(monkeypatch, factor):
    monkeypatch.setattr(relevance, "FINALISTS", factor)
    names = list(LABELS)
    long = [f"in {first[2:]} {second[2:]}" for first in names for second in names]
    keys = [pattern(steps) for steps in ("born", "near", "born near", *long)]
    ranked = [key for key, _ in rank_patterns(keys, "contained by contained by contained by", LABELS, ENCODER, 12)]
    assert len(ranked) == 12
    assert [sum(key.length == length for key in ranked) for length in (1, 2)] == [1, 1]
    alone = rank_patterns(keys[3:], "contained by contained by contained by", LABELS, ENCODER, 10)
    assert [key for key in ranked if key.length == 3] == [key for key, _ in alone]


def test_of_many_sequences_only_the_likely_ones_are_embedded_and_the_best_is_among_them(monkeypatch):
    keys = [
        pattern(f"{first} {second}") for first in ("in", "near", "born") for second in ("in", "born", "serves")
    ]
    whole = rank_patterns(keys, "place of birth serves city", LABELS, ENCODER, 1)
    monkeypatch.setattr(relevance, "FINALISTS", 4 / 9**relevance.FINALISTS_BY_NUMBER)
    recorded = Recording()
    assert rank_patterns(keys, "place of birth serves city", LABELS, recorded, 1) == whole
    assert whole[0][0] == pattern("born serves")
    assert len([text for text in recorded.texts if ", " in text]) == 4


def test_more_sequences_are_embedded_where_there_are_more_or_more_places():
    names = [name.removeprefix("r:") for name in LABELS]
    embedded = []
    for length, width in ((3, 10), (5, 10), (5, 40)):
        keys = [pattern(" ".join(steps)) for steps in itertools.product(names, repeat=length)]
        recorded = Recording()
        rank_patterns(keys, "place of birth serves city", LABELS, recorded, width)
        embedded.append(len([text for text in recorded.texts if ", " in text]))
    assert embedded == [47, 71, 124]


def test_a_relation_in_the_words_of_the_query_scores_one():
    same, other = relation_similarities(["place of birth", "adjoining"], "place of birth", ENCODER)
    assert same == pytest.approx(1, abs=1e-5)
    assert other < 0.3


def every_pattern_of(length):
    names = [name.removeprefix("r:") for name in LABELS]
    return [pattern(" ".join(steps)) for steps in itertools.product(names, repeat=length)]


def test_with_time_enough_the_ranking_is_the_same_and_nothing_is_said(monkeypatch):
    monkeypatch.setattr(relevance, "FINALISTS", 7)
    keys, query = every_pattern_of(3), "place of birth serves city"
    ranking = rank_in_time(keys, query, LABELS, ENCODER, 10, deadline=Deadline.after(60))
    whole = rank_patterns(keys, query, LABELS, ENCODER, 10)
    assert [key for key, _ in ranking.best] == [key for key, _ in whole]
    assert [score for _, score in ranking.best] == pytest.approx([score for _, score in whole], abs=1e-5)
    assert ranking.cut is None


@pytest.mark.parametrize(("length", "wanted"), [(1, 4), (4, 30)])
def test_without_time_patterns_are_ranked_by_the_words_of_their_relations_and_it_says_so(length, wanted):
    keys = every_pattern_of(length)
    ranking = rank_in_time(keys, "birth places", LABELS, Recording(), 2, deadline=Deadline.after(0))
    assert len(ranking.best) == 2
    assert {step.relation for step in ranking.best[0][0].steps} == {"r:born"}
    assert f"of {wanted} relation sequences were ranked by their embedding" in ranking.cut
    assert "of 4 of them by shared words" in ranking.cut


class Stopping(Recording):
    """Its time is over when it has embedded so many texts."""

    may_come = True

    def __init__(self, most):
        super().__init__()
        self.most = most

    @property
    def is_over(self):
        return len(self.texts) >= self.most


def test_what_was_embedded_in_time_comes_first_by_its_cosine_and_the_rest_in_the_order_of_its_relations():
    keys, query = every_pattern_of(4), "place of birth serves city"
    encoder = Stopping(150)
    ranking = rank_in_time(keys, query, LABELS, encoder, len(keys), deadline=encoder)
    embedded = encoder.texts[5:]
    texts = [", ".join(LABELS[step.relation] for step in key.steps) for key, _ in ranking.best]
    assert 100 < len(embedded) < len(keys) == len(set(texts))
    first = texts[: len(embedded)]
    assert set(first) == set(embedded)
    cosines = ENCODER.encode(first) @ ENCODER.encode([query])[0]
    assert cosines == pytest.approx(sorted(cosines, reverse=True), abs=1e-5)
    assert ranking.cut.startswith(f"{len(embedded)} of {len(keys)} relation sequences")
    assert "shared words" not in ranking.cut


def test_groups_scored_together_are_ranked_as_each_alone_by_one_call_of_the_encoder():
    class Called(LexicalEncoder):
        calls = 0

        def encode(self, texts):
            Called.calls += 1
            return super().encode(texts)

    groups = [pattern("in"), pattern("near serves")], [pattern("in"), pattern("born in")], []
    encoder = Called()
    scored = scored_together([(keys, 2) for keys in groups], "the city of birth", LABELS, encoder)
    assert sorted(scored) == ["adjoining, serves city", "contained by", "place of birth, contained by"]
    for keys in groups:
        alone = rank_patterns(keys, "the city of birth", LABELS, ENCODER, 2)
        found = rank_in_time(keys, "the city of birth", LABELS, encoder, 2, deadline=NEVER, scored=scored)
        assert [key for key, _ in found.best] == [key for key, _ in alone]
        assert [score for _, score in found.best] == pytest.approx([score for _, score in alone])
    assert Called.calls == 1


def test_a_group_of_which_not_all_texts_are_embedded_is_not_scored_with_others(monkeypatch):
    monkeypatch.setattr(relevance, "FINALISTS", 0.1)
    many = [pattern(" ".join(steps)) for steps in itertools.product(("in", "near", "born"), repeat=2)]
    assert [*scored_together([(many, 1), ([pattern("serves")], 1)], "q", LABELS, ENCODER)] == ["serves city"]
