"""How often something was done to a thing, and how many it has, as conditions."""

import pytest

from tests.reading.composing.cases import QuestionedGraph


@pytest.mark.parametrize(
    ("question", "names", "expected"),
    [
        ("Which trees have been pruned more than once?", (), ["Monarch Oak"]),
        ("Which trees have been pruned only once?", (), ["Lantern Pine"]),
        ("Which trees were pruned exactly two times?", (), ["Monarch Oak"]),
        ("Which trees in Elm Park have been pruned at least twice?", ("Elm Park",), ["Monarch Oak"]),
        ("Has the Monarch Oak been pruned more than once?", ("Monarch Oak",), ["yes"]),
        ("Has the Lantern Pine been pruned more than once?", ("Lantern Pine",), ["no"]),
        ("Does Elm Park have more than one tree?", ("Elm Park",), ["yes"]),
        ("Does Lakeside have just one tree?", ("Lakeside",), ["yes"]),
        ("Does Elm Park have fewer than two trees?", ("Elm Park",), ["no"]),
    ],
)
def test_a_number_of_times_is_a_condition(
    gardens: QuestionedGraph, question: str, names: tuple[str, ...], expected: list[str]
) -> None:
    draft = gardens.draft(question, *names)
    assert draft.query is not None, draft.reason
    assert gardens.rows(draft.query) == expected
    assert (draft.flaws, draft.reading.unread) == ((), ())


def test_what_was_never_done_is_not_certain_to_be_counted(gardens: QuestionedGraph) -> None:
    draft = gardens.draft("Has the Twin Beech been pruned more than once?", "Twin Beech")
    assert [gardens.rows(query) for query in draft.presupposed] == [["no"]]


@pytest.mark.parametrize(
    "question",
    [
        "Which trees have been watered more than once?",
        "Which trees have been pruned once?",
        "Which trees have been pruned twice?",
    ],
)
def test_an_unknown_event_or_a_bare_number_is_not_read(gardens: QuestionedGraph, question: str) -> None:
    draft = gardens.draft(question)
    assert draft.query is None or draft.flaws or draft.reading.unread
