"""Questions of each form are composed, and what is not understood is not."""

import pytest

from pog_agent.answering.computed.query_parts import relations_of
from pog_agent.models.query import Query
from pog_agent.models.query_draft import ReadQuery
from pog_agent.reading.composing import composer, trees
from pog_agent.reading.composing.trees import MOST_HEADS
from pog_agent.reading.composing.writing.unwritten import UnwrittenError
from tests.finding_ids import ids
from tests.reading.composing.cases import QuestionedGraph

RIVALS = "Which rowers are coached by the chair of Otter Club?"


@pytest.mark.parametrize(
    ("question", "names", "expected"),
    [
        ("How many bakeries are there?", [], "4"),
        ("How many bakeries are located in Hollen?", ["Hollen"], "2"),
        ("Which bakeries are located in Marnau?", ["Marnau"], "Linde, Semmel"),
        ("List all rye breads.", [], "Dunkel, Roggenlaib"),
        ("Which breads have wheat flour?", [], "Weissling, Zopfbrot"),
        ("Which breads have a price above 4?", [], "Dinkelkruste, Dunkel, Roggenlaib"),
        ("Which breads are cheaper than 5 and heavier than 700?", [], "Dunkel"),
        ("Which bakeries were founded in May 1921?", [], "Krume"),
        ("What is the most expensive bread?", [], "Dinkelkruste"),
        ("What is the second most expensive bread?", [], "Roggenlaib"),
        ("What are the 3 most expensive breads?", [], "Dinkelkruste, Dunkel, Roggenlaib"),
        ("Top 3 breads by price", [], "Dinkelkruste, Dunkel, Roggenlaib"),
        ("What is the price of the heaviest bread?", [], "4.5"),
        ("Which bakers work at the oldest bakery?", [], "Ida Brandt, Jon Kamp"),
        ("What is the population of the town in which the largest bakery is located?", [], "4000"),
        ("Which baker bakes the most breads?", [], "Ida Brandt"),
        ("Which breads are sold at exactly 1 bakery?", [], "Dinkelkruste, Roggenlaib"),
        ("What is the average price of rye breads?", [], "4.75"),
        ("What is the total weight of the breads sold at Krume?", ["Krume"], "2400"),
        ("How many breads are there per flour?", [], "rye | 2, spelt | 1, wheat | 2"),
        ("What is the average price of the breads per flour?", [], "rye | 4.75, spelt | 6, wheat | 3.5"),
        ("How many breads are sold at each bakery?", [], "Kornhof | 2, Krume | 3, Linde | 1, Semmel | 2"),
        ("Which breads are not sold at Krume?", ["Krume"], "Roggenlaib, Weissling"),
        ("Which towns are without bakeries?", [], "Linde"),
        ("Which bakers except Ida Brandt work at Krume?", ["Ida Brandt", "Krume"], "Jon Kamp"),
        ("Which breads are heavier than Zopfbrot?", ["Zopfbrot"], "Dinkelkruste, Dunkel, Roggenlaib"),
        ("Which breads are heavier than average?", [], "Dinkelkruste, Dunkel, Roggenlaib"),
        (
            "Which breads are sold at Krume or Semmel?",
            ["Krume", "Semmel"],
            "Dinkelkruste, Dunkel, Weissling, Zopfbrot",
        ),
        ("Who is older, Ida Brandt or Ruth Velde?", ["Ida Brandt", "Ruth Velde"], "Ida Brandt"),
        ("Are there bakeries in Marnau?", ["Marnau"], "yes"),
        ("Is Dunkel more expensive than Weissling?", ["Dunkel", "Weissling"], "yes"),
        ("What are the price and weight of Dunkel?", ["Dunkel"], "4.5 | 1000"),
        ("How heavy is Zopfbrot?", ["Zopfbrot"], "600"),
    ],
)
def test_questions_about_bakeries(
    bakeries: QuestionedGraph, question: str, names: list[str], expected: str
) -> None:
    assert bakeries.answer(question, *names) == expected


