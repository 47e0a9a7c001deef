"""Questions that no path alone answers, asked of the whole agent without a language model."""

from collections.abc import Iterator

import pytest

from pog_agent import PathsOverGraph
from pog_agent.models import Answer
from pog_agent.terms import literal_value
from tests.finding_ids import ids
from tests.reading.composing.cases import EX, questioned


@pytest.fixture(scope="module")
def bakeries() -> Iterator[PathsOverGraph]:
    with PathsOverGraph(questioned("bakeries").kg, encoder="lexical", model="offline") as agent:
        yield agent


@pytest.fixture(scope="module")
def rowing() -> Iterator[PathsOverGraph]:
    with PathsOverGraph(questioned("rowing").kg, encoder="lexical", model="offline") as agent:
        yield agent


@pytest.fixture(scope="module")
def agency() -> Iterator[PathsOverGraph]:
    with PathsOverGraph(questioned("agency").kg, encoder="lexical", model="offline") as agent:
        yield agent


def doubts(answer: Answer) -> list[str]:
    """By which checks an answer is not supported."""
    return ids(answer.findings)


@pytest.mark.parametrize(
    ("question", "kind", "expected"),
    [
        ("How many bakeries are located in Hollen?", "count", "2"),
        ("Which breads have a price above 4?", "entities", "Dinkelkruste, Dunkel, Roggenlaib"),
        ("Which breads have wheat flour?", "entities", "Weissling, Zopfbrot"),
        ("What is the second most expensive bread?", "entities", "Roggenlaib"),
        ("What is the price of the heaviest bread?", "literal", "4.5"),
        ("Which town has the fewest bakeries?", "entities", "Linde"),
        ("Which breads are sold at exactly 1 bakery?", "entities", "Dinkelkruste, Roggenlaib"),
        ("What is the average price of rye breads?", "literal", "4.75"),
        ("How many breads are there per flour?", "literal", "rye, 2; spelt, 1; wheat, 2"),
        ("Which breads are not sold at Krume?", "entities", "Roggenlaib, Weissling"),
        ("Which bakers except Ida Brandt work at Krume?", "entities", "Jon Kamp"),
        ("Which breads are heavier than Zopfbrot?", "entities", "Dinkelkruste, Dunkel, Roggenlaib"),
        ("Which breads have a price above the average?", "entities", "Dinkelkruste, Roggenlaib"),
        ("Are there bakeries in Marnau?", "boolean", "yes"),
        ("What are the price and weight of Dunkel?", "literal", "4.5, 1000"),
        ("How much heavier is Dunkel than Weissling?", "literal", "500"),
        ("What is the difference in price between Weissling and Dunkel?", "literal", "1.5"),
        ("What is the difference between the highest and the lowest price of breads?", "literal", "3"),
        ("What percentage of the breads are rye breads?", "literal", "40"),
        ("Are all breads sold at Krume?", "boolean", "no"),
        ("Are all rye breads sold at Kornhof?", "boolean", "yes"),
        ("Is Dunkel a bread?", "boolean", "yes"),
        ("In which year was Krume founded?", "literal", "1921"),
        ("How many bakeries were founded per decade?", "literal", "1920, 1; 1970, 1; 1980, 1; 2000, 1"),
        ("Which bakers are older than Ruth Velde?", "entities", "Ida Brandt"),
        ("How many years older is Ida Brandt than Ole Tamm?", "literal", "25"),
    ],
)
def test_a_question_that_is_read_in_full_has_a_supported_answer(
    bakeries: PathsOverGraph, question: str, kind: str, expected: str
) -> None:
    answer = bakeries.ask(question)
    assert (answer.status, answer.kind, answer.text) == ("supported", kind, expected)
    assert doubts(answer) == []
    assert answer.sparql is not None
    assert answer.reading is not None
    assert (answer.reading.unread, answer.reading.unasked) == ((), ())


