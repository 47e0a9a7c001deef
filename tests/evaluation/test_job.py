"""Runs as folders: killed and continued, parallel, failing in parts, and refused with one line."""

import io
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from contextlib import redirect_stdout
from pathlib import Path

import pytest

from pog_agent.errors import ModelUnavailableError
from pog_agent.evaluation.data.selection import Selection
from pog_agent.evaluation.job import Job, evaluate
from pog_agent.evaluation.run_folder import RunFolder, trace_name
from pog_agent.interfaces.cli import main
from tests.llm_server import BROKEN, Reply, ScriptedLLM, user_text

ROOT = Path(__file__).parents[2]
DEMO = ROOT / "pog_agent" / "demo" / "questions.jsonl"
CONTRACT = {
    *("n", "hits1_strict", "hits1_lenient", "f1", "supported", "abstained", "answer_recall", "llm_calls"),
    *("prompt_tokens", "completion_tokens", "seconds", "by_type", "phases", "evidence", "errors"),
    *("supported_right", "confident_wrong", "calibration_error", "brier_score", "aurc", "reliability"),
    "risk_coverage",
}
QUICK = {"encoder": "lexical", "supplements": 0, "node_expansion": False, "d_max": 2}
MANY = Selection(limit=12)


def arguments(out, *more, data=DEMO):
    flags = ["--no-plots", "--encoder", "lexical", "--supplements", "0", "--no-node-expansion", "--d-max", "2"]
    return ["eval", "--data", str(data), "--kg", "demo", "--out", str(out), *flags, *more]


def evaluated(out, model, base_url=None, **more):
    """The figures of a run over bundled questions, without the plots that `test_charts` looks at."""
    settings = dict(QUICK, model=model, base_url=base_url)
    return evaluate(Job(data=DEMO, out=out, settings=settings, plots=False, **more))


def lines(out):
    file = Path(out) / "results.jsonl"
    return file.read_text().splitlines() if file.exists() else []


def comparable(out):
    """The results by question, without what differs from run to run."""
    records = RunFolder(Path(out)).records()
    return {record.id: record.model_dump(exclude={"seconds", "wall_seconds"}) for record in records}


def slow(pauses):
    """A model that takes its time: as long as the last of these pauses, in seconds."""
    return lambda step, body: Reply(json.dumps(ScriptedLLM()._defaults[step]), hang=pauses[-1])


@pytest.fixture
def run(capfd):
    def call(*argv):
        code = main(argv)
        captured = capfd.readouterr()
        return code, captured.out, captured.err

    return call


@pytest.fixture(scope="module")
def run_of_three(tmp_path_factory):
    """A finished run over three questions, and what it printed; not to be changed."""
    out, printed = tmp_path_factory.mktemp("finished") / "run", io.StringIO()
    with redirect_stdout(printed):
        assert main(arguments(out, "--limit", "3", "--json")) == 0
    return out, printed.getvalue()


@pytest.fixture
def finished(run_of_three, tmp_path):
    """A copy of that run."""
    return shutil.copytree(run_of_three[0], tmp_path / "run")


def test_a_run_leaves_config_results_traces_summary_and_report(run, tmp_path):
    out = tmp_path / "run"
    code, text, err = run(*arguments(out, "--limit", "6", "--json"))
    figures = json.loads(text)
    assert (code, err) == (0, "")
    assert figures.keys() >= CONTRACT
    assert figures == json.loads((out / "summary.json").read_text())
    assert (figures["n"], figures["failed"]) == (6, 0)
    assert set(figures["answer_recall"]) == {"explored", "fuzzy", "selected"}
    low, high = figures["intervals"]["hits1_strict"]
    assert low <= figures["hits1_strict"] <= high
    config = json.loads((out / "config.json").read_text())
    assert (
        config["identity"]["settings"]["d_max"] == 2 and config["identity"]["kg"] and config["about"]["versions"]
    )
    for record in map(json.loads, lines(out)):
        trace = json.loads((out / record["trace"]).read_text())
        assert trace["answer"]["question"] == record["question"]
        assert trace["steps"][0]["node"] == "recognize_topics" and trace["steps"][-1]["node"] == "verify_answer"
        assert all(step["route"]["why"] for step in trace["steps"] if step["node"] == "check_sufficiency")
        assert "route" in trace["steps"][0]
    report = (out / "report.md").read_text()
    assert "| Hits@1, strict |" in report and "## By type" in report


