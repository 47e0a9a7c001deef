"""A claim is right or wrong by its verdict, whatever else its answer says."""

from typing import Any

import pytest
from pydantic import ValidationError

from pog_agent.evaluation.data.dataset import Question
from pog_agent.evaluation.measures.metrics import measure
from pog_agent.models import Answer, AnswerItem, Status, Verdict


def claim(*gold: Any) -> Question:
    answers = [{"value": value} for value in gold]
    return Question.model_validate({"id": "c", "question": "It is so.", "task": "verify", "answers": answers})


def judged(verdict: Verdict, status: Status = "supported", said: str = "true") -> Answer:
    item = AnswerItem(value=said, label=said)
    return Answer(question="It is so.", verdict=verdict, status=status, answers=(item,))


@pytest.mark.parametrize(
    ("gold", "verdict"),
    [(True, "true"), ("false", "false"), ("Not enough", "not enough"), (None, "not enough")],
)
def test_the_gold_verdict_is_a_boolean_or_text(gold: Any, verdict: str) -> None:
    question = claim(gold) if gold is not None else claim()
    assert (question.verdict, question.is_computed) == (verdict, True)


@pytest.mark.parametrize("gold", [("maybe",), ("true", "false")])
def test_another_gold_answer_is_refused(gold: tuple[str, ...]) -> None:
    with pytest.raises(ValidationError, match="the answer of a claim is true, false or 'not enough'"):
        claim(*gold)


def test_the_verdict_counts_and_not_what_the_answer_leans_to() -> None:
    leaning = measure(judged("not enough", "partial"), claim(True))
    assert (leaning.judged, leaning.f1, leaning.abstained, leaning.supported) == ("none", 0.0, True, False)
    open_still = measure(judged("not enough", "partial"), claim("not enough"))
    assert (open_still.judged, open_still.hits1_strict, open_still.abstained) == ("right", True, True)


def test_a_wrong_verdict_is_confidently_wrong() -> None:
    wrong, right = (measure(judged(verdict), claim(True)) for verdict in ("false", "true"))
    assert (wrong.judged, wrong.confident_wrong, wrong.supported_right) == ("other", True, False)
    assert (right.judged, right.confident_wrong, right.supported_right) == ("right", False, True)
