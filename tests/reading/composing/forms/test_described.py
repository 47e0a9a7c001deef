"""Things that are told by their class, as if there were one of them."""

from tests.reading.composing.cases import QuestionedGraph


def test_a_thing_told_by_its_class_is_compared(wells: QuestionedGraph) -> None:
    question = "Is the slate shaft deeper than Ash Shaft?"
    draft = wells.draft(question, "Ash Shaft")
    assert draft.query is not None
    assert (wells.rows(draft.query), draft.flaws) == (["yes"], ())
    assert [wells.rows(item) for item in draft.presupposed] == [["yes"]] * len(draft.presupposed)


def test_one_of_several_takes_for_granted_that_there_is_one(wells: QuestionedGraph) -> None:
    draft = wells.draft("Is the brick shaft deeper than Elm Shaft?", "Elm Shaft")
    assert draft.query is not None
    assert ["no"] in [wells.rows(item) for item in draft.presupposed]


def test_a_value_of_one_thing_is_asked_for_where_there_are_several(wells: QuestionedGraph) -> None:
    assert wells.answer("How deep is the slate shaft?") == "75"
    assert wells.draft("How deep is the brick shaft?").asks_for_one
