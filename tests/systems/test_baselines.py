"""The baselines without a graph, against a scripted model: what they ask, vote, label and withhold."""

import threading
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import pytest

from pog_agent import Answer, SettingError
from pog_agent.agent import Agent, open_system
from pog_agent.events import NodeFinished
from pog_agent.models import DirectAnswer, elected
from pog_agent.prompts import PromptLibrary
from pog_agent.systems.registry import SYSTEMS
from tests.llm_server import Body, Scripted, ScriptedLLM, system_text
from tests.pipeline_fixtures import BOHR, GARBAGE, demo, replies, scripted

DIRECT = ("io", "cot", "sc")
PROMPT = {"io": "answer_io", "cot": "answer_cot", "sc": "answer_cot"}


def thought(*answers: str, reason: str = "So it is.") -> dict[str, Any]:
    return {"reason": reason, "answers": list(answers)}


Given = Scripted | list[Scripted] | Callable[[Body], Scripted]


def opened(system: str, given: Given = None, **settings: Any) -> AbstractContextManager[tuple[Agent, ScriptedLLM]]:
    """A system over the bundled graph whose model gives these replies to every direct question."""
    return scripted(replies(answer_io=given, answer_cot=given), system=system, **settings)


def ask(system: str, given: Given = None, **settings: Any) -> tuple[Answer, ScriptedLLM]:
    with opened(system, given, **settings) as (agent, server):
        return agent.ask(BOHR), server


@pytest.mark.parametrize("system", DIRECT)
def test_the_answer_is_the_model_s_own_and_says_so(system: str) -> None:
    answer, server = ask(system, thought("hafnium"), samples=3)
    calls = 3 if system == "sc" else 1
    assert (answer.status, answer.evidence, answer.text) == ("parametric", None, "hafnium")
    assert (answer.paths, answer.topic_entities, answer.warnings) == ((), (), ())
    assert server.steps == [PROMPT[system]] * calls
    assert answer.usage.llm_calls == calls
    assert answer.usage.prompt_tokens == 100 * calls
    assert answer.usage.by_step[PROMPT[system]].completion_tokens == 10 * calls


@pytest.mark.parametrize("system", DIRECT)
def test_several_answers_are_several_items(system: str) -> None:
    answer, _ = ask(system, thought("Phobos", " Deimos ", "Phobos", ""), samples=2)
    assert [item.value for item in answer.answers] == ["Phobos", "Deimos"]


@pytest.mark.parametrize("system", DIRECT)
def test_own_knowledge_is_withheld_where_it_is_not_allowed(system: str) -> None:
    answer, _ = ask(system, thought("hafnium"), samples=2, allow_parametric=False)
    assert (answer.status, answer.answers, answer.evidence) == ("abstained", (), None)
    assert "withheld" in answer.warnings[-1]


@pytest.mark.parametrize("system", DIRECT)
@pytest.mark.parametrize("given", [GARBAGE, {"answers": []}, {"answers": None}])
def test_without_an_answer_the_run_abstains(system: str, given: Scripted) -> None:
    answer, _ = ask(system, given, samples=2)
    assert (answer.status, answer.answers) == ("abstained", ())
    assert bool(answer.warnings) == (given == GARBAGE)


@pytest.mark.parametrize("system", DIRECT)
def test_offline_there_is_no_knowledge_to_answer_from(system: str) -> None:
    with open_system(system, kg=demo(), model="offline", encoder="lexical") as agent:
        answer = agent.ask(BOHR)
    assert answer.status == "abstained"
    assert "no knowledge of its own" in answer.reason
    assert answer.usage.llm_calls == 0


def test_plain_prompting_does_not_think_aloud_and_chains_do() -> None:
    _, plain = ask("io")
    _, chain = ask("cot")
    assert "step by step" not in system_text(plain.requests[0])
    assert "step by step" in system_text(chain.requests[0])


@pytest.mark.parametrize("name", ["answer_io", "answer_cot"])
def test_the_prompts_have_six_exemplars(name: str) -> None:
    examples = PromptLibrary().get(name).system.partition("## Examples")[2]
    assert examples.count("<question>") == 6


def test_chains_are_sampled_at_the_exploring_temperature() -> None:
    _, chain = ask("cot")
    _, chains = ask("sc", samples=2)
    assert [body["temperature"] for body in chain.requests] == [0.0]
    assert [body["temperature"] for body in chains.requests] == [0.4, 0.4]


