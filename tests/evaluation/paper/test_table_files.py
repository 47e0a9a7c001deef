"""Tables of a Markdown page keep their cells in CSV, and are valid LaTeX whatever stands in them."""

from pog_agent.evaluation.paper.table_files import tables_of, write_tables
from pog_agent.evaluation.reports.markdown import table

PAGE = [
    "# Title",
    "## Part (Table 1)",
    "### set_a",
    *table(["", "Hits@1"], [["a|b", "50% & more"], ["*paper*", "x_1"]]),
    "",
    *table(["", "calls"], [["a", "1"]]),
    "## Other",
    *table(["", "s"], [["b", "2"]]),
]


def test_cells_come_back_as_they_were_without_emphasis():
    first, second, third = tables_of(PAGE)
    assert first.rows == (("", "Hits@1"), ("a|b", "50% & more"), ("paper", "x_1"))
    assert first.headings == second.headings == ("Part (Table 1)", "set_a")
    assert third.headings == ("Other",)


def test_two_tables_under_one_heading_are_two_files_and_signs_are_escaped(tmp_path):
    write_tables(PAGE, tmp_path)
    stem = "part-table-1-set-a"
    names = [f"{name}.{kind}" for name in ("other", stem, f"{stem}-2") for kind in ("csv", "tex")]
    assert sorted(file.name for file in tmp_path.iterdir()) == sorted(names)
    latex = (tmp_path / f"{stem}.tex").read_text()
    assert r"\caption{Part (Table 1): set\_a}" in latex
    assert r"a|b & 50\% \& more \\" in latex and r"paper & x\_1 \\" in latex
