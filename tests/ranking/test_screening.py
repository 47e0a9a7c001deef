"""Which of many relation sequences are embedded."""

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given, settings

from pog_agent.deadline import NEVER
from pog_agent.ranking import prior
from pog_agent.ranking.encoder import CachedEncoder, LexicalEncoder
from pog_agent.ranking.prior import RelationScores
from pog_agent.ranking.screening import composed_scores, screened, sequence_text
from pog_agent.ranking.timed import TimedEncoder
from tests.ranking.recording import Recording

LABELS = [f"{kind} {thing}" for kind in ("place of", "date of", "member of", "part") for thing in "abcdefgh"]
ENCODER = CachedEncoder(LexicalEncoder())


def sequences(count: int, longest: int = 4) -> np.ndarray:
    random = np.random.default_rng(7)
    rows = random.integers(0, len(LABELS), (count, longest))
    lengths = random.integers(1, longest + 1, count)
    rows[np.arange(longest) >= lengths[:, None]] = -1
    return np.unique(rows, axis=0)


def chosen_for(query, rows, count, encoder=ENCODER):
    """The rows that are embedded for a query, and their scores."""
    timed = TimedEncoder(encoder, NEVER)
    found = screened(rows, LABELS, timed, RelationScores.compare(LABELS, query, timed), count)
    chosen = np.flatnonzero(found.is_exact)
    return chosen, found.expected[chosen]


@settings(deadline=None, max_examples=50)
@given(st.lists(st.lists(st.integers(0, 5), min_size=1, max_size=4), min_size=1), st.sampled_from([0, 6]))
def test_a_composed_score_is_the_cosine_of_the_mean_relation_vector(wanted, most_in_table):
    rows = np.full((len(wanted), 4), -1)
    for row, indices in enumerate(wanted):
        rows[row, : len(indices)] = indices
    vectors = ENCODER.encode(LABELS[:6])
    target = ENCODER.encode(["member of a part"])[0]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(prior, "MOST_IN_TABLE", most_in_table)
        scores = composed_scores(rows, RelationScores(vectors, vectors @ target, target, len(vectors)))
    for indices, score in zip(wanted, scores.tolist(), strict=True):
        mean = vectors[indices].mean(axis=0)
        assert score == pytest.approx(float(mean @ target / np.linalg.norm(mean)), abs=1e-5)


def test_scores_are_the_cosines_of_the_texts_and_no_text_is_embedded_twice():
    rows, recorded, query = sequences(800), Recording(), "place of c, part d"
    chosen, scores = chosen_for(query, rows, 60, recorded)
    texts = [sequence_text(row, LABELS) for row in rows[chosen].tolist()]
    assert sorted(recorded.texts) == sorted([query, *LABELS, *texts])
    assert len(chosen) == 60
    assert scores == pytest.approx(ENCODER.encode(texts) @ ENCODER.encode([query])[0], abs=1e-5)


def test_most_of_the_nearest_are_found_and_more_than_by_the_composed_score_alone():
    rows = sequences(3000, longest=5)
    query = "date of b, member of e, place of a"
    exact = ENCODER.encode([sequence_text(row, LABELS) for row in rows.tolist()]) @ ENCODER.encode([query])[0]
    nearest = set(np.argsort(-exact, kind="stable")[:40].tolist())
    chosen, _ = chosen_for(query, rows, 120)
    assert len(nearest & set(chosen.tolist())) >= 36


def test_asking_for_more_than_there_are_gives_all():
    rows = sequences(50)
    chosen, _ = chosen_for("part a", rows, 500)
    assert sorted(chosen.tolist()) == list(range(len(rows)))


def test_the_same_input_gives_the_same_choice():
    first, second = (chosen_for("part a, part b", sequences(900), 70) for _ in range(2))
    assert first[0].tolist() == second[0].tolist()
