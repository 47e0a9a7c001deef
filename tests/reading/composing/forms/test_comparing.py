"""Whether one of two named things has more than the other."""

from pog_agent.reading.composing.forms.comparing import OPERATION
from tests.reading.composing.cases import QuestionedGraph

HALLS = ("Alder Hall", "Birch Hall")


def test_the_words_of_a_comparison_are_read_as_one(bakeries: QuestionedGraph) -> None:
    reading = bakeries.draft("Is Ida Brandt older than Ole Tamm?", "Ida Brandt", "Ole Tamm").reading
    assert [span.text for span in reading.spans if span.meaning == OPERATION] == ["older"]


def test_what_has_no_value_is_taken_for_granted(halls: QuestionedGraph) -> None:
    draft = halls.draft("Does Birch Hall have a longer motto than Alder Hall?", *HALLS)
    assert draft.query is None
    seats = halls.draft("Does Birch Hall have a higher number of seats than Alder Hall?", *HALLS)
    assert seats.query is None or len(seats.presupposed) == 2
