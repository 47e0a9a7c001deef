"""Whether one named thing has a relation to another."""

import pytest

from pog_agent.models.query_draft import QueryDraft
from tests.reading.composing.cases import QuestionedGraph


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
