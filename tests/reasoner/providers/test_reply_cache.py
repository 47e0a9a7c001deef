"""Replies kept in a file: LangChain's protocol, runs over a real server, bounds, faults, several processes."""

import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
from langchain_core.messages import AIMessage
from langchain_core.outputs import Generation

from pog_agent import Answer, PogConfig, SettingError
from pog_agent.agent import open_system
from pog_agent.evaluation.job.description import Job
from pog_agent.evaluation.job.opening import open_job
from pog_agent.reasoner.chat.models import open_chat_model
from pog_agent.reasoner.chat.reasoner import ChatReasoner
from pog_agent.reasoner.providers.reply_cache import KeptReplies, ReplyCache
from pog_agent.reasoner.steps.answer_cot import AnswerByThought
from tests.llm_server import Reply, ScriptedLLM, in_turn
from tests.pipeline_fixtures import demo, replies
from tests.reasoner.cases import CONTEXT, reasoner, select

QUESTION = "What is the capital of France?"
SCRIPT = replies(recognize_topics={"mentions": ["France"]})


def asked(base_url: str, path: Path | str, **settings: Any) -> Answer:
    """The answer of a new system, as of a new process."""
    given = {"model": "openai:scripted", "encoder": "lexical", "prices": "1/1"} | settings
    with open_system("pog", kg=demo(), base_url=base_url, reply_cache=str(path), **given) as system:
        return system.ask(QUESTION)


def test_it_is_a_cache_of_langchain(tmp_path: Path) -> None:
    cache = ReplyCache(tmp_path / "replies")
    messages = iter([AIMessage("one", response_metadata={"id": 1}), AIMessage("two")])
    model = GenericFakeChatModel(messages=messages, cache=cache)
    assert [model.invoke(text).content for text in ("a", "a", "b", "a")] == ["one", "one", "two", "one"]
    assert model.invoke("a").response_metadata["id"] == 1
    cache.clear()
    assert cache.lookup("a", "") is None


class TestRuns:
    def test_a_second_run_makes_no_call_costs_nothing_and_says_so(self, tmp_path: Path) -> None:
        llm = ScriptedLLM()
        with llm.serve(SCRIPT) as base_url:
            first = asked(base_url, tmp_path / "replies")
            made = len(llm.requests)
            second = asked(base_url, tmp_path / "replies")
        assert made == len(llm.requests) == first.usage.llm_calls == second.usage.cached_calls
        assert first.answers == second.answers
        used = second.usage
        assert (used.llm_calls, used.prompt_tokens, used.completion_tokens, used.cost) == (0, 0, 0, 0.0)
        assert f"{made} replies from the cache" in used.summary

    @pytest.mark.parametrize(
        "other",
        [{"model": "openai:other"}, {"reason_temperature": 0.2}, {"max_output_tokens": 500}, {"languages": "de"}],
    )
    def test_another_model_parameter_or_prompt_is_asked_anew(self, tmp_path: Path, other: dict[str, Any]) -> None:
        llm = ScriptedLLM()
        with llm.serve(SCRIPT) as base_url:
            asked(base_url, tmp_path / "replies")
            assert asked(base_url, tmp_path / "replies", **other).usage.llm_calls > 0

    def test_another_server_is_asked_anew(self, tmp_path: Path) -> None:
        for _ in range(2):
            with ScriptedLLM().serve(SCRIPT) as base_url:
                assert asked(base_url, tmp_path / "replies").usage.cached_calls == 0

    @pytest.mark.parametrize("content", [b"no database at all, but text", b"SQLite format 3\x00 and no more"])
    def test_a_broken_file_is_a_warning_and_the_run_goes_on(self, tmp_path: Path, content: bytes) -> None:
        path = tmp_path / "replies"
        path.write_bytes(content * 100)
        with ScriptedLLM().serve(SCRIPT) as base_url:
            answer = asked(base_url, path)
        assert answer.status == "supported"
        assert any(f"reply_cache '{path}' cannot be used" in text for text in answer.warnings)
        assert path.read_bytes() == content * 100

    def test_evaluations_refuse_it(self, tmp_path: Path) -> None:
        config = PogConfig.create({"POG_AGENT_REPLY_CACHE": str(tmp_path / "replies")})
        with pytest.raises(SettingError, match="not for evaluations"), open_job(Job(data="x"), config):
            pass
        assert not (tmp_path / "replies").exists()


