"""Replies that are streamed inside: counted, broken off when they run away, and never seen by a chat app."""

import asyncio
import json
from typing import Any

import pytest

from pog_agent.reasoner.chat.models import open_chat_model
from pog_agent.reasoner.chat.reasoner import ChatReasoner
from pog_agent.reasoner.chat.streamed import repeats_itself
from pog_agent.reasoner.steps.analyze_question import AnalyzeQuestion
from tests import llm_server
from tests.llm_server import Body, Reply, Scripted, ScriptedLLM, in_turn, last_text
from tests.reasoner.cases import QUESTION, TOPICS, reasoner, select

GOOD = '{"selected": [2]}'


def streamed(llm: ScriptedLLM) -> list[bool]:
    return [bool(body.get("stream")) for body in llm.requests]


async def test_a_reply_in_pieces_is_one_reply_with_its_tokens() -> None:
    with reasoner(Reply(pieces=tuple(GOOD))) as (agent, llm):
        reply = await select(agent)
    assert (reply.value, reply.warnings, reply.usage.completion_tokens) == ((2,), (), 10)
    assert not reply.usage.estimated
    assert streamed(llm) == [True]


@pytest.mark.parametrize(
    ("pieces", "words"),
    [
        (('{"selected": [2], "reason": "', "film-directed by-director-directs-"), "it repeats itself"),
        (("Let me think. ", "Path 2 says that. "), "it repeats itself"),
    ],
)
async def test_a_reply_without_an_end_that_repeats_itself_is_broken_off(
    pieces: tuple[str, ...], words: str
) -> None:
    script = in_turn(Reply(pieces=pieces, goes_on=True), GOOD)
    with reasoner(script) as (agent, llm):
        reply = await asyncio.wait_for(select(agent), 5)
        await asyncio.sleep(0.05)
        assert llm.streaming == 0  # its connection is closed, so that the server can stop
    assert reply.value == (2,)
    assert reply.usage.estimated


async def test_one_that_goes_on_in_ever_new_words_is_broken_off_beyond_the_cap() -> None:
    """A server that heeds no cap."""
    items = tuple(f'"Which museum is number {number}?", ' for number in range(400))
    away = Reply(pieces=('{"split_questions": [', *items), goes_on=True)
    with reasoner(in_turn(away, {"split_questions": ["Which museum?"]})) as (agent, llm):
        reply = await asyncio.wait_for(agent.ask(AnalyzeQuestion(QUESTION, TOPICS, 3)), 5)
    assert reply.value.split_questions == ("Which museum?",)
    assert "far longer than such replies are" in last_text(llm.requests[1])


async def test_a_list_of_many_alike_items_is_no_repetition() -> None:
    scores = json.dumps({"scores": [{"number": number, "score": 0} for number in range(100)]}, indent=4)
    assert not any(repeats_itself(scores[:end]) for end in range(0, len(scores), 50))
    assert repeats_itself("x" * 300) and not repeats_itself("x" * 299)
    assert repeats_itself("a" + "Which film? By whom? " * 20)
    assert not repeats_itself("")


async def test_a_server_that_does_not_count_what_it_streams_sends_whole_replies_from_then_on() -> None:
    def script(step: str, body: Body) -> Scripted:
        return Reply(GOOD, usage=None if body.get("stream") else (100, 10))

    with reasoner(script) as (agent, llm):
        replies = [await select(agent) for _ in range(3)]
    assert streamed(llm) == [True, False, False]
    assert [reply.usage.estimated for reply in replies] == [True, False, False]
    assert [len(reply.warnings) for reply in replies] == [1, 0, 0]


@pytest.mark.parametrize(
    "refusal",
    [
        Reply("Unrecognized request argument supplied: stream_options", 400),
        Reply("Streaming is not supported by this endpoint", 400),
        Reply(
            status=422,
            error={"detail": [{"loc": ["body", "stream_options"], "msg": "Extra inputs are not permitted"}]},
        ),
        Reply(raw='{"id": "1", "choices": []}'),
        Reply(raw="data: {broken\n\n"),
        Reply(raw='data: {"error": {"message": "no streams here"}}\n\n'),
    ],
)
async def test_one_that_cannot_stream_sends_whole_replies_without_a_word(refusal: Reply) -> None:
    def script(step: str, body: Body) -> Scripted:
        return refusal if body.get("stream") else GOOD

    with reasoner(script) as (agent, llm):
        replies = [await select(agent) for _ in range(2)]
    assert [(reply.value, reply.warnings) for reply in replies] == [((2,), ())] * 2
    assert streamed(llm) == [True, False, False]
    assert [body["response_format"]["type"] for body in llm.requests] == ["json_schema"] * 3


async def test_one_that_ignores_the_wish_sends_whole_replies_too() -> None:
    llm = ScriptedLLM(streams=False)
    with llm.serve(in_turn(GOOD)) as url:
        agent = ChatReasoner(open_chat_model("openai:scripted", url, 5, 0))
        assert [(await select(agent)).value for _ in range(2)] == [(2,)] * 2
    assert streamed(llm) == [True, False, False]


async def test_a_stream_that_breaks_once_is_asked_for_whole_and_streams_go_on() -> None:
    cut = 'data: {"id": "1", "choices": [{"index": 0, "delta": {"content": "{\\"sel"}}]}\n\ndata: {bro'
    replies = iter([GOOD, Reply(raw=f"{cut}\n\n"), GOOD, GOOD])
    with reasoner(lambda *_: next(replies)) as (agent, llm):
        values = [(await select(agent)).value for _ in range(3)]
    assert values == [(2,)] * 3
    assert streamed(llm) == [True, True, False, True]


class TestConnections:
    @pytest.mark.parametrize("streams", [True, False])
    async def test_one_connection_serves_all_replies_of_a_loop(self, streams: bool) -> None:
        llm = ScriptedLLM(streams=streams)
        with llm.serve(in_turn(GOOD)) as url:
            agent = ChatReasoner(open_chat_model("openai:scripted", url, 5, 0))
            for _ in range(4):
                await select(agent)
        assert llm.connections == 1

    def test_each_loop_has_its_own_and_closes_them_at_its_end(self) -> None:
        llm = ScriptedLLM(streams=False)
        with llm.serve(in_turn(GOOD)) as url:
            agent = ChatReasoner(open_chat_model("openai:scripted", url, 5, 0))

            async def twice() -> list[Any]:
                return [(await select(agent)).value for _ in range(2)]

            values = [asyncio.run(twice()) for _ in range(3)]
            client = agent._calls._model.root_async_client._client  # type: ignore[attr-defined]
            assert values == [[(2,), (2,)]] * 3
            assert all(held.client.is_closed for held in client._clients.values())
        assert llm.connections <= 4

    async def test_a_connection_that_the_server_has_closed_meanwhile_is_not_used_again(self) -> None:
        closing = Reply(GOOD, headers={"Connection": "close"})
        llm = ScriptedLLM(streams=False)
        with llm.serve(in_turn(closing)) as url:
            agent = ChatReasoner(open_chat_model("openai:scripted", url, 5, 0))
            assert [(await select(agent)).value for _ in range(3)] == [(2,)] * 3


def test_a_stream_that_never_says_anything_is_over_when_its_time_is() -> None:
    def script(step: str, body: Body) -> Scripted:
        return llm_server.trickle() if body.get("stream") else GOOD

    with reasoner(script, timeout=0.4) as (agent, llm):
        assert asyncio.run(select(agent)).value == (2,)
    assert streamed(llm) == [True, True, False]
