"""A real LangGraph server on loopback: streams, threads, interrupts, wrong contexts, MCP, and a remote graph."""

import importlib.util
import json
from collections.abc import Iterator

import pytest
from langgraph.graph import END, START, MessagesState, StateGraph
from langgraph.pregel.remote import RemoteGraph
from langgraph_sdk import get_sync_client
from langgraph_sdk.client import SyncLangGraphClient
from mcp import Client

from pog_agent.config import PogConfig
from tests.langgraph_dev import ROOT, serve_langgraph

CAPITAL = {"question": "What is the capital of France?"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of `langgraph dev` over the bundled graph; it keeps nothing in the repository."""
    if importlib.util.find_spec("langgraph_api") is None:
        pytest.skip("the extra 'server' is not installed")
    folder = tmp_path_factory.mktemp("server")
    with serve_langgraph(folder, settings={"POG_AGENT_ENCODER": "lexical"}) as running:
        yield running.url


@pytest.fixture
def client(server: str) -> SyncLangGraphClient:
    return get_sync_client(url=server)


@pytest.fixture
def thread(client: SyncLangGraphClient) -> str:
    return client.threads.create()["thread_id"]


def replies(state):
    return [message["content"].splitlines()[0] for message in state["messages"] if message["type"] == "ai"]


def test_every_system_is_served_with_a_form_of_its_settings(client):
    served = {item["graph_id"]: item["assistant_id"] for item in client.assistants.search(limit=50)}
    assert set(served) == set(json.loads((ROOT / "langgraph.json").read_text())["graphs"])
    form = client.assistants.get_schemas(served["pog"])["context_schema"]["properties"]
    assert set(form) == set(PogConfig.model_fields)
    assert all(field["description"] and {"type", "anyOf", "enum"} & set(field) for field in form.values())
    assert form["strategy"]["enum"] and form["d_max"]["maximum"] == 4


def test_studio_has_what_it_draws_and_names(client):
    """A description of each graph; its steps and branches; messages in and out, which its chat needs."""
    for item in client.assistants.search(limit=50):
        drawn = client.assistants.get_graph(item["assistant_id"], xray=True)
        schemas = client.assistants.get_schemas(item["assistant_id"])
        assert item["description"]
        assert "verify_answer" in {node["id"] for node in drawn["nodes"]}
        assert any(edge.get("conditional") for edge in drawn["edges"])
        assert "messages" in schemas["input_schema"]["properties"]
        assert {"messages", "answer", "found"} <= set(schemas["output_schema"]["properties"])


def test_an_assistant_keeps_the_settings_of_a_form(client):
    shallow = client.assistants.create("pog", context={"min_confidence": 1.0}, name="strict")
    state = client.runs.wait(None, shallow["assistant_id"], input=CAPITAL)
    assert state["answer"]["status"] == "abstained"


def test_steps_and_reply_are_streamed(client):
    records = list(client.runs.stream(None, "pog", input=CAPITAL, stream_mode=["custom", "messages-tuple"]))
    steps = [record.data for record in records if record.event == "custom"]
    assert steps[0]["node"] == "recognize_topics" and steps[-1]["type"] == "answer"
    assert "Paris" in records[-1].data[0]["content"]


def test_updates_say_what_each_step_found_and_events_why_it_was_followed(client):
    records = list(client.runs.stream(None, "pog", input=CAPITAL, stream_mode=["custom", "updates"]))
    updates = [item for record in records if record.event == "updates" for item in record.data.items()]
    assert all(update["found"] for _, update in updates)
    assert updates[0] == ("recognize_topics", {"answer": None, "found": "France"})
    assert updates[-1][0] == "verify_answer" and "supported" in updates[-1][1]["found"]
    routes = [item.data for item in records if item.event == "custom" and item.data["type"] == "route"]
    assert (routes[0]["node"], routes[0]["target"]) == ("recognize_topics", "analyze_question")
    assert routes[0]["why"] == "the graph has 1 topic of the question"


def test_a_follow_up_refers_to_the_thread(client, thread):
    client.runs.wait(thread, "pog", input=CAPITAL)
    said = {"messages": [{"role": "user", "content": "And Germany?"}]}
    state = client.runs.wait(thread, "pog", input=said)
    assert state["answer"]["question"] == "What is the capital of Germany?"
    assert "Berlin" in replies(state)[-1]


def test_a_run_waits_for_a_person_and_is_resumed(client, thread):
    context = {"confirm": ["topics", "answer"]}
    waiting = client.runs.wait(thread, "pog", input=CAPITAL, context=context)
    assert waiting["__interrupt__"][0]["value"]["kind"] == "topics"
    again = client.runs.wait(thread, "pog", command={"resume": {"drop": []}}, context=context)
    assert "'drop' is unknown" in again["__interrupt__"][0]["value"]["problem"]
    assert client.threads.get(thread)["status"] == "interrupted"
    shown = client.runs.wait(thread, "pog", command={"resume": "accept"}, context=context)
    assert shown["__interrupt__"][0]["value"]["answer"] == "Paris" and not shown["messages"]
    state = client.runs.wait(thread, "pog", command={"resume": {"reject": "too old"}}, context=context)
    assert state["answer"]["abstention"]["case"] == "rejected"


@pytest.mark.parametrize(
    ("context", "named"),
    [
        ({"d_max": 9}, "d_max"),
        ({"confirm": ["everything"]}, "confirm"),
        ({"kg": "nowhere.ttl"}, "nowhere.ttl"),
        ({"topics": "France"}, "topics"),
        ({"confirm": ["topics"]}, "confirm needs a checkpointer and a thread"),
    ],
)
def test_a_wrong_context_or_a_missing_graph_is_named(client, context, named):
    with pytest.raises(Exception, match=named):
        client.runs.wait(None, "pog", input=CAPITAL, context=context)


async def test_a_graph_is_a_tool_over_mcp(server):
    async with Client(f"{server}/mcp") as client:
        told = {tool.name: tool.description for tool in (await client.list_tools()).tools}
        assert "knowledge graph" in (told["pog"] or "")
        result = await client.call_tool("pog", CAPITAL)
    assert not result.is_error and "Paris" in result.content[0].text


def test_a_supervisor_uses_the_remote_graph(server):
    team = StateGraph(MessagesState)
    team.add_node("knowledge", RemoteGraph("pog", url=server))
    team.add_edge(START, "knowledge")
    team.add_edge("knowledge", END)
    state = team.compile().invoke({"messages": [("user", CAPITAL["question"])]})
    assert "Paris" in state["messages"][-1].text
