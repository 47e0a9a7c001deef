"""Whether two named things have something in common."""

import pytest

from pog_agent.reading.composing.forms.sameness import OPERATION
from tests.reading.composing.cases import QuestionedGraph

RYES = ("Dunkel", "Roggenlaib")
BREADS = ("Dunkel", "Weissling")
BAKERIES = ("Krume", "Kornhof")


@pytest.mark.parametrize(
    ("question", "names", "expected"),
    [
        ("Do Dunkel and Roggenlaib have the same flour?", RYES, "yes"),
        ("Do Dunkel and Weissling have the same flour?", BREADS, "no"),
        ("Does Dunkel have the same flour as Roggenlaib?", RYES, "yes"),
        ("Is the flour of Dunkel the same as that of Weissling?", BREADS, "no"),
        ("Do Dunkel and Weissling have different prices?", BREADS, "yes"),
        ("Do Dunkel and Roggenlaib have a different flour?", RYES, "no"),
        ("Are Krume and Kornhof located in the same town?", BAKERIES, "yes"),
        ("Is Krume located in the same town as Semmel?", ("Krume", "Semmel"), "no"),
        ("Do Ida Brandt and Jon Kamp work at the same bakery?", ("Ida Brandt", "Jon Kamp"), "yes"),
        ("Do Ida Brandt and Ole Tamm work at different bakeries?", ("Ida Brandt", "Ole Tamm"), "yes"),
        ("Were Dunkel and Dinkelkruste baked by the same baker?", ("Dunkel", "Dinkelkruste"), "yes"),
    ],
)
def test_whether_two_things_have_the_same(
    bakeries: QuestionedGraph, question: str, names: tuple[str, ...], expected: str
) -> None:
    assert bakeries.answer(question, *names) == expected


def test_one_value_in_common_is_enough(bakeries: QuestionedGraph) -> None:
    names = ("Dunkel", "Dinkelkruste")
    assert bakeries.answer("Are Dunkel and Dinkelkruste sold at the same bakery?", *names) == "yes"
    assert bakeries.answer("Are Dunkel and Dinkelkruste sold at different bakeries?", *names) == "no"


def test_what_each_has_is_taken_for_granted(bakeries: QuestionedGraph) -> None:
    draft = bakeries.draft("Do Krume and Kornhof have the same floor area?", *BAKERIES)
    assert len(draft.presupposed) == 2


@pytest.mark.parametrize(
    "question",
    ["Do all breads have the same flour?", "Which breads have the same flour as Dunkel?", "Is Dunkel the same?"],
)
def test_sameness_of_other_things_is_not_read(bakeries: QuestionedGraph, question: str) -> None:
    draft = bakeries.draft(question, "Dunkel")
    assert OPERATION not in {span.meaning for span in draft.reading.spans}
