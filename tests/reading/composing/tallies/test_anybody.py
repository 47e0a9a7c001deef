"""Whether there is anybody of whom something is so."""

from tests.reading.composing.cases import QuestionedGraph


def test_anybody_is_who_a_plain_question_asks_for(gardens: QuestionedGraph) -> None:
    assert gardens.answer("Does anybody earn more than 22 an hour?") == "yes"
    assert gardens.answer("Does anyone earn less than 10 an hour?") == "no"


def test_an_extreme_of_anybody_is_not_read(gardens: QuestionedGraph) -> None:
    assert gardens.draft("Does anybody earn the most?").query is None


def test_nobody_is_not_read(gardens: QuestionedGraph) -> None:
    assert gardens.draft("Does anybody not earn more than 22 an hour?").query is None
