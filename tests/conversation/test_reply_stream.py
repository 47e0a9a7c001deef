"""What a chat application gets: the reply as a message with its sources, in the stream of messages and in JSON."""

import json
from collections.abc import Iterator

import pytest
from langchain_core.load import dumpd, load
from langchain_core.messages import AIMessage, HumanMessage, messages_from_dict, messages_to_dict
from langgraph.checkpoint.memory import InMemorySaver

from pog_agent import PathsOverGraph
from pog_agent.agent import Agent
from pog_agent.answering.reply import reply_text
from pog_agent.conversation.thread import turns_of
from pog_agent.errors import SettingError
from pog_agent.events import QuestionRewritten
from pog_agent.models import Turn
from tests.conversation.test_model_reading import rewriting, talk
from tests.conversations.talks import GRAPHS

PLACE = {"configurable": {"thread_id": "t"}}


@pytest.fixture(scope="module")
def agent() -> Iterator[Agent]:
    with PathsOverGraph(GRAPHS["press"], "offline", checkpointer=InMemorySaver()) as opened:
        yield opened


def test_the_stream_of_messages_has_the_reply_and_no_internal_one() -> None:
    with talk(rewriting("Where was {} born?", "Mara Tolvane")) as (agent, llm):
        agent.ask("Who wrote Winterglass?", thread="t")
        asked = {"messages": [HumanMessage("Where was she born?")]}
        got = [message for message, _ in agent.graph.stream(asked, PLACE, stream_mode="messages")]
        answer = agent.graph.get_state(PLACE).values["answer"]
    assert "rewrite_question" in llm.steps
    assert [message.text for message in got] == [reply_text(answer)]
    assert "(read as: Where was Mara Tolvane born?)" in got[0].text


def test_a_reply_has_its_sources_in_plain_json(agent: Agent) -> None:
    answer = agent.ask("Which river flows through Ostrel?", thread="sources")
    messages = agent.graph.get_state({"configurable": {"thread_id": "sources"}}).values["messages"]
    reply = messages[-1]
    told = json.loads(json.dumps(reply.additional_kwargs))
    assert (told["status"], told["case"], told["read_as"]) == ("supported", None, answer.question)
    assert [source["number"] for source in told["citations"]] == [1, 2]
    cited = [triple for source in told["citations"] for triple in source["triples"]]
    assert cited == [list(triple) for triple in answer.cited_triples]
    assert {**told["answer"], "seconds": answer.seconds} == answer.to_json()
    assert "Isterwater. [1][2]" in reply.text


def test_a_reply_survives_the_ways_in_which_messages_are_sent(agent: Agent) -> None:
    agent.ask("Who wrote Winterglass?", thread="json")
    messages = agent.graph.get_state({"configurable": {"thread_id": "json"}}).values["messages"]
    sent = messages_from_dict(json.loads(json.dumps(messages_to_dict(messages))))
    loaded = load(dumpd(messages[-1]), allowed_objects=[AIMessage])
    assert turns_of(sent) == turns_of(messages)
    assert loaded.additional_kwargs == messages[-1].additional_kwargs
    result = agent.graph.invoke(
        {"messages": [*sent, HumanMessage("Where was she born?")]}, {"configurable": {"thread_id": "elsewhere"}}
    )
    assert result["answer"].question == "Where was Mara Tolvane born?"


def test_what_was_read_is_an_event(agent: Agent) -> None:
    agent.ask("Which countries border Turland?", thread="event")
    events = list(agent.stream("Which of them borders Selvia?", thread="event"))
    (read,) = [event for event in events if isinstance(event, QuestionRewritten)]
    assert read == QuestionRewritten(
        said="Which of them borders Selvia?",
        question="Which country borders Selvia?",
        among=("Marn", "Quora", "Selvia"),
    )
    assert [item.label for item in events[-1].answer.answers] == ["Marn"]
    assert events[-1].answer.sparql is not None and "VALUES" in events[-1].answer.sparql


def test_only_the_last_reply_carries_the_whole_answer(agent: Agent) -> None:
    for question in ("What is the capital of Marn?", "And Turland?", "And Selvia?"):
        agent.ask(question, thread="small")
    messages = agent.graph.get_state({"configurable": {"thread_id": "small"}}).values["messages"]
    replies = [message for message in messages if isinstance(message, AIMessage)]
    assert ["answer" in message.additional_kwargs for message in replies] == [False, False, True]
    assert all(message.additional_kwargs["citations"] for message in replies)


def test_replies_without_their_data_cannot_be_referred_to(agent: Agent) -> None:
    history = [
        HumanMessage("Who wrote Winterglass?"),
        AIMessage("Mara Tolvane"),
        HumanMessage("Where was she born?"),
    ]
    answer = agent.graph.invoke({"messages": history}, {"configurable": {"thread_id": "plain"}})["answer"]
    assert (answer.status, answer.abstention.case) == ("abstained", "reference_unclear")
    assert any("without their data" in text for text in answer.warnings)


def test_a_choice_after_it_was_asked_back(agent: Agent) -> None:
    agent.ask("What is the capital of Marn?", thread="choice")
    asked = agent.ask("What is its population?", thread="choice")
    assert [item.label for item in asked.abstention.near] == ["Ostrel", "Marn"]
    answer = agent.ask("the country", thread="choice")
    assert (answer.question, answer.asked, answer.text) == ("What is Marn's population?", "the country", "4100000")


def test_a_claim_may_refer_back(agent: Agent) -> None:
    agent.ask("Who wrote Winterglass?", thread="claim")
    judged = agent.ask("She was born in Ostrel.", thread="claim", task="verify")
    assert (judged.verdict, judged.asked) == ("true", "She was born in Ostrel.")
    unclear = agent.ask("He was born in 1990.", thread="claim", task="verify")
    assert (unclear.verdict, unclear.abstention.case) == ("not enough", "reference_unclear")


def test_who_keeps_the_turns_goes_on_without_a_thread(agent: Agent) -> None:
    turns: list[Turn] = []
    for question in ("Which countries border Turland?", "Which of them borders Selvia?", "What is its capital?"):
        *_, last = agent.stream(question, earlier=turns)
        on_thread = agent.ask(question, "same")
        assert (last.answer.question, last.answer.text) == (on_thread.question, on_thread.text)
        assert last.turn is not None
        turns.append(Turn.model_validate(last.turn.model_dump(mode="json")))
    assert turns[1].members and turns[2].unclear is not None
    with pytest.raises(SettingError, match="the thread 'event' has its own turns"):
        list(agent.stream("And Turland?", "event", earlier=turns))
