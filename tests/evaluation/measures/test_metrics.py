"""What counts as right, strictly and as published figures count it."""

import pytest

from pog_agent.evaluation.data.dataset import Question
from pog_agent.evaluation.data.gold import GoldItem
from pog_agent.evaluation.measures.diagnosis import error_class
from pog_agent.evaluation.measures.judgement import judgement
from pog_agent.evaluation.measures.metrics import hits_lenient, hits_strict, measure, precision_recall
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
    ("given", "gold", "hit", "judged", "shares"),
    [
        ([("Bob", None), ("Ann", "3")], COUNTED, True, "right", (1, 1)),
        ([("Ann", "3.0")], COUNTED, True, "too_narrow", (1, 1 / 2)),
        ([("Ann", "4"), ("Bob", None)], COUNTED, True, "other", (1 / 2, 1 / 2)),
        ([("Ann", "3"), ("Bob", "3"), ("Bob", None)], COUNTED, True, "too_wide", (2 / 3, 1)),
        ([("3", "Ann")], COUNTED, False, "other", (0, 0)),
        ([("Ann", "3")], (ANN,), False, "other", (0, 0)),
    ],
    ids=["any order", "some rows", "a wrong cell", "a row more", "other columns", "no table is gold"],
)
def test_a_table_is_compared_as_a_set_of_rows(given, gold, hit, judged, shares):
    found = table(*given)
    assert (hits_strict(found, gold), judgement(found, question(*gold))) == (hit, judged)
    assert precision_recall(found, gold) == pytest.approx(shares)


@pytest.mark.parametrize(
    ("given", "gold", "hit", "judged", "shares"),
    [
        (("e:ann",), (ANN,), True, "right", (1, 1)),
        (("e:bob", "e:ann", "e:ann"), (ANN, BOB), True, "right", (1, 1)),
        (("e:ann", "e:cid"), (ANN,), True, "too_wide", (1 / 2, 1)),
        (("e:ann",), (ANN, BOB), True, "too_narrow", (1, 1 / 2)),
        (("e:ann", "e:cid", "e:dan"), (ANN, BOB), True, "other", (1 / 3, 1 / 2)),
        (("e:cid",), (ANN,), False, "other", (0, 0)),
        ((), (ANN,), False, "none", (0, 0)),
        ((), (), True, "right", (1, 1)),
        (("e:ann",), (), False, "other", (0, 0)),
        (("+1,975",), (GoldItem(value="1975"),), True, "right", (1, 1)),
        (("ann",), (ANN,), True, "right", (1, 1)),
        (("8",), (GoldItem(value=8),), True, "right", (1, 1)),
        (("0.333333333333333333",), (GoldItem(value="0.3333333333"),), True, "right", (1, 1)),
        (("Paris, 3",), (GoldItem(value=["Paris", 3]),), False, "other", (0, 0)),
        (("annie",), (GoldItem(label="Ann", aliases=("Annie",)),), True, "right", (1, 1)),
        (("e:ann2",), (GoldItem(iri="e:ann", label="Ann2"),), False, "other", (0, 0)),
    ],
)
def test_right_are_exactly_the_gold_answers_and_a_hit_is_any_of_them(given, gold, hit, judged, shares):
    found = answer(*given, status="supported" if given else "abstained")
    assert (hits_strict(found, gold), judgement(found, question(*gold))) == (hit, judged)
    assert precision_recall(found, gold) == pytest.approx(shares)


def test_connections_alone_are_no_abstention():
    joined = answer(kind="paths")
    assert (judgement(joined, question()), judgement(joined, question(ANN))) == ("other", "other")


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
    wide = measure(answer("e:ann", "e:cid"), asked)
    assert (wide.hits1_strict, wide.judged, wide.supported_right, wide.confident_wrong) == (
        *(True, "too_wide"),
        *(False, True),
    )
    assert measure(right, question(ANN)).path_overlap is None
    assert measure(answer("e:ann", "e:cid"), question(ANN, BOB)).f1 == pytest.approx(0.5)


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
        (answer("e:ann", "e:cid", **LINKED), (YES, YES), True, "too_wide"),
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