@pytest.mark.parametrize(
    ("question", "names", "expected"),
    [
        ("How many red boats are there?", [], "2"),
        ("Which boats are red or green?", [], "Minnow, Swift, Titan"),
        ("Which boats are neither red nor green?", [], "Pike"),
        ("Which boats were launched between 2000 and 2012?", [], "Pike, Titan"),
        ("Who is the coach of Elsa Rude?", ["Elsa Rude"], "Mara Lund"),
        ("Which clubs are chaired by Finn Aas?", ["Finn Aas"], "Heron Club"),
        ("Which rowers are not members of Heron Club?", ["Heron Club"], "Elsa Rude, Lena Berg, Mara Lund"),
        ("What is the longest boat that is not red?", [], "Pike"),
        ("Which boats are rowed by the tallest rower?", [], "Titan"),
        ("What is the height of the tallest rower of Otter Club?", ["Otter Club"], "181"),
        ("Which club has more than one rower taller than 170?", [], "Otter Club"),
        ("Which rower rows the most boats?", [], "Mara Lund"),
        ("Which boats were rowed by Mara Lund and Elsa Rude?", ["Mara Lund", "Elsa Rude"], "Pike"),
        ("Which race is held on the deepest lake?", [], "Spring Sprint"),
        ("How many different colors do the boats have?", [], "3"),
        ("Which is longer, Swift or Pike?", ["Swift", "Pike"], "Pike"),
        ("What is the average length of boats for each club?", [], "Heron Club | 12.85, Otter Club | 9.3"),
        ("Which clubs don't have a green boat?", [], "Otter Club"),
        ("Which clubs cannot have a green boat?", [], "Otter Club"),
    ],
)
def test_questions_about_rowing(rowing: QuestionedGraph, question: str, names: list[str], expected: str) -> None:
    assert rowing.answer(question, *names) == expected


@pytest.mark.parametrize(
    ("question", "names", "reason"),
    [
        ("Which breads please more than 4?", [], "what 'more than 4' asks for was not read"),
        ("Which bakers bake only rye bread?", [], "what 'only' asks for was not read"),
        ("Which breads are cheap or heavy?", [], "what 'cheap' asks for was not read"),
        ("Which bakeries or mills are there?", [], "what 'or' asks for was not read"),
        ("Which breads are in Krume or Hollen?", ["Krume", "Hollen"], "what 'or' asks for was not read"),
        ("How many mills are there? Where are they?", [], "what 'Where are they?' asks for was not read"),
        ("Where is Krume located?", ["Krume"], "nothing that the question asks for is a class or relation"),
        ("When was Krume founded?", ["Krume"], "nothing that the question asks for is a class or relation"),
        ("Is Dunkel sold at Krume?", ["Dunkel", "Krume"], "nothing that the question asks for is a class"),
        ("Which croissants are there?", [], "nothing that the question asks for is a class or relation"),
        ("Which town is the heaviest?", [], "nothing in the graph tells what 'heavy' asks for"),
        ("What is the average flour of breads?", [], "the values of 'flour' are no numbers"),
    ],
)
def test_what_is_not_understood_is_not_composed(
    bakeries: QuestionedGraph, question: str, names: list[str], reason: str
) -> None:
    assert bakeries.refusal(question, *names).startswith(reason)


def test_things_that_nothing_joins_are_not_composed(rowing: QuestionedGraph) -> None:
    reason = rowing.refusal("Which boats are on Wendesee?", "Wendesee")
    assert reason == "what the question names is not joined in the graph"


def test_a_question_that_names_very_many_things_is_not_composed(bakeries: QuestionedGraph) -> None:
    question = "Which bakers bake the " + "bread of the bakery of the " * 4 + "town?"
    assert bakeries.refusal(question) == f"the question names more than {MOST_HEADS} things"


def test_numbers_in_a_mediator_that_may_have_several_units_are_a_flaw(bakeries: QuestionedGraph) -> None:
    draft = bakeries.draft("Which bakery has the largest amount?")
    assert draft.query is not None
    assert ids(draft.flaws) == ["several-units"]


@pytest.mark.parametrize("question", ["Which bakers work at Linde?", "Which bakeries are located in Linde?"])
def test_a_namesake_of_a_class_that_does_not_fit_is_no_flaw(bakeries: QuestionedGraph, question: str) -> None:
    draft = bakeries.draft(question, "Linde")
    assert draft.query is not None
    assert draft.flaws == ()


def test_namesakes_of_one_class_are_a_flaw(rowing: QuestionedGraph) -> None:
    draft = rowing.draft("Which boats were rowed by Lena Berg?", "Lena Berg")
    assert draft.query is not None
    assert ids(draft.flaws) == ["several-named"]


def test_a_relation_that_no_word_asks_for_is_a_flaw(rowing: QuestionedGraph) -> None:
    flaws = ids(rowing.draft("Who won the Spring Sprint?", "Spring Sprint").flaws)
    assert flaws[0] == "noun-unclear"
    assert "relation-unasked" in flaws


def test_an_unread_noun_or_verb_stands_in_the_reading(rowing: QuestionedGraph) -> None:
    draft = rowing.draft("Which boats were painted by Mara Lund?", "Mara Lund")
    assert draft.query is not None
    assert draft.reading.unread == ("painted",)


