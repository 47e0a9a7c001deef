"""What has one named thing alone in a relation is found, and no other thing."""

import pytest

from tests.reading.composing.cases import QuestionedGraph


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("On how many clocks is Ute Falk the only maker?", "2"),
        ("Which clocks have Ute Falk as their only maker?", "Bell Clock, Owl Clock"),
        ("Which clocks were repaired by Ute Falk alone?", "Drum Clock, Shade Dial"),
        ("Which clocks were repaired only by Ute Falk?", "Drum Clock, Shade Dial"),
        ("Which clocks have Ute Falk as maker?", "Bell Clock, Drum Clock, Owl Clock"),
    ],
)
def test_only_leaves_out_what_another_one_has_a_part_in(
    clocks: QuestionedGraph, question: str, answer: str
) -> None:
    assert clocks.answer(question, "Ute Falk") == answer


def test_each_thing_must_be_related_by_one_relation(clocks: QuestionedGraph) -> None:
    draft = clocks.draft("Which clocks have Ute Falk as their only dancer?", "Ute Falk")
    assert draft.query is None or draft.flaws or draft.reading.unread


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Which clocks did only Ute Falk repair?", ["Ute Falk"]),
        ("Which clocks were repaired by Ute Falk only in West Tower?", ["Ute Falk", "West Tower"]),
    ],
)
def test_another_only_is_not_read(clocks: QuestionedGraph, question: str, names: list[str]) -> None:
    assert clocks.refusal(question, *names) == "what 'only' asks for was not read"
