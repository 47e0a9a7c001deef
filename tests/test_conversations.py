"""Conversations of twelve turns: which follow-ups are understood; none is answered for the wrong thing."""

from collections import Counter
from collections.abc import Iterator

import pytest
from langgraph.checkpoint.memory import InMemorySaver

from pog_agent import PathsOverGraph
from pog_agent.agent import Agent
from tests.conversations.scripted import scripted_talk
from tests.conversations.talks import GRAPHS, HELD_OUT, OF_A_READER, Tally, held, turns_of


@pytest.fixture(scope="module")
def agents() -> Iterator[dict[str, Agent]]:
    opened = {
        name: PathsOverGraph(kg, "offline", reader="rules", checkpointer=InMemorySaver())
        for name, kg in GRAPHS.items()
    }
    yield dict(opened)
    for agent in opened.values():
        agent.close()


RESOLVED = {"correction_press": 5, "turning_observatory": 6}
"""How many of the follow-ups that refer to something are resolved at least; the others are asked back."""


TALKS = ["pronoun_press", "ellipsis_press", "correction_press", *HELD_OUT, *OF_A_READER]
LONG = ("ellipsis_press", "correction_press", "held_out_press", "mixed_observatory")
"""One of a style, one held out and one of a reader are always held."""


@pytest.mark.parametrize("name", [pytest.param(name, marks=[pytest.mark.slow] * (name in LONG)) for name in TALKS])
def test_no_follow_up_is_answered_for_the_wrong_thing(name: str, agents: dict[str, Agent]) -> None:
    tally = Tally()
    for said in held(name, agents[turns_of(name)[0]]):
        tally.add(said)
    assert tally.wrong_and_supported == []
    assert tally.outcomes["resolved"] >= RESOLVED.get(name, 7), tally.outcomes


WITH_A_MODEL = {"pronoun_press": 7, "correction_press": 4, "mixed_observatory": 7}
"""How many follow-ups are resolved at least where the model reads all of them rightly."""
MODELLED = [pytest.param(name, marks=[pytest.mark.slow] * (name != "pronoun_press")) for name in WITH_A_MODEL]


@pytest.mark.parametrize("name", MODELLED)
def test_a_language_model_that_reads_rightly_is_followed(name: str) -> None:
    tally = Tally()
    with scripted_talk(name, encoder="lexical") as talk:
        for said in talk.rightly():
            tally.add(said)
    assert tally.wrong_and_supported == []
    assert tally.outcomes["resolved"] >= WITH_A_MODEL[name], tally.outcomes


@pytest.mark.parametrize("name", MODELLED)
def test_no_answer_to_a_wrong_reading_of_a_language_model_is_called_supported(name: str) -> None:
    with scripted_talk(name, encoder="lexical") as talk:
        endings = Counter(erred.ending for erred in talk.wrongly())
    assert endings["asked back"] + endings["read by rules"] > endings["followed, not supported"]
    assert endings["followed, supported"] == 0, endings


def test_it_is_nothing_from_before_a_list(agents: dict[str, Agent]) -> None:
    """The last turn was about several comets: "it" is not the one before them."""
    agents["observatory"].ask("Who discovered Comet Arden?", thread="list")
    agents["observatory"].ask("Which comets are there?", thread="list")
    answer = agents["observatory"].ask("Which telescope was it discovered with?", thread="list")
    assert answer.abstention is not None and answer.abstention.case == "reference_unclear"
    assert [item.label for item in answer.abstention.near] == ["Comet Arden"]


def test_others_are_none_of_those_that_were_spoken_of(agents: dict[str, Agent]) -> None:
    agents["press"].ask("Who wrote Winterglass?", thread="others")
    answer = agents["press"].ask("What other novels did she write?", thread="others")
    assert answer.status == "partial"
    assert any("asks for others than Winterglass" in text for text in answer.warnings)
