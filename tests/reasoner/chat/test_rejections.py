"""HTTP 400 of a model server: it concerns its prompt alone, unless the model serves no request at all."""

import pytest

from pog_agent.agent import open_system
from pog_agent.errors import ModelUnavailableError
from pog_agent.models import Summary
from pog_agent.reasoner.steps.answer import AnswerByCitation
from tests.llm_server import Reply, ScriptedLLM, in_turn
from tests.pipeline_fixtures import demo, replies
from tests.reasoner.cases import CONTEXT, PATHS, reasoner, select

REJECTED = Reply("content policy", 400)
FRANCE = "http://example.org/world/e/France"


@pytest.mark.parametrize(("status", "requests"), [(400, 2), (413, 1), (422, 2)])
async def test_a_first_request_that_is_rejected_falls_back(status: int, requests: int) -> None:
    rejected = [Reply("content policy", status)] * requests  # once more without what the server may not know
    with reasoner(in_turn(*rejected, {"selected": [2]})) as (agent, llm):
        first, second = await select(agent), await select(agent)
    assert first.value == (1, 2) and "the model rejects the request" in first.warnings[0]
    assert (second.value, second.warnings) == ((2,), ())
    assert len(llm.requests) == requests + 1


async def test_a_model_that_rejects_three_requests_and_serves_none_is_of_no_use() -> None:
    with reasoner(Reply("System role not supported", 400)) as (agent, llm):
        for _ in range(2):
            assert (await select(agent)).value == (1, 2)
        with pytest.raises(ModelUnavailableError, match=r"it says: .*System role not supported"):
            await select(agent)
    assert ["response_format" in body for body in llm.requests] == [True, False, True, True]


async def test_rejections_after_a_reply_never_end_a_run() -> None:
    with reasoner(in_turn({"selected": [2]}, REJECTED)) as (agent, _):
        values = [(await select(agent)).value for _ in range(6)]
    assert values == [(2,), *[(1, 2)] * 5]


async def test_nothing_stands_in_for_the_answer_of_a_model_that_served_nothing() -> None:
    with reasoner(REJECTED) as (agent, llm), pytest.raises(ModelUnavailableError, match="content policy"):
        await agent.ask(AnswerByCitation(CONTEXT, PATHS, Summary(), True))
    assert len(llm.requests) == 2


@pytest.mark.parametrize("step", ["recognize_topics", "analyze_question", "select_paths", "judge_sufficiency"])
@pytest.mark.parametrize("topics", [(), (FRANCE,)])
def test_one_rule_holds_for_every_step_of_a_run(step: str, topics: tuple[str, ...]) -> None:
    script = replies(**{"recognize_topics": {"mentions": ["France"]}, step: REJECTED})
    with ScriptedLLM().serve(script) as url:
        settings = {"model": "openai:scripted", "base_url": url, "encoder": "lexical", "topics": topics}
        with open_system("pog", kg=demo(), **settings) as system:
            answer = system.ask("What is the capital of France?")
    asked = not (topics and step == "recognize_topics")
    assert any(f"{step}: the model rejects the request" in text for text in answer.warnings) == asked
