"""The ranker: nothing is an answer, too, and fitting is the same on every run."""

import asyncio
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from pog_agent.asking.ranking.rank import decided
from pog_agent.asking.ranking.weights import RankerWeights, packaged_weights
from pog_agent.asking.reader import read_question
from tests.asking.fixtures import Boats, plain
from tests.benchmarks.ranker_fit import ListedQuestion, fitted_linear, fitted_logistic, fitted_network


def lists(count: int = 40) -> list[ListedQuestion]:
    """Questions whose right candidate has the greatest first feature, or is nothing where all are small."""
    random = np.random.default_rng(7)
    found = []
    for _ in range(count):
        rows = random.random((6, 3), dtype=np.float32)
        is_nothing = bool(random.random() < 0.3)
        rows[:, 0] *= 0.2 if is_nothing else 1.0
        right = np.zeros(7, bool)
        right[6 if is_nothing else int(rows[:, 0].argmax())] = True
        nothing = np.array([1.0, rows[:, 0].max()], np.float32)
        found.append(ListedQuestion(rows, nothing, right, np.zeros(6, bool)))
    return found


@pytest.mark.parametrize("fitted", [fitted_linear, fitted_network])
def test_fitting_finds_what_is_right_and_when_nothing_is(fitted: Callable[..., Any]) -> None:
    questions = lists(200)
    weights, nothing = fitted(questions, ["a", "b", "c"], ["one", "best"], epochs=60)
    hits = 0
    for item in questions:
        columns = dict(zip("abc", item.rows.T, strict=True))
        null = {"one": float(item.nothing[0]), "best": float(item.nothing[1])}
        scores = np.append(weights.of(columns), nothing.of(null))
        hits += bool(item.is_right[scores.argmax()])
    assert hits >= 0.85 * len(questions)


def test_fitting_is_reproducible() -> None:
    one, other = (fitted_network(lists(), ["a", "b", "c"], ["one", "best"])[0] for _ in range(2))
    assert np.array_equal(one.hidden, other.hidden)


def test_weights_survive_being_written() -> None:
    weights = packaged_weights()
    again = RankerWeights.read(weights.written())
    assert again.second.names == weights.second.names
    assert np.array_equal(again.second.hidden, weights.second.hidden)
    assert np.array_equal(again.sure.weight, weights.sure.weight)


def test_a_logistic_model_tells_right_from_wrong() -> None:
    random = np.random.default_rng(3)
    rows = np.stack([random.normal(size=300), np.ones(300)], axis=1).astype(np.float32)
    sure = fitted_logistic(rows, rows[:, 0] > 0, ["fits", "constant"]).of({"fits": rows[:, 0], "constant": 1.0})
    assert np.mean((sure > 0) == (rows[:, 0] > 0)) > 0.95


def test_equal_answers_share_and_what_gives_none_speaks_for_nothing() -> None:
    decision = decided(np.array([1.0, 0.5, 0.8, 2.0]), ["a", "b", "b", None])
    assert [place for place, _ in decision.answers] == [2, 0]
    assert decision.nothing > 0.4
    assert sum(share for _, share in decision.answers) + decision.nothing == pytest.approx(1)


@pytest.mark.parametrize(
    ("question", "answers"),
    [
        ("who owns the Kite?", {"ann"}),
        ("Which boats are moored at Hull?", {"kite", "tern"}),
        ("Which boat is the longest?", {"gull"}),
        ("How many boats are moored at Dover?", {"2"}),
    ],
)
def test_plain_questions_are_ranked_rightly_with_the_weights_of_the_package(
    boats: Boats, question: str, answers: set[str]
) -> None:
    ranking = asyncio.run(read_question(question, boats.asked, boats.kg, boats.result))
    best = ranking.candidates[0]
    assert best.read.result is not None
    assert plain(best.read.result) == answers
    assert best.probability > ranking.nothing


def test_a_question_for_what_a_thing_lacks_has_no_probable_answer(boats: Boats) -> None:
    lacking = asyncio.run(read_question("Who owns the Swan?", boats.asked, boats.kg, boats.result))
    told = asyncio.run(read_question("Who owns the Kite?", boats.asked, boats.kg, boats.result))
    sure = lacking.candidates[0].probability if lacking.candidates else 0.0
    assert sure < 0.5 < told.candidates[0].probability
