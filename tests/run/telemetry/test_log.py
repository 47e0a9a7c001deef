"""The log of a service: what a run is and costs at INFO, every warning once, no question."""

import logging
import subprocess
import sys

import pytest

from pog_agent import PathsOverGraph
from pog_agent.errors import ModelUnavailableError
from tests.llm_server import UNAUTHORIZED
from tests.pipeline_fixtures import demo, scripted, small_graph

ASKED = "Who is the founder of Acme?"


@pytest.fixture
def agent():
    with PathsOverGraph(small_graph("Acme founder Ann"), encoder="lexical", max_rows=7) as opened:
        yield opened


def lines(caplog, level: int) -> list[str]:
    return [item.getMessage() for item in caplog.records if item.levelno == level]


def test_info_has_start_and_end_and_no_question(agent, caplog):
    caplog.set_level(logging.INFO, "pog_agent")
    answer = agent.ask(ASKED)
    started, answered = lines(caplog, logging.INFO)
    assert started.endswith("started")
    assert f"answered: {answer.status}, " in answered and "0 LLM calls, 0 tokens" in answered
    assert not [item for item in caplog.records if "Acme" in item.getMessage()]
    last = caplog.records[-1]
    assert (last.status, last.llm_calls, last.tokens) == (answer.status, 0, 0)
    assert last.run_id == caplog.records[0].run_id


def test_each_warning_of_a_result_is_one_line(agent, caplog):
    caplog.set_level(logging.WARNING, "pog_agent")
    answer = agent.ask("Who is the founder of Acme, and is\nit moreover zorbled?")
    told = lines(caplog, logging.WARNING)
    assert len(told) == len(answer.warnings) > 0
    for text in answer.warnings:
        assert len([line for line in told if line.endswith(" ".join(text.split()))]) == 1


def test_debug_has_the_steps_and_the_question_has_a_logger_of_its_own(agent, caplog):
    caplog.set_level(logging.DEBUG, "pog_agent.run.question")
    agent.ask(ASKED)
    assert [text.endswith(ASKED) for text in lines(caplog, logging.DEBUG)] == [True]
    caplog.clear()
    caplog.set_level(logging.DEBUG, "pog_agent.run.steps")
    answer = agent.ask(ASKED)
    assert {item.node for item in caplog.records if item.name == "pog_agent.run.steps"} == set(answer.seconds)
    assert any(text.endswith("check_sufficiency -> compose_query: the paths suffice") for text in caplog.messages)


def test_a_failure_is_one_error_without_secrets(caplog):
    with (
        scripted(lambda step, body: UNAUTHORIZED, demo(), encoder="lexical") as (agent, _),
        pytest.raises(ModelUnavailableError),
    ):
        agent.ask(ASKED)
    (told,) = lines(caplog, logging.ERROR)
    assert "failed in recognize_topics" in told


def test_a_program_without_logging_prints_nothing():
    program = "import logging, pog_agent; logging.getLogger('pog_agent.run').warning('seen')"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stderr == ""
