"""The command `pog-agent models`: table, JSON and exit codes."""

import json
from pathlib import Path

import pytest

import pog_agent
from pog_agent.interfaces.cli import main
from pog_agent.reasoner.exam.kept_results import kept_results
from tests.model_servers import OllamaModel, OllamaPlay, completion, serve_replies

OLLAMA = OllamaPlay((OllamaModel("llama3.1:8b", lambda asked: '{"answer": "yes"}' if asked.format else "yes"),))


def test_a_table_says_what_to_write_and_what_was_found(capsys: pytest.CaptureFixture[str]) -> None:
    with OLLAMA.serve() as root:
        assert main(["models", "--base-url", root]) == 0
    out = capsys.readouterr().out
    assert f"Ollama at {root}" in out
    for words in ("ollama:llama3.1:8b", "8,192", "32,768", "json_schema"):
        assert words in out


def test_json_has_the_same_as_the_function(capsys: pytest.CaptureFixture[str]) -> None:
    with OLLAMA.serve() as root:
        assert main(["models", "--base-url", root, "--model", "llama3.1:8b", "--json"]) == 0
        server = pog_agent.served_models(root, "llama3.1:8b")
    printed = json.loads(capsys.readouterr().out)
    printed["models"][0]["seconds"] = server.models[0].seconds
    assert printed == server.model_dump(mode="json")


@pytest.mark.parametrize("form", [[], ["--json"]])
def test_no_password_of_the_url_is_shown(form: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with OLLAMA.serve() as root:
        assert main(["models", "--base-url", root.replace("://", "://ann:secret-word@"), *form]) == 0
    shown = capsys.readouterr()
    assert root in shown.out and "secret-word" not in shown.out + shown.err


def test_a_model_that_gives_no_reply_is_an_error(capsys: pytest.CaptureFixture[str]) -> None:
    broken = OllamaPlay((OllamaModel("m:1b", says=lambda _: ""),))
    with broken.serve() as root:
        assert main(["models", "--base-url", root]) == 4
    assert "m:1b: a call gave no chat completion" in capsys.readouterr().out


def test_a_model_sits_the_exam_and_its_result_is_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    agrees = {"same": True, "doubts": [{"number": number, "yes": True} for number in range(1, 7)]}
    listed = {"object": "list", "data": [{"id": "agreeable"}]}
    replies = {"/v1/models": listed, "/v1/chat/completions": completion(json.dumps(agrees))}
    file = tmp_path / "exams.json"
    with serve_replies(replies) as root:
        command = ["models", "--base-url", root, "--exam", "--exams", str(file)]
        assert main(command) == 0
        assert "exam not passed: rules decide alone (12 of the wrong lookups confirmed" in capsys.readouterr().out
        assert main([*command, "--json"]) == 0
    exam = json.loads(capsys.readouterr().out)["exam"]
    assert (exam["is_passed"], exam["wrong_yes"], exam["wrong_no"]) == (False, 12, 0)
    assert [(item.model, item.server) for item in kept_results(file)] == [("agreeable", f"{root}/v1")]


def test_who_sits_the_exam_must_be_named(capsys: pytest.CaptureFixture[str]) -> None:
    several = OllamaPlay((OllamaModel("a:1b"), OllamaModel("b:1b")))
    with several.serve() as root:
        assert main(["models", "--base-url", root, "--exam"]) == 2
    assert "name the model that is to sit the exam: --model NAME" in capsys.readouterr().err


def test_errors_are_one_line_with_their_exit_code(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("OPENAI_API_KEY", "OPENAI_API_BASE", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    with OLLAMA.serve() as root:
        pass
    assert main(["models", "--base-url", root]) == 4
    assert main(["models"]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert [line.startswith("pog-agent: error: ") for line in lines] == [True, True]
