"""Each question of a run has a page that explains it, to which index and report link."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from pog_agent.evaluation.data.selection import Selection
from pog_agent.evaluation.job import Job, evaluate
from pog_agent.evaluation.run_folder import RunFolder
from pog_agent.interfaces.cli import main
from pog_agent.interfaces.explaining.page import run_page
from tests.evaluation.reports.test_questions_page import DEMO, data
from tests.llm_server import BROKEN, ScriptedLLM, user_text

QUICK = {"encoder": "lexical", "supplements": 0, "node_expansion": False, "d_max": 1}


def evaluated(out, page_of=run_page, limit=2, **more):
    """The records of a run over bundled questions."""
    selection, settings = Selection(limit=limit), QUICK | more
    evaluate(Job(DEMO, out, settings=settings, selection=selection, plots=False), run_page=page_of)
    return RunFolder(out).records()


def test_index_and_report_link_to_the_page_of_each_run(tmp_path):
    records = evaluated(tmp_path)
    shown = data((tmp_path / "index.html").read_text())["questions"]
    assert [item["page"] for item in shown] == ["pages/demo-01.html", "pages/demo-02.html"]
    for record in records:
        page = (tmp_path / record.page).read_text()
        assert record.question in page and "verify_answer" in page
        assert json.loads((tmp_path / record.trace).read_text())["record"]["page"] == record.page
    wrong = [record for record in records if not record.measures.right]
    assert all(f"]({record.page})" in (tmp_path / "report.md").read_text() for record in wrong)


def test_the_command_writes_pages_unless_told_not_to(tmp_path, capfd):
    command = ["eval", "--data", str(DEMO), "--kg", "demo", "--limit", "1", "--no-plots", "--encoder", "lexical"]
    assert main([*command, "--out", str(tmp_path)]) == 0
    assert [file.name for file in (tmp_path / "pages").iterdir()] == ["demo-01.html"]
    assert main([*command, "--out", str(tmp_path), "--no-pages", "--force"]) == 0
    assert not (tmp_path / "pages").exists()
    (shown,) = data((tmp_path / "index.html").read_text())["questions"]
    assert (shown["page"], shown["trace"]) == ("", "traces/demo-01.json")
    capfd.readouterr()


def test_a_question_that_fails_has_a_page_that_says_where(tmp_path):
    broken = ScriptedLLM()
    with broken.serve(lambda step, body: BROKEN if "ABBA" in user_text(body) else None) as url:
        records = evaluated(tmp_path, limit=3, model="openai:any", base_url=url)
    (failed,) = (record for record in records if record.failure)
    assert "ModelUnavailableError" in (tmp_path / failed.page).read_text()


def test_a_page_that_cannot_be_made_loses_no_result(tmp_path, caplog):
    def broken(run):
        raise KeyError(run.question)

    records = evaluated(tmp_path, page_of=broken)
    assert [(record.page, record.failure) for record in records] == [("", None)] * 2
    assert "the run of question demo-01 has no page" in caplog.text
    assert not (tmp_path / "pages").exists()


@pytest.mark.skipif(shutil.which("chromium") is None, reason="needs chromium")
def test_a_browser_finds_the_link_beside_the_question_without_a_server(tmp_path):
    evaluated(tmp_path / "a run")
    flags = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
    flags += [f"--user-data-dir={tmp_path / 'profile'}", "--dump-dom"]
    index = (tmp_path / "a run" / "index.html").as_uri()
    shown = subprocess.run(
        ["chromium", *flags, f"{index}#demo-02"], capture_output=True, text=True, timeout=120, check=False
    )
    assert '<a href="pages/demo-02.html">' in shown.stdout
    assert (Path(tmp_path) / "a run" / "pages" / "demo-02.html").is_file()
