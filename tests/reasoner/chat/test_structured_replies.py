"""Replies that the server holds to a JSON schema, over real HTTP: servers that can, cannot, and break by it."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest
from langchain_core.language_models.fake_chat_models import FakeListChatModel
from langchain_core.messages import BaseMessage
from pydantic import Field

from pog_agent.models import Summary
from pog_agent.reasoner.chat.models import open_chat_model
from pog_agent.reasoner.chat.reasoner import ChatReasoner
from pog_agent.reasoner.chat.servers.known_server import KnownServer
from pog_agent.reasoner.steps.answer import AnswerByCitation
from pog_agent.reasoner.steps.recognize_topics import RecognizeTopics
from tests import llm_server
from tests.llm_server import Body, Reply, Script, Scripted, ScriptedLLM
from tests.reasoner.cases import CONTEXT, PATHS, Refusals, reasoner, select

GOOD = '{"selected": [2]}'
TO_PLAIN = ["json_schema", "json_object", ""]


def asked(llm: ScriptedLLM) -> list[str]:
    """The form that each request asked for."""
    return [body.get("response_format", {}).get("type", "") for body in llm.requests]


def without(refused: Callable[[str], Scripted], *forms: str, reply: str = GOOD) -> Script:
    """A server that does something else for requests with these forms."""

    def script(step: str, body: Body) -> Scripted:
        form = body.get("response_format", {}).get("type", "")
        return refused(form) if form in (forms or TO_PLAIN[:2]) else reply

    return script


async def test_a_server_that_can_is_held_to_the_numbers_that_were_shown() -> None:
    with reasoner(GOOD) as (agent, llm):
        reply = await select(agent)
    (body,) = llm.requests
    given = body["response_format"]["json_schema"]
    assert (reply.value, reply.warnings, given["name"]) == ((2,), (), "select_paths")
    assert given["schema"]["properties"]["selected"] == {
        "type": "array", "items": {"type": "integer", "enum": [1, 2, 3]}, "maxItems": 2,
    }  # fmt: skip
    assert "strict" not in given


def openai_error(message: str, param: str | None = None) -> dict[str, Any]:
    return {"error": {"message": message, "type": "invalid_request_error", "param": param, "code": None}}


NO_SCHEMA = "'response_format' of type 'json_schema' is not supported with this model."
WORDINGS: dict[str, dict[str, Any]] = {
    "OpenAI, an old model": openai_error(f"Invalid parameter: {NO_SCHEMA}"),
    "OpenAI, a schema": openai_error("Invalid schema for response_format 'select_paths'", "response_format"),
    "Groq": openai_error("This model does not support response format `json_schema`.", "response_format"),
    "DeepSeek": openai_error("This response_format type is unavailable now"),
    "LM Studio": {"error": "'response_format.type' must be 'text'"},
    "llama.cpp": {"error": {"code": 400, "message": "JSON schema conversion failed:\nUnrecognized schema"}},
    "llama.cpp, later": {"error": {"code": 400, "message": "Failed to parse grammar"}},
    "vLLM": {"object": "error", "message": "The guided decoding backend does not support maxItems.", "code": 400},
    "FastAPI": {
        "detail": [{"type": "extra_forbidden", "loc": ["body", "response_format"], "msg": "Extra inputs"}]
    },
    "a proxy": {"message": "Bad Request"},
}


@pytest.mark.filterwarnings("ignore:.*structured output feature")
@pytest.mark.parametrize("server", WORDINGS)
async def test_a_server_that_rejects_the_forms_is_told_once_and_never_asked_again(server: str) -> None:
    known = KnownServer()
    script = without(lambda _: Reply(status=400, error=WORDINGS[server]))
    with reasoner(script, known=known) as (agent, llm):
        first, second = await select(agent), await select(agent)
        another = await select(ChatReasoner(agent._calls._model, known=known))
    told = [text for reply in (first, second, another) for text in reply.warnings]
    assert [reply.value for reply in (first, second, another)] == [(2,)] * 3
    assert asked(llm)[-1] == "" and asked(llm).count("json_schema") == asked(llm).count("json_object") == 1
    assert [text.partition(" does not serve ")[2] for text in told] == [
        "json_schema: replies are asked for as json_object from now on",
        "json_object: replies are asked for as plain text from now on",
    ]
    assert (first.usage.llm_calls, second.usage.llm_calls) == (1, 1)


async def test_one_that_takes_any_json_is_asked_for_that() -> None:
    script = without(lambda _: Reply("This response_format type is unavailable now", 400), "json_schema")
    with reasoner(script) as (agent, llm):
        replies = [await select(agent) for _ in range(2)]
    assert [reply.value for reply in replies] == [(2,)] * 2
    assert asked(llm) == ["json_schema", "json_object", "json_object"]


BREAKS: dict[str, Reply] = {
    "fails": llm_server.BROKEN,
    "says nothing": llm_server.EMPTY,
    "says blanks without an end": Reply(pieces=("\n  " * 40,), goes_on=True),
    "hangs": llm_server.hang(),
    "sends no completion": Reply(raw="{}"),
}


@pytest.mark.parametrize("how", BREAKS)
async def test_a_server_that_breaks_by_the_schema_alone_is_found_out(how: str) -> None:
    script = without(lambda _: BREAKS[how], "json_schema")
    with reasoner(script, timeout=1, patience=3) as (agent, llm):
        replies = [await select(agent) for _ in range(2)]
    assert [reply.value for reply in replies] == [(2,)] * 2
    told = [text for reply in replies for text in reply.warnings if "does not serve json_schema:" in text]
    assert len(told) == 1
    assert asked(llm)[-1] == "json_object"


async def test_what_fails_with_one_step_alone_is_left_out_there_alone() -> None:
    def script(step: str, body: Body) -> Scripted:
        is_held = body.get("response_format", {}).get("type") == "json_schema"
        return llm_server.BROKEN if is_held and step == "answer" else None

    with reasoner(script) as (agent, llm):
        for _ in range(2):
            await select(agent)
            reply = await agent.ask(AnswerByCitation(CONTEXT, PATHS, Summary(), final=False))
    assert reply.value.citations and reply.warnings == ()
    forms = list(zip(llm.steps, asked(llm), strict=True))
    assert forms == [
        ("select_paths", "json_schema"), ("answer", "json_schema"), ("answer", ""),
        ("select_paths", "json_schema"), ("answer", "json_object"),
    ]  # fmt: skip


async def test_a_server_that_has_served_it_and_fails_once_is_not_blamed() -> None:
    replies = iter([GOOD, llm_server.BROKEN, GOOD])
    with reasoner(lambda *_: next(replies), retries=1) as (agent, llm):
        assert [(await select(agent)).value for _ in range(2)] == [(2,)] * 2
    assert asked(llm) == ["json_schema"] * 3


async def test_a_slow_server_is_not_given_up_for_its_form() -> None:
    class Seconds(Refusals):
        def seconds(self, step: Any) -> float | None:
            return 1.5

    with reasoner(Reply(GOOD, hang=1.0), budget=Seconds(lambda: None)) as (agent, llm):
        reply = await select(agent)
    assert (reply.value, asked(llm), reply.warnings) == ((2,), ["json_schema"], ())


@pytest.mark.parametrize(
    "given", ["{}", '{"type": "object", "properties": {"selected": {}}}', "I keep the second."]
)
async def test_a_reply_in_spite_of_the_schema_is_mended_in_plain_text(given: str) -> None:
    with reasoner(without(lambda _: given)) as (agent, llm):
        replies = [await select(agent) for _ in range(4)]
    assert [(reply.value, reply.warnings) for reply in replies] == [((2,), ())] * 4
    assert asked(llm) == ["json_schema", "", "json_object", "", "", ""]


async def test_a_server_that_does_not_know_the_parameter_is_read_as_ever() -> None:
    wrapped = llm_server.fenced(GOOD)
    with reasoner(wrapped) as (agent, llm):
        replies = [await select(agent) for _ in range(2)]
    assert [(reply.value, reply.warnings) for reply in replies] == [((2,), ())] * 2
    assert len(llm.requests) == 2


async def test_a_single_reply_that_could_not_be_made_json_is_asked_for_in_plain_text() -> None:
    failed = openai_error("Failed to generate JSON. See 'failed_generation' for more details.")
    replies = iter([GOOD, Reply(status=400, error=failed), GOOD, GOOD])
    with reasoner(lambda *_: next(replies)) as (agent, llm):
        values = [(await select(agent)).value for _ in range(3)]
    assert values == [(2,)] * 3
    assert asked(llm) == ["json_schema", "json_schema", "", "json_schema"]


async def test_parallel_calls_find_it_out_with_one_warning() -> None:
    script = without(lambda _: Reply("response_format is not supported", 400))
    with reasoner(script) as (agent, _):
        replies = await asyncio.gather(*(select(agent) for _ in range(4)))
    assert [reply.value for reply in replies] == [(2,)] * 4
    assert sum(len(reply.warnings) for reply in replies) == 2


class TestProviders:
    """What the packages of other providers are given."""

    class Model(FakeListChatModel):
        responses: list[str] = Field(default_factory=lambda: ['{"mentions": ["A"]}'])
        kind: str = "other"
        seen: list[tuple[list[BaseMessage], dict[str, Any]]] = Field(default_factory=list)

        @property
        def _llm_type(self) -> str:
            return self.kind

        async def _agenerate(self, messages: list[BaseMessage], *args: Any, **kwargs: Any) -> Any:
            self.seen.append((messages, kwargs))
            return await super()._agenerate(messages, *args, **kwargs)

    async def given(self, kind: str) -> tuple[list[BaseMessage], dict[str, Any]]:
        model = self.Model(kind=kind)
        assert (await ChatReasoner(model).ask(RecognizeTopics("A?", ()))).value == ("A",)
        return model.seen[0]

    async def test_a_model_that_is_not_known_to_take_a_form_gets_none(self) -> None:
        _, arguments = await self.given("other")
        assert set(arguments) == {"temperature", "stop"}

    async def test_ollama_gets_the_schema_as_its_format(self) -> None:
        _, arguments = await self.given("chat-ollama")
        assert arguments["format"]["required"] == ["mentions"]

    async def test_a_package_that_does_not_know_its_parameter_is_called_without(self) -> None:
        class Older(self.Model):
            async def _agenerate(self, messages: list[BaseMessage], *args: Any, **kwargs: Any) -> Any:
                if "format" in kwargs:
                    raise TypeError("AsyncClient.chat() got an unexpected keyword argument 'format'")
                return await super()._agenerate(messages, *args, **kwargs)

        reply = await ChatReasoner(Older(kind="chat-ollama")).ask(RecognizeTopics("A?", ()))
        assert reply.value == ("A",)
        told = [text for text in reply.warnings if " does not serve " in text]
        assert [text.partition(" does not serve ")[2][:11] for text in told] == ["json_schema", "json_object"]

    async def test_packages_with_the_parameter_of_openai_get_it_by_name(self) -> None:
        _, arguments = await self.given("groq-chat")
        assert arguments["response_format"]["json_schema"]["name"] == "recognize_topics"

    async def test_anthropic_is_told_that_the_system_message_stays(self) -> None:
        messages, _ = await self.given("anthropic-chat")
        (block,) = messages[0].content
        assert isinstance(block, dict) and block["cache_control"] == {"type": "ephemeral"}
        assert messages[0].text.startswith("# Recognize the topics") or messages[0].text.startswith("# ")
        assert isinstance(messages[1].content, str)

    def test_openai_itself_gets_one_strict_schema_for_all_calls_of_a_step(self, monkeypatch: Any) -> None:
        monkeypatch.setenv("OPENAI_API_KEY", "sk-mine")
        monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
        calls = ChatReasoner(open_chat_model("openai:gpt-4o-mini"))._calls
        bodies, streams = [], set()
        for paths in (PATHS, PATHS[:1]):
            step = AnswerByCitation(CONTEXT, paths, Summary(), final=False)
            options = llm_options(calls, step)
            arguments = calls._dialect.arguments(options)
            bodies.append(arguments["extra_body"])
            streams.add(arguments["stream"])
        assert bodies[0] == bodies[1] and streams == {False}
        given = bodies[0]["response_format"]["json_schema"]
        assert given["strict"] and set(given["schema"]["required"]) == set(given["schema"]["properties"])
        assert "max_completion_tokens" in bodies[0] and "enum" not in json.dumps(
            given["schema"]["properties"]["only"]
        )


def llm_options(calls: Any, step: Any) -> Any:
    from pog_agent.reasoner.chat.servers.trials import CallTrial

    return calls._options(step, 0.0, CallTrial(calls._known, step.name))
