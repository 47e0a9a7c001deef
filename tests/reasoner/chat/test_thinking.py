"""Models that think before they reply: what they are not sent, and how they are known."""

import pytest

from pog_agent.reasoner.chat.models import open_chat_model
from pog_agent.reasoner.chat.reasoner import ChatReasoner
from pog_agent.reasoner.chat.servers.known_server import KnownServer
from pog_agent.reasoner.providers.known_models import known_models
from tests.llm_server import Reply, ScriptedLLM, in_turn, rejecting, system_text, thinking
from tests.reasoner.cases import reasoner, select

EXAMPLES = "## Examples"
REPLY = '{"selected": [2]}'


@pytest.mark.parametrize(
    "name",
    ["o1", "o3-mini", "o4-mini", "gpt-5", "gpt-5-mini", "gpt-oss:20b", "deepseek-r1:7b", "Qwen/Qwen3-8B", "qwq"],
)
def test_thinkers_are_known_by_name(name: str) -> None:
    assert known_models().thinks(name)


@pytest.mark.parametrize(
    "name",
    ["gpt-4o", "gpt-5-chat-latest", "qwen2.5:7b", "qwen3:4b-instruct", "Qwen3-Coder-30B", "llama3.1", "phi4"],
)
def test_others_are_not_taken_for_thinkers(name: str) -> None:
    assert not known_models().thinks(name)


async def test_a_thinker_gets_neither_temperature_nor_cap_nor_examples_from_the_first_call_on() -> None:
    llm = ScriptedLLM()
    with llm.serve(in_turn(thinking(REPLY))) as base_url:
        reply = await select(ChatReasoner(open_chat_model("openai:Qwen/Qwen3-8B", base_url, 10, 0)))
    (body,) = llm.requests
    assert (reply.value, reply.warnings) == ((2,), ())
    assert not {"temperature", "max_tokens", "max_completion_tokens"} & body.keys()
    assert EXAMPLES not in system_text(body)
    assert '{"selected": [1, 2]}' in system_text(body)


async def test_what_the_user_caps_stays_capped() -> None:
    llm = ScriptedLLM()
    with llm.serve(in_turn(REPLY)) as base_url:
        model = open_chat_model("openai:Qwen/Qwen3-8B", base_url, 10, 0)
        await select(ChatReasoner(model, max_output_tokens=900))
    body = llm.requests[0]
    assert body.get("max_tokens", body.get("max_completion_tokens")) == 900


async def test_a_model_that_refuses_the_temperature_gets_no_examples_from_then_on() -> None:
    with reasoner(rejecting("temperature", REPLY)) as (agent, llm):
        for _ in range(2):
            assert (await select(agent)).value == (2,)
    assert [EXAMPLES in system_text(body) for body in llm.requests] == [True, True, False]


async def test_a_model_that_is_cut_off_in_its_thought_gets_no_examples_from_then_on() -> None:
    cut = Reply("<think>Path 1 looks good", finish_reason="length")
    with reasoner(in_turn(cut, REPLY)) as (agent, llm):
        for _ in range(2):
            assert (await select(agent)).value == (2,)
    assert [EXAMPLES in system_text(body) for body in llm.requests] == [True, True, False]


async def test_reasoners_of_one_model_share_what_was_found() -> None:
    known = KnownServer()
    with reasoner(rejecting("temperature", REPLY), known=known) as (agent, _):
        await select(agent)
    with reasoner(REPLY, known=known) as (agent, llm):
        await select(agent)
    assert EXAMPLES not in system_text(llm.requests[0])
