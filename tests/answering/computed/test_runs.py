"""A run whose query was composed, from the question to the answer that a user gets."""

from pathlib import Path

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import END, START

from pog_agent.agent import Agent
from pog_agent.models import Answer, QueryDraft
from pog_agent.models.query import Query
from pog_agent.nodes.baselines.take_question import take_question
from pog_agent.nodes.pog.verify_answer import verify_answer
from pog_agent.run.context import RunContext
from pog_agent.run.node import Declares
from pog_agent.state import BaselineState, RunState
from pog_agent.systems.registry import System
from pog_agent.systems.wiring import Wiring
from tests.answering.computed.museums import COUNTRY, MUSEUM, OF_FRANCE, VISITED, VISITORS, compiled
from tests.query.written import column, compared, constant, count, pattern, rows, scalar

QUERIES: dict[str, Query] = {
    "How many museums are in France?": scalar(OF_FRANCE, count("museum")),
    "Where is each museum?": rows(pattern(MUSEUM, COUNTRY), column("museum"), column("country")),
    "Which museums have more than 5000 visitors?": rows(
        pattern(*VISITED, compared(VISITORS, ">", constant("5000"))), column("museum")
    ),
}


@Declares(shows=lambda _: "composed")
async def compose_by_hand(state: RunState, run: RunContext) -> RunState:
    del run
    return {"query_draft": QueryDraft(query=QUERIES.get(state["question"]), reason="As composed.")}


COMPOSED = Wiring(
    "composed",
    BaselineState,
    steps=(take_question, compose_by_hand, verify_answer),
    edges=(
        (START, "take_question"),
        ("take_question", "compose_by_hand"),
        ("compose_by_hand", "verify_answer"),
        ("verify_answer", END),
    ),
    visits=lambda _: ({}, {}),
)
SYSTEM = System("composed", "queries composed by hand", "tests.answering.computed.test_runs:COMPOSED")
COUNTED, TABLE, NOTHING = QUERIES


@pytest.fixture
def agent(tmp_path: Path):
    graph = compiled(tmp_path)
    with Agent(graph, system=SYSTEM, model="offline", encoder="lexical", checkpointer=InMemorySaver()) as agent:
        yield agent


def test_the_result_of_the_query_is_the_answer_of_the_run(agent: Agent) -> None:
    answer = agent.ask(COUNTED)
    assert (answer.status, answer.text, answer.question) == ("supported", "2", COUNTED)
    assert {"compose_by_hand", "take_question"} <= set(answer.seconds)
    assert Answer.model_validate(answer.to_json()) == answer


def test_a_table_is_a_message_of_rows(agent: Agent) -> None:
    result = agent.graph.invoke({"question": TABLE}, {"configurable": {"thread_id": "one"}}, context=agent.config)
    rows = ["Louvre, France", "MoMA, USA", "Orsay, France", "Prado, Spain", "Tate, UK"]
    assert result["messages"][-1].text.splitlines()[1:6] == rows


def test_nothing_found_is_an_abstention_that_says_what_was_looked_through(agent: Agent) -> None:
    answer = agent.ask(NOTHING)
    assert answer.abstention is not None
    assert (answer.status, answer.abstention.case) == ("abstained", "nothing_found")
    assert answer.text.startswith("The graph has no museums with visitors more than 5000; looked")


def test_a_later_question_of_a_conversation_does_not_get_the_earlier_query(agent: Agent) -> None:
    assert agent.ask(COUNTED, thread="one").text == "2"
    second = agent.ask("Who is the director?", thread="one")
    assert (second.status, second.query, second.computations) == ("abstained", None, ())


def test_an_answer_that_is_less_sure_than_asked_for_is_withheld(agent: Agent) -> None:
    given = agent.ask(COUNTED)
    assert given.confidence is not None and 0 < given.confidence < 1
    answer = agent.ask(COUNTED, min_confidence=(1 + given.confidence) / 2)
    assert (answer.status, answer.answers, answer.query) == ("abstained", (), None)
    held = answer.alternatives[0]
    assert ([item.label for item in held.answers], held.confidence) == (["2"], given.confidence)
    assert "museum" in held.path
