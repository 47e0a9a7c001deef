"""Answers as rows: counts of groups, and CSV that a spreadsheet reads as it is meant."""

import csv
import io

import pytest

from pog_agent.interfaces.ui.tables import csv_of, profile_groups, row_groups
from pog_agent.models import Answer, AnswerItem

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
