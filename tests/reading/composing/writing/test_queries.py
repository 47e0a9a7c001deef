"""A tree becomes a query over the whole graph, or the reason is told why it is none."""

import pytest

from pog_agent.models.query import Query
from pog_agent.reading.composing.joins import Joiner
from pog_agent.reading.composing.trees import joined_trees
from pog_agent.reading.composing.writing.queries import QueryWriter
from pog_agent.reading.composing.writing.unwritten import UnwrittenError
from tests.reading.composing.cases import EX, QuestionedGraph


def writer(graph: QuestionedGraph, question: str, *names: str) -> QueryWriter:
    scan = graph.scan(question, *names)
    tree = joined_trees(scan, Joiner(scan, graph.lexicon()), scan.roots[0]).trees[0]
    return QueryWriter(scan, tree, graph.vocabulary(question))


def written(graph: QuestionedGraph, question: str, *names: str) -> Query:
    return writer(graph, question, *names).query()


def test_a_class_holds_with_its_subclasses(rowing: QuestionedGraph) -> None:
    (boats,) = written(rowing, "Which boats are there?").pattern.elements
    assert boats.kind == "instance"
    assert boats.class_ == EX + "Boat"
    assert "Titan" in rowing.rows(written(rowing, "Which boats are there?"))


@pytest.mark.parametrize(
    ("question", "form"),
    [
        ("Which boats are red?", "rows"),
        ("How many boats are red?", "scalar"),
        ("What is the average length of boats?", "scalar"),
        ("How many boats are there per color?", "rows"),
        ("Are there red boats?", "exists"),
    ],
)
def test_the_form_is_that_of_the_question(rowing: QuestionedGraph, question: str, form: str) -> None:
    assert written(rowing, question).form == form


def test_what_ranks_is_no_part_of_the_answer(rowing: QuestionedGraph) -> None:
    query = written(rowing, "What is the second longest boat?")
    assert [column.name for column in query.columns] == ["answer", "key_value"]
    assert query.ranks is not None
    assert (query.ranks.first, query.ranks.last) == (2, 2)
    assert query.order_by[0].descending


def test_the_oldest_has_the_earliest_date(bakeries: QuestionedGraph) -> None:
    for adjective, descending in (("oldest", False), ("youngest", True)):
        query = written(bakeries, f"Which baker is the {adjective}?")
        assert query.order_by[0].descending is descending


def test_things_without_any_compete_for_the_fewest_but_not_for_the_most(bakeries: QuestionedGraph) -> None:
    fewest = written(bakeries, "Which town has the fewest bakeries?")
    most = written(bakeries, "Which town has the most bakeries?")
    assert (len(fewest.optionals), len(most.optionals)) == (1, 0)
    assert bakeries.rows(fewest) == ["Linde"]
    assert bakeries.rows(most) == ["Hollen", "Marnau"]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("at least 2", ["Hollen", "Marnau"]),
        ("fewer than 2", ["Linde"]),
        ("at most 1", ["Linde"]),
        ("exactly 2", ["Hollen", "Marnau"]),
    ],
)
def test_a_test_of_a_number_keeps_what_has_none_where_that_fits(
    bakeries: QuestionedGraph, words: str, expected: list[str]
) -> None:
    assert bakeries.rows(written(bakeries, f"Which towns have {words} bakeries?")) == expected


def test_a_rank_below_what_is_asked_for_is_a_query_of_its_own(bakeries: QuestionedGraph) -> None:
    query = written(bakeries, "Which baker bakes the heaviest bread?")
    assert "in_query" in [element.kind for element in query.pattern.elements]
    assert bakeries.rows(query) == ["Ida Brandt"]


def test_a_negation_denies_the_join_with_all_below_it(rowing: QuestionedGraph) -> None:
    query = written(rowing, "Which rowers have rowed no boat that is red?")
    (condition,) = query.pattern.conditions
    assert condition.kind == "existence"
    assert condition.negated
    assert rowing.rows(query) == ["Elsa Rude", "Lena Berg", "Nora Quist"]


def test_each_negation_takes_for_granted_that_some_are_not_denied(rowing: QuestionedGraph) -> None:
    (needed,) = writer(rowing, "Which boats are not red?").presupposed()
    assert (needed.form, rowing.rows(needed)) == ("exists", ["yes"])
    assert writer(rowing, "Which boats are red?").presupposed() == ()


def test_an_exception_takes_nothing_for_granted(bakeries: QuestionedGraph) -> None:
    asked = writer(bakeries, "Which bakers except Ida Brandt work at Krume?", "Ida Brandt", "Krume")
    assert asked.presupposed() == ()
    assert bakeries.rows(asked.query()) == ["Jon Kamp"]


def test_a_year_is_that_of_a_date(bakeries: QuestionedGraph) -> None:
    query = written(bakeries, "Which bakeries were founded after 1988?")
    (condition,) = query.pattern.conditions
    assert condition.kind == "comparison"
    assert condition.left.kind == "date_part"
    assert bakeries.rows(query) == ["Semmel"]


@pytest.mark.parametrize(
    ("question", "names", "reason"),
    [
        ("What is the average flour of breads?", [], "the values of 'flour' are no numbers"),
        ("Which bakeries have founded above 30?", [], "'founded' has dates, and 30 is no year"),
    ],
)
def test_what_is_no_query_has_a_reason(
    bakeries: QuestionedGraph, question: str, names: list[str], reason: str
) -> None:
    with pytest.raises(UnwrittenError, match=f"^{reason}"):
        written(bakeries, question, *names)


def test_an_average_of_nameless_things_is_no_query(bakeries: QuestionedGraph) -> None:
    with pytest.raises(UnwrittenError, match="something that the question does not name"):
        written(bakeries, "What is the average amount of bakeries?")
