"""The paper from one configuration: each run once, published figures beside ours, what is missing named."""

import csv
from importlib.resources import files
from pathlib import Path

import pytest

from pog_agent.evaluation.paper.config import read_config
from pog_agent.evaluation.paper.planned_runs import PARTS, PaperPlan
from pog_agent.evaluation.paper.reproduce import reproduce
from pog_agent.interfaces.cli import main

DEMO = files("pog_agent.demo")
SMALL = """
systems = ["io", "pog"]
ablated = ["pog"]
depths = [1, 3]
strategies = ["fuzzy", "fuzzy+precise"]
drop_triples = [0.0, 0.5]

[settings]
encoder = "lexical"
supplements = 0
node_expansion = false

[[datasets]]
name = "small"
paper = "WebQSP"
data = "{data}"
kg = "demo"
limit = 2

[[models]]
name = "ideal"
model = "oracle"
"""


@pytest.fixture
def config(tmp_path):
    def write(*changes):
        text = SMALL.format(data=DEMO / "questions.jsonl")
        for old, new in changes:
            assert old in text
            text = text.replace(old, new)
        file = tmp_path / "config.toml"
        file.write_text(text)
        return file

    return write


def test_a_run_that_several_parts_need_is_made_once(config):
    names = [run.name for run in PaperPlan(read_config(config())).runs_of_parts(tuple(PARTS))]
    assert names == [
        "small/ideal/io",
        "small/ideal/pog",
        "small/ideal/pog-d_max-1",
        "small/ideal/pog-strategy-fuzzy",
        "small/ideal/pog-summarize-False",
        "small/ideal/pog-drop_triples-0.5",
    ]


def test_every_part_has_its_tables_and_plots_and_a_second_time_asks_nothing(config, tmp_path, monkeypatch):
    said = []
    page = reproduce(config(), tmp_path / "out", say=said.append).read_text()
    assert [text.partition(":")[0] for text in said] == [f"{number} of 6" for number in range(1, 7)]
    for title in (
        "Table 1",
        "Table 2",
        "Table 3",
        "Table 7",
        "Figure 4",
        "Tables 4, 5 and 8",
        "Table 6",
        "Incomplete",
    ):
        assert f"({title})" in page or f"## {title}" in page
    assert "| *paper, Table 1: PoG, GPT-3.5-Turbo* | 93.9 |" in page
    assert "| pog, ideal (bound, no accuracy), D_max 1 |" in page and "its figures are bounds, no accuracy" in page
    assert "| *paper, Table 4: PoG, fuzzy+branch: tokens in path pruning* | 328,742 |" in page
    assert "Not configured, systems: cot, sc, tog, tog-r, pog-e." in page
    assert "Not configured, data sets of the paper: CWQ, GrailQA" in page
    monkeypatch.setattr("pog_agent.agent.PathsOverGraph.aask", None)
    assert reproduce(config(), tmp_path / "out").read_text() == page


def test_plots_are_linked(config, tmp_path):
    pytest.importorskip("matplotlib")
    page = reproduce(config(), tmp_path / "out", only=["depth"]).read_text()
    plots = [file.name for file in (tmp_path / "out" / "plots").iterdir()]
    assert sorted(plots) == ["small-figure4-phases-pog.png", "small-figure4.png"]
    assert all(f"(plots/{name})" in page for name in plots)


def test_tables_lie_beside_the_page_as_csv_and_latex(config, tmp_path):
    out = tmp_path / "out"
    reproduce(config(), out, only=["strategies", "summaries"])
    names = {file.name for file in (out / "tables").iterdir()}
    stems = ("beam-search-strategies-tables-4-5-and-8", "path-summarising-table-6")
    assert names == {f"{stem}{suffix}" for stem in stems for suffix in (".csv", ".tex")}
    with (out / "tables" / f"{stems[0]}.csv").open(newline="") as file:
        head, *rows = csv.reader(file)
    assert head == ["Hits@1", "small (paper: WebQSP)"]
    assert ["paper, Table 4: PoG, fuzzy", "86.4"] in rows
    latex = (out / "tables" / f"{stems[1]}.tex").read_text()
    assert r"\caption{Path summarising (Table 6)}" in latex and r"91.9 \\" in latex


def test_runs_compose_no_query_unless_the_configuration_says_so(config, tmp_path):
    planned = PaperPlan(read_config(config()))
    assert {run.job(planned.config, tmp_path).settings["compose"] for run in planned.runs_of_parts(("main",))} == {
        "off"
    }
    planned = PaperPlan(read_config(config(('encoder = "lexical"', 'encoder = "lexical"\ncompose = "on"'))))
    assert {run.job(planned.config, tmp_path).settings["compose"] for run in planned.runs_of_parts(("main",))} == {
        "on"
    }


def test_only_some_parts(config, tmp_path):
    page = reproduce(config(), tmp_path / "out", only=["summaries"]).read_text()
    assert "(Table 6)" in page and "(Table 1)" not in page
    assert "Not configured, parts: main, depth, strategies, incompleteness." in page


def test_a_run_that_cannot_be_made_is_left_out_and_named(config, tmp_path):
    more = '[[models]]\nname = "away"\nmodel = "openai:x"\n'
    more += 'settings = { base_url = "http://127.0.0.1:9/v1", timeout = 2.0 }'
    file = config(('["io", "pog"]', '["io"]'))
    file.write_text(f"{file.read_text()}\n{more}\n")
    page = reproduce(file, tmp_path / "out", only=["main"]).read_text()
    assert "- Left out, `small/away/io`: " in page and "127.0.0.1:9" in page
    assert "| io, away | left out |" in page


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (('"io", "pog"', '"io", "gog"'), "unknown system 'gog'"),
        (('"WebQSP"', '"WebQ"'), "datasets.0.paper"),
        (("limit = 2", "limit = 0"), "datasets.0.limit"),
        (("limit = 2", "most = 2"), "datasets.0.most"),
        (("[[models]]", "[[models"), "not valid TOML"),
        (("questions.jsonl", "nothing.jsonl"), "nothing.jsonl: cannot be read"),
    ],
)
def test_what_is_wrong_in_a_configuration_is_one_line(config, tmp_path, capfd, change, expected):
    code = main(["reproduce", str(config(change)), "--out", str(tmp_path / "out"), "--quiet"])
    out, err = capfd.readouterr()
    assert (code, out, len(err.splitlines())) == (2, "", 1)
    assert expected in err


def test_unknown_parts_are_refused(config, tmp_path, capfd):
    assert main(["reproduce", str(config()), "--out", str(tmp_path), "--only", "table9"]) == 2
    assert "known are main, depth, strategies" in capfd.readouterr().err


def test_the_example_is_a_configuration():
    config = read_config("demo")
    assert Path(config.datasets[0].data).is_file() and config.datasets[0].kg == "demo"
