"""An agent that holds a graph as a tool: when it asks, what it reads, and what its own run keeps of it."""

from collections.abc import Iterator
from typing import Any, ClassVar

import pytest
from langchain_core.messages import AIMessage, HumanMessage, ToolMessage
from langchain_openai import ChatOpenAI
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import END, START, MessagesState, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.prebuilt import ToolNode, tools_condition

from pog_agent import Answer, PathsOverGraph
from pog_agent.answering.candidates.checked import AnswerCheck
from pog_agent.events import NodeFinished
from pog_agent.tool import CHECK_TOOL_NAME, TOOL_NAME
from tests.llm_server import Body, Reply, Script, ScriptedLLM
from tests.pipeline_fixtures import small_graph

GRAPH = small_graph("Ann parent Bob", "Ann born_in Ulm", "Bob born_in Rom", "Ulm in Land")
ASKED = "Where was Ann born?"
UNKNOWN = "Where was Annabelle born?"
LONG = "Why does Ann like Rom?"


@pytest.fixture(scope="module")
def pog() -> Iterator[PathsOverGraph]:
    with PathsOverGraph(GRAPH, encoder="lexical") as agent:
        yield agent


def called(question: str, number: int = 0) -> dict[str, Any]:
    return {"type": "tool_call", "id": f"call-{number}", "name": TOOL_NAME, "args": {"question": question}}


def agent_with(pog: PathsOverGraph, url: str, checkpointer: Any = None) -> CompiledStateGraph[Any, Any, Any, Any]:
    """A chat model that decides whether to ask the graph."""
    tool = pog.as_tool()
    model = ChatOpenAI(model="scripted", base_url=url, api_key="none").bind_tools([tool])

    def call_model(state: MessagesState) -> dict[str, Any]:
        return {"messages": [model.invoke(state["messages"])]}

    graph = StateGraph(MessagesState)
    graph.add_node("model", call_model)
    graph.add_node("tools", ToolNode([tool]))
    graph.add_edge(START, "model")
    graph.add_conditional_edges("model", tools_condition)
    graph.add_edge("tools", "model")
    return graph.compile(checkpointer=checkpointer)


def deciding(*questions: str) -> Script:
    """A model that asks these questions where it is asked for a fact, and then repeats what it has read."""

    def script(step: str, body: Body) -> Reply:
        last = body["messages"][-1]
        if last["role"] == "tool":
            return Reply(f"I have read: {last['content'].splitlines()[0]}")
        if "born" not in last["content"]:
            return Reply("Hello!")
        return Reply(None, calls=tuple((TOOL_NAME, {"question": question}) for question in questions))

    return script


def test_a_question_gives_a_reply_as_text_and_the_answer_as_artifact(pog):
    message = pog.as_tool().invoke(called(ASKED))
    assert isinstance(message, ToolMessage) and message.status == "success"
    assert message.content.splitlines()[0] == "The answer is Ulm. [1]"
    assert "Status: supported" in message.content
    assert "[1] {Ann} - born in -> {Ulm}" in message.content
    assert isinstance(message.artifact, Answer) and message.artifact.status == "supported"


async def test_asynchronous_callers_get_the_same(pog):
    tool = pog.as_tool()
    assert (await tool.ainvoke(called(ASKED))).content == tool.invoke(called(ASKED)).content


def test_a_plain_call_gives_the_text(pog):
    assert pog.as_tool().invoke({"question": ASKED}).startswith("The answer is Ulm.")


def test_an_abstention_says_its_case_and_a_way_on(pog):
    message = pog.as_tool().invoke(called(UNKNOWN))
    assert "Status: abstained (name not found)" in message.content
    assert "Ask again with a name that the graph has." in message.content
    assert message.artifact.abstention.case == "name_not_found"


def test_what_cannot_be_asked_is_an_error_that_the_agent_reads(pog):
    message = pog.as_tool().invoke(called("  "))
    assert (message.status, message.artifact) == ("error", None)
    assert "the question is empty" in message.content


async def test_a_graph_that_is_not_there_is_an_error_that_the_agent_reads():
    with PathsOverGraph("no-such-file.ttl", encoder="lexical") as agent:
        message = await agent.as_tool().ainvoke(called(ASKED))
    assert message.status == "error" and "no-such-file.ttl" in message.content


