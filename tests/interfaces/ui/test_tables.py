"""Answers as rows: counts of groups, and CSV that a spreadsheet reads as it is meant."""

import csv
import io

import pytest

from pog_agent.interfaces.ui.tables import class_groups, csv_of, profile_groups, row_groups, value_groups
from pog_agent.models import Answer, AnswerItem, CitedPath
from pog_agent.terms import RDF_TYPE
from pog_agent.tracing.run_trace import RunTrace, Surrounding

E = "http://example.org/"
RHINE = AnswerItem(iri=f"{E}rhine", label="Rhine")
DANUBE = AnswerItem(iri=f"{E}danube", label="Danube")
LONG = AnswerItem(value="1233", label="1233", unit="km")


def rows_of(answer: Answer) -> list[list[str]]:
    return [*csv.reader(io.StringIO(csv_of(answer)))]


def test_a_list_has_its_labels_and_iris():
    answer = Answer(question="q", answers=(RHINE, DANUBE))
    assert rows_of(answer) == [["answer", "answer iri"], ["Rhine", f"{E}rhine"], ["Danube", f"{E}danube"]]


def test_a_table_has_its_columns_units_and_empty_cells():
    answer = Answer(question="q", columns=("river", "length"), rows=((RHINE, LONG), (DANUBE, None)))
    assert rows_of(answer) == [
        ["river", "river iri", "length", "length unit"],
        ["Rhine", f"{E}rhine", "1233", "km"],
        ["Danube", f"{E}danube", "", ""],
    ]


def test_a_profile_has_its_relations_and_how_many_they_lead_to():
    told = tuple(item.model_copy(update={"relation": "flows to"}) for item in (RHINE, DANUBE))
    born = AnswerItem(value="1903", label="1903", relation="born")
    answer = Answer(question="q", kind="profile", answers=(*told, born))
    assert [(group.name, group.count) for group in profile_groups(answer)] == [("flows to", 2), ("born", 1)]
    assert rows_of(answer)[:2] == [["relation", "answer", "answer iri"], ["flows to", "Rhine", f"{E}rhine"]]


@pytest.mark.parametrize(
    ("label", "written"),
    [("=cmd()", "'=cmd()"), ("@x", "'@x"), ("-5.2", "-5.2"), ("+x", "'+x"), ("a=b", "a=b"), ('"a", b', '"a", b')],
)
def test_no_cell_is_a_formula_and_a_number_stays_one(label, written):
    assert rows_of(Answer(question="q", answers=(AnswerItem(value=label, label=label),)))[1] == [written]


def test_rows_of_one_first_cell_are_counted_where_several_have_it():
    rows = tuple((first, LONG) for first in (RHINE, DANUBE, RHINE))
    answer = Answer(question="q", columns=("river", "length"), rows=rows)
    assert [(group.name, group.count) for group in row_groups(answer)] == [("Rhine", 2), ("Danube", 1)]
    assert row_groups(answer.model_copy(update={"rows": rows[:2]})) == []


PICTURES = tuple(AnswerItem(iri=f"{E}{name}", label=name) for name in ("ferry", "girls", "carriers"))
ROOMS = {f"{E}quay": "Quay Room", f"{E}hall": "Hall"}


def hanging(*rooms: str, shown: int = 3) -> RunTrace:
    """A run whose answers hang in these rooms, with paths for the first `shown` of them."""
    places = zip(PICTURES[:shown], rooms, strict=False)
    triples = [(item.iri, f"{E}hangs_in", f"{E}{room}") for item, room in places]
    kinds = [(item.iri, RDF_TYPE, f"{E}Picture") for item in PICTURES]
    paths = tuple(CitedPath(text="", triples=(fact, kind)) for fact, kind in zip(triples, kinds, strict=False))
    answer = Answer(question="q", answers=PICTURES, paths=paths)
    around = Surrounding(labels=ROOMS)
    return RunTrace(
        run_id="r", system="pog", question="q", started="now", seconds=0, answer=answer, surrounding=around
    )


@pytest.mark.parametrize(
    ("run", "counts"),
    [
        (hanging("quay", "hall", "quay"), [("Quay Room", 2), ("Hall", 1)]),
        (hanging("quay", "quay", "quay"), []),
        (hanging("quay", "hall", "unnamed"), []),
        (hanging("quay", "hall", "quay", shown=2), []),
    ],
    ids=["two rooms", "one room", "a room without a name", "not all answers are cited"],
)
def test_a_list_is_counted_by_what_its_paths_lead_over(run, counts):
    assert [(group.name, group.count) for group in value_groups(run)] == counts


@pytest.mark.parametrize(
    ("kinds", "counts"),
    [
        (("print", "painting", "painting"), [("painting", 2), ("print", 1)]),
        (("print", "print", "print"), []),
        (("print", "print", ""), []),
        (("print", "painting", "etching"), []),
    ],
    ids=["two classes", "one class", "one class of some", "each of its own"],
)
def test_a_list_is_counted_by_classes_that_not_all_have(kinds, counts):
    answer = Answer(question="q", answers=PICTURES)
    of_all = zip(PICTURES, kinds, strict=True)
    classes = {item.iri: ("picture", kind) if kind else ("picture",) for item, kind in of_all}
    assert [(group.name, group.count) for group in class_groups(answer, classes)] == counts
    assert class_groups(answer.model_copy(update={"columns": ("work",)}), classes) == []
