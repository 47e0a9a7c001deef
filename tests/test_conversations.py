"""Conversations of twelve turns: which follow-ups are understood; none is answered for the wrong thing."""

from collections.abc import Iterator

import pytest
from langgraph.checkpoint.memory import InMemorySaver

from pog_agent import PathsOverGraph
from pog_agent.agent import Agent
from tests.conversations.talks import GRAPHS, HELD_OUT, Tally, held, turns_of


@pytest.fixture(scope="module")
def agents() -> Iterator[dict[str, Agent]]:
    opened = {name: PathsOverGraph(kg, "offline", checkpointer=InMemorySaver()) for name, kg in GRAPHS.items()}
    yield dict(opened)
    for agent in opened.values():
        agent.close()


RESOLVED = {"held_out_press": 6, "held_out_world": 4}
"""How many of the follow-ups that refer to something are resolved at least; the others are asked back."""


@pytest.mark.parametrize("name", ["pronoun_press", "ellipsis_press", "correction_press", *HELD_OUT])
def test_no_follow_up_is_answered_for_the_wrong_thing(name: str, agents: dict[str, Agent]) -> None:
    tally = Tally()
    for said in held(name, agents[turns_of(name)[0]]):
        tally.add(said)
    assert tally.wrong_and_supported == []
    assert tally.outcomes["resolved"] >= RESOLVED.get(name, 7), tally.outcomes
