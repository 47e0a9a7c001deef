"""What a question asks for, by its words alone."""

import pytest

from pog_agent.reading.wording import final_verb, read_wording
from tests.reading.paths import topic_named


@pytest.mark.parametrize(
    ("question", "verb"),
    [
        ("What did Ann order?", "order"),
        ("Which plants does she spray", "spray"),
        ("How many moons does Mars have?", "have"),
        ("Does Ann sell trees?", ""),
        ("When did Ann order trees?", ""),
        ("Which trees are sold by Ann?", ""),
        ("Which shops do not close?", "close"),
        ("Which trees did Ann not water?", "water"),
        ("Which shops do not sell trees?", ""),
        ("Which shops does Ann think of as a florist?", ""),
    ],
)
def test_a_verb_may_end_a_question(question: str, verb: str) -> None:
    place = final_verb(question)
    assert (question[place[0] : place[1]] if place else "") == verb


def test_a_verb_is_not_what_is_asked_for() -> None:
    assert read_wording("What did Ann order?", [topic_named("Ann")]).targets == ()
    assert read_wording("What is Ann's order?", [topic_named("Ann")]).targets == ("order",)
    assert read_wording("What is Ann's first film as a director?", [topic_named("Ann")]).targets == ("film",)


def test_whose_asks_for_no_class_and_which_of_a_name_for_the_noun_behind() -> None:
    assert read_wording("Whose offer on Ann was accepted?", [topic_named("Ann")]).targets == ()
    assert (
        read_wording("Which of Ann's games takes the longest to play?", [topic_named("Ann")]).targets[0] == "games"
    )
    assert read_wording("To whom does Ann report?", [topic_named("Ann")]).targets == ("person",)
    assert read_wording("Bo reports to Ann; to whom does Ann report?", [topic_named("Ann")]).targets == ("person",)


@pytest.mark.parametrize(
    ("question", "expects"),
    [
        ("When did Ann order?", "date"),
        ("Who ordered it, and when?", "date"),
        ("Since when has Ann been here?", "date"),
        ("What can replace Ann when it has run out?", "any"),
    ],
)
def test_when_behind_another_question_word_begins_a_clause(question: str, expects: str) -> None:
    assert read_wording(question, [topic_named("Ann")]).expects == expects


def test_a_name_right_behind_which_narrows_the_noun_behind_it() -> None:
    topics = [topic_named("Rosenborg BK"), topic_named("Norway")]
    asked = read_wording("Which Norway footballer plays for the club Rosenborg BK?", topics)
    assert asked.targets[0] == "footballer"
    assert read_wording("Which club does Norway like?", topics).targets == ("club",)


def test_is_behind_a_name_asks_for_no_yes() -> None:
    assert read_wording("Ann is the owner of what?", [topic_named("Ann")]).operation == "none"
    assert read_wording("Is Ann the owner?", [topic_named("Ann")]).operation == "exists"
