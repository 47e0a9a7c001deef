"""The command that checks answers: a line for each candidate, one JSON object, one-line errors."""

import json

import pytest

from pog_agent.interfaces.cli import main

ASKED = ("check-answer", "Where was Niels Bohr born?")


def test_a_line_for_each_candidate_then_what_is_cited(capsys):
    assert main([*ASKED, "Copenhagen", "Ulm"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:3] == [
        "Copenhagen: proven (it is the answer of the graph) [1]",
        "Ulm: contradicted (the graph has Copenhagen, and not Ulm) [1][2]",
        "The graph's own answer: Copenhagen (supported, confidence 98%)",
    ]
    assert lines[3] == "[1] {Niels Bohr} - born in -> {Copenhagen}"


def test_json_is_one_object(capsys):
    assert main([*ASKED, "Copenhagen", "Berlin", "--complete", "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert record.keys() == {"question", "candidates", "complete", "answer"}
    assert [item["verdict"] for item in record["candidates"]] == ["proven", "contradicted"]
    assert record["candidates"][1]["instead"] == record["answer"]["answers"]


@pytest.mark.parametrize(
    ("candidates", "told"), [((), "required: CANDIDATE"), (("Ulm", ""), "candidate 2 is empty")]
)
def test_wrong_candidates_are_one_line_and_exit_code_2(capsys, candidates, told):
    assert main([*ASKED, *candidates]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert told in line
