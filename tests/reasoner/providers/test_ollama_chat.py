"""The native model of Ollama, and its OpenAI route, against a server that behaves as Ollama's source says."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from pog_agent.agent import open_system
from pog_agent.errors import ModelUnavailableError
from pog_agent.reasoner.chat.models import open_chat_model
from pog_agent.reasoner.chat.reasoner import ChatReasoner
from pog_agent.reasoner.steps.recognize_topics import RecognizeTopics
from tests.llm_server import ScriptedLLM
from tests.model_servers import OllamaModel, OllamaPlay
from tests.pipeline_fixtures import BOHR, demo

LONG = "Which of these is it: " + "the old mill by the river, " * 1200
"""About 8,000 tokens."""
REPLY = '{"mentions": ["A"]}'


def step(question: str = "Where is A?") -> RecognizeTopics:
    return RecognizeTopics(question, ())


@contextmanager
def native(
    *models: OllamaModel, timeout: float = 10.0, **options: Any
) -> Iterator[tuple[ChatReasoner, OllamaPlay]]:
    """A reasoner on the first of the models, over Ollama's own protocol."""
    pytest.importorskip("langchain_ollama")
    ollama = OllamaPlay(models or (OllamaModel("llama3.1:8b", lambda _: REPLY),))
    with ollama.serve() as root:
        context = options.pop("context_tokens", None)
        model = open_chat_model(f"ollama:{ollama.models[0].name}", root, timeout, context_tokens=context)
        yield ChatReasoner(model, **options), ollama


async def test_temperature_cap_and_context_reach_the_model_and_tokens_are_counted() -> None:
    with native(reason_temperature=0.25) as (agent, ollama):
        reply = await agent.ask(step())
    assert (reply.value, reply.warnings, reply.usage.llm_calls) == (("A",), (), 1)
    assert ollama.asked[0].options["temperature"] == 0.25
    assert ollama.asked[0].options["num_predict"] >= RecognizeTopics.reply_tokens
    assert ollama.asked[0].options["num_ctx"] == 8192
    assert reply.usage.prompt_tokens == len(ollama.asked[0].prompt) // 4
    assert not reply.usage.estimated


async def test_a_cap_of_the_user_goes_first() -> None:
    with native(max_output_tokens=33) as (agent, ollama):
        await agent.ask(step())
    assert ollama.asked[0].options["num_predict"] == 33


@pytest.mark.parametrize(
    ("model", "context", "expected"),
    [
        (OllamaModel("m:1b", lambda _: REPLY, trained=2048), None, 2048),
        (OllamaModel("m:1b", lambda _: REPLY, num_ctx=16384), None, 16384),
        (OllamaModel("m:1b", lambda _: REPLY, num_ctx=16384), 3000, 3000),
    ],
)
async def test_the_context_is_that_of_the_user_or_of_the_server_or_enough(
    model: OllamaModel, context: int | None, expected: int
) -> None:
    with native(model, context_tokens=context) as (agent, ollama):
        await agent.ask(step("Where is A?" if expected > 2048 else "A?"))
    assert ollama.loads == [expected]


async def test_a_long_prompt_gets_a_longer_context_once_and_is_not_cut() -> None:
    with native() as (agent, ollama):
        await agent.ask(step())
        await agent.ask(step(LONG))
        await agent.ask(step())
    assert LONG in ollama.asked[1].prompt
    assert ollama.loads[0] == 8192
    assert len(ollama.loads) == 2


async def test_a_prompt_that_no_context_holds_is_refused_before_it_is_cut() -> None:
    with native(OllamaModel("m:1b", lambda _: REPLY, trained=4096)) as (agent, ollama):
        reply = await agent.ask(step(LONG))
    assert reply.value == ()
    assert "the context 4,096: take a model with a longer one, or set context_tokens" in reply.warnings[0]
    assert ollama.asked == []


async def test_a_model_that_is_not_there_is_told_with_how_to_get_it() -> None:
    with native(OllamaModel("llama3.1:8b")) as (_, ollama), ollama.serve() as root:
        agent = ChatReasoner(open_chat_model("ollama:phi4", root, 5))
        with pytest.raises(ModelUnavailableError, match="has no model phi4: ollama pull phi4"):
            await agent.ask(step())


async def test_a_server_that_is_not_there_or_hangs() -> None:
    pytest.importorskip("langchain_ollama")
    with ScriptedLLM().serve() as base_url:
        pass
    with pytest.raises(ModelUnavailableError, match="no server answers at"):
        await ChatReasoner(open_chat_model("ollama:m", base_url, 5)).ask(step())
    with native(timeout=0.5) as (agent, ollama):
        ollama.hang = 30.0
        start = time.monotonic()
        with pytest.raises(ModelUnavailableError, match="did not answer in time"):
            await agent.ask(step())
        assert time.monotonic() - start < 5


def test_a_run_asks_it_with_the_settings_of_the_run() -> None:
    pytest.importorskip("langchain_ollama")
    ollama = OllamaPlay((OllamaModel("llama3.1:8b", lambda _: '{"answers": ["hafnium"]}'),))
    with ollama.serve() as root:
        settings = {"model": "ollama:llama3.1:8b", "base_url": root, "context_tokens": 5000}
        with open_system("io", kg=demo(), encoder="lexical", **settings) as system:
            answers = [system.ask(BOHR) for _ in range(2)]
    assert [answer.text for answer in answers] == ["hafnium", "hafnium"]
    assert ollama.loads == [5000]


class TestOpenAIRoute:
    @contextmanager
    def agent(self) -> Iterator[tuple[ChatReasoner, OllamaPlay]]:
        ollama = OllamaPlay((OllamaModel("llama3.1:8b", lambda _: REPLY),))
        with ollama.serve() as root:
            yield ChatReasoner(open_chat_model("openai:llama3.1:8b", f"{root}/v1", 10)), ollama

    async def test_temperature_reaches_the_model(self) -> None:
        with self.agent() as (agent, ollama):
            reply = await agent.ask(step())
        assert (reply.value, reply.warnings) == (("A",), ())
        assert ollama.asked[0].options["temperature"] == 0.0

    async def test_a_prompt_that_the_server_has_cut_is_told_of_with_what_to_do(self) -> None:
        with self.agent() as (agent, ollama):
            reply = await agent.ask(step(LONG))
        assert LONG not in ollama.asked[0].prompt
        assert "Ollama has cut a prompt" in reply.warnings[0]
        assert "ollama:llama3.1:8b" in reply.warnings[0]
