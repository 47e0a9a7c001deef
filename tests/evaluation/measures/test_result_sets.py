"""Scores of result sets: the numbers are those of the TEXT2SPARQL client, version 2.1, for the same results."""

import pytest

from pog_agent.evaluation.measures.result_sets import ValueSet, score_query, scores
from pog_agent.kg.foreign_queries.answering import QueryTable
from pog_agent.kg.open import open_kg

YES, NO = QueryTable(truth=True), QueryTable(truth=False)


def rows(*values: str) -> QueryTable:
    return QueryTable(("x",), tuple((value,) for value in values))


@pytest.mark.parametrize(
    ("gold", "found", "precision", "recall", "f1"),
    [
        (rows("h:x", "h:y"), rows("h:x", "h:z", "h:w"), 1 / 3, 1 / 2, 0.4),
        (rows("h:x"), rows(), 0, 0, 0),
        (rows("h:x"), rows("h:x", "h:x"), 1, 1, 1),
        (rows('"5"^^<http://www.w3.org/2001/XMLSchema#integer>'), rows('"5"@en'), 1, 1, 1),
        (YES, YES, 1, 1, 1),
        (YES, NO, 1, 1, 1),
        (NO, NO, 0, 0, 0),
        (NO, YES, 0, 0, 0),
        (YES, rows(), 0, 0, 0),
    ],
)
def test_the_scores_are_those_of_the_client(gold, found, precision, recall, f1):
    got = scores(ValueSet.of(found), ValueSet.of(gold))
    assert (got.precision, got.recall, got.f1) == pytest.approx((precision, recall, f1))


def test_all_columns_are_one_set_without_empty_cells():
    table = QueryTable(("a", "b"), (("h:x", '"1"'), ("", "_:n")))
    assert ValueSet.of(table).named == {"h:x", "1", "n"}


async def test_what_does_not_count_what_has_no_query_and_what_fails():
    kg = open_kg("demo")
    gold = ValueSet.of(rows("http://example.org/world/e/Phobos"))
    assert await score_query("ASK { ?s ?p ?o }", ValueSet(), kg) is None
    assert await score_query("ASK { ?s ?p ?o }", None, kg) is None
    assert (await score_query(None, gold, kg)).f1 == 0
    assert (await score_query("SELECT ?x {", gold, kg)).f1 == 0
    query = "SELECT ?x { VALUES ?x { <http://example.org/world/e/Phobos> } }"
    assert (await score_query(query, gold, kg)).f1 == 1
    kg.close()
