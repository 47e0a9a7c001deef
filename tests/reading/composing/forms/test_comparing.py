"""Whether one of two named things has more than the other."""

import pytest

from pog_agent.reading.composing.forms.comparing import OPERATION
from tests.finding_ids import ids
from tests.reading.composing.cases import QuestionedGraph

BREADS = ("Dunkel", "Weissling")
HALLS = ("Alder Hall", "Birch Hall")


@pytest.mark.parametrize(
    ("question", "names", "expected"),
    [
        ("Is Dunkel heavier than Weissling?", BREADS, "yes"),
        ("Is Weissling heavier than Dunkel?", BREADS, "no"),
        ("Is Weissling less expensive than Dunkel?", BREADS, "yes"),
        ("Is the price of Dunkel lower than that of Weissling?", BREADS, "no"),
        ("Is the price of Dunkel higher than the price of Weissling?", BREADS, "yes"),
        ("Does Dunkel have a higher price than Weissling?", BREADS, "yes"),
        ("Does Dunkel have a lower price than Weissling does?", BREADS, "no"),
        ("Has Marnau a larger population than Hollen?", ("Marnau", "Hollen"), "yes"),
        ("Is Ida Brandt older than Ole Tamm?", ("Ida Brandt", "Ole Tamm"), "yes"),
        ("Is Ida Brandt younger than Ole Tamm?", ("Ida Brandt", "Ole Tamm"), "no"),
        ("Was Ida Brandt born before Ole Tamm?", ("Ida Brandt", "Ole Tamm"), "yes"),
        ("Was Krume founded later than Kornhof?", ("Krume", "Kornhof"), "no"),
        ("Is Kornhof newer than Krume?", ("Krume", "Kornhof"), "yes"),
        ("Does Krume sell more breads than Semmel?", ("Krume", "Semmel"), "yes"),
        ("Does Semmel sell fewer breads than Krume?", ("Krume", "Semmel"), "yes"),
    ],
)
def test_whether_one_has_more_than_the_other(
    bakeries: QuestionedGraph, question: str, names: tuple[str, ...], expected: str
) -> None:
    assert bakeries.answer(question, *names) == expected


def test_the_words_of_a_comparison_are_read_as_one(bakeries: QuestionedGraph) -> None:
    reading = bakeries.draft("Is Ida Brandt older than Ole Tamm?", "Ida Brandt", "Ole Tamm").reading
    assert [span.text for span in reading.spans if span.meaning == OPERATION] == ["older"]


def test_what_has_no_value_is_taken_for_granted(halls: QuestionedGraph) -> None:
    draft = halls.draft("Does Birch Hall have a longer motto than Alder Hall?", *HALLS)
    assert draft.query is None
    seats = halls.draft("Does Birch Hall have a higher number of seats than Alder Hall?", *HALLS)
    assert seats.query is None or len(seats.presupposed) == 2


def test_values_that_do_not_compare_are_refused(bakeries: QuestionedGraph) -> None:
    draft = bakeries.draft("Does Dunkel have a higher flour than Weissling?", *BREADS)
    assert draft.query is None
    assert draft.refused
    assert draft.reason == "the values of 'flour' are neither numbers nor dates"


@pytest.mark.parametrize(
    "question",
    [
        "Is Dunkel heavier than any other bread?",
        "Is Dunkel heavier than 2 kg?",
        "Is Dunkel heavier than the average?",
        "Is Dunkel more delicious than Weissling?",
    ],
)
def test_what_is_no_comparison_of_two_named_things_is_not_read_as_one(
    bakeries: QuestionedGraph, question: str
) -> None:
    draft = bakeries.draft(question, *BREADS)
    assert OPERATION not in {span.meaning for span in draft.reading.spans}


@pytest.mark.parametrize(
    ("question", "names", "expected"),
    [
        ("Is Kit Marlow paid better than Ida Voss?", ("Kit Marlow", "Ida Voss"), "no"),
        ("Does Kit Marlow get paid less than Ida Voss?", ("Kit Marlow", "Ida Voss"), "yes"),
        ("Does Kit Marlow earn more than Ida Voss?", ("Kit Marlow", "Ida Voss"), "no"),
        ("Is Elm Park pricier than Fern Dell?", ("Elm Park", "Fern Dell"), "yes"),
        ("Does Elm Park cost more than Fern Dell?", ("Elm Park", "Fern Dell"), "yes"),
    ],
)
def test_pay_and_prices_are_compared_in_everyday_words(
    gardens: QuestionedGraph, question: str, names: tuple[str, ...], expected: str
) -> None:
    assert gardens.answer(question, *names) == expected


def test_money_may_be_a_pay(gardens: QuestionedGraph) -> None:
    draft = gardens.draft("Does Ida Voss get more money than Kit Marlow?", "Ida Voss", "Kit Marlow")
    assert draft.query is not None
    assert gardens.rows(draft.query) == ["yes"]
    assert ids(draft.flaws) == ["measured-by-meaning"]


WELLS = ("Ash Shaft", "Elm Shaft")


@pytest.mark.parametrize(
    ("question", "names", "expected"),
    [
        ("Does Elm Shaft go deeper than Ash Shaft?", WELLS, "yes"),
        ("Did the Elm Shaft reach down deeper than the Ash Shaft did?", WELLS, "yes"),
        ("Is Elm Shaft higher above sea level than Ash Shaft?", WELLS, "no"),
        ("Is Elm Shaft lower above the sea than Ash Shaft?", WELLS, "yes"),
        ("Can Big Tom lift more than Little Tim?", ("Big Tom", "Little Tim"), "yes"),
        ("Could Little Tim carry more than Big Tom?", ("Big Tom", "Little Tim"), "no"),
    ],
)
def test_what_things_do_tells_how_deep_or_strong_they_are(
    wells: QuestionedGraph, question: str, names: tuple[str, ...], expected: str
) -> None:
    assert wells.answer(question, *names) == expected


def test_a_height_of_its_own_is_none_above_the_sea(parcels: QuestionedGraph) -> None:
    draft = parcels.draft("How high above sea level is the parcel?")
    assert draft.query is None or draft.reading.unread


def test_a_verb_without_a_date_of_its_name_may_mean_another_date(wells: QuestionedGraph) -> None:
    names = ("North Crew", "South Crew")
    draft = wells.draft("Did North Crew form earlier than South Crew?", *names)
    assert draft.query is not None
    assert (wells.rows(draft.query), len(draft.flaws)) == (["yes"], 1)
