"""What people say of answers becomes questions that an evaluation reads; nothing is written before."""

import json

import pytest

from pog_agent.errors import SettingError
from pog_agent.evaluation.data.dataset import Question, load_questions
from pog_agent.interfaces.ui import feedback
from pog_agent.interfaces.ui.feedback import Feedback, FeedbackFolder, feedback_line
from pog_agent.interfaces.ui.kept_runs import MOST_RUNS, KeptRuns
from pog_agent.models import Abstention, Answer, AnswerItem
from pog_agent.tracing.run_trace import RunTrace
from tests.interfaces.ui.pages import asked, judged, record_of, served_page

CAPITAL = "What is the capital of France?"
PARIS = AnswerItem(iri="http://example.org/Paris", label="Paris")


def kept(answer: Answer | None, graph: str = "firm.ttl"):
    run = RunTrace(run_id="r", system="pog", question="q", started="now", seconds=0, answer=answer)
    return KeptRuns().keep(graph, run)


def line(answer: Answer, opinion: str = "right", expected: tuple[str, ...] | None = None) -> Question:
    return Question.model_validate(feedback_line(kept(answer), Feedback("r", opinion, expected)))


def test_right_and_wrong_answers_are_written_and_read_by_an_evaluation(tmp_path):
    with served_page("demo", feedback=tmp_path) as url:
        run = record_of(asked(url, CAPITAL), "run")["name"]
        assert [*tmp_path.iterdir()] == []
        told = judged(url, run=run, opinion="right")
        follow_up = asked(url, "And Germany?", earlier=[record_of(asked(url, CAPITAL), "answer")["turn"]])
        other = record_of(follow_up, "run")["name"]
        judged(url, run=other, opinion="wrong", expected=["Bonn"])
        judged(url, run=other, opinion="wrong", expected=None)
    file = tmp_path / "feedback-demo.jsonl"
    assert told == {"type": "written", "text": f"Written to {file}"}
    right, wrong, unknown = load_questions(file).questions
    assert (right.question, right.answers[0].iri) == (CAPITAL, "http://example.org/world/e/Paris_France")
    assert (wrong.question, wrong.answers[0].names) == ("What is the capital of Germany?", ("Bonn",))
    assert (unknown.answers, unknown.gold_disputed, wrong.gold_disputed) == ((), True, False)
    written = json.loads(file.read_text(encoding="utf-8").splitlines()[1])
    assert (written["opinion"], written["status"], written["said"]) == ("wrong", "supported", "And Germany?")
    assert written["given"][0]["label"] == "Berlin"


def test_what_is_no_feedback_or_of_no_run_is_an_error(tmp_path):
    with served_page("demo", feedback=tmp_path) as url:
        assert "only the last 50 runs" in judged(url, run="none", opinion="right")["text"]
        assert "sent no feedback" in judged(url, run="none", opinion="perhaps")["text"]
        assert "a list of at most" in judged(url, run="none", opinion="wrong", expected="Bonn")["text"]
    with served_page("demo") as url:
        assert judged(url, run="none", opinion="right")["text"] == "this page takes no feedback"


def test_a_table_a_verdict_and_no_answer_are_gold_of_their_kind():
    table = Answer(question="q", status="supported", columns=("a", "b"), rows=((PARIS, None),), answers=(PARIS,))
    assert line(table).answers[0].cells[0].iri == PARIS.iri
    verdict = Answer(question="q", status="supported", verdict="true")
    assert (line(verdict).task, line(verdict).verdict) == ("verify", "true")
    none = Answer(question="q", abstention=Abstention(case="nothing_found", message="m"))
    assert (line(none).answers, line(none).gold_disputed) == ((), False)
    assert line(none, "wrong", ()).answers == ()
    with pytest.raises(SettingError, match="has no answer to judge"):
        feedback_line(kept(None), Feedback("r", "right"))


def test_a_file_that_is_full_or_cannot_be_written_is_an_error(tmp_path, monkeypatch):
    said, run = Feedback("r", "right"), kept(Answer(question="q", answers=(PARIS,)), "a/../b c.ttl")
    file = FeedbackFolder(tmp_path).write(run, said)
    assert file == tmp_path / "feedback-b-c.ttl.jsonl"
    monkeypatch.setattr(feedback, "LARGEST_FILE", file.stat().st_size + 1)
    with pytest.raises(SettingError, match="is full"):
        FeedbackFolder(tmp_path).write(run, said)
    with pytest.raises(SettingError, match="cannot be written"):
        FeedbackFolder(tmp_path / "gone").write(run, said)


def test_only_the_last_runs_are_kept():
    runs = KeptRuns()
    trace = kept(None).trace
    first, *others = [runs.keep("g", trace) for _ in range(MOST_RUNS + 1)]
    assert runs.named(others[0].name) is others[0]
    with pytest.raises(SettingError, match="ask the question again"):
        runs.named(first.name)