def test_the_reading_tells_what_each_word_became(bakeries: QuestionedGraph) -> None:
    question = "Which breads with wheat flour are baked by Ruth Velde?"
    reading = bakeries.draft(question, "Ruth Velde").reading
    spans = [(span.text, span.role) for span in reading.spans]
    assert spans == [("breads", "class"), ("wheat flour", "value"), ("Ruth Velde", "topic")]
    assert all(question[span.start : span.end] == span.text for span in reading.spans)
    assert {item.text: item.asked_by for item in reading.elements} == {"flour": "wheat", "baked by": "baked"}
    assert reading.unasked == ()


def test_readings_that_are_as_good_are_rivals(rowing: QuestionedGraph) -> None:
    draft = rowing.draft(RIVALS, "Otter Club")
    assert draft.query is not None
    queries = [rival.query for rival in draft.rivals]
    assert draft.query not in queries
    assert len(set(queries)) == len(queries) >= 1


def test_a_rival_has_the_reading_of_its_own_query(rowing: QuestionedGraph) -> None:
    draft = rowing.draft(RIVALS, "Otter Club")
    assert draft.query is not None
    for read in (ReadQuery(query=draft.query, reading=draft.reading), *draft.rivals):
        used = {rowing.lexicon().label(iri) for iri in relations_of(read.query)}
        assert {item.text for item in read.reading.elements} == used


def test_more_readings_than_are_compared_are_a_flaw(
    rowing: QuestionedGraph, monkeypatch: pytest.MonkeyPatch
) -> None:
    flaw = "readings-not-compared"
    assert flaw not in ids(rowing.draft(RIVALS, "Otter Club").flaws)
    monkeypatch.setattr(composer, "MOST_READINGS", 1)
    draft = rowing.draft(RIVALS, "Otter Club")
    assert (draft.rivals, draft.flaws[-1].id) == ((), flaw)


def test_joins_that_are_left_out_and_may_fit_as_well_are_a_flaw(
    rowing: QuestionedGraph, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "joins-not-compared" not in ids(rowing.draft(RIVALS, "Otter Club").flaws)
    monkeypatch.setattr(trees, "MOST_TREES", 1)
    assert "joins-not-compared" in ids(rowing.draft(RIVALS, "Otter Club").flaws)


def test_a_reading_that_fits_as_well_and_is_no_query_is_a_flaw(
    rowing: QuestionedGraph, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = composer.QueryWriter.query
    asked: list[object] = []

    def once(writer: composer.QueryWriter) -> Query:
        asked.append(writer)
        if len(asked) > 1:
            raise UnwrittenError("no numbers")
        return written(writer)

    monkeypatch.setattr(composer.QueryWriter, "query", once)
    draft = rowing.draft(RIVALS, "Otter Club")
    assert draft.query is not None
    assert draft.rivals == ()
    assert ids(draft.flaws)[-1] == "reading-unwritten"


def test_a_clear_reading_has_no_rival(rowing: QuestionedGraph) -> None:
    assert rowing.draft("Which boats belong to Otter Club?", "Otter Club").rivals == ()


@pytest.mark.parametrize(
    ("question", "is_one"),
    [
        ("What is the boat of Otter Club?", True),
        ("What are the boats of Otter Club?", False),
        ("How many boats does Otter Club have?", False),
    ],
)
def test_the_singular_asks_for_one(rowing: QuestionedGraph, question: str, is_one: bool) -> None:
    assert rowing.draft(question, "Otter Club").asks_for_one is is_one


def test_a_negation_takes_for_granted_what_it_denies(rowing: QuestionedGraph) -> None:
    assert len(rowing.draft("Which boats were not rowed by Mara Lund?", "Mara Lund").presupposed) == 1
    assert rowing.draft("Which boats were rowed by Mara Lund?", "Mara Lund").presupposed == ()


def test_a_relation_on_the_way_that_no_word_asks_for_is_a_flaw(bakeries: QuestionedGraph) -> None:
    draft = bakeries.draft("Which bakers work in Hollen?", "Hollen")
    assert ids(draft.flaws) == ["relation-unasked"]
    assert draft.query is not None
    assert bakeries.rows(draft.query) == ["Ida Brandt", "Jon Kamp", "Ole Tamm"]


@pytest.mark.parametrize(
    "question",
    [
        "Which bakeries have many breads?",
        "Which breads have the same price?",
        "Which bread has the lowest price per weight?",
        "Which bakeries are towns?",
    ],
)
def test_what_a_query_of_rules_cannot_carry_out_ends_it(bakeries: QuestionedGraph, question: str) -> None:
    assert bakeries.draft(question, "Krume").query is None
