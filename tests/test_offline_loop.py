"""The loop of the paper without a language model: over the bundled graph, and in the questions of the demo."""

import json
from collections.abc import Iterator
from importlib.resources import files
from types import ModuleType

import pytest
from langgraph.checkpoint.memory import InMemorySaver

from pog_agent.agent import Agent, open_system
from pog_agent.answering import verification
from pog_agent.answering.computed import answer as computed
from pog_agent.answering.reply import source_text
from pog_agent.evaluation.measures.judgement import judgement
from pog_agent.events import AnswerReady, Event, NodeFinished
from pog_agent.interfaces.ask import DEMO_QUESTIONS
from pog_agent.models import Answer
from pog_agent.tracing.elements import subgraph_elements
from tests.benchmarks.rounds import rounds_of
from tests.gold import read_questions
from tests.pipeline_fixtures import demo

QUESTIONS = {
    record["id"]: record["question"]
    for record in map(
        json.loads, files("pog_agent.demo").joinpath("questions.jsonl").read_text(encoding="utf-8").splitlines()
    )
}
OF_THE_PAPER = ("demo-14", "demo-27", "demo-28", "demo-29")
"""Figure 1 and Table 9, in their own wording."""


@pytest.fixture(scope="module")
def agent() -> Iterator[Agent]:
    with open_system("pog", kg=demo(), model="offline") as opened:
        yield opened


def asked(agent: Agent, question: str, **settings: object) -> tuple[list[Event], Answer]:
    events = [*agent.stream(question, **settings)]
    last = events[-1]
    assert isinstance(last, AnswerReady)
    return events, last.answer


def steps(events: list[Event]) -> list[str]:
    return [event.node for event in events if isinstance(event, NodeFinished)]


def test_the_demo_shows_a_search_that_deepens_and_one_through_all_phases(agent: Agent) -> None:
    runs = {name: asked(agent, QUESTIONS[name]) for name in DEMO_QUESTIONS}
    rounds = {name: rounds_of(events) for name, (events, _) in runs.items()}
    deepened = [name for name, found in rounds.items() if found[:2] == [("topic", 1), ("topic", 2)]]
    assert any(runs[name][1].status == "supported" for name in deepened)
    assert any(("supplement", 3) in found for found in rounds.values())
    assert any(("expand", 1) in found for found in rounds.values())
    assert any(not found and runs[name][1].status == "supported" for name, found in rounds.items())


@pytest.mark.parametrize("name", OF_THE_PAPER)
def test_the_examples_of_the_paper_are_right_and_supported_in_their_own_wording(agent: Agent, name: str) -> None:
    path = files("pog_agent.demo").joinpath("questions.jsonl")
    (question,) = (item for item in read_questions(path) if item.id == name)
    _, answer = asked(agent, question.question)
    assert (answer.status, judgement(answer, question)) == ("supported", "right")


def test_a_query_that_answers_is_composed_before_the_search_and_nothing_is_searched_for(agent: Agent) -> None:
    events, answer = asked(agent, QUESTIONS["demo-14"])
    assert steps(events) == ["recognize_topics", "analyze_question", "compose_first", "verify_answer"]
    assert answer.query is not None
    assert (answer.phase, answer.depth) == ("composed", None)
    assert source_text(answer) == "evidence kg_only, no search needed"


@pytest.mark.parametrize("name", ["demo-14", "demo-21", "demo-28"])
def test_the_paths_of_a_composed_answer_join_all_its_topics_and_end_in_the_answer(agent: Agent, name: str) -> None:
    _, answer = asked(agent, QUESTIONS[name])
    assert answer.phase == "composed"
    triples = [triple for path in answer.paths for triple in path.triples]
    assert all(agent.resources.wait(lambda: agent.resources.graph(agent.config).contains(triples)))
    topics = {topic.label for topic in answer.topic_entities if not topic.optional}
    (item,) = answer.answers
    joined = [path.text for path in answer.paths if path.text.endswith(f"{{{item.label}}}")]
    assert topics <= {topic for topic in topics for text in joined if f"{{{topic}}}" in text}


def test_without_such_a_query_the_search_goes_on_as_before(agent: Agent) -> None:
    events, _ = asked(agent, QUESTIONS["demo-23"])
    assert steps(events).index("compose_first") < steps(events).index("detect_subgraph")
    assert "compose_query" in steps(events)


@pytest.mark.parametrize("settings", [{"compose": "off"}, {"languages": "de,en"}])
def test_where_no_query_may_answer_paths_do(agent: Agent, settings: dict[str, str]) -> None:
    events, answer = asked(agent.with_settings(**settings), QUESTIONS["demo-01"])
    assert rounds_of(events)
    assert answer.paths


def test_a_picture_of_a_composed_answer_shows_its_paths_and_nothing_is_searched_for_it(agent: Agent) -> None:
    with agent.recording() as recorder:
        agent.ask(QUESTIONS["demo-14"])
    assert not recorder.trace.surrounding.triples
    assert {edge.role for edge in subgraph_elements(recorder.trace).edges} >= {"path"}


def test_a_round_that_others_follow_ends_the_search_only_with_a_supported_answer(agent: Agent) -> None:
    paths_only = agent.with_settings(compose="off")
    answers = {
        name: asked(paths_only, QUESTIONS[name])[1] for name in ("demo-02", "demo-04", "demo-06", "demo-09")
    }
    early = {
        name: answer.depth for name, answer in answers.items() if answer.phase == "topic" and answer.depth != 3
    }
    assert early and {answers[name].status for name in early} == {"supported"}


@pytest.mark.parametrize(
    ("name", "module", "work"),
    [("demo-14", computed, "_computed"), ("demo-09", verification, "_verified")],
    ids=["a composed query", "kept paths"],
)
def test_what_proved_an_answer_is_not_computed_again_but_by_a_process_that_takes_over(
    agent: Agent, monkeypatch: pytest.MonkeyPatch, name: str, module: ModuleType, work: str
) -> None:
    done: list[str] = []
    compute = getattr(module, work)

    async def counted(draft: object, *rest: object) -> Answer:
        done.append(name)
        return await compute(draft, *rest)

    monkeypatch.setattr(module, work, counted)
    whole = agent.ask(QUESTIONS[name])
    assert (whole.status, len(done)) == ("supported", 1)
    saver, thread = InMemorySaver(), {"configurable": {"thread_id": name}}
    for given, stops in (({"question": QUESTIONS[name]}, ["verify_answer"]), (None, [])):
        with open_system("pog", kg=demo(), model="offline", checkpointer=saver) as other:
            result = other.graph.invoke(given, thread, interrupt_before=stops)
    assert len(done) == 3
    kept = {"seconds": {}, "usage": whole.usage}
    assert result["answer"].model_copy(update=kept) == whole.model_copy(update=kept)
