"""A role behind the name of who is in it is read before the name, and the places are those of the question."""

import pytest

from pog_agent.reading.composing.conditions.role_first import with_role_first
from tests.reading.composing.cases import QuestionedGraph
from tests.reading.paths import topic_named

ANN = (topic_named("Ann Lee"),)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Which films have Ann Lee as their lead actor?", "Which films have lead actor          Ann Lee?"),
        ("Films with Ann Lee as the director, please", "Films with director        Ann Lee, please"),
        ("Who had Ann Lee as a teacher and left?", "Who had teacher      Ann Lee and left?"),
    ],
)
def test_the_role_and_the_name_change_places(question: str, text: str) -> None:
    turned = with_role_first(question, ANN)
    assert turned is not None
    assert turned.text == text
    name = text.index("Ann Lee")
    assert turned.original(name, name + 7) == (question.index("Ann Lee"), question.index("Ann Lee") + 7)
    assert turned.moved(*turned.original(name, name + 7)) == (name, name + 7)
    role = question.index("as ") + 3 + question[question.index("as ") + 3 :].index(" ") + 1
    assert turned.original(*(turned.moved(role, role + 3) or (0, 0))) == (role, role + 3)


@pytest.mark.parametrize(
    "question",
    ["Who acted as the director?", "Was Ann Lee known as a teacher?", "Who has Ann Lee as friend of Bo?"],
)
def test_other_sentences_stay(question: str) -> None:
    assert with_role_first(question, ANN) is None


def test_a_draft_has_the_places_of_the_question(bakeries: QuestionedGraph) -> None:
    question = "Which bakeries have Linde as their town?"
    draft = bakeries.draft(question, "Linde")
    assert draft.query is not None
    said = {question[span.start : span.end] for span in draft.reading.spans}
    assert said >= {"bakeries", "Linde as their town"}
