"""What counts as right, strictly and as published figures count it."""

import pytest

from pog_agent.evaluation.data.dataset import GoldItem, Question
from pog_agent.evaluation.measures.diagnosis import error_class
from pog_agent.evaluation.measures.metrics import (
    all_gold,
    all_rows,
    hits_lenient,
    hits_strict,
    measure,
    precision_recall,
)
from pog_agent.evaluation.measures.recall import Reached
from pog_agent.models import Answer, AnswerItem, CitedPath, TopicEntity

ANN, BOB = GoldItem(iri="e:ann", label="Ann"), GoldItem(iri="e:bob", label="Bob")


def answer(*items, status="supported", reason="", **fields):
    found = [
        AnswerItem(iri=item, label=item[2:].title())
        if item.startswith("e:")
        else AnswerItem(value=item, label=item)
        for item in items
    ]
    return Answer(question="Who?", answers=tuple(found), status=status, reason=reason, **fields)


def question(*gold, **fields):
    return Question(id="q", question="Who?", answers=gold, **fields)


COUNTED = (GoldItem(value=["Ann", 3]), GoldItem(value=["Bob", None]))


def table(*rows):
    cells = [tuple(None if cell is None else AnswerItem(value=cell, label=cell) for cell in row) for row in rows]
    firsts = tuple(row[0] for row in cells)
    return Answer(question="Who?", answers=firsts, columns=("who", "films"), rows=tuple(cells), status="supported")


@pytest.mark.parametrize(
    ("given", "gold", "right", "shares"),
    [
        ([("Bob", None), ("Ann", "3")], COUNTED, (True, True), (1, 1)),
        ([("Ann", "3.0")], COUNTED, (True, False), (1, 1 / 2)),
        ([("Ann", "4"), ("Bob", None)], COUNTED, (True, False), (1 / 2, 1 / 2)),
        ([("3", "Ann")], COUNTED, (False, False), (0, 0)),
        ([("Ann", "3")], (ANN,), (False, False), (0, 0)),
    ],
    ids=["any order", "some rows", "a wrong cell", "other columns", "no table is gold"],
)
def test_a_table_is_compared_as_a_set_of_rows(given, gold, right, shares):
    found = table(*given)
    assert (hits_strict(found, gold), all_gold(found, gold)) == right
    assert precision_recall(found, gold) == pytest.approx(shares)


@pytest.mark.parametrize(
    ("given", "gold", "right", "shares"),
    [
        (("e:ann",), (ANN,), (True, True), (1, 1)),
        (("e:ann",), (ANN, BOB), (True, False), (1, 1 / 2)),
        (("e:ann", "e:cid", "e:dan"), (ANN, BOB), (True, False), (1 / 3, 1 / 2)),
        (("e:cid",), (ANN,), (False, False), (0, 0)),
        ((), (ANN,), (False, False), (0, 0)),
        ((), (), (True, True), (1, 1)),
        (("e:ann",), (), (False, False), (0, 0)),
        (("+1,975",), (GoldItem(value="1975"),), (True, True), (1, 1)),
        (("ann",), (ANN,), (True, True), (1, 1)),
        (("8",), (GoldItem(value=8),), (True, True), (1, 1)),
        (("0.333333333333333333",), (GoldItem(value="0.3333333333"),), (True, True), (1, 1)),
        (("Paris, 3",), (GoldItem(value=["Paris", 3]),), (False, False), (0, 0)),
        (("annie",), (GoldItem(label="Ann", aliases=("Annie",)),), (True, True), (1, 1)),
        (("e:ann2",), (GoldItem(iri="e:ann", label="Ann2"),), (False, False), (0, 0)),
    ],
)
def test_strict_measures(given, gold, right, shares):
    found = answer(*given)
    assert (hits_strict(found, gold), all_gold(found, gold)) == right
    assert precision_recall(found, gold) == pytest.approx(shares)


@pytest.mark.parametrize(
    ("found", "gold", "lenient"),
    [
        (answer("Paris"), (GoldItem(label="Paris Hilton"),), True),
        (answer("Paris Hilton"), (GoldItem(label="paris"),), True),
        (answer(status="abstained", reason="It may be Ann."), (ANN,), True),
        (answer("Rome"), (ANN,), False),
        (answer(status="abstained"), (ANN,), False),
        (answer(status="abstained", reason="nothing"), (GoldItem(iri="e:x"),), False),
        (answer("Rome"), (), False),
    ],
)
def test_the_lenient_figure_counts_names_inside_names_and_inside_the_reason(found, gold, lenient):
    assert hits_lenient(found, gold) is lenient


def test_support_confidence_and_overlap():
    path = CitedPath(text="", triples=(("e:x", "http://r/a.b", "e:ann"), ("e:x", "http://r/c", "e:y")))
    asked = question(ANN, gold_paths=(("^http://r/a.b", "http://r/d"),))
    right, wrong = answer("e:ann", paths=(path,)), answer("e:cid", paths=(path,))
    assert measure(right, asked).path_overlap == 0.5
    assert (measure(right, asked).supported_right, measure(right, asked).confident_wrong) == (True, False)
    assert (measure(wrong, asked).supported_right, measure(wrong, asked).confident_wrong) == (False, True)
    assert not measure(answer("e:cid", status="partial"), asked).confident_wrong
    assert measure(right, question(ANN)).path_overlap is None
    assert measure(answer("e:ann", "e:cid"), question(ANN, BOB)).f1 == pytest.approx(0.5)


def test_rows_of_a_table_are_compared_cell_by_cell():
    gold = [GoldItem(value=["Paris", 3]), GoldItem(value=["Rome", None])]
    paris, three, rome = (AnswerItem(value=text, label=text) for text in ("paris", "3.0", "Rome"))
    assert all_rows([[rome, None], [paris, three]], gold)
    assert not all_rows([[rome, None]], gold)
    assert not all_rows([[rome, three], [paris, three]], gold)
    assert not all_rows([[rome], [paris, three]], gold)


YES, NO = Reached(any=True, all=True), Reached(any=False, all=False)
LINKED = {"topic_entities": (TopicEntity(iri="e:t", label="T"),)}
TOPIC = {"topic_entities": (GoldItem(iri="e:t"),)}


@pytest.mark.parametrize(
    ("found", "stages", "in_graph", "expected"),
    [
        (answer(status="abstained"), (NO, NO), True, "not_linked"),
        (answer(status="abstained", **LINKED), (NO, NO), False, "not_in_graph"),
        (answer(status="abstained", truncated=True, **LINKED), (NO, NO), True, "truncated"),
        (answer(status="abstained", **LINKED), (NO, NO), None, "not_explored"),
        (answer("e:cid", **LINKED), (YES, NO), True, "pruned"),
        (answer("e:cid", **LINKED), (YES, YES), True, "answer_generation"),
        (answer(status="abstained", **LINKED), (YES, YES), True, "refusal"),
        (answer("Cid", status="parametric", **LINKED), (YES, YES), True, "hallucination"),
        (answer(status="abstained", warnings=("answer: prose: no answer is given",)), (YES, YES), True, "format"),
        (answer(status="abstained", warnings=("answer: the model refused",)), (YES, YES), True, "refusal"),
    ],
)
def test_a_wrong_answer_is_given_the_first_cause_that_holds(found, stages, in_graph, expected):
    recall = dict(zip(("explored", "selected"), stages, strict=True))
    assert error_class(found, question(ANN, **TOPIC), recall, in_graph) == expected


def test_an_answer_to_a_question_that_has_none_is_a_hallucination():
    assert error_class(answer("e:ann"), question(), {}, None) == "hallucination"
