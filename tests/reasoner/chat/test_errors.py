"""ChatReasoner over real HTTP: a model that cannot be reached, fails or rejects the request."""

import asyncio
import time
from typing import Any

import httpx
import pytest
from langchain_core.language_models.fake_chat_models import FakeListChatModel
from pydantic import BaseModel, ConfigDict, Field

from pog_agent.errors import ModelUnavailableError
from pog_agent.reasoner.chat.models import open_chat_model
from pog_agent.reasoner.chat.reasoner import ChatReasoner
from tests import llm_server
from tests.llm_server import ScriptedLLM, in_turn
from tests.reasoner.cases import (
    reasoner,
    select,
)


class TestUnavailable:
    @pytest.mark.parametrize(
        ("scripted", "words", "requests"),
        [
            (llm_server.UNAUTHORIZED, "set OPENAI_API_KEY to a valid key", 1),
            (llm_server.Reply("no", 403), "may not use this model", 1),
            (llm_server.NOT_FOUND, "check the model's name and the base URL", 1),
            (llm_server.BUSY, "rate limit or quota", 1),
            (llm_server.BROKEN, "try again later; it says: Error code: 500", 3),
            (llm_server.HTML, "not a chat completion", 3),
            (llm_server.Reply(raw="{}"), "not a chat completion", 3),
            (llm_server.Reply(raw='{"choices": []}'), "not a chat completion", 3),
            (llm_server.Reply(raw='{"choices": null}'), "not a chat completion", 3),
            (llm_server.Reply(raw='{"error": {"message": "overloaded"}}'), "overloaded", 3),
        ],
    )
    async def test_the_error_says_which_model_where_and_what_to_do(
        self, scripted: llm_server.Scripted, words: str, requests: int
    ) -> None:
        """What may come of a form of replies, or of streams, is asked for without them first."""
        with reasoner(scripted) as (agent, llm), pytest.raises(ModelUnavailableError) as caught:
            await select(agent)
        message = str(caught.value)
        assert words in message
        assert "the model scripted at http://127.0.0.1:" in message
        assert "\n" not in message
        assert "sk-secret" not in message
        assert len(llm.requests) == requests

    async def test_a_server_that_is_not_there(self) -> None:
        with ScriptedLLM().serve() as base_url:
            pass
        agent = ChatReasoner(open_chat_model("openai:m", base_url, 5, 0))
        with pytest.raises(ModelUnavailableError, match=r"cannot be reached \(.*\): check the base URL"):
            await select(agent)

    async def test_a_server_that_hangs(self) -> None:
        start = time.monotonic()
        with (
            reasoner(llm_server.hang(), timeout=0.3) as (agent, _),
            pytest.raises(ModelUnavailableError, match="did not answer in time"),
        ):
            await select(agent)
        assert time.monotonic() - start < 5

    async def test_a_server_that_trickles_is_no_better_than_one_that_hangs(self) -> None:
        start = time.monotonic()
        with (
            reasoner(llm_server.trickle(), timeout=0.3, retries=1) as (agent, llm),
            pytest.raises(ModelUnavailableError, match="did not answer in time"),
        ):
            await select(agent)
        assert time.monotonic() - start < 5
        assert [bool(body["stream"]) for body in llm.requests] == [True, True, False, False]

    @pytest.mark.parametrize("failure", [llm_server.BUSY, llm_server.BROKEN])
    async def test_a_transient_error_is_retried_by_the_client(self, failure: llm_server.Reply) -> None:
        with reasoner(in_turn(failure, {"selected": [2]}), retries=1) as (agent, llm):
            reply = await select(agent)
        assert (reply.value, reply.warnings, reply.usage.llm_calls) == ((2,), (), 1)
        assert len(llm.requests) == 2

    async def test_retries_are_not_multiplied(self) -> None:
        with reasoner(llm_server.BUSY, retries=2) as (agent, llm), pytest.raises(ModelUnavailableError):
            await select(agent)
        assert len(llm.requests) == 3

    async def test_a_prompt_that_is_too_long_concerns_only_its_step(self) -> None:
        with reasoner(llm_server.TOO_LONG) as (agent, llm):
            reply = await select(agent)
        assert reply.value == (1, 2)
        assert "maximum context length" in reply.warnings[0]
        assert len(llm.requests) == 1


class Picky(FakeListChatModel):
    """A model of another provider, whose client takes no temperature or fails."""

    responses: list[str] = Field(default_factory=lambda: ['{"selected": [2]}'])
    error: Exception | None = None

    async def _agenerate(self, *args: Any, **kwargs: Any) -> Any:
        if self.error is not None:
            raise self.error
        if "temperature" in kwargs:
            raise TypeError("chat() got an unexpected keyword argument 'temperature'")
        return await super()._agenerate(*args, **kwargs)


class Request(BaseModel):
    """What the client of `Strict` sends."""

    model_config = ConfigDict(extra="forbid")

    temperature: float


class Strict(FakeListChatModel):
    """A model of another provider, whose client checks what it sends, as that of Google does."""

    responses: list[str] = Field(default_factory=lambda: ['{"selected": [2]}'])

    async def _agenerate(self, messages: Any, stop: Any = None, run_manager: Any = None, **kwargs: Any) -> Any:
        Request(**kwargs)
        return await super()._agenerate(messages, stop, run_manager)


class Silent(FakeListChatModel):
    """A model of another provider that never replies."""

    responses: list[str] = Field(default_factory=list)

    async def _agenerate(self, *args: Any, **kwargs: Any) -> Any:
        await asyncio.Event().wait()


class TestOtherProviders:
    async def test_one_that_never_replies_is_given_up(self) -> None:
        with pytest.raises(ModelUnavailableError, match="the model Silent did not answer in time"):
            await select(ChatReasoner(Silent(), patience=0.1))

    async def test_a_client_that_checks_its_parameters_is_called_without_what_it_refuses(self) -> None:
        reply = await select(ChatReasoner(Strict(), max_output_tokens=99))
        assert reply.value == (2,)
        assert "rejects the parameter max_tokens" in reply.warnings[0]

    async def test_a_client_that_takes_no_temperature_is_called_without(self) -> None:
        reply = await select(ChatReasoner(Picky()))
        assert reply.value == (2,)
        assert "rejects the parameter temperature" in reply.warnings[0]

    @pytest.mark.parametrize("error", [httpx.ConnectError("refused"), httpx.ReadTimeout("slow"), OSError("down")])
    async def test_a_connection_error_of_any_client_is_told(self, error: Exception) -> None:
        with pytest.raises(ModelUnavailableError, match="the model Picky"):
            await select(ChatReasoner(Picky(error=error)))

    async def test_an_error_that_says_nothing_about_the_model_is_left_alone(self) -> None:
        with pytest.raises(RuntimeError, match="bug"):
            await select(ChatReasoner(Picky(error=RuntimeError("bug"))))


def test_one_model_serves_several_event_loops() -> None:
    with reasoner({"selected": [2]}) as (agent, llm):
        values = [asyncio.run(select(agent)).value for _ in range(3)]
    assert values == [(2,)] * 3
    assert len(llm.requests) == 3
