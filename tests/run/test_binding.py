"""An observer sees each step that has ended, with the run's workspace still there."""

import pytest

from pog_agent import PathsOverGraph
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
        if step.node.name == "reduce_subgraph":
            raise RuntimeError("cannot watch")

    with PathsOverGraph(demo(), encoder="lexical") as agent:
        agent.resources.observer = observe
        with pytest.raises(RuntimeError, match="cannot watch"):
            await agent.aask(FIGURE_1)
        assert not agent.resources._runs