class TestCalls:
    def kept(self, path: Path) -> KeptReplies:
        return KeptReplies(ReplyCache(path), {"name": "m"})

    async def test_samples_are_never_taken_from_it(self, tmp_path: Path) -> None:
        step = AnswerByThought(CONTEXT, sampled=True)
        script = in_turn({"answers": ["A"]}, {"answers": ["B"]})
        with reasoner(script, kept=self.kept(tmp_path / "replies")) as (agent, llm):
            found = [(await agent.ask(step)).value.answers for _ in range(2)]
        assert found == [("A",), ("B",)]
        assert len(llm.requests) == 2

    @pytest.mark.parametrize(
        "reply", [Reply('{"selected": [2]}', finish_reason="length"), Reply("", refusal="no")]
    )
    async def test_what_was_cut_off_or_refused_is_not_kept(self, tmp_path: Path, reply: Reply) -> None:
        with reasoner(reply, kept=self.kept(tmp_path / "replies")) as (agent, llm):
            await select(agent)
            made = len(llm.requests)
            await select(agent)
        assert len(llm.requests) == 2 * made

    async def test_a_file_that_breaks_on_the_way_is_told_of_once_and_not_used_again(self, tmp_path: Path) -> None:
        cache = ReplyCache(tmp_path / "replies")
        with sqlite3.connect(tmp_path / "replies") as other:
            other.execute("DROP TABLE replies")
        llm = ScriptedLLM({"select_paths": {"selected": [2]}})
        with llm.serve() as base_url:
            agent = ChatReasoner(open_chat_model("openai:m", base_url), kept=KeptReplies(cache, {}))
            found = [await select(agent) for _ in range(2)]
        assert [reply.value for reply in found] == [(2,), (2,)]
        assert "no such table" in found[0].warnings[0] and "replies are not kept" in found[0].warnings[0]


class TestBounds:
    def filled(self, path: Path, **bounds: int) -> ReplyCache:
        cache = ReplyCache(path, **bounds)
        for number in range(40):
            cache.update(str(number), "m", [Generation(text=f"{number:0100}")])
        return cache

    @pytest.mark.parametrize("bounds", [{"most_entries": 10}, {"most_bytes": 2500}])
    def test_the_latest_stay_and_no_more_than_the_bound(self, tmp_path: Path, bounds: dict[str, int]) -> None:
        cache = self.filled(tmp_path / "replies", **bounds)
        left = [number for number in range(40) if cache.lookup(str(number), "m")]
        assert left == [*range(40 - len(left), 40)]
        assert 5 <= len(left) <= 10

    def test_a_reply_that_is_larger_than_all_of_it_is_not_kept(self, tmp_path: Path) -> None:
        cache = ReplyCache(tmp_path / "replies", most_bytes=1000)
        cache.update("a", "m", [Generation(text="x")])
        cache.update("b", "m", [Generation(text="x" * 1000)])
        assert cache.lookup("a", "m") and cache.lookup("b", "m") is None


def test_several_processes_share_the_file(tmp_path: Path) -> None:
    program = (
        "import sys; from langchain_core.outputs import Generation\n"
        "from pog_agent.reasoner.providers.reply_cache import ReplyCache\n"
        "cache = ReplyCache(sys.argv[1])\n"
        "for number in range(60): cache.update(f'{sys.argv[2]} {number}', 'm', [Generation(text='x')])\n"
    )
    path = tmp_path / "replies"
    running = [subprocess.Popen([sys.executable, "-c", program, str(path), name]) for name in ("a", "b", "c")]
    assert [process.wait(60) for process in running] == [0, 0, 0]
    cache = ReplyCache(path)
    assert all(cache.lookup(f"{name} {number}", "m") for name in ("a", "b", "c") for number in range(60))