def test_a_difference_cites_both_values(bakeries: PathsOverGraph) -> None:
    answer = bakeries.ask("What is the difference in price between Weissling and Dunkel?")
    cited = {(head, tail) for path in answer.paths for head, _, tail in path.triples}
    assert {head.removeprefix(EX) for head, _ in cited} == {"weiss", "dunkel"}
    assert {literal_value(tail) for _, tail in cited} == {"3.0", "4.5"}


@pytest.mark.parametrize(
    "question",
    ["Is each bread baked by Ole Tamm sold at Krume?", "Is each bread baked by Ida Brandt sold at Kornhof?"],
)
def test_paths_do_not_say_that_all_things_are_so(bakeries: PathsOverGraph, question: str) -> None:
    answer = bakeries.ask(question)
    assert answer.status != "supported"


@pytest.mark.parametrize(
    ("question", "expected", "doubt"),
    [
        ("Is Titan a race?", "no", "class-not-stated"),
        ("Which boats are painted by Mara Lund?", "Pike, Swift", "word-not-said"),
        ("What is the red boat?", "Swift, Titan", "several-fit"),
    ],
)
def test_a_question_with_one_doubt_has_a_partial_answer(
    rowing: PathsOverGraph, question: str, expected: str, doubt: str
) -> None:
    answer = rowing.ask(question)
    assert (answer.status, answer.text) == ("partial", expected)
    assert doubts(answer) == [doubt]


def test_another_reading_is_told(rowing: PathsOverGraph) -> None:
    answer = rowing.ask("Which rowers are coached by the chair of Otter Club?")
    assert answer.status == "partial"
    assert doubts(answer) == ["other-reading"]


def test_a_negation_of_what_the_graph_never_says_is_partial(rowing: PathsOverGraph) -> None:
    answer = rowing.ask("Which boats were not rowed by Nora Quist?")
    assert answer.status == "partial"
    assert doubts(answer) == ["presupposition-lacking"]


@pytest.mark.parametrize(
    "question",
    [
        "Which boats are red? Which are blue?",
        "Which club has only red boats?",
        "Which boats and races are there?",
        "Which boats were launched in 1998 or 2003?",
        "Which oars are red?",
        "What percentage of the boats that are red are eights?",
        "Which boats are twice as long as Swift?",
        "How many more boats does Otter Club have than Heron Club?",
    ],
)
def test_a_question_that_is_not_understood_is_not_answered(rowing: PathsOverGraph, question: str) -> None:
    answer = rowing.ask(question)
    assert (answer.status, answer.answers) == ("abstained", ())


def test_nothing_that_fits_is_no_answer_and_tells_what_was_looked_through(rowing: PathsOverGraph) -> None:
    answer = rowing.ask("Which boats are longer than 90?")
    assert answer.status == "abstained"
    assert "looked through 4 things of the class 'boat'" in answer.reason


@pytest.fixture(scope="module")
def parcels() -> Iterator[PathsOverGraph]:
    with PathsOverGraph(questioned("parcels").kg, encoder="lexical", model="offline") as agent:
        yield agent


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which parcels are heavier than 2 kg?", "Birch"),
        ("Which films are longer than an hour and a half?", "Noon"),
        ("What is the average length of parcels?", "77 cm"),
        ("What is the total fee of parcels?", "26.5 EUR"),
        ("What are the weight and fee of Birch?", "2500 g, 9.5 EUR"),
        ("What is the length of the heaviest parcel?", "120 cm"),
        ("What is the weight of Amber?", "1500 g"),
        ("How many parcels weigh more than 1 kg?", "2"),
        ("What is the widest parcel?", "Birch"),
        ("What is the average width of parcels?", "41.666667 cm"),
        ("What is the average girth of parcels?", "13.5 cm"),
        ("What is the heaviest tunnel?", "Ridge Tunnel"),
        ("What is the width of Birch?", "50 cm"),
        ("Which parcels are wider than tall?", "Amber"),
    ],
)
def test_numbers_are_compared_and_shown_in_their_units(
    parcels: PathsOverGraph, question: str, expected: str
) -> None:
    answer = parcels.ask(question)
    assert (answer.status, answer.text) == ("supported", expected)


