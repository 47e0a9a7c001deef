"""The oracle reaches what the candidates hold, errs as often as told, and is reported as a bound."""

import json
from pathlib import Path

import pytest

from pog_agent.errors import SettingError
from pog_agent.evaluation.data.selection import Selection
from pog_agent.evaluation.job import Job, evaluate
from pog_agent.interfaces.cli import main

DEMO = Path(__file__).parents[2] / "pog_agent" / "demo" / "questions.jsonl"
ALL = Selection()
SHORT = Selection(types=("1hop", "2hop", "count", "boolean", "superlative", "unanswerable"))
STRATEGIES = ("fuzzy+precise", "fuzzy+branch", "three-step")
RUNS = [
    *((strategy, SHORT) for strategy in STRATEGIES),
    *(pytest.param((strategy, ALL), marks=pytest.mark.slow) for strategy in STRATEGIES),
]


def figures_of(out, strategy="fuzzy+precise", **more):
    settings = {
        "kg": "demo",
        "encoder": "lexical",
        "model": "oracle",
        "strategy": strategy,
        "node_expansion": False,
    }
    return evaluate(Job(data=DEMO, out=out, settings=settings, plots=False, **more))


def records(out):
    return [json.loads(line) for line in (out / "results.jsonl").read_text().splitlines()]


@pytest.fixture(scope="module", params=RUNS, ids=lambda run: f"{run[0]}-{'all' if run[1] == ALL else 'short'}")
def answered(request, tmp_path_factory):
    """What each question of a run came to."""
    out = tmp_path_factory.mktemp("run")
    strategy, selection = request.param
    figures_of(out, strategy, selection=selection)
    return records(out)


def test_whatever_selection_leaves_is_answered_right(answered):
    judged = [item for item in answered if item["recall"]]
    assert len(judged) > 10
    for item in judged:
        assert item["measures"]["hits1_strict"] == item["recall"]["selected"]["any"], item["id"]


def test_a_selection_by_the_oracle_loses_no_answer(answered):
    for item in answered:
        if item["recall"]:
            assert item["recall"]["selected"]["any"] == item["recall"]["fuzzy"]["any"], item["id"]


def test_unanswerable_questions_are_abstained_from(answered):
    unanswerable = [item for item in answered if not item["gold"] and item["kind"] == "entities"]
    assert unanswerable
    assert all(item["status"] == "abstained" for item in unanswerable)


def test_noise_degrades_and_is_drawn_by_seed(tmp_path):
    few = Selection(limit=6)
    clean = figures_of(tmp_path / "clean", selection=few)
    noisy = [figures_of(tmp_path / str(turn), noise=0.8, selection=few) for turn in range(2)]
    assert noisy[0]["hits1_strict"] < clean["hits1_strict"]
    assert noisy[0]["hits1_strict"] == noisy[1]["hits1_strict"]


def test_reports_call_it_a_bound(tmp_path, capsys):
    arguments = ["eval", "--data", str(DEMO), "--kg", "demo", "--encoder", "lexical", "--limit", "2"]
    assert main([*arguments, "--model", "oracle", "--noise", "0.25", "--out", str(tmp_path), "--quiet"]) == 0
    said = "erring at random in 25.0% of its choices: these figures bound what the system can reach, no accuracy"
    assert said in capsys.readouterr().out
    assert said in (tmp_path / "report.md").read_text()
    assert json.loads((tmp_path / "summary.json").read_text())["bound"] is True


@pytest.mark.parametrize(("model", "noise"), [("offline", 0.1), ("oracle", 1.5), ("oracle", -0.1)])
def test_noise_is_for_the_oracle_and_a_probability(model, noise, tmp_path):
    settings = {"kg": "demo", "encoder": "lexical", "model": model}
    with pytest.raises(SettingError, match="--noise is"):
        evaluate(Job(data=DEMO, out=tmp_path, settings=settings, noise=noise, selection=Selection(limit=1)))


def test_outside_of_an_evaluation_there_is_no_gold(capsys):
    assert main(["ask", "Who?", "--kg", "demo", "--encoder", "lexical", "--model", "oracle"]) == 2
    assert "'oracle' is for pog-agent eval only" in capsys.readouterr().err


def test_merged_steps_find_the_same_in_four_calls_at_most_and_a_third_of_the_tokens(tmp_path):
    few = Selection(types=("1hop", "2hop", "count", "superlative"), limit=24)
    settings = {"kg": "demo", "encoder": "lexical", "model": "oracle"}
    paper, lean = (
        evaluate(
            Job(data=DEMO, out=tmp_path / name, settings={**settings, "profile": name}, plots=False, selection=few)
        )
        for name in ("paper", "lean")
    )
    assert lean["hits1_strict"] >= paper["hits1_strict"] > 0.8
    assert max(map(int, lean["calls_histogram"])) <= 4
    assert (lean["llm_calls"] < 3, paper["llm_calls"] > 5) == (True, True)
    assert lean["prompt_tokens"] < paper["prompt_tokens"] / 3
    assert {"read_question", "answer_from_tree"} <= set(lean["usage_by_step"])
