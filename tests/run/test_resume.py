"""Threads and checkpoints: chats over several questions, runs that go on elsewhere, what a checkpoint holds."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import pytest
from langchain_core.messages import BaseMessage, HumanMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.checkpoint.serde import jsonplus

from pog_agent import ModelUnavailableError, PogConfig, build_pog
from pog_agent.models import Answer
from pog_agent.run.checkpoints import serializer
from pog_agent.run.resources import Resources
from pog_agent.systems.wiring import CompiledSystem
from tests.llm_server import UNAUTHORIZED, Script, ScriptedLLM
from tests.pipeline_fixtures import (
    FIGURE_1,
    GARBAGE,
    NO,
    E,
    analysis,
    choosing,
    citing,
    comparable,
    demo,
    figure_1_analysis,
    mentions,
    replies,
    uncounted,
    verdict,
)

AIRPORT = (
    "{France} - adjoining / adjoining -> {Germany} <- contained by - {Weeze Airport} - serves city -> {Nijmegen}"
)
AUTHOR = "{Never Let Me Go} - author -> {Kazuo Ishiguro}"
AUTHOR_QUESTION = "Who wrote the novel Never Let Me Go?"
THREAD = {"configurable": {"thread_id": "1"}}


def figure_1(**changes: Any) -> Script:
    given = {
        "recognize_topics": mentions("France", "Nijmegen"),
        "analyze_question": figure_1_analysis(),
        "select_paths": choosing(AIRPORT),
        "judge_sufficiency": verdict(True, splits=2),
        "answer": citing((AIRPORT, 2)),
    }
    return replies(**{**given, **changes})


def author(**changes: Any) -> Script:
    given = {
        "recognize_topics": mentions("Never Let Me Go"),
        "analyze_question": analysis("!Never Let Me Go", "author", "?person"),
        "select_paths": choosing(AUTHOR),
        "answer": citing((AUTHOR, 1)),
    }
    return replies(**{**given, **changes})


def never_sufficient() -> Script:
    """All three phases, then the answer from what was kept."""
    return author(
        judge_sufficiency=NO,
        predict_supplements={"predictions": [{"prediction": "The Remains of the Day", "chain": None}]},
    )


@contextmanager
def workflow(
    script: Script, saver: Any = None, llm: ScriptedLLM | None = None, **settings: Any
) -> Iterator[CompiledSystem]:
    """The built graph over fresh resources: nothing of an earlier one is left but the checkpoints."""
    with (llm or ScriptedLLM()).serve(script) as url:
        config = PogConfig.create({}, model="openai:scripted", base_url=url, encoder="auto", **settings)
        resources = Resources(config, kg=demo())
        try:
            yield build_pog(resources, saver)
        finally:
            resources.close()


def uninterrupted(question: str, script: Script, **settings: Any) -> Answer:
    with workflow(script, **settings) as graph:
        answer: Answer = graph.invoke({"question": question})["answer"]
        return answer


@cache
def figure_1_answer() -> Answer:
    """The answer of a run that nothing has stopped."""
    return uninterrupted(FIGURE_1, figure_1())


def said(message: BaseMessage) -> str:
    """The first line of a message."""
    return str(message.text).partition("\n")[0]


class TestThreads:
    def test_a_second_question_starts_afresh(self) -> None:
        both = {FIGURE_1: figure_1(summarize_paths=GARBAGE, repair=GARBAGE), AUTHOR_QUESTION: author()}
        with workflow(_by_question(both), InMemorySaver()) as graph:
            first = graph.invoke({"messages": [HumanMessage(FIGURE_1)]}, THREAD)["answer"]
            result = graph.invoke({"messages": [HumanMessage(AUTHOR_QUESTION)]}, THREAD)
        assert first.warnings
        assert comparable(result["answer"]) == comparable(uninterrupted(AUTHOR_QUESTION, author()))
        assert result["answer"].usage.llm_calls == 6
        assert [(message.type, said(message)) for message in result["messages"]] == [
            ("human", FIGURE_1),
            ("ai", "The answer is Germany. [1]"),
            ("human", AUTHOR_QUESTION),
            ("ai", "The answer is Kazuo Ishiguro. [1]"),
        ]

    def test_the_budget_is_counted_anew_for_every_question(self) -> None:
        with workflow(uncounted(figure_1()), InMemorySaver(), max_llm_calls=6, max_tokens=7600) as graph:
            answers = [graph.invoke({"messages": [HumanMessage(FIGURE_1)]}, THREAD)["answer"] for _ in range(3)]
        assert [answer.usage.llm_calls for answer in answers] == [6, 6, 6]
        assert [answer.status for answer in answers] == ["supported"] * 3

    def test_threads_do_not_mix(self) -> None:
        both = {FIGURE_1: figure_1(), AUTHOR_QUESTION: author()}
        other = {"configurable": {"thread_id": "2"}}
        with workflow(_by_question(both), InMemorySaver()) as graph:
            graph.invoke({"messages": [HumanMessage(FIGURE_1)]}, THREAD)
            result = graph.invoke({"messages": [HumanMessage(AUTHOR_QUESTION)]}, other)
        assert [said(message) for message in result["messages"]] == [
            AUTHOR_QUESTION,
            "The answer is Kazuo Ishiguro. [1]",
        ]

    def test_a_question_without_messages_can_follow_another(self) -> None:
        both = {FIGURE_1: figure_1(), AUTHOR_QUESTION: author()}
        with workflow(_by_question(both), InMemorySaver()) as graph:
            graph.invoke({"question": FIGURE_1}, THREAD)
            result = graph.invoke({"question": AUTHOR_QUESTION}, THREAD)
        assert result["answer"].question == AUTHOR_QUESTION
        assert [said(message) for message in result["messages"]] == [
            FIGURE_1,
            "The answer is Germany. [1]",
            AUTHOR_QUESTION,
            "The answer is Kazuo Ishiguro. [1]",
        ]

    def test_a_second_question_without_topics_has_no_subgraph(self) -> None:
        nothing = replies(recognize_topics=mentions("Quillon 7"), answer=citing())
        both = {FIGURE_1: figure_1(), "Who makes the Quillon 7?": nothing}
        with workflow(_by_question(both), InMemorySaver()) as graph:
            graph.invoke({"messages": [HumanMessage(FIGURE_1)]}, THREAD)
            answer = graph.invoke({"messages": [HumanMessage("Who makes the Quillon 7?")]}, THREAD)["answer"]
        assert answer.status == "abstained"
        assert (answer.phase, answer.candidates) == (None, {})
        assert answer.subgraph.detected.triples == 0


class TestResume:
    @pytest.mark.parametrize(
        "node",
        [
            "analyze_question",
            "reduce_subgraph",
            "explore_topic_paths",
            "fuzzy_select",
            "precise_select",
            "check_sufficiency",
            "generate_answer",
            "verify_answer",
        ],
    )
    def test_an_interrupted_run_goes_on_with_fresh_resources(self, node: str) -> None:
        saver = InMemorySaver()
        with workflow(figure_1(), saver) as graph:
            stopped = graph.invoke({"question": FIGURE_1}, THREAD, interrupt_before=[node])
            assert "answer" not in stopped or stopped["answer"] is None
        with workflow(figure_1(), saver) as graph:
            answer = graph.invoke(None, THREAD)["answer"]
        assert comparable(answer) == comparable(figure_1_answer())
        assert answer.text == "Germany"

    def test_a_run_stopped_before_every_node_of_all_phases_gives_the_same_answer(self) -> None:
        saver, settings = InMemorySaver(), {"d_max": 2}
        stops = 0
        given: dict[str, Any] | None = {"question": AUTHOR_QUESTION}
        while True:
            with workflow(never_sufficient(), saver, **settings) as graph:
                result = graph.invoke(given, THREAD, interrupt_before="*")
                if not graph.get_state(THREAD).next:
                    break
            given, stops = None, stops + 1
        whole = uninterrupted(AUTHOR_QUESTION, never_sufficient(), **settings)
        assert stops > 25
        assert comparable(result["answer"]) == comparable(whole)
        assert whole.phase == "final"
        assert whole.text == "Kazuo Ishiguro"

    async def test_resuming_works_for_asynchronous_callers(self) -> None:
        saver = InMemorySaver()
        with workflow(figure_1(), saver) as graph:
            await graph.ainvoke({"question": FIGURE_1}, THREAD, interrupt_before=["check_sufficiency"])
        with workflow(figure_1(), saver) as graph:
            answer = (await graph.ainvoke(None, THREAD))["answer"]
        assert comparable(answer) == comparable(figure_1_answer())

    def test_a_run_that_lost_its_model_goes_on_when_it_is_back(self) -> None:
        saver = InMemorySaver()
        with workflow(figure_1(judge_sufficiency=UNAUTHORIZED), saver) as graph:
            with pytest.raises(ModelUnavailableError):
                graph.invoke({"question": FIGURE_1}, THREAD)
            assert graph.get_state(THREAD).next == ("check_sufficiency",)
        llm = ScriptedLLM()
        with workflow(figure_1(), saver, llm) as graph:
            answer = graph.invoke(None, THREAD)["answer"]
        assert llm.steps == ["judge_sufficiency", "answer"]
        assert comparable(answer) == comparable(figure_1_answer())

    def test_a_run_that_fails_is_let_go_of_and_can_still_go_on(self) -> None:
        class Watched(Resources):
            def finished(self, run_id: str) -> None:
                released.append(run_id)
                super().finished(run_id)

        released: list[str] = []
        script = figure_1(judge_sufficiency=[UNAUTHORIZED, verdict(True, splits=2)])
        with ScriptedLLM().serve(script) as url:
            config = PogConfig.create({}, model="openai:scripted", base_url=url, encoder="auto")
            resources = Watched(config, kg=demo())
            graph = build_pog(resources, InMemorySaver())
            with pytest.raises(ModelUnavailableError):
                graph.invoke({"question": FIGURE_1}, THREAD)
            run_id = graph.get_state(THREAD).values["run_id"]
            assert released == [run_id]
            answer = graph.invoke(None, THREAD)["answer"]
            assert released == [run_id, run_id]
            resources.close()
        assert comparable(answer) == comparable(figure_1_answer())

    def test_a_step_that_failed_once_is_not_counted_twice(self) -> None:
        saver = InMemorySaver()
        with workflow(figure_1(answer=UNAUTHORIZED), saver) as graph, pytest.raises(ModelUnavailableError):
            graph.invoke({"question": FIGURE_1}, THREAD)
        with workflow(figure_1(), saver) as graph:
            answer = graph.invoke(None, THREAD)["answer"]
        assert answer.usage.by_step["answer"].llm_calls == 1
        assert answer.usage.llm_calls == 6


class TestCheckpoints:
    def test_the_state_survives_strict_serialisation(self, caplog: pytest.LogCaptureFixture) -> None:
        saver = InMemorySaver(serde=serializer())
        with workflow(never_sufficient(), saver, d_max=2) as graph:
            result = graph.invoke({"question": AUTHOR_QUESTION}, THREAD)
            snapshots = list(graph.get_state_history(THREAD))
        assert comparable(result["answer"]) == comparable(
            uninterrupted(AUTHOR_QUESTION, never_sufficient(), d_max=2)
        )
        values = snapshots[0].values
        assert values["answer"] == result["answer"]
        assert type(values["plan"]).__name__ == "ExplorationPlan"
        assert {type(ref).__name__ for refs in values["kept"].values() for ref in refs} == {"PatternRef"}
        assert "msgpack" not in caplog.text

    def test_a_run_resumes_from_strictly_serialised_checkpoints(self) -> None:
        saver = InMemorySaver(serde=serializer())
        with workflow(figure_1(), saver) as graph:
            graph.invoke({"question": FIGURE_1}, THREAD, interrupt_before=["generate_answer"])
        with workflow(figure_1(), saver) as graph:
            answer = graph.invoke(None, THREAD)["answer"]
        assert comparable(answer) == comparable(figure_1_answer())

    def test_the_default_saver_loads_our_types_without_a_warning(
        self, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(jsonplus, "_warned_unregistered_types", set())  # it warns once a process
        saver = InMemorySaver()
        with workflow(never_sufficient(), saver, d_max=2) as graph:
            graph.invoke({"question": AUTHOR_QUESTION}, THREAD, interrupt_before=["generate_answer"])
        with workflow(never_sufficient(), saver, d_max=2) as graph:
            graph.invoke(None, THREAD)
            assert list(graph.get_state_history(THREAD))
        assert [record.getMessage() for record in caplog.records if "pog_agent" in record.getMessage()] == []

    def test_a_saver_of_ones_own_refuses_what_is_not_ours(self, caplog: pytest.LogCaptureFixture) -> None:
        foreign = serializer().dumps_typed(PogConfig.create({}))
        assert not isinstance(serializer().loads_typed(foreign), PogConfig)
        assert "pog_agent.config" in caplog.text

    @pytest.mark.parametrize(("question", "script"), [(FIGURE_1, figure_1), (AUTHOR_QUESTION, never_sufficient)])
    def test_a_checkpoint_is_small(self, question: str, script: Any) -> None:
        serde = serializer()
        with workflow(script(), InMemorySaver()) as graph:
            graph.invoke({"question": question}, THREAD)
            sizes = [len(serde.dumps_typed(item.values)[1]) for item in graph.get_state_history(THREAD)]
        assert max(sizes) < 200_000

    def test_subgraphs_and_candidates_are_not_in_the_state(self) -> None:
        with workflow(figure_1(), InMemorySaver()) as graph:
            graph.invoke({"question": FIGURE_1}, THREAD, interrupt_before=["fuzzy_select"])
            values = graph.get_state(THREAD).values
        assert values["new_candidates"] == 33
        assert values["shortlist"] == []
        assert E + "Weeze_Airport" not in repr(values)


def _by_question(scripts: dict[str, Script]) -> Script:
    from tests.llm_server import Body, Scripted, user_text

    def script(step: str, body: Body) -> Scripted:
        asked = [question for question in scripts if question in user_text(body)]
        return scripts[asked[0]](step, body) if asked else None

    return script


class TestTime:
    """`max_seconds` counts the time that the steps ran, before and after a pause, and no pause."""

    def paused(self, graph: CompiledSystem) -> float:
        graph.invoke({"question": FIGURE_1}, THREAD, interrupt_before=["generate_answer"])
        ran: float = graph.get_state(THREAD).values["ran"]
        assert (
            0 < ran <= sum(graph.get_state(THREAD).values["seconds"].values())
        )  # opening the graph is not counted
        return ran

    def test_a_pause_is_not_counted(self) -> None:
        with workflow(figure_1(), saver := InMemorySaver(), max_seconds=60) as graph:
            before = self.paused(graph)
            graph.update_state(THREAD, {"started": 0.0})
        with workflow(figure_1(), saver, max_seconds=60) as graph:
            answer = graph.invoke(None, THREAD)["answer"]
            assert before < graph.get_state(THREAD).values["ran"] < 60
        assert (answer.status, answer.warnings) == ("supported", ())

    def test_the_time_before_a_pause_is_counted(self) -> None:
        llm = ScriptedLLM()
        with workflow(figure_1(), saver := InMemorySaver(), max_seconds=60) as graph:
            self.paused(graph)
            graph.update_state(THREAD, {"ran": 60.0})
        with workflow(figure_1(), saver, llm, max_seconds=60) as graph:
            answer = graph.invoke(None, THREAD)["answer"]
        assert llm.steps == []
        assert answer.status == "abstained"
        assert "budget of 60 seconds is used up" in answer.warnings

    def test_a_new_question_has_all_its_time(self) -> None:
        with workflow(figure_1(), InMemorySaver(), max_seconds=60) as graph:
            graph.invoke({"question": FIGURE_1}, THREAD)
            graph.update_state(THREAD, {"ran": 60.0, "given_up": "a step was given up"})
            answer = graph.invoke({"question": FIGURE_1}, THREAD)["answer"]
        assert answer.status == "supported"