def test_the_unit_of_an_answer_stands_beside_its_number(parcels: PathsOverGraph) -> None:
    (item,) = parcels.ask("What is the weight of Amber?").answers
    assert (item.value, item.label, item.unit) == ("1500", "1500", "g")


@pytest.mark.parametrize(
    ("question", "message"),
    [
        (
            "Which parcels are longer than 2 kg?",
            "'2 kg' does not compare with 'length (cm)', whose values are in cm.",
        ),
        (
            "What is the average load of tunnels?",
            "The values of 'load' are in units that are not compared with each other: kg, sack.",
        ),
        (
            "What is the average thickness of parcels?",
            "The values of 'thickness' are texts such as '0,5 cm', which no query compares.",
        ),
    ],
)
def test_what_the_units_do_not_allow_is_refused_by_name(
    parcels: PathsOverGraph, question: str, message: str
) -> None:
    answer = parcels.ask(question)
    assert (answer.status, answer.text) == ("abstained", message)
    assert answer.abstention is not None
    assert answer.abstention.case == "operation_not_possible"


def test_a_number_in_a_unit_that_the_graph_does_not_tell_makes_the_answer_partial(parcels: PathsOverGraph) -> None:
    answer = parcels.ask("Which parcels have a rating above 2 kg?")
    assert (answer.status, answer.text) == ("partial", "Amber, Birch")
    assert doubts(answer) == ["amount-converted"]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which jobs have more pages than Mossbook?", "Saltbook, Tidebook"),
        ("Which jobs have fewer pages than Saltbook?", "Mossbook, Tidebook"),
        ("Which jobs were approved earlier than Mossbook?", "Tidebook"),
        ("Which jobs were approved after Tidebook?", "Mossbook, Saltbook"),
        ("How many jobs were approved before Saltbook?", "2"),
        ("Which jobs have an approval date later than that of Mossbook?", "Saltbook"),
        ("Which job that was approved after 2021 has the most pages?", "Saltbook"),
        ("Which jobs have a former title?", "Saltbook, Tidebook"),
        ("Which jobs were not proofread?", "Mossbook, Saltbook"),
        ("Which of the jobs managed by Ann Lee were not proofread?", "Mossbook"),
        ("Which jobs have a sale price above their asking price?", "Tidebook"),
        ("By whom was Bo Fox influenced?", "Ann Lee"),
        ("Who influenced Cy Dent?", "Bo Fox"),
        ("Whom did Ann Lee influence?", "Bo Fox"),
        ("How many writers belong to House Esk?", "2"),
        ("How many jobs do we have in the list?", "3"),
        ("How many jobs do we have on file managed by Ann Lee?", "2"),
        ("Whose asking price is higher, Tidebook's or Mossbook's?", "Tidebook"),
    ],
)
def test_a_question_in_another_turn_of_words_is_read_in_full(
    agency: PathsOverGraph, question: str, expected: str
) -> None:
    answer = agency.ask(question)
    assert (answer.text, doubts(answer)) == (expected, [])
    assert answer.status == "supported"


@pytest.mark.parametrize(
    "question",
    [
        "Which of the jobs managed by Ann Lee were not translated?",
        "Which jobs were not translated by anyone?",
        "Which of the jobs were not approved?",
    ],
)
def test_what_was_done_to_all_is_found_of_none(agency: PathsOverGraph, question: str) -> None:
    answer = agency.ask(question)
    assert answer.status == "abstained" or not answer.answers


def test_the_values_of_another_one_used_beside_it_are_not_its_own(agency: PathsOverGraph) -> None:
    assert agency.ask("Which glue is lowest in stock?").status != "supported"
    cloth = agency.ask("Which cloth is lowest in stock?")
    assert (cloth.text, cloth.status) == ("Linen", "supported")
