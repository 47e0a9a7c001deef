"""Human in the loop: what a run shows, what a reply changes, and that no run goes on without one."""

import time

import pytest
from langgraph.types import Command

from pog_agent import ConfirmationNeededError, PathsOverGraph, SettingError, open_system
from pog_agent.events import AnswerReady, ConfirmationAsked
from tests.confirmation.towns import PREFIX, QUESTION, TOWNS

COUNT = "How many persons are there?"
T = "t"


@pytest.fixture(scope="module")
def towns(tmp_path_factory):
    file = tmp_path_factory.mktemp("towns") / "towns.ttl"
    file.write_text(TOWNS, encoding="utf-8")
    return str(file)


@pytest.fixture
def agent(towns):
    with PathsOverGraph(towns, encoder="lexical", checkpointer="memory") as opened:
        yield opened


def waits(call):
    with pytest.raises(ConfirmationNeededError) as waiting:
        call()
    return waiting.value


def iris(topics):
    return {item.iri.removeprefix(PREFIX) for item in topics}


def shown_topics(agent, question=QUESTION):
    (topic,) = waits(lambda: agent.ask(question, T, confirm="topics")).confirmation.topics
    return topic


def test_a_topic_is_shown_with_its_namesakes_and_replaced_by_one(agent):
    topic = shown_topics(agent)
    assert topic.mention == "Aldin" and iris([topic, *topic.alternatives]) >= {"Aldin1", "Aldin2"}
    other = next(item.iri for item in topic.alternatives if item.label == "Aldin")
    answer = agent.resume({"replace": {topic.iri: other}}, T, confirm="topics")
    assert iris(answer.topic_entities) == iris([topic, *topic.alternatives]) - iris([topic])
    assert answer.text == {"Aldin1": "Bera", "Aldin2": "Corin"}[other.removeprefix(PREFIX)]
    assert answer.status == "supported"
    assert any("was replaced by" in text for text in answer.warnings)


def test_who_accepts_says_nothing_of_namesakes_and_who_keeps_does(agent):
    shown_topics(agent)
    assert agent.resume("accept", T, confirm="topics").status != "supported"
    topic = shown_topics(agent)
    assert agent.resume({"keep": [topic.iri]}, T, confirm="topics").status == "supported"


def test_what_the_mention_does_not_mean_leaves_the_name_unread(agent):
    topic = shown_topics(agent)
    answer = agent.resume({"replace": {topic.iri: f"{PREFIX}Malo"}}, T, confirm="topics")
    assert iris(answer.topic_entities) == {"Malo"} and answer.status != "supported"


def test_removed_and_added_topics_are_warnings(agent):
    topic = shown_topics(agent)
    reply = {"remove": [topic.iri], "add": [f"{PREFIX}Malo"]}
    answer = agent.resume(reply, T, confirm="topics")
    assert iris(answer.topic_entities) == {"Malo"} and answer.status != "supported"
    assert [text for text in answer.warnings if "removed" in text] and "added" in " ".join(answer.warnings)


@pytest.mark.parametrize(
    ("reply", "problem"),
    [
        ("yes please", "not 'yes please'"),
        (None, "not None"),
        ({}, "it says nothing"),
        ({"drop": []}, "'drop' is unknown"),
        ({"keep": "Aldin"}, "'keep'"),
        ({"remove": ["http://example.org/Malo"]}, "none of the linked topics"),
        ({"add": ["http://example.org/Nowhere"]}, "no entity of the graph"),
        ({"add": ["Malo"]}, "no entity of the graph"),
    ],
)
def test_a_wrong_reply_is_asked_for_again_with_what_is_wrong(agent, reply, problem):
    shown_topics(agent)
    again = waits(lambda: agent.resume(reply, T, confirm="topics"))
    assert problem in again.confirmation.problem and again.thread == T
    assert agent.resume("accept", T, confirm="topics").question == QUESTION


def test_a_topic_is_kept_or_removed_not_both(agent):
    topic = shown_topics(agent)
    again = waits(lambda: agent.resume({"keep": [topic.iri], "remove": [topic.iri]}, T, confirm="topics"))
    assert "say one of them" in again.confirmation.problem


def test_the_plan_is_changed_and_checked(agent):
    question = "Who is the mayor of Malo?"
    shown = waits(lambda: agent.ask(question, T, confirm="plan")).confirmation
    assert shown.kind == "plan" and shown.split_questions
    again = waits(lambda: agent.resume({"predicted_depth": 9}, T, confirm="plan"))
    assert "more than d_max 3" in again.confirmation.problem
    again = waits(lambda: agent.resume({"indicator": [{"topic": "Malo"}]}, T, confirm="plan"))
    assert "alternates" in again.confirmation.problem
    chain = [{"topic": "Malo"}, {"relation": "has the mayor"}, {"answer": "person"}]
    answer = agent.resume({"indicator": chain}, T, confirm="plan")
    state = agent.graph.get_state({"configurable": {"thread_id": T}}).values
    assert state["analysis"].indicator.text == "Malo - has the mayor - answer(person)"
    assert state["analysis"].predicted_depth == 1
    assert answer.text == "Dana" and "indicator" in " ".join(answer.warnings)


def test_a_composed_query_is_shown_in_words_and_can_be_rejected(agent):
    shown = waits(lambda: agent.ask(COUNT, T, confirm="plan"))
    if shown.confirmation.kind == "plan":
        shown = waits(lambda: agent.resume("accept", T, confirm="plan"))
    assert shown.confirmation.kind == "query" and "person" in shown.confirmation.query
    answer = agent.resume({"reject": "I meant towns"}, T, confirm="plan")
    assert answer.query is None and answer.status == "abstained"
    assert "the composed query was rejected: I meant towns" in answer.warnings