def test_the_majority_wins() -> None:
    why = "Bohr, Copenhagen, Hafnia."
    given = [thought("gold"), thought("Hafnium", reason=why), thought("hafnium.", reason=why)]
    answer, _ = ask("sc", given, samples=3)
    assert answer.text.lower().startswith("hafnium")
    assert answer.reason == "2 of 3 chains of thought agree. Bohr, Copenhagen, Hafnia."


def test_a_chain_that_cannot_be_read_has_no_vote_and_is_told() -> None:
    answer, server = ask("sc", [thought("hafnium"), GARBAGE, thought("hafnium")], samples=3)
    assert server.steps.count("answer_cot") == 3
    assert (answer.text, answer.reason) == ("hafnium", "2 of 2 chains of thought agree. So it is.")
    assert "1 of 3 chains of thought could not be read, and have no vote" in answer.warnings


@pytest.mark.parametrize(
    ("ballots", "winner", "votes"),
    [
        ([("a",), ("b",)], ("a",), 1),
        ([(), ("b",), ()], ("b",), 1),
        ([("a", "b"), ("a",), ("B", " a")], ("a", "b"), 2),
        ([(), ()], (), 0),
        ([], (), 0),
    ],
)
def test_a_ballot_is_the_whole_set_of_answers(
    ballots: list[tuple[str, ...]], winner: tuple[str, ...], votes: int
) -> None:
    assert elected([DirectAnswer(answers=answers) for answers in ballots]) == (DirectAnswer(answers=winner), votes)


@pytest.mark.parametrize("budget", [{"max_llm_calls": 2}, {"max_tokens": 900}])
def test_a_budget_ends_the_sampling_and_the_chains_so_far_vote(budget: dict[str, int]) -> None:
    answer, server = ask("sc", thought("hafnium"), **budget)
    assert len(server.steps) == 2
    assert (answer.text, answer.status) == ("hafnium", "parametric")
    assert answer.warnings[-1] == "the budget left 2 of 5 chains of thought"


def test_a_budget_of_one_call_is_enough_for_one_answer() -> None:
    for system in ("io", "cot"):
        answer, _ = ask(system, thought("hafnium"), max_llm_calls=1)
        assert (answer.status, answer.warnings) == ("parametric", ())


def test_no_step_looks_at_the_graph() -> None:
    with opened("sc", samples=2) as (agent, _):
        nodes = [event.node for event in agent.stream(BOHR) if isinstance(event, NodeFinished)]
    assert nodes == ["take_question", "sample_chains", "vote_for_answer", "verify_answer"]


def test_chains_are_sampled_at_the_same_time() -> None:
    together = threading.Barrier(4)

    def reply(body: Body) -> Scripted:
        together.wait(10)  # breaks, so that no reply comes, unless all four are asked at once
        return thought("hafnium")

    answer, server = ask("sc", reply, samples=4)
    assert (answer.text, len(server.steps)) == ("hafnium", 4)


def test_a_chat_starts_afresh_with_every_question() -> None:
    from langgraph.checkpoint.memory import InMemorySaver

    with opened("sc", samples=2, checkpointer=InMemorySaver()) as (agent, server):
        thread = {"configurable": {"thread_id": "1"}}
        for _ in range(2):
            state = agent.graph.invoke({"messages": [("user", BOHR)]}, thread, context=agent.config)
    assert len(server.steps) == 4
    assert state["answer"].usage.llm_calls == 2
    assert [message.type for message in state["messages"]] == ["human", "ai"] * 2


async def test_every_way_to_ask_gives_the_answer() -> None:
    with opened("io", {"answers": ["hafnium"]}) as (agent, _):
        assert (await agent.aask(BOHR)).text == "hafnium"
        events = [event async for event in agent.astream(BOHR)]
    assert events[-1].type == "answer"


def test_an_unknown_system_is_an_error_that_names_the_known() -> None:
    with pytest.raises(SettingError, match="unknown system 'tree'; known are io, cot, sc"):
        open_system("tree")


def test_every_system_builds_a_graph_of_its_name() -> None:
    for name, system in SYSTEMS.items():
        with open_system(name) as agent:
            assert agent.graph.name == name
            assert system.name == name
