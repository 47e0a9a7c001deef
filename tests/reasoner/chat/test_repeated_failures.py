"""A step that fails twice in the same way is not asked on and on."""

import pytest

from pog_agent.errors import ModelUnavailableError
from pog_agent.reasoner.chat.repeated_failures import RepeatedFailures
from tests import llm_server
from tests.llm_server import Reply, in_turn
from tests.pipeline_fixtures import FIGURE_1, NO, replies, run, scripted
from tests.reasoner.cases import reasoner, select


def test_failures_in_a_row_count_if_they_differ_in_numbers_alone():
    failures = RepeatedFailures(2)
    failures.note("judge", "line 3 is no JSON")
    assert failures.given_up("judge") == ""
    failures.note("judge", "line 12 is no JSON")
    assert (failures.given_up("judge"), failures.given_up("answer")) == ("line 12 is no JSON", "")


@pytest.mark.parametrize("between", ["", "the model refused"])
def test_another_outcome_between_them_begins_anew(between):
    failures = RepeatedFailures(2)
    for problem in ("the reply is empty", between, "the reply is empty"):
        failures.note("judge", problem)
    assert failures.given_up("judge") == ""


def test_without_a_bound_nothing_is_given_up():
    failures = RepeatedFailures()
    failures.note("judge", "the reply is empty")
    failures.note("judge", "the reply is empty")
    assert failures.given_up("judge") == ""


async def test_a_step_that_is_given_up_falls_back_without_a_call_and_says_so():
    with reasoner(llm_server.EMPTY, most_alike=2) as (agent, llm):
        first, second, third = [await select(agent) for _ in range(3)]
    assert [reply.usage.llm_calls for reply in (first, second, third)] == [3, 2, 0]
    assert llm.steps == ["select_paths", "select_paths", "repair", "select_paths", "repair"]
    assert third.value == first.value
    assert third.warnings == (
        "select_paths is not asked again: its last replies could not be read (the reply is empty)",
    )


async def test_a_repair_that_mended_nothing_twice_is_not_tried_for_the_same_problem():
    script = in_turn(*[Reply("Hm.")] * 4, llm_server.REFUSAL, {"selected": [2]})
    with reasoner(script, most_alike=3) as (agent, llm):
        for _ in range(2):
            await select(agent)
        mended = await select(agent)
    assert mended.value == (2,)
    assert llm.steps == ["select_paths", "repair"] * 3


@pytest.mark.parametrize("reply", [llm_server.EMPTY, llm_server.PROSE])
def test_a_whole_run_with_a_model_that_says_nothing_takes_few_calls(reply):
    traced = run(FIGURE_1, lambda *_: reply, encoder="lexical")
    assert len(traced.steps) <= 14
    told = [text for text in traced.answer.warnings if " is not asked again: " in text]
    assert [text.split()[0] for text in told] == ["select_paths", "summarize_paths", "judge_sufficiency"]


def test_a_model_that_errs_now_and_then_is_asked_every_time():
    script = replies(select_paths=[llm_server.EMPTY, {"selected": [1]}] * 4, judge_sufficiency=NO)
    traced = run(FIGURE_1, script, encoder="lexical")
    assert traced.steps.count("select_paths") > 2
    assert not [text for text in traced.answer.warnings if " is not asked again: " in text]


@pytest.mark.parametrize("reply", [llm_server.BROKEN, Reply(raw='{"id": "chatcmpl-1", "choi')])
def test_a_server_that_fails_outright_is_out_of_reach(reply):
    with scripted(lambda *_: reply, encoder="lexical") as (agent, _), pytest.raises(ModelUnavailableError):
        agent.ask(FIGURE_1)