def test_the_table_is_for_people(run, tmp_path):
    _, text, _ = run(*arguments(tmp_path / "run", "--types", "1hop", "--sample", "2"))
    assert text.startswith("2 of 2 questions, 0 failed")
    assert "Hits@1, lenient (as published)" in text and str(tmp_path / "run") in text


def test_the_bare_question_is_another_setting(run, tmp_path):
    _, text, _ = run(*arguments(tmp_path / "run", "--limit", "2", "--json", "--bare-questions"))
    assert json.loads(text)["topics"] == "recognised"
    assert not any(json.loads(line)["topics_given"] for line in lines(tmp_path / "run"))
    code, _, err = run(*arguments(tmp_path / "run", "--limit", "2"))
    assert code == 2 and "topics is" in err


def test_a_killed_process_is_continued_and_no_finished_question_is_asked_again(run, tmp_path):
    out, llm, pauses = tmp_path / "run", ScriptedLLM(), [0.03]
    with llm.serve(slow(pauses)) as url:
        more = ("--model", "openai:slow", "--base-url", url, "--jobs", "2", "--limit", "12", "--quiet")
        command = [sys.executable, "-m", "pog_agent.interfaces.cli", *arguments(out, *more)]
        killed = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + 60
        while len(lines(out)) < 4 and time.monotonic() < deadline and killed.poll() is None:
            time.sleep(0.02)
        os.kill(killed.pid, signal.SIGKILL)
        killed.wait()
        pauses.append(0.0)
        before = lines(out)
        assert 4 <= len(before) < 12
        finished = {json.loads(line)["question"] for line in before}
        asked = len(llm.requests)
        code, printed, err = run(*arguments(out, *more, "--json"))
        assert code == 0, err
        again = [user_text(body) for body in llm.requests[asked:]]
    after = lines(out)
    assert after[: len(before)] == before
    ids = [json.loads(line)["id"] for line in after]
    assert len(ids) == len(set(ids)) == json.loads(printed)["n"] == 12
    assert again and not [text for text in again if any(question in text for question in finished)]


def test_a_finished_run_asks_nothing_more(run, run_of_three, monkeypatch):
    out, printed = run_of_three
    before = lines(out)
    monkeypatch.setattr("pog_agent.agent.PathsOverGraph.aask", None)
    assert run(*arguments(out, "--limit", "3", "--json")) == (0, printed, "")
    assert lines(out) == before


def test_a_torn_last_line_is_dropped_and_its_question_asked_again(run, finished):
    whole = comparable(finished)
    file = finished / "results.jsonl"
    file.write_bytes(file.read_bytes()[:-40])
    code, text, _ = run(*arguments(finished, "--limit", "3", "--json"))
    assert (code, json.loads(text)["n"]) == (0, 3)
    assert comparable(finished) == whole


def test_a_broken_line_in_the_middle_is_named(run, finished):
    file = finished / "results.jsonl"
    rows = file.read_text().splitlines(keepends=True)
    file.write_text(rows[0] + "{}\n" + rows[2])
    code, _, err = run(*arguments(finished, "--limit", "3"))
    assert code == 2 and "results.jsonl, line 2: not a result" in err


def test_a_result_that_was_judged_by_hits_alone_is_refused(run, finished):
    file = finished / "results.jsonl"
    rows = [json.loads(row) for row in file.read_text().splitlines()]
    del rows[1]["measures"]["judged"]
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    code, _, err = run("compare", str(finished), str(finished))
    assert code == 2 and "line 2: not a result (measures.judged: Field required)" in err


def test_many_jobs_give_what_one_gives(tmp_path):
    for jobs in (1, 8):
        evaluated(tmp_path / str(jobs), model="offline", selection=Selection(limit=8), jobs=jobs)
    assert comparable(tmp_path / "1") == comparable(tmp_path / "8")


