"""A graph as a tool of an agent, which waits for a person: the agent's own graph is interrupted, and goes on."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from langchain_core.messages import AIMessage, HumanMessage, ToolMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.checkpoint.serde import jsonplus
from langgraph.errors import GraphInterrupt
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.prebuilt import ToolNode, tools_condition
from langgraph.types import Command, Interrupt

from pog_agent import PathsOverGraph
from pog_agent.tool import TOOL_NAME
from tests.confirmation.towns import PREFIX, QUESTION, TOWNS

MALO = "Who is the mayor of Malo?"
PLACE = {"configurable": {"thread_id": "outer"}}


@pytest.fixture(scope="module")
def towns(tmp_path_factory: pytest.TempPathFactory) -> str:
    path: Path = tmp_path_factory.mktemp("graph") / "towns.ttl"
    path.write_text(TOWNS, encoding="utf-8")
    return str(path)


@pytest.fixture(scope="module")
def pog(towns: str) -> Iterator[PathsOverGraph]:
    with PathsOverGraph(towns, encoder="lexical", confirm=("topics", "answer")) as agent:
        yield agent


def agent_with(pog: PathsOverGraph, saver: Any, *questions: str) -> Any:
    """An agent that asks these questions at once, and then says what it has read."""
    tool = pog.as_tool()
    asked = [
        {"id": f"call-{number}", "name": TOOL_NAME, "args": {"question": question}}
        for number, question in enumerate(questions)
    ]

    def model(state: MessagesState) -> dict[str, Any]:
        read = [item for item in state["messages"] if isinstance(item, ToolMessage)]
        text = " | ".join(item.text.splitlines()[0] for item in read)
        return {"messages": [AIMessage(text) if read else AIMessage("", tool_calls=asked)]}

    graph = StateGraph(MessagesState)
    graph.add_node("model", model)
    graph.add_node("tools", ToolNode([tool]))
    graph.add_edge(START, "model")
    graph.add_conditional_edges("model", tools_condition)
    graph.add_edge("tools", "model")
    return graph.compile(checkpointer=saver)


def shown(state: Any) -> list[Interrupt]:
    return list(state["__interrupt__"])


def begun(agent: Any) -> list[Interrupt]:
    return shown(agent.invoke({"messages": [HumanMessage("Tell me")]}, PLACE))


def test_the_agent_is_interrupted_by_each_confirmation_and_goes_on_with_the_replies(pog):
    agent = agent_with(pog, InMemorySaver(), QUESTION)
    (topics,) = begun(agent)
    assert topics.value["kind"] == "topics" and topics.value["question"] == QUESTION
    (taken,) = topics.value["topics"]
    other = next(item["iri"] for item in taken["alternatives"] if item["label"] == "Aldin")
    (answer,) = shown(agent.invoke(Command(resume={"replace": {taken["iri"]: other}}), PLACE))
    mayor = {"Aldin1": "Bera", "Aldin2": "Corin"}[other.removeprefix(PREFIX)]
    assert (answer.value["kind"], answer.value["answer"]) == ("answer", mayor)
    done = agent.invoke(Command(resume="accept"), PLACE)
    assert done["messages"][-1].text == f"The answer is {mayor}. [1]"


def test_a_wrong_reply_is_asked_for_again_and_a_rejected_answer_is_none(pog):
    agent = agent_with(pog, InMemorySaver(), MALO)
    begun(agent)
    (again,) = shown(agent.invoke(Command(resume="perhaps"), PLACE))
    assert "not 'perhaps'" in again.value["problem"]
    agent.invoke(Command(resume="accept"), PLACE)
    done = agent.invoke(Command(resume={"reject": "too old"}), PLACE)
    assert done["messages"][-1].text.startswith("No answer. The answer was rejected: too old")


def test_questions_asked_at_once_are_confirmed_apart(pog):
    agent = agent_with(pog, InMemorySaver(), MALO, QUESTION, "Who is the mayor of Xyzzy?")
    done: Any = {"__interrupt__": begun(agent)}
    confirmed = set()
    while waiting := done.get("__interrupt__"):
        first = waiting[0]
        confirmed.add((first.value["question"], first.value["kind"]))
        reply = {"reject": "no"} if first.value.get("answer") == "Dana" else "accept"
        done = agent.invoke(Command(resume={first.id: reply}), PLACE)
    assert confirmed >= {(MALO, "topics"), (MALO, "answer"), (QUESTION, "topics"), (QUESTION, "answer")}
    said = done["messages"][-1].text.split(" | ")
    assert said[0].startswith("No answer. The answer was rejected") and "Bera" in said[1]
    assert "No entity is named 'Xyzzy'" in said[2]


async def test_it_waits_for_asynchronous_agents_and_across_processes(towns, tmp_path):
    from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver

    settings: Any = {"encoder": "lexical", "confirm": "answer"}
    place = str(tmp_path / "outer.sqlite")
    with PathsOverGraph(towns, **settings) as first:
        async with AsyncSqliteSaver.from_conn_string(place) as saver:
            state = await agent_with(first, saver, MALO).ainvoke({"messages": [HumanMessage("Tell me")]}, PLACE)
            assert shown(state)[0].value["answer"] == "Dana"
    with PathsOverGraph(towns, **settings) as second:
        async with AsyncSqliteSaver.from_conn_string(place) as saver:
            done = await agent_with(second, saver, MALO).ainvoke(Command(resume="accept"), PLACE)
    assert done["messages"][-1].text == "The answer is Dana. [1]"


def test_its_own_checkpointer_does_not_keep_the_agent_from_waiting(towns):
    with PathsOverGraph(towns, encoder="lexical", confirm="answer", checkpointer="memory") as own:
        agent = agent_with(own, InMemorySaver(), MALO)
        (answer,) = begun(agent)
        assert answer.value["answer"] == "Dana"
        assert "Dana" in agent.invoke(Command(resume="accept"), PLACE)["messages"][-1].text


def test_without_a_checkpointer_around_it_the_agent_is_told_what_is_missing(pog):
    done = agent_with(pog, None, MALO).invoke({"messages": [HumanMessage("Tell me")]})
    (reply,) = [item for item in done["messages"] if isinstance(item, ToolMessage)]
    assert reply.status == "error" and "confirm needs a checkpointer" in reply.text


def test_a_node_that_asks_by_itself_waits_too(pog):
    def ask(state: MessagesState) -> dict[str, Any]:
        return {"messages": [AIMessage(f"{pog.ask(MALO).text}, {pog.ask(QUESTION).text}")]}

    graph = StateGraph(MessagesState).add_node("ask", ask).add_edge(START, "ask").compile(InMemorySaver())
    (waiting,) = begun(graph)
    told = [waiting.value["question"]]
    while state := graph.invoke(Command(resume="accept"), PLACE):
        if "__interrupt__" not in state:
            break
        told.append(shown(state)[0].value["question"])
    assert told == [MALO, MALO, QUESTION, QUESTION]
    assert state["messages"][-1].text == "Dana, Bera"


def test_questions_that_come_in_another_order_when_the_step_runs_again_keep_their_answers(pog):
    """Tools that are called at once run in threads: which one begins first is not the same each time."""
    order = [MALO, QUESTION]

    def ask(state: MessagesState) -> dict[str, Any]:
        answers, waiting = dict[str, str](), list[GraphInterrupt]()
        for question in order:
            try:
                answers[question] = pog.ask(question, confirm="answer").text
            except GraphInterrupt as interrupted:
                waiting.append(interrupted)
        order.reverse()
        if waiting:
            raise GraphInterrupt([item for interrupted in waiting for item in interrupted.args[0]])
        return {"messages": [AIMessage(f"{answers[MALO]}, {answers[QUESTION]}")]}

    graph = StateGraph(MessagesState).add_node("ask", ask).add_edge(START, "ask").compile(InMemorySaver())
    done: Any = {"__interrupt__": begun(graph)}
    while waiting := done.get("__interrupt__"):
        done = graph.invoke(Command(resume={item.id: "accept" for item in waiting}), PLACE)
    assert done["messages"][-1].text == "Dana, Bera"


def test_what_the_outer_checkpoints_hold_of_the_run_is_loaded_without_a_warning(pog, caplog, monkeypatch):
    monkeypatch.setattr(jsonplus, "_warned_unregistered_types", set())  # it warns once a process
    agent = agent_with(pog, InMemorySaver(), MALO)
    begun(agent)
    agent.invoke(Command(resume="accept"), PLACE)
    assert not [text for text in caplog.messages if "unregistered type" in text]
