"""A model earns by an exam that it may confirm what words mean, and its result is kept by model and server."""

from collections.abc import Callable
from pathlib import Path

import pytest

from pog_agent.errors import ModelUnavailableError, SettingError
from pog_agent.kg.open import open_kg
from pog_agent.loops import run_blocking
from pog_agent.prompts import PromptLibrary
from pog_agent.reasoner.chat.failures import ModelEndpoint
from pog_agent.reasoner.exam.examination import ExamItem, exam_items
from pog_agent.reasoner.exam.examine import examine
from pog_agent.reasoner.exam.kept_results import exam_file, keep_result, kept_results, result_of
from tests.llm_server import Body, Scripted, ScriptedLLM, user_text

RIGHT = [item for item in exam_items() if item.same]
WRONG = [item for item in exam_items() if not item.same]


def sat(file: Path, says: Callable[[ExamItem], bool | None], model: str = "openai:scripted"):
    """The result of a model that says this of each item; None is a reply that nobody can read."""

    def script(step: str, body: Body) -> Scripted:
        text = user_text(body)
        item = next(item for item in exam_items() if f"<question>{item.question}<" in text and item.lookup in text)
        same = says(item)
        doubts = [{"number": number, "yes": same} for number in range(1, len(item.doubts) + 1)]
        return "I think so." if same is None else {"same": same, "doubts": doubts}

    with ScriptedLLM().serve(script) as url:
        return examine(model, url, exams=str(file)), url


def test_half_of_the_items_are_right_and_all_are_about_the_bundled_graph():
    assert (len(RIGHT), len(WRONG)) == (12, 12)
    assert len({item.question for item in exam_items()}) == 24
    assert all(item.doubts and item.said.lookup for item in exam_items())
    assert {item.kind for item in RIGHT} == {"right"}
    assert len({item.kind for item in WRONG}) == 12
    kg = open_kg("demo")
    catalog = run_blocking(kg.catalog(10_000))
    kg.close()
    labels = [entity.label.casefold() for entity in catalog or ()]
    strange = [item for item in exam_items() if not any(label in item.lookup.casefold() for label in labels)]
    assert strange == []


@pytest.mark.parametrize(
    ("wrong_yes", "wrong_no", "passed"), [(0, 0, True), (2, 4, True), (3, 0, False), (0, 5, False)]
)
def test_two_wrong_yes_and_four_wrong_no_are_the_most_that_pass(tmp_path, wrong_yes, wrong_no, passed):
    errs = {item.question for item in (*WRONG[:wrong_yes], *RIGHT[:wrong_no])}
    result, _ = sat(tmp_path / "exams.json", lambda item: item.same != (item.question in errs))
    assert (result.wrong_yes, result.wrong_no, result.is_passed) == (wrong_yes, wrong_no, passed)
    assert (result.items, result.usage.llm_calls, result.unread) == (24, 24, 0)


def test_replies_that_cannot_be_read_confirm_nothing(tmp_path):
    result, _ = sat(tmp_path / "exams.json", lambda item: None)
    assert (result.wrong_yes, result.wrong_no, result.unread, result.is_passed) == (0, 12, 24, False)


def test_a_result_holds_for_one_model_at_one_server_and_these_items(tmp_path, monkeypatch):
    file, prompts = tmp_path / "folder" / "exams.json", PromptLibrary()
    result, url = sat(file, lambda item: item.same)
    assert result_of(ModelEndpoint("scripted", url), file, prompts) == result
    assert result_of(ModelEndpoint("other", url), file, prompts) is None
    assert result_of(ModelEndpoint("scripted", "http://elsewhere/v1"), file, prompts) is None
    monkeypatch.setattr("pog_agent.reasoner.exam.kept_results.exam_version", lambda _: "another exam")
    assert result_of(ModelEndpoint("scripted", url), file, prompts) is None


def test_a_later_result_of_a_model_replaces_its_earlier_one_alone(tmp_path):
    file = tmp_path / "exams.json"
    first, _ = sat(file, lambda item: item.same)
    other = first.model_copy(update={"model": "other"})
    later = first.model_copy(update={"wrong_no": 7})
    keep_result(other, file)
    keep_result(later, file)
    assert kept_results(file) == (other, later)


def test_a_file_that_holds_something_else_is_refused(tmp_path):
    file = tmp_path / "exams.json"
    file.write_text("{}", encoding="utf-8")
    with pytest.raises(SettingError, match="cannot be read"):
        kept_results(file)


def test_results_are_kept_in_the_users_cache_unless_a_file_is_named(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert exam_file(None) == tmp_path / "pog-agent" / "exams.json"
    assert exam_file("own.json") == Path("own.json")


def test_a_model_that_cannot_be_reached_sits_no_exam(tmp_path):
    file = tmp_path / "exams.json"
    with pytest.raises(ModelUnavailableError):
        examine("openai:scripted", "http://127.0.0.1:9/v1", timeout=0.2, exams=str(file))
    assert not file.exists()
