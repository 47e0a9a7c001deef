"""What can be asked with one click after an abstention."""

import pytest

from pog_agent.interfaces.ui.chips import chips_of, readings_of
from pog_agent.models import Abstention, Alternative, Answer, AnswerItem, ChosenReading, NearEntity, TopicEntity
from pog_agent.models.query import Query

E = "http://example.org/"


def near(mention: str, *labels: str, detail: str = "") -> tuple[NearEntity, ...]:
    return tuple(
        NearEntity(mention=mention, iri=f"{E}{number}", label=label, detail=detail)
        for number, label in enumerate(labels)
    )


def answer(case: str, question: str, *things: NearEntity) -> Answer:
    return Answer(question=question, abstention=Abstention(case=case, message="", near=things))


def test_a_near_name_takes_the_place_of_the_one_that_was_said():
    chips = chips_of(
        answer("name_not_found", "Is Ann Ann's or Anna's?", *near("ann", "Anne", "Hanna", "Anne"))
    ).chips
    assert [(chip.label, chip.say) for chip in chips] == [
        ("Anne", "Is Anne Anne's or Anna's?"),
        ("Hanna", "Is Hanna Hanna's or Anna's?"),
    ]


@pytest.mark.parametrize("mention", ["", "Bob", "a+"])
def test_a_name_that_is_not_in_the_question_cannot_be_replaced(mention):
    assert chips_of(answer("name_not_found", "Who is Ann?", *near(mention, "Anne"))).chips == ()


def test_a_name_may_end_in_any_character_and_a_label_may_have_any():
    (chip,) = chips_of(answer("name_not_found", "Who wrote C++?", *near("c++", r"\1 <b>"))).chips
    assert chip.say == r"Who wrote \1 <b>?"


def test_things_of_one_name_are_told_apart_and_said_by_iri():
    chips = chips_of(answer("ambiguous", "Where is Aldin?", *near("Aldin", "Aldin", "Aldin"))).chips
    assert [(chip.label, chip.say) for chip in chips] == [("Aldin (0)", f"{E}0"), ("Aldin (1)", f"{E}1")]
    (chip,) = chips_of(answer("reference_unclear", "Where is it?", *near("it", "Aldin", detail="town"))).chips
    assert chip.label == chip.shown == "Aldin (town)"


def test_namesakes_are_offered_unless_the_answer_is_sure():
    topic = TopicEntity(iri=f"{E}a", label="Aldin", mention="Aldin", namesakes=(f"{E}b",))
    unsure = Answer(question="Where is Aldin?", status="partial", topic_entities=(topic,))
    (chip,) = chips_of(unsure).chips
    assert (chip.label, chip.say) == ("Aldin (b)", f"{E}b")
    assert chips_of(unsure.model_copy(update={"status": "supported"})).chips == ()
    assert chips_of(answer("budget_spent", "Who is Ann?")).chips == ()


def test_a_question_about_some_things_is_not_asked_about_all():
    limited = answer("name_not_found", "Who knows Ann?", *near("Ann", "Anne"))
    assert chips_of(limited.model_copy(update={"among": ("Bob",)})).chips == ()


def test_a_reading_is_asked_by_where_a_query_says_it():
    query = Query.model_validate(
        {
            "pattern": {
                "elements": [{"kind": "edge", "source": "film", "relation": f"{E}composer", "target": "who"}]
            },
            "columns": [{"name": "who", "expression": {"kind": "variable", "variable": "who"}}],
        }
    )
    items = (AnswerItem(iri=f"{E}horner", label="James Horner"),)
    composer = Alternative(answers=items, path="composer", confidence=0.31, query=query)
    asked = Answer(question="Who?", alternatives=(composer, Alternative(answers=items, confidence=0.1)))
    first, second = readings_of(asked)
    assert (first.label, first.say, first.shown) == (
        "composer: James Horner (31%)",
        "Who?",
        "Who? (composer)",
    )
    assert ChosenReading.model_validate_json(first.reading) == asked.other_reading(1)
    assert (second.label, second.say) == ("James Horner (10%)", "")
    assert all(chip.say == "" for chip in readings_of(asked.model_copy(update={"verdict": "not enough"})))