class TestChecking:
    """The tool that takes answers of the agent, and says which of them the graph has."""

    ARGUMENTS: ClassVar = {"question": ASKED, "candidates": ["Ulm", "Rom", "Paris"]}

    def test_each_candidate_has_a_line_with_its_verdict(self, pog):
        call = {"type": "tool_call", "id": "1", "name": CHECK_TOOL_NAME, "args": self.ARGUMENTS}
        message = pog.as_check_tool().invoke(call)
        lines = message.content.splitlines()
        assert lines[0] == "Ulm: proven (it is the answer of the graph) [1]"
        assert lines[1].startswith("Rom: undecided (") and lines[2].startswith("Paris: undecided (")
        assert lines[3].startswith("The graph's own answer: Ulm (supported")
        assert lines[4:] == ["[1] {Ann} - born in -> {Ulm}"]
        assert isinstance(message.artifact, AnswerCheck)

    async def test_asynchronous_callers_get_the_same(self, pog):
        tool = pog.as_check_tool()
        assert await tool.ainvoke(self.ARGUMENTS) == tool.invoke(self.ARGUMENTS)

    def test_what_cannot_be_checked_is_an_error_that_the_agent_reads(self, pog):
        arguments = {**self.ARGUMENTS, "candidates": []}
        call = {"type": "tool_call", "id": "1", "name": CHECK_TOOL_NAME, "args": arguments}
        message = pog.as_check_tool().invoke(call)
        assert message.status == "error" and "there is no candidate" in message.content


def test_name_and_description_can_be_those_of_the_graph(pog):
    tool = pog.as_tool("ask_family", "Knows who is whose parent.")
    assert (tool.name, tool.description) == ("ask_family", "Knows who is whose parent.")
    assert set(tool.args) == {"question"}


def test_a_run_of_more_than_25_steps_is_not_cut_off_inside_a_tool(pog):
    steps = [event for event in pog.stream(LONG) if isinstance(event, NodeFinished)]
    assert len(steps) > 25
    assert pog.as_tool().invoke(called(LONG)).status == "success"


def test_an_agent_decides_when_to_ask(pog):
    llm = ScriptedLLM()
    with llm.serve(deciding(ASKED)) as url:
        agent = agent_with(pog, url)
        greeted = agent.invoke({"messages": [HumanMessage("Good morning")]})["messages"]
        answered = agent.invoke({"messages": [HumanMessage("Where was Ann born?")]})["messages"]
    assert [message.type for message in greeted] == ["human", "ai"]
    assert [message.type for message in answered] == ["human", "ai", "tool", "ai"]
    assert answered[-1].text == "I have read: The answer is Ulm. [1]"
    (declared,) = llm.requests[0]["tools"]
    assert "'supported'" in declared["function"]["description"]
    assert declared["function"]["parameters"]["required"] == ["question"]


def test_questions_asked_at_once_are_answered_apart_and_leave_no_checkpoints_of_their_own(pog):
    saver = InMemorySaver()
    thread = {"configurable": {"thread_id": "1"}}
    llm = ScriptedLLM()
    with llm.serve(deciding(ASKED, "Where was Bob born?")) as url:
        agent = agent_with(pog, url, saver)
        agent.invoke({"messages": [HumanMessage("Where were Ann and Bob born?")]}, thread)
    replies = [item.text for item in agent.get_state(thread).values["messages"] if item.type == "tool"]
    assert [text.splitlines()[0] for text in replies] == ["The answer is Ulm. [1]", "The answer is Rom. [1]"]
    assert {item.config["configurable"]["checkpoint_ns"] for item in saver.list(None)} == {""}


def test_a_compiled_graph_is_a_part_of_a_larger_one(pog):
    """A supervisor sends questions of fact to the graph and greets by itself."""

    def supervise(state: MessagesState) -> str:
        return "knowledge" if "?" in state["messages"][-1].text else "greet"

    def greet(state: MessagesState) -> dict[str, Any]:
        return {"messages": [AIMessage("Hello!")]}

    team = StateGraph(MessagesState)
    team.add_node("knowledge", pog.graph)
    team.add_node("greet", greet)
    team.add_conditional_edges(START, supervise, ["knowledge", "greet"])
    team.add_edge("knowledge", END)
    team.add_edge("greet", END)
    supervisor = team.compile()
    assert supervisor.invoke({"messages": [HumanMessage("Hi")]})["messages"][-1].text == "Hello!"
    answered = supervisor.invoke({"messages": [HumanMessage(ASKED)]})["messages"]
    assert [message.type for message in answered] == ["human", "ai"]
    assert "Ulm" in answered[-1].text