@pytest.mark.parametrize(
    ("more", "named"),
    [
        (["--w-max", "2"], "settings is"),
        (["--limit", "1"], "selection is"),
        (["--system", "pog-e"], 'system is "pog" there and "pog-e" now'),
        (["--drop-triples", "0.3"], "kg is"),
    ],
)
def test_a_run_of_another_configuration_is_not_touched_without_force(run, finished, more, named):
    before = {file.name: file.read_bytes() for file in finished.iterdir() if file.is_file()}
    code, text, err = run(*arguments(finished, "--limit", "3", *more))
    assert (code, text, len(err.splitlines())) == (2, "", 1)
    assert "another configuration" in err and named in err and "--force" in err
    assert {file.name: file.read_bytes() for file in finished.iterdir() if file.is_file()} == before
    assert run(*arguments(finished, "--limit", "3", *more, "--force"))[0] == 0


def test_a_folder_with_other_files_is_not_touched_even_with_force(run, tmp_path):
    (tmp_path / "notes.txt").write_text("mine")
    code, _, err = run(*arguments(tmp_path, "--force"))
    assert code == 2 and "is no evaluation run" in err
    assert [file.name for file in tmp_path.iterdir()] == ["notes.txt"]


def test_one_folder_is_for_one_process_at_a_time(run, tmp_path):
    pytest.importorskip("fcntl")
    out = tmp_path / "run"
    with RunFolder(out).open({}, {}):
        code, _, err = run(*arguments(out, "--limit", "1"))
    assert code == 2 and "another process" in err


@pytest.mark.parametrize(
    ("record", "more", "expected"),
    [
        ({"topic_entities": [{"iri": "http://other/x", "label": "Zz"}]}, [], "holds none of the topic entities"),
        ({"topic_entities": []}, [], "--bare-questions lets the system find them"),
        ({}, ["--types", "9hop"], "no question is of the types 9hop"),
        ({}, ["--jobs", "65"], "it must be from 1 to 64"),
        ({}, ["--jobs", "0"], "0 is less than 1"),
        ({}, ["--rate", "0"], "more than 0 calls a minute"),
        ({}, ["--drop-triples", "20"], "at least 0 and less than 1"),
        ({}, ["--system", "nope"], "unknown system 'nope'"),
        ({}, ["--w-max", "none"], "'w_max' has the value 'none'"),
    ],
)
def test_what_cannot_be_run_is_one_line(run, tmp_path, record, more, expected):
    data = tmp_path / "data.jsonl"
    topic = {"iri": "http://example.org/world/e/Mars", "label": "Mars"}
    row = {"id": "a", "question": "What?", "answers": [], "topic_entities": [topic], **record}
    data.write_text(json.dumps(row) + "\n")
    code, out, err = run(*arguments(tmp_path / "run", *more, data=data))
    assert (code, out, len(err.splitlines())) == (2, "", 1)
    assert expected in err


@pytest.mark.parametrize(
    ("flags", "code", "expected"),
    [
        (["--kg", "http://127.0.0.1:9/sparql"], 3, "127.0.0.1:9"),
        (["--model", "openai:any", "--base-url", "http://127.0.0.1:9/v1", "--timeout", "2"], 4, "127.0.0.1:9/v1"),
    ],
)
def test_a_graph_or_model_out_of_reach_at_the_start_ends_the_run(run, tmp_path, flags, code, expected):
    argv = [item for item in arguments(tmp_path / "run", "--jobs", "4") if "--kg" not in flags or item != "demo"]
    argv = [item for item in argv if item != "--kg"] if "--kg" in flags else argv
    found, out, err = run(*argv, *flags)
    assert (found, out, len(err.splitlines())) == (code, "", 1)
    assert expected in err
    assert lines(tmp_path / "run") == []


def failing(*ids):
    """A model that breaks at the questions with these words in them."""
    return lambda step, body: BROKEN if any(word in user_text(body) for word in ids) else None


