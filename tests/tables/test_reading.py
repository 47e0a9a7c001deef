"""Reading tables: separators, encodings, headers and rows as people have them, and nothing lost without a word."""

import pytest

from pog_agent.errors import GraphUnavailableError
from pog_agent.tables.reading import Table, read_table


def table_of(tmp_path, content: str | bytes, name: str = "t.csv") -> Table:
    file = tmp_path / name
    file.write_bytes(content.encode() if isinstance(content, str) else content)
    return read_table(file)


@pytest.mark.parametrize(
    ("content", "name"),
    [
        ("a,b\n1,x\n2,y\n", "t.csv"),
        ("a;b\n1;x\n2;y\n", "t.csv"),
        ("a|b\n1|x\n2|y\n", "t.txt"),
        ("a\tb\r\n1\tx\r\n2\ty\r\n", "t.tsv"),
        ("\ufeffa,b\n\n1, x \n2,y\n,\n", "t.csv"),
        ("a,b\n1,x\n2,y".encode("utf-16"), "t.csv"),
    ],
)
def test_separators_encodings_and_empty_rows_make_no_difference(tmp_path, content, name):
    assert table_of(tmp_path, content, name).columns == {"a": ["1", "2"], "b": ["x", "y"]}


def test_quoted_cells_hold_separators_quotes_and_line_breaks(tmp_path):
    table = table_of(tmp_path, 'a;b\n"1;0";"first\nsecond"\n2;"he said ""no"""\n')
    assert table.columns == {"a": ["1;0", "2"], "b": ["first\nsecond", 'he said "no"']}
    assert table.warnings == []


def test_a_comma_in_numbers_does_not_separate_cells(tmp_path):
    assert table_of(tmp_path, "a;b;c\n1,5;2,5;x\n3,5;4,5;y\n").columns["b"] == ["2,5", "4,5"]


def test_windows_1252_is_read_and_said(tmp_path):
    table = table_of(tmp_path, "a\nGröße €\n".encode("cp1252"))
    assert table.columns == {"a": ["Größe €"]}
    assert table.warnings == ["t.csv: not UTF-8; it was read as Windows-1252"]


def test_ragged_rows_are_counted(tmp_path):
    table = table_of(tmp_path, "a,b\n1\n2,y,extra\n3,z,\n")
    assert table.columns == {"a": ["1", "2", "3"], "b": ["", "y", "z"]}
    assert table.warnings == [
        "t.csv: rows with fewer cells than the header: 1; the rest of them is empty",
        "t.csv: rows with more cells than the header: 1 (first: row 2); what is beyond it was left out",
    ]


def test_headers_that_are_empty_or_come_again_are_numbered(tmp_path):
    table = table_of(tmp_path, "a,,a,\n1,x,2,\n")
    assert list(table.columns) == ["a", "column 2", "a 2"]
    assert len(table.warnings) == 2


def test_quotes_within_a_cell_are_said(tmp_path):
    table = table_of(tmp_path, 'a,b\n"6" pipe,x\n')
    assert table.columns == {"a": ["6 pipe"], "b": ["x"]}
    assert table.warnings[0].startswith("t.csv: quotes within cells were read leniently")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", "the file is empty"),
        ("\n , \n", "the file is empty"),
        ("a,b\n", "there is no row under the header"),
        ('a,b\n"open,1\n2,3\n', "a quote is never closed"),
        (b"PK\x00\x01", "no text file; save the table as CSV"),
    ],
)
def test_what_is_no_table_is_one_line(tmp_path, content, said):
    with pytest.raises(GraphUnavailableError, match=said):
        table_of(tmp_path, content)
