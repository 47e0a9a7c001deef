"""Whether a named thing is of a class."""

import pytest

from tests.finding_ids import ids
from tests.reading.composing.cases import QuestionedGraph


@pytest.mark.parametrize("question", ["Is Dunkel a rye bread?", "Is Dunkel a bread?"])
def test_a_thing_is_of_its_class_and_of_those_above(bakeries: QuestionedGraph, question: str) -> None:
    assert bakeries.answer(question, "Dunkel") == "yes"


def test_a_missing_class_proves_nothing(bakeries: QuestionedGraph) -> None:
    draft = bakeries.draft("Is Weissling a rye bread?", "Weissling")
    assert draft.query is not None
    assert (bakeries.rows(draft.query), ids(draft.flaws)) == (["no"], ["class-not-stated"])


def test_one_of_several_of_a_name_is_not_told(bakeries: QuestionedGraph) -> None:
    assert ids(bakeries.draft("Is Linde a bakery?", "Linde").flaws) == ["several-named"]


def test_a_kind_that_is_no_class_is_not_read(bakeries: QuestionedGraph) -> None:
    assert bakeries.draft("Is Dunkel a cake?", "Dunkel").query is None
