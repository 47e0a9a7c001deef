"""What becomes of predictions: each is explored, or a warning says why not."""

import pytest

from tests.pipeline_fixtures import NO, analysis, citing, mentions, replies, run, small_graph

FAMILY = small_graph("Annelise parent Bobbington", "Bobbington parent Cid", "Cid parent Dan")


def warnings_of(*predictions: str, **settings: object) -> tuple[str, ...]:
    script = replies(
        recognize_topics=mentions("Annelise"),
        analyze_question=analysis("!Annelise", "parent", "?person"),
        judge_sufficiency=NO,
        predict_supplements={"predictions": [{"prediction": name, "chain": None} for name in predictions]},
        answer=citing((1, 1)),
    )
    given = {"d_max": 2, "compose": "off", "encoder": "lexical", **settings}
    return tuple(text for text in run("Who is the parent of Annelise?", script, FAMILY, **given).answer.warnings)


def test_a_prediction_that_is_explored_needs_no_word() -> None:
    assert not any("predict" in text for text in warnings_of("Cid"))


@pytest.mark.parametrize(
    ("predictions", "told"),
    [
        (["Annelises"], "predicted 'Annelises' is the topic Annelise, which is searched anyway"),
        (["Bobbington", "Bobington"], "predicted 'Bobington' is Bobbington, as another prediction is"),
        (["a zebra"], "predicted 'a zebra' resembles no entity around the topics"),
    ],
)
def test_a_prediction_that_is_not_explored_is_told(predictions: list[str], told: str) -> None:
    assert told in warnings_of(*predictions)


def test_predictions_beyond_the_number_asked_for_are_told() -> None:
    assert "predict_supplements: left out predictions beyond 1: 2" in warnings_of(
        "Bobbington", "Cid", "Dan", supplements=1
    )
