"""Runs side by side: paired differences, warnings where runs cannot be compared, refusals in one line."""

import json
from pathlib import Path

import pytest

from pog_agent.evaluation.data.selection import Selection
from pog_agent.evaluation.job import Job, evaluate
from pog_agent.interfaces.cli import main

DEMO = Path(__file__).parents[3] / "pog_agent" / "demo" / "questions.jsonl"
SETTINGS = {"encoder": "lexical", "supplements": 0, "node_expansion": False}


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    """Runs by name: the offline model, the oracle, another graph and setting, other questions."""
    folder = tmp_path_factory.mktemp("runs")
    every = {
        "offline": Job(DEMO, selection=Selection(limit=6)),
        "oracle": Job(DEMO, selection=Selection(limit=6), settings={"model": "oracle"}),
        "other": Job(DEMO, selection=Selection(limit=4), drop_triples=0.3, topics_given=False),
        "apart": Job(DEMO, selection=Selection(types=("3hop",), limit=1)),
    }
    for name, job in every.items():
        settings = SETTINGS | job.settings
        values = vars(job) | {"out": folder / name, "settings": settings, "plots": False}
        evaluate(Job(**values))
    return folder


@pytest.fixture
def compare(capfd):
    def call(*argv):
        code = main(["compare", *map(str, argv)])
        captured = capfd.readouterr()
        return code, captured.out, captured.err

    return call


def test_differences_are_paired_and_to_the_first_run(compare, runs):
    code, text, err = compare(runs / "offline", runs / "oracle", "--json")
    found = json.loads(text)
    assert (code, err) == (0, "")
    hits = found["differences"][0]["measures"]["right"]
    first, second = (run["measures"]["right"]["mean"] for run in found["runs"])
    assert hits["n"] == 6 and hits["difference"] == pytest.approx(second - first) and hits["difference"] > 0
    assert (hits["only_second"] - hits["only_first"]) / 6 == pytest.approx(hits["difference"])
    assert 0 < hits["p_mcnemar"] <= 1 and hits["interval"][0] <= hits["difference"] <= hits["interval"][1]


def test_a_run_does_not_differ_from_itself(compare, runs):
    _, text, _ = compare(runs / "offline", runs / "offline", "--json")
    measures = json.loads(text)["differences"][0]["measures"]
    assert all(measure["difference"] == 0 for measure in measures.values())
    assert json.loads(text)["warnings"] == []


def test_a_share_of_0_has_an_interval_and_a_cost_of_0_has_none(compare, runs):
    _, text, _ = compare(runs / "offline", runs / "oracle", "--json")
    measures = json.loads(text)["runs"][0]["measures"]
    assert measures["confident_wrong"]["mean"] == measures["llm_calls"]["mean"] == 0
    assert measures["confident_wrong"]["interval"] == pytest.approx([0, 0.39], abs=0.01)
    assert measures["llm_calls"]["interval"] == [0, 0]


def test_the_page_is_printed_written_and_names_bounds(compare, runs, tmp_path):
    _, text, _ = compare(runs / "offline", runs / "oracle", "--out", tmp_path / "comparison.md")
    page = (tmp_path / "comparison.md").read_text()
    assert text == page + "\n"
    assert "2. pog, oracle (bound, no accuracy)" in page and "| Hits@1, strict |" in page and "McNemar" in page


def test_what_differs_beside_the_system_is_warned_of(compare, runs):
    _, text, _ = compare(runs / "offline", runs / "other", "--json")
    warnings = "\n".join(json.loads(text)["warnings"])
    assert json.loads(text)["differences"][0]["measures"]["f1"]["n"] == 4
    for expected in ("the graphs differ", "from the bare question", "their questions are not the same"):
        assert expected in warnings
    assert "the data sets differ" not in warnings


def test_what_cannot_be_compared_is_one_line(compare, runs, tmp_path):
    for argv, expected in (
        ([runs / "offline"], "two run folders or more"),
        ([runs / "offline", tmp_path], "no evaluation run"),
        ([runs / "offline", tmp_path / "none"], "no evaluation run"),
        ([runs / "offline", runs / "apart"], "no question is in both runs"),
        ([runs / "offline", runs / "oracle", "--out", tmp_path / "no" / "file.md"], "cannot be written"),
    ):
        code, out, err = compare(*argv)
        assert (code, out, len(err.splitlines())) == (2, "", 1)
        assert expected in err