def test_an_answer_is_given_out_only_when_it_is_accepted(agent):
    place = {"configurable": {"thread_id": T}}
    shown = waits(lambda: agent.ask("Who is the mayor of Malo?", T, confirm="answer")).confirmation
    assert (shown.answer, shown.status) == ("Dana", "supported") and shown.cited
    state = agent.graph.get_state(place).values
    assert state.get("answer") is None and not [m for m in state["messages"] if m.type == "ai"]
    assert "'reject'" in waits(lambda: agent.resume({"reject": " "}, T, confirm="answer")).confirmation.problem
    answer = agent.resume("accept", T, confirm="answer")
    assert answer.text == "Dana" and agent.graph.get_state(place).values["messages"][-1].type == "ai"


def test_a_rejected_answer_is_an_abstention_that_cites_nothing(agent):
    waits(lambda: agent.ask("Who is the mayor of Malo?", T, confirm="answer"))
    answer = agent.resume({"reject": "out of date"}, T, confirm="answer")
    assert (answer.status, answer.answers, answer.cited, answer.sparql) == ("abstained", (), (), None)
    assert answer.abstention.case == "rejected" and "out of date" in answer.abstention.message


def test_without_the_setting_no_step_waits(agent):
    answer = agent.ask("Who is the mayor of Malo?")
    assert answer.text == "Dana" and not [name for name in answer.seconds if name.startswith("confirm")]


def test_an_abstention_is_not_confirmed(agent):
    assert agent.ask("Who is the mayor of Xyzzy?", T, confirm="answer").status == "abstained"


def test_a_run_that_waits_survives_a_restart(towns, tmp_path):
    settings = {
        "encoder": "lexical",
        "checkpointer": str(tmp_path / "runs.sqlite"),
        "confirm": ("topics", "answer"),
    }
    with PathsOverGraph(towns, **settings) as first:
        topic = waits(lambda: first.ask(QUESTION, T)).confirmation.topics[0]
    with PathsOverGraph(towns, **settings) as second:
        assert waits(lambda: second.ask(QUESTION, T)).confirmation.topics[0] == topic
        shown = waits(lambda: second.resume({"keep": [topic.iri]}, T)).confirmation
        assert shown.kind == "answer"
    with PathsOverGraph(towns, **settings) as third:
        assert third.resume("accept", T).text == shown.answer


def test_the_time_of_waiting_is_not_spent(towns):
    question, place = "Who is the mayor of Malo?", {"configurable": {"thread_id": T}}
    settings = {"encoder": "lexical", "checkpointer": "memory", "confirm": "topics", "max_seconds": 30}
    with PathsOverGraph(towns, **settings) as agent:
        waits(lambda: agent.ask(question, T))
        agent.graph.update_state(place, {"started": time.time() - 3600}, as_node="recognize_topics")
        waits(lambda: agent.ask(question, T))
        answer = agent.resume("accept", T)
    assert answer.text == "Dana" and not answer.truncated


async def test_streams_end_with_what_is_asked_and_go_on(agent):
    events = [event async for event in agent.astream(QUESTION, T, confirm="topics")]
    assert isinstance(events[-1], ConfirmationAsked) and events[-1].confirmation.kind == "topics"
    events = list(agent.stream_resumed("accept", T, confirm="topics"))
    assert isinstance(events[-1], AnswerReady)
    with pytest.raises(SettingError, match="no run of the thread 't' waits"):
        await agent.aresume("accept", T)


def test_confirm_is_refused_without_a_saver_and_for_what_a_system_has_not(towns):
    with PathsOverGraph(towns, encoder="lexical") as plain:
        with pytest.raises(SettingError, match="confirm needs a checkpointer"):
            plain.ask(QUESTION, confirm="topics")
        with pytest.raises(SettingError, match="confirm needs a checkpointer and a thread"):
            named = {"configurable": {"thread_id": T}}
            plain.graph.invoke({"question": QUESTION}, named, context={"confirm": ["topics"]})
    with (
        open_system("tog", kg=towns, encoder="lexical", checkpointer="memory", confirm="plan") as tog,
        pytest.raises(SettingError, match="tog has no plan to confirm; it has topics, answer"),
    ):
        tog.ask(QUESTION)


def test_who_resumes_need_not_repeat_the_setting(agent):
    shown_topics(agent)
    assert agent.resume("accept", T).question == QUESTION


def test_tog_waits_too(towns):
    with open_system("tog", kg=towns, encoder="lexical", checkpointer="memory", confirm="answer") as tog:
        assert waits(lambda: tog.ask("Who is the mayor of Malo?", T)).confirmation.answer == "Dana"
        assert tog.resume("accept", T).text == "Dana"


def test_a_supervisor_with_a_saver_is_interrupted_by_its_sub_graph(towns):
    from langgraph.checkpoint.memory import InMemorySaver
    from langgraph.graph import END, START, MessagesState, StateGraph

    with PathsOverGraph(towns, encoder="lexical", confirm="answer") as agent:
        team = StateGraph(MessagesState)
        team.add_node("knowledge", agent.graph)
        team.add_edge(START, "knowledge")
        team.add_edge("knowledge", END)
        supervisor = team.compile(checkpointer=InMemorySaver())
        place = {"configurable": {"thread_id": T}}
        waiting = supervisor.invoke({"messages": [("user", "Who is the mayor of Malo?")]}, place)
        assert waiting["__interrupt__"][0].value["answer"] == "Dana"
        assert "Dana" in supervisor.invoke(Command(resume="accept"), place)["messages"][-1].text
