"""A run goes on with the settings that it began with, and says where it is resumed under others."""

from collections.abc import Iterator
from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver

from pog_agent import ConfirmationNeededError, PathsOverGraph, PogConfig, SettingError
from pog_agent.agent import Agent
from pog_agent.settings.kept import PLACES, continued_settings, kept_settings
from tests.confirmation.towns import TOWNS

MALO = "Who is the mayor of Malo?"
T = "t"
PLACE = {"configurable": {"thread_id": T}}


@pytest.fixture(scope="module")
def towns(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("graph") / "towns.ttl"
    path.write_text(TOWNS, encoding="utf-8")
    return str(path)


@pytest.fixture
def saver() -> InMemorySaver:
    return InMemorySaver()


@pytest.fixture
def agent(towns: str, saver: InMemorySaver) -> Iterator[Agent]:
    with PathsOverGraph(towns, encoder="lexical", checkpointer=saver, w_max=2) as opened:
        yield opened


def waits(agent: Agent, **settings: Any) -> None:
    with pytest.raises(ConfirmationNeededError):
        agent.ask(MALO, T, confirm="topics", **settings)


def depths(agent: Agent) -> set[int]:
    state = agent.graph.get_state(PLACE).values
    return {state["plan"].depth, *(item.up_to for item in state["plan"].lists)}


def test_the_settings_of_one_question_hold_until_its_answer(agent):
    waits(agent, d_max=1, w_max=5)
    answer = agent.resume("accept", T)
    assert agent.graph.get_state(PLACE).values["settings"] == {
        "graph": {"encoder": "lexical", "w_max": 2},
        "question": {"confirm": ["topics"], "d_max": 1, "w_max": 5},
    }
    assert answer.text == "Dana" and depths(agent) == {1}
    assert not [text for text in answer.warnings if "goes on with" in text]


def test_the_next_question_on_the_thread_has_its_own(agent):
    waits(agent, d_max=1)
    agent.resume("accept", T)
    agent.ask(MALO, T)
    assert agent.graph.get_state(PLACE).values["settings"]["question"] == {}


def test_others_that_are_said_are_an_error_and_the_run_still_waits(agent):
    waits(agent, d_max=1)
    with pytest.raises(SettingError, match="the run began with d_max=1: resume it with that, or without d_max"):
        agent.resume("accept", T, d_max=2)
    with pytest.raises(SettingError, match="the run began with confirm="):
        agent.resume("accept", T, confirm="answer")
    assert agent.resume("accept", T, d_max=1, confirm="topics").text == "Dana"


def test_an_agent_with_others_goes_on_with_them_and_says_so(agent, towns, saver):
    waits(agent)
    with PathsOverGraph(towns, encoder="lexical", checkpointer=saver, w_max=7, strategy="fuzzy") as other:
        events = list(other.stream_resumed("accept", T))
    answer = events[-1].answer
    assert len([event for event in events if event.type == "warning" and "goes on with" in event.text]) == 1
    (told,) = [text for text in answer.warnings if "goes on with" in text]
    assert told == (
        "the run goes on with the settings it began with: strategy='fuzzy+precise' (not 'fuzzy'), w_max=2 (not 7)"
    )
    assert "precise_select" in answer.seconds


def test_a_run_that_waits_goes_on_with_them_where_it_is_asked_again(agent):
    waits(agent, d_max=1)
    with pytest.raises(ConfirmationNeededError):
        agent.ask(MALO, T)
    assert list(agent.stream(MALO, T))[-1].type == "confirmation"
    assert agent.resume("accept", T).text == "Dana" and depths(agent) == {1}


def test_the_graph_of_a_question_is_kept_and_that_of_the_agent_may_move(agent, towns, saver, tmp_path):
    moved = tmp_path / "moved.ttl"
    moved.write_text(TOWNS.replace(":Malo a :Town", ":Malo a :Town ; :river :Ost"), encoding="utf-8")
    with PathsOverGraph("demo", encoder="lexical", checkpointer=saver) as other:
        with pytest.raises(ConfirmationNeededError):
            other.ask(MALO, "own", confirm="answer", kg=towns)
        assert other.resume("accept", "own").text == "Dana"
    waits(agent)
    with PathsOverGraph(str(moved), encoder="lexical", checkpointer=saver, w_max=2) as other:
        assert other.resume("accept", T).text == "Dana"


def test_a_compiled_graph_goes_on_with_them_too(agent):
    context = {"confirm": ["topics"], "d_max": 1}
    agent.graph.invoke({"question": MALO}, PLACE, context=context)
    from langgraph.types import Command

    with pytest.raises(SettingError, match="the run began with d_max=1"):
        agent.graph.invoke(Command(resume="accept"), PLACE, context={"d_max": 3})
    assert agent.graph.invoke(Command(resume="accept"), PLACE)["answer"].text == "Dana"
    assert depths(agent) == {1}


def test_secrets_are_not_kept_and_needed_again():
    secret = "http://ann:hunter22@example.org/sparql"
    config = PogConfig.create({}, kg=secret, topics=("http://example.org/a",))
    kept = kept_settings(config, PogConfig.create({}))
    assert kept["question"] == {"kg": "http://***@example.org/sparql", "topics": ["http://example.org/a"]}
    with pytest.raises(SettingError, match="give it again, its secret was not kept"):
        continued_settings(PogConfig.create({}), frozenset(), kept)
    assert continued_settings(config, frozenset({"kg"}), kept) == (config, [])


def test_places_are_settings():
    assert set(PogConfig.model_fields) >= PLACES


@pytest.mark.parametrize("of_question", [True, False])
def test_every_setting_comes_back(of_question):
    began = PogConfig.create({}, profile="lean", confirm="topics", max_seconds=3.5, allow_parametric=False)
    kept = kept_settings(began, PogConfig.create({}) if of_question else began)
    config, said = continued_settings(PogConfig.create({}), frozenset(), kept)
    assert config.model_dump() == began.model_dump() and said == []
