"""An observer sees each step that has ended, with the run's workspace still there."""

import asyncio
import itertools
import threading
from typing import Any

import pytest
from langchain_core.language_models import GenericFakeChatModel
from langchain_core.messages import HumanMessage

from pog_agent import PathsOverGraph, SettingError
from pog_agent.run.node import Node
from tests.pipeline_fixtures import FIGURE_1, demo


async def test_an_observer_sees_every_step_and_the_candidates_of_each_round():
    seen = []

    async def observe(step):
        found = len((await step.run.candidates(step.after)).patterns) if step.update.get("plan") else None
        seen.append((step.node.name, step.after["seconds"][step.node.name] >= 0, found))

    with PathsOverGraph(demo(), encoder="lexical") as agent:
        plain = await agent.aask(FIGURE_1)
        agent.resources.observer = observe
        watched = await agent.aask(FIGURE_1)
    assert watched.model_dump(exclude={"seconds"}) == plain.model_dump(exclude={"seconds"})
    nodes = [node for node, _, _ in seen]
    assert nodes[0] == "recognize_topics" and nodes[-1] == "verify_answer"
    assert set(nodes) == set(watched.seconds)
    assert all(found for node, _, found in seen if node == "explore_topic_paths")


async def test_a_failing_observer_fails_the_question_and_leaves_nothing_behind():
    async def observe(step):
        if step.node.name == "analyze_question":
            raise RuntimeError("cannot watch")

    with PathsOverGraph(demo(), encoder="lexical") as agent:
        agent.resources.observer = observe
        with pytest.raises(RuntimeError, match="cannot watch"):
            await agent.aask(FIGURE_1)
        assert not agent.resources._runs


async def test_who_is_cancelled_ends_a_step_that_never_awaits(monkeypatch):
    begun, ended = threading.Event(), threading.Event()

    async def compute(self: Node, state: Any, run: Any) -> Any:
        begun.set()
        while not run.deadline.is_over:
            pass
        ended.set()

    monkeypatch.setattr(Node, "__call__", compute)
    with PathsOverGraph(demo(), encoder="lexical") as agent:
        asked = asyncio.create_task(agent.aask(FIGURE_1))
        assert await asyncio.to_thread(begun.wait, 20)
        asked.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asked
        assert await asyncio.to_thread(ended.wait, 20)


async def test_a_model_is_asked_on_the_loop_of_who_asks():
    """There its connections are: the model may serve the rest of the application, too."""
    loops = []

    class Model(GenericFakeChatModel):
        async def _agenerate(self, *arguments: Any, **more: Any) -> Any:
            loops.append(asyncio.get_running_loop())
            return await super()._agenerate(*arguments, **more)

    with PathsOverGraph(demo(), Model(messages=itertools.repeat("no reply")), encoder="lexical") as agent:
        await agent.aask(FIGURE_1, max_llm_calls=3)
    assert set(loops) == {asyncio.get_running_loop()}


@pytest.mark.parametrize("task", ["answer", "verify"])
async def test_a_question_of_too_many_characters_is_refused_wherever_it_comes_from(task):
    long = "Ann was born in Rome. " * 200
    with PathsOverGraph(demo(), encoder="lexical", max_question_chars=4_000, task=task) as agent:
        with pytest.raises(SettingError, match=r"has 4,400 characters, and at most 4,000 are read"):
            agent.ask(long)
        with pytest.raises(SettingError, match="4,400"):
            await agent.graph.ainvoke({"messages": [HumanMessage(long)]})
