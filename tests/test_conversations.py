"""Conversations of twelve turns: which follow-ups are understood; none is answered for the wrong thing."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver

from pog_agent import PathsOverGraph
from pog_agent.agent import Agent
from tests.conversation.test_model_reading import rewriting, talk
from tests.conversations.talks import GRAPHS, HELD_OUT, Tally, held, turns_of
from tests.llm_server import Body, Script, Scripted, user_text


@pytest.fixture(scope="module")
def agents() -> Iterator[dict[str, Agent]]:
    opened = {name: PathsOverGraph(kg, "offline", checkpointer=InMemorySaver()) for name, kg in GRAPHS.items()}
    yield dict(opened)
    for agent in opened.values():
        agent.close()


RESOLVED = {"correction_press": 5}
"""How many of the follow-ups that refer to something are resolved at least; the others are asked back."""


@pytest.mark.parametrize("name", ["pronoun_press", "ellipsis_press", "correction_press", *HELD_OUT])
def test_no_follow_up_is_answered_for_the_wrong_thing(name: str, agents: dict[str, Agent]) -> None:
    tally = Tally()
    for said in held(name, agents[turns_of(name)[0]]):
        tally.add(said)
    assert tally.wrong_and_supported == []
    assert tally.outcomes["resolved"] >= RESOLVED.get(name, 7), tally.outcomes


PRONOUN = re.compile(r"\b(she|he|it|his|there|that country|of them)\b", re.IGNORECASE)


def replacing(turns: list[dict[str, Any]], *, guesses: bool) -> Script:
    """A model that puts what is meant in place of a pronoun, or where it `guesses` always the first thing."""
    meant = {turn["say"]: turn.get("refers", [""])[0] for turn in turns}

    def script(step: str, body: Body) -> Scripted:
        asked = user_text(body).rpartition("<question>")[2].partition("</question>")[0]
        if step != "rewrite_question":
            return rewriting("")(step, body)
        shown = user_text(body).rpartition("<things>")[2].partition("</things>")[0]
        found = re.search(rf"^(\d+)\. {re.escape(meant.get(asked, ''))} \(", shown, re.MULTILINE)
        number = 1 if guesses or found is None else int(found[1])
        name = f"{{{number}}}'s" if re.search(r"\bhis\b", asked) else f"{{{number}}}"
        among = re.search(r"^(\d+)\. all of", shown, re.MULTILINE)
        if "of them" in asked and among is not None:
            return {"question": "Which country borders Selvia?", "among": int(among[1])}
        return {"question": PRONOUN.sub(name, asked)}

    return script


@pytest.mark.parametrize(("guesses", "resolved"), [(False, 7), (True, 0)])
def test_a_language_model_is_not_followed_to_the_wrong_thing(guesses: bool, resolved: int) -> None:
    """A model that knows what is meant resolves as much as the rules do; one that guesses is asked back."""
    tally = Tally()
    with talk(replacing(turns_of("pronoun_press")[1], guesses=guesses)) as (agent, _):
        for said in held("pronoun_press", agent):
            tally.add(said)
    assert tally.wrong_and_supported == []
    assert tally.outcomes["resolved"] >= resolved, tally.outcomes
