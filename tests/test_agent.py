"""The front door with a checkpointer: threads that are named, threads that are not, and runs that go on."""

import pytest
from langgraph.checkpoint.memory import InMemorySaver

from pog_agent import ModelUnavailableError, PathsOverGraph, SettingError, open_system
from pog_agent.answering.reply import reply_text
from pog_agent.events import AnswerReady, Event
from pog_agent.models import Answer
from tests.llm_server import UNAUTHORIZED, ScriptedLLM
from tests.pipeline_fixtures import YES, analysis, choosing, citing, demo, mentions, replies

MOONS = "What moons does Mars have?"
CAPITAL = "What is the capital of France?"
AUTHOR = "Who wrote the novel Never Let Me Go?"


@pytest.fixture
def agent():
    with PathsOverGraph("demo", encoder="lexical", checkpointer=InMemorySaver()) as opened:
        yield opened


def texts(agent: PathsOverGraph, thread: str) -> list[str]:
    state = agent.graph.get_state({"configurable": {"thread_id": thread}})
    return [message.text for message in state.values.get("messages", [])]


def threads(agent: PathsOverGraph) -> set[str]:
    return {found.config["configurable"]["thread_id"] for found in agent.graph.checkpointer.list(None)}


def answer_of(events: list[Event]) -> Answer:
    (last,) = [event for event in events if isinstance(event, AnswerReady)]
    return last.answer


def test_a_named_thread_keeps_its_conversation(agent):
    first, second = agent.ask(MOONS, "a"), agent.ask(CAPITAL, thread="a")
    agent.ask(CAPITAL, thread="b")
    assert texts(agent, "a") == [MOONS, reply_text(first), CAPITAL, reply_text(second)]
    assert texts(agent, "b") == [CAPITAL, reply_text(second)]


async def test_a_named_thread_keeps_its_conversation_for_asynchronous_callers(agent):
    first = await agent.aask(MOONS, "a")
    second = answer_of([event async for event in agent.astream(CAPITAL, "a")])
    assert texts(agent, "a") == [MOONS, reply_text(first), CAPITAL, reply_text(second)]


def test_steps_are_streamed_on_a_named_thread(agent):
    first = answer_of(list(agent.stream(MOONS, "a")))
    assert texts(agent, "a") == [MOONS, reply_text(first)]


async def test_without_a_name_every_question_has_a_thread_of_its_own(agent):
    agent.ask(MOONS)
    await agent.aask(MOONS)
    assert answer_of(list(agent.stream(MOONS))).question == MOONS
    assert answer_of([event async for event in agent.astream(MOONS)]).question == MOONS
    assert len(threads(agent)) == 4
    assert all(len(texts(agent, thread)) == 2 for thread in threads(agent))


async def test_a_thread_without_a_checkpointer_is_a_wrong_setting():
    with PathsOverGraph("demo", encoder="lexical") as agent:
        for call in (lambda: agent.ask(MOONS, "a"), lambda: list(agent.stream(MOONS, "a"))):
            with pytest.raises(SettingError, match=r"^thread 'a' needs a checkpointer: [^\n]+$"):
                call()
        with pytest.raises(SettingError):
            await agent.aask(MOONS, "a")
        with pytest.raises(SettingError):
            [event async for event in agent.astream(MOONS, "a")]


@pytest.mark.parametrize("way", ["ask", "stream"])
def test_the_same_question_on_a_thread_goes_on_where_its_run_stopped(way):
    script = replies(
        recognize_topics=mentions("Never Let Me Go"),
        analyze_question=analysis("!Never Let Me Go", "author", "?author"),
        select_paths=choosing("{Never Let Me Go} - author -> {Kazuo Ishiguro}"),
        judge_sufficiency=[UNAUTHORIZED, YES, YES],
        answer=citing((1, 1)),
    )
    llm = ScriptedLLM()
    with llm.serve(script) as url:
        settings = {"model": "openai:scripted", "base_url": url, "encoder": "lexical"}
        with PathsOverGraph(demo(), checkpointer=InMemorySaver(), **settings) as agent:
            with pytest.raises(ModelUnavailableError):
                agent.ask(AUTHOR, "a")
            before = len(llm.steps)
            answer = agent.ask(AUTHOR, "a") if way == "ask" else answer_of(list(agent.stream(AUTHOR, "a")))
            assert llm.steps[before:] == ["judge_sufficiency", "answer"]
            assert answer.text == "Kazuo Ishiguro"
            agent.ask(AUTHOR, "a")
            assert llm.steps[before + 2] == "recognize_topics"


def test_open_makes_what_the_first_question_would_have_to_make():
    said: list[str] = []
    with PathsOverGraph("demo", encoder="lexical") as agent:
        assert agent.open(said.append) is agent
        (source,) = agent.resources._opened.schemas.values()
        assert source.opened_summary is not None
        ((encoder, _),) = agent.resources._opened.encoders.values()
        assert encoder._known
    assert said == [
        "reading demo",
        "indexing the names",
        "loading the encoder lexical",
        "opening the model",
        "reading the schema",
    ]


def test_a_system_without_queries_opens_no_schema():
    with open_system("tog", kg="demo", encoder="lexical") as agent:
        agent.open()
        assert not agent.resources._opened.schemas


def test_an_agent_with_other_settings_shares_what_is_open():
    with PathsOverGraph("demo", encoder="lexical", variant="pog-e") as agent:
        graph = agent.resources.open()
        other = agent.with_settings("tog", w_max=2)
        assert (other.wiring.name, other.config.variant, other.config.w_max) == ("tog", "pog", 2)
        assert other.resources.open(other.config) is graph
        assert agent.wiring.name == "pog" and agent.config.variant == "pog-e"
        assert other.ask(CAPITAL).text == "Paris"
        with pytest.raises(SettingError, match="unknown system 'none'"):
            agent.with_settings("none")


def test_an_agent_with_other_settings_opens_what_these_name():
    with PathsOverGraph("demo", encoder="lexical") as agent:
        agent.open()
        other = agent.with_settings(docs="no-such-index")
        with pytest.raises(SettingError, match="no-such-index"):
            other.open()
