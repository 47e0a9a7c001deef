"""The ranker: nothing is an answer, too, and fitting is the same on every run."""

import asyncio
import json

import numpy as np
import pytest

from pog_agent.asking.ranking.fit import ListedQuestion, fitted, fitted_logistic
from pog_agent.asking.ranking.rank import decided
from pog_agent.asking.ranking.weights import RankerWeights, packaged_weights
from pog_agent.asking.reader import read_question
from tests.asking.fixtures import Boats, plain


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


def test_fitting_finds_what_is_right_and_when_nothing_is() -> None:
    questions = lists()
    weights, nothing = fitted(questions, ["a", "b", "c"], ["one", "best"], epochs=200)
    hits = 0
    for item in questions:
        scores = np.append(weights.of_rows(item.rows), nothing.of_rows(item.nothing[None]))
        hits += bool(item.is_right[scores.argmax()])
    assert hits >= 0.85 * len(questions)


def test_fitting_is_reproducible_and_weights_survive_being_written() -> None:
    one, other = (fitted(lists(), ["a", "b", "c"], ["one", "best"]) for _ in range(2))
    assert json.dumps([item.written() for item in one]) == json.dumps([item.written() for item in other])
    weights = packaged_weights()
    assert RankerWeights.read(json.loads(json.dumps(weights.written()))).written() == weights.written()


def test_a_logistic_model_tells_right_from_wrong() -> None:
    random = np.random.default_rng(3)
    rows = np.stack([random.normal(size=300), np.ones(300)], axis=1).astype(np.float32)
    sure = fitted_logistic(rows, rows[:, 0] > 0, ["fits", "constant"]).of_rows(rows)
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