def test_a_question_that_fails_is_counted_with_its_reason(tmp_path):
    with ScriptedLLM().serve(failing("ABBA")) as url:
        figures = evaluated(tmp_path, model="openai:any", base_url=url, selection=Selection(limit=5))
    failed = [record for record in RunFolder(tmp_path).records() if record.failure]
    assert (figures["n"], figures["failed"], figures["errors"]["failed"]) == (5, 1, 1)
    assert [record.id for record in failed] == ["demo-03"]
    assert "ModelUnavailableError" in failed[0].failure
    assert failed[0].seconds["recognize_topics"] > 0 and "analyze_question" not in failed[0].seconds
    assert not failed[0].measures.hits1_strict


def test_failed_questions_are_asked_again_only_when_told_so(tmp_path):
    def asked_with(llm, script=None, **changes):
        with llm.serve(script) as url:
            return evaluated(tmp_path, model="openai:any", base_url=url, selection=Selection(limit=5), **changes)

    assert asked_with(ScriptedLLM(), failing("ABBA"))["failed"] == 1
    idle, busy = ScriptedLLM(), ScriptedLLM()
    assert asked_with(idle)["failed"] == 1
    assert not idle.requests
    figures = asked_with(busy, retry_failed=True)
    assert (figures["n"], figures["failed"]) == (5, 0)
    assert busy.requests and "ABBA" in user_text(busy.requests[0])
    assert not any("Mars" in user_text(body) for body in busy.requests), "finished questions are not asked again"
    assert sorted(record.id for record in RunFolder(tmp_path).records()) == [f"demo-0{n}" for n in range(1, 6)]


def test_a_model_that_goes_away_ends_the_run_which_goes_on_later(tmp_path):
    asked = []

    def dying(step, body):
        asked.append(step)
        return BROKEN if len(asked) > 20 else None

    with ScriptedLLM().serve(dying) as url, pytest.raises(ModelUnavailableError):
        evaluated(tmp_path, model="openai:any", base_url=url, selection=MANY)
    kept = RunFolder(tmp_path).records()
    assert 0 < len(kept) < 12 and not any(record.failure for record in kept)
    with ScriptedLLM().serve() as url:
        figures = evaluated(tmp_path, model="openai:any", base_url=url, selection=MANY, jobs=4)
    assert (figures["n"], figures["failed"]) == (12, 0)


def test_calls_keep_to_the_rate_whatever_the_jobs(tmp_path):
    llm = ScriptedLLM()
    with llm.serve() as url:
        began = time.monotonic()
        evaluated(tmp_path, model="openai:any", base_url=url, selection=Selection(limit=4), jobs=4, rate=900)
        seconds = time.monotonic() - began
    assert len(llm.requests) >= 8
    assert seconds >= (len(llm.requests) - 2) / 15


def test_usage_is_counted_per_step(tmp_path):
    with ScriptedLLM().serve() as url:
        figures = evaluated(tmp_path, model="openai:any", base_url=url, selection=Selection(limit=3))
    steps = figures["usage_by_step"]
    assert figures["llm_calls"] == pytest.approx(sum(step["llm_calls"] for step in steps.values()))
    assert figures["llm_calls"] > 0
    assert figures["prompt_tokens"] == pytest.approx(100 * figures["llm_calls"])
    assert sum(count for count in figures["calls_histogram"].values()) == 3


def test_traces_have_safe_and_distinct_names():
    names = [trace_name(name) for name in ("a-1", "a/1", "a_1", "../x", "")]
    assert names[0] == "traces/a-1.json"
    assert len(set(names)) == 5
    assert all(name.count("/") == 1 and ".." not in name for name in names)


def test_a_run_without_a_folder_goes_where_the_same_command_finds_it(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    argv = arguments("", "--limit", "1", "--quiet")
    argv = argv[: argv.index("--out")] + argv[argv.index("--out") + 2 :]
    assert [run(*argv)[0] for _ in range(2)] == [0, 0]
    folders = list((tmp_path / "runs").iterdir())
    assert [folder.name for folder in folders] == ["demo-questions-pog-offline"]
    assert len(lines(folders[0])) == 1
