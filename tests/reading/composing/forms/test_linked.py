"""Whether one named thing has a relation to another."""

import pytest

from pog_agent.models.query_draft import QueryDraft
from tests.reading.composing.cases import QuestionedGraph


@pytest.mark.parametrize(
    ("question", "names", "expected"),
    [
        ("Was Wim Orth taught by Vera Sand?", ("Wim Orth", "Vera Sand"), "yes"),
        ("Was Vera Sand taught by Wim Orth?", ("Vera Sand", "Wim Orth"), "no"),
        ("Did Vera Sand teach Wim Orth?", ("Vera Sand", "Wim Orth"), "yes"),
        ("Did Wim Orth teach Vera Sand?", ("Wim Orth", "Vera Sand"), "no"),
        ("Is Ute Falk the owner of the Drum Clock?", ("Ute Falk", "Drum Clock"), "yes"),
        ("does Vera Sand own the Drum Clock", ("Vera Sand", "Drum Clock"), "no"),
        ("Is the Drum Clock owned by Ute Falk?", ("Drum Clock", "Ute Falk"), "yes"),
        ("Was the Drum Clock inspected by Ute Falk?", ("Drum Clock", "Ute Falk"), "no"),
    ],
)
def test_who_is_on_which_side_is_read(
    clocks: QuestionedGraph, question: str, names: tuple[str, ...], expected: str
) -> None:
    assert clocks.answer(question, *names) == expected


def taken_for_granted(clocks: QuestionedGraph, draft: QueryDraft) -> list[str]:
    return [row for query in draft.presupposed for row in clocks.rows(query)]


@pytest.mark.parametrize(
    ("question", "names", "is_told"),
    [
        ("Is the Drum Clock owned by Vera Sand?", ("Drum Clock", "Vera Sand"), "yes"),
        ("Was Ute Falk taught by Vera Sand?", ("Ute Falk", "Vera Sand"), "yes"),
        ("Is the Owl Clock owned by Vera Sand?", ("Owl Clock", "Vera Sand"), "no"),
    ],
)
def test_a_no_rests_on_another_one_on_that_side_or_on_the_other_way_round(
    clocks: QuestionedGraph, question: str, names: tuple[str, ...], is_told: str
) -> None:
    draft = clocks.draft(question, *names)
    assert draft.query is not None
    assert (clocks.rows(draft.query), taken_for_granted(clocks, draft)) == (["no"], [is_told])


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Was Wim Orth never taught by Vera Sand?", ("Wim Orth", "Vera Sand")),
        ("Was Wim Orth first taught by Vera Sand?", ("Wim Orth", "Vera Sand")),
        ("Was the Drum Clock inspected in the West Tower?", ("Drum Clock", "West Tower")),
        ("Does the Drum Clock stand in the East Tower?", ("Drum Clock", "East Tower")),
        ("Was Ute Falk repaired by the Drum Clock?", ("Ute Falk", "Drum Clock")),
        ("Did Vera Sand paint the Drum Clock?", ("Vera Sand", "Drum Clock")),
        ("Does Wim Orth keep the Drum Clock?", ("Wim Orth", "Drum Clock")),
    ],
)
def test_other_words_places_and_things_without_the_relation_are_not_read(
    clocks: QuestionedGraph, question: str, names: tuple[str, ...]
) -> None:
    draft = clocks.draft(question, *names)
    assert not draft.presupposed
    assert draft.query is None or draft.flaws
