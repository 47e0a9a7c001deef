"""`max_seconds`: every run ends in time, with what it has, and says what it left undone."""

import asyncio
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import fields
from threading import Event
from typing import Any

import pytest

from pog_agent.agent import Agent, open_system
from pog_agent.deadline import Deadline
from pog_agent.models import Answer
from pog_agent.ranking.encoder import LexicalEncoder, Vectors
from pog_agent.ranking.timed import AT_ONCE, FIRST
from pog_agent.run.budget.budget import StepDeadlines
from pog_agent.run.node import Node
from pog_agent.systems.registry import find_system
from tests.llm_server import Reply, ScriptedLLM, hang, trickle
from tests.pipeline_fixtures import FIGURE_1, demo, small_graph

SYSTEMS = ("pog", "pog-e", "tog", "tog-r", "tog2", "io", "cot", "sc")
SECONDS = 0.5
ALLOWED = SECONDS + 1.0 + 1.0
"""The limit, the second for checking, and one for a busy machine."""


@contextmanager
def model_that(reply: Reply, **settings: Any) -> Iterator[tuple[dict[str, Any], ScriptedLLM]]:
    llm = ScriptedLLM()
    with llm.serve(lambda step, body: reply) as url:
        yield {"model": "openai:scripted", "base_url": url, "kg": demo(), "encoder": "lexical", **settings}, llm


def timed(agent: Agent, question: str = FIGURE_1, **settings: Any) -> tuple[Answer, float]:
    agent.open()
    start = time.monotonic()
    answer = agent.ask(question, **settings)
    return answer, time.monotonic() - start


@pytest.mark.parametrize(
    ("system", "reply"),
    [
        *(pytest.param(system, hang(), id=f"silent-{system}") for system in SYSTEMS),
        *(
            pytest.param(system, trickle(), id=f"trickling-{system}", marks=[pytest.mark.slow] * (system != "pog"))
            for system in SYSTEMS
        ),
    ],
)
def test_a_model_that_never_replies_is_given_up(system: str, reply: Reply) -> None:
    with model_that(reply) as (settings, llm):
        with open_system(system, **settings) as agent:
            answer, seconds = timed(agent, max_seconds=SECONDS)
        deadline = time.monotonic() + 2
        while llm.trickling and time.monotonic() < deadline:
            time.sleep(0.02)
        assert llm.trickling == 0  # the connections are closed
    assert seconds < ALLOWED
    assert answer.status == "abstained"
    assert any("was given up" in text for text in answer.warnings)
    assert answer.abstention is not None and answer.abstention.case == "budget_spent"
    assert answer.usage.llm_calls >= 1 and answer.usage.estimated


async def test_the_same_holds_for_asynchronous_callers() -> None:
    with model_that(trickle(), max_seconds=SECONDS) as (settings, _), open_system("pog", **settings) as agent:
        agent.open()
        start = time.monotonic()
        answers = await asyncio.gather(*(agent.aask(FIGURE_1) for _ in range(3)))
    assert time.monotonic() - start < ALLOWED
    assert {answer.status for answer in answers} == {"abstained"}


def cases() -> list[tuple[str, str]]:
    """Every step of the systems that search, but the last, which only checks."""
    named = ((name, find_system(name).wiring) for name in ("pog", "tog", "tog-r", "tog2", "sc"))
    return [(name, step.name) for name, wiring in named for step in wiring.steps if step.declared.ends is None]


@pytest.fixture
def hanging(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], list[str]]:
    """Makes a step hang for good, which is given up a moment later; gives the steps as they are visited."""
    visited: list[str] = []
    work, moment = Node.__call__, Node.last_moment

    def hang_in(name: str) -> list[str]:
        async def visit(self: Node, state: Any, run: Any) -> Any:
            visited.append(self.name)
            if self.name == name:
                await asyncio.Event().wait()
            return await work(self, state, run)

        def last_moment(self: Node, deadlines: StepDeadlines) -> Deadline:
            return Deadline.after(0.02) if self.name == name else moment(self, deadlines)

        monkeypatch.setattr(Node, "__call__", visit)
        monkeypatch.setattr(Node, "last_moment", last_moment)
        return visited

    return hang_in


def once_a_step() -> list[Any]:
    """The cases of a step that several systems share are slow but for the first."""
    found = cases()
    first = {step: system for system, step in reversed(found)}
    return [
        pytest.param(system, step, marks=[pytest.mark.slow] * (first[step] != system)) for system, step in found
    ]


@pytest.mark.parametrize(("system", "step"), once_a_step())
def test_a_run_ends_whatever_step_hangs(system: str, step: str, hanging: Callable[[str], list[str]]) -> None:
    visited = hanging(step)
    settings = {"d_max": 2, "strategy": "three-step", "self_consistency": 1, "max_seconds": 60}
    with ScriptedLLM().serve() as url:
        given = {"model": "openai:scripted", "base_url": url, "kg": demo(), "encoder": "lexical", **settings}
        with open_system(system, **given) as agent, agent.recording() as recorder:
            answer = agent.ask(FIGURE_1)
    if step in visited:
        assert answer.status == "abstained"
        assert f"{step} was given up: budget of 60 seconds is used up" in answer.warnings
        assert answer.truncated
        assert visited[visited.index(step) + 1 :] in ([], ["verify_answer"])
        assert recorder.trace.steps[-1].node == "verify_answer"


def test_an_answer_that_cannot_be_checked_in_time_is_withheld(hanging: Callable[[str], list[str]]) -> None:
    hanging("verify_answer")
    with open_system("pog", kg=demo(), encoder="lexical", max_seconds=60) as agent:
        answer = agent.ask(FIGURE_1)
    assert (answer.status, answer.answers) == ("abstained", ())
    assert "verify_answer was given up: budget of 60 seconds is used up" in answer.warnings


async def test_a_run_that_is_left_embeds_no_further_batch() -> None:
    begun, goes_on = Event(), Event()

    class Waiting(LexicalEncoder):
        embedded = 0

        def encode(self, texts: Sequence[str]) -> Vectors:
            if begun.is_set():
                Waiting.embedded += len(texts)
            elif len(texts) == AT_ONCE:
                begun.set()
                goes_on.wait(20)
            return super().encode(texts)

    graph = small_graph(*(f"Ann {''.join(chr(97 + int(digit)) for digit in str(n))} t{n}" for n in range(300)))
    with open_system("tog", kg=graph, encoder=Waiting()) as agent:
        asked = asyncio.create_task(agent.aask("What is the favourite colour of Ann?"))
        await asyncio.to_thread(begun.wait, 20)
        asked.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asked
        goes_on.set()
    assert begun.is_set() and Waiting.embedded <= FIRST


def test_each_moment_of_a_step_stays_and_comes_at_once_where_nobody_waits() -> None:
    names = [field.name for field in fields(StepDeadlines)]
    moments = StepDeadlines(*(Deadline.after(60 + place) for place in range(len(names))))
    abandoned = Event()
    bound = moments.unless(abandoned)
    assert [getattr(bound, name).at for name in names] == [getattr(moments, name).at for name in names]
    assert not any(getattr(bound, name).is_over for name in names)
    abandoned.set()
    assert all(getattr(bound, name).is_over for name in names)
