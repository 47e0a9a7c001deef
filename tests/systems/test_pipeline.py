"""The workflow over paths as a whole: which node follows which, what goes in and comes out, what bounds a run."""

from functools import partial
from typing import Any

import pytest
from langchain_core.messages import AIMessage, HumanMessage

from pog_agent import PathsOverGraph
from pog_agent.answering.reply import reply_text
from pog_agent.events import AnswerReady, NodeFinished, NodeStarted, RouteTaken, WarningRaised
from pog_agent.models import Answer
from tests.finding_ids import ids
from tests.llm_server import Body, Reply, Scripted
from tests.pipeline_fixtures import (
    BOHR,
    FIGURE_1,
    GARBAGE,
    NO,
    YES,
    E,
    T,
    analysis,
    choosing,
    citing,
    comparable,
    figure_1_analysis,
    mentions,
    replies,
    scripted,
    small_graph,
    uncounted,
    verdict,
)
from tests.pipeline_fixtures import run as run_by_default

run = partial(run_by_default, compose="off")
"""A run whose answers are those of paths: which runs compose a query is in `test_composed_calls`."""

START = ["recognize_topics", "analyze_question", "detect_subgraph", "reduce_subgraph"]
PRUNE = ["fuzzy_select", "precise_select"]
JUDGE = ["summarize_paths", "check_sufficiency"]
END = ["compose_query", "generate_answer", "verify_answer"]
TOPIC = ["explore_topic_paths", *PRUNE, *JUDGE]
SUPPLEMENT = ["predict_supplements", "explore_supplement_paths", *PRUNE, *JUDGE]
POOL = ["pool_kept_paths", *PRUNE]
EXPAND = ["expand_nodes", *PRUNE, *JUDGE]
FINAL = ["pool_kept_paths", *PRUNE, "summarize_paths", *END]

AIRPORT = (
    "{France} - adjoining / adjoining -> {Germany} <- contained by - {Weeze Airport} - serves city -> {Nijmegen}"
)
BORN_ELEMENT = "{Niels Bohr} - born in -> {Copenhagen} <- named after - {hafnium}"
FIGURE_1_REPLIES = {
    "recognize_topics": mentions("France", "Nijmegen"),
    "analyze_question": figure_1_analysis(),
    "select_paths": choosing(AIRPORT),
    "summarize_paths": {"facts": ["1.1"], "chain": "Weeze Airport is in Germany."},
    "judge_sufficiency": verdict(True, splits=2),
    "answer": citing((AIRPORT, 2)),
}
BOHR_REPLIES = {
    "recognize_topics": mentions("Niels Bohr"),
    "analyze_question": analysis("!Niels Bohr", "namesake of", "?element"),
    "select_paths": choosing(BORN_ELEMENT),
    "judge_sufficiency": YES,
    "answer": citing((BORN_ELEMENT, 2)),
}
WIFE = "What is the name of Paul McCartney's first wife?"
WIFE_REPLIES = {
    "recognize_topics": mentions("Paul McCartney"),
    "analyze_question": analysis("!Paul McCartney", "first wife", "?person"),
    "judge_sufficiency": NO,
    "predict_supplements": {
        "predictions": [
            {
                "prediction": "Yoko Ono",
                "chain": [{"topic": "Paul McCartney"}, {"relation": "married"}, {"answer": "Yoko Ono"}],
            },
            {"prediction": "Linda Eastman", "chain": None},
        ]
    },
    "answer": citing(own="Linda Eastman"),
}
FAMILY = small_graph(
    "Ann parent Bob", "Bob born_in Tarn", "Tarn part_of Osk", "Osk part_of Terra", "Ann works_at Mill"
)


class TestOneRound:
    def test_a_run_that_suffices_at_once_asks_the_model_six_times(self) -> None:
        traced = run(FIGURE_1, replies(**FIGURE_1_REPLIES))
        assert traced.nodes == START + TOPIC + END
        asked = [
            "recognize_topics",
            "analyze_question",
            "select_paths",
            "summarize_paths",
            "judge_sufficiency",
            "answer",
        ]
        assert traced.steps == asked
        usage = traced.answer.usage
        assert (usage.llm_calls, usage.prompt_tokens, usage.completion_tokens) == (6, 600, 60)
        assert {name: step.llm_calls for name, step in usage.by_step.items()} == dict.fromkeys(asked, 1)
        assert usage.by_step["select_paths"].prompt_tokens == 100

    def test_the_answer_tells_what_it_stands_on(self) -> None:
        answer = run(FIGURE_1, replies(**FIGURE_1_REPLIES)).answer
        assert [(item.iri, item.value, item.label) for item in answer.answers] == [
            (E + "Germany", None, "Germany")
        ]
        assert (answer.status, answer.evidence, answer.phase, answer.depth) == ("supported", "kg_only", "topic", 2)
        assert [path.text for path in answer.paths] == [AIRPORT]
        assert [topic.label for topic in answer.topic_entities] == ["France", "Nijmegen"]
        assert answer.subgraph.detected.triples > answer.subgraph.reduced.triples > 0
        assert answer.candidates["precise_select"] == 1
        assert answer.candidates["explore_topic_paths"] == answer.candidates["fuzzy_select"] > 3
        assert set(answer.seconds) == {*START, *TOPIC, *END}
        assert answer.warnings == ()
        assert not answer.truncated

    def test_no_more_candidates_than_w_max_are_selected_without_asking(self) -> None:
        script = replies(
            recognize_topics=mentions("Ann"),
            analyze_question=analysis("!Ann", "parent", "?person"),
            answer=citing(("{Ann} - parent -> {Bob}", 1)),
        )
        traced = run("Who is the parent of Ann?", script, FAMILY)
        assert traced.nodes == START + TOPIC + END
        assert "select_paths" not in traced.steps
        assert traced.labels == ["Bob"]

    def test_without_a_topic_entity_only_the_answer_is_asked_for(self) -> None:
        script = replies(recognize_topics=mentions("Quillon 7"), answer=citing())
        traced = run("Who makes the Quillon 7?", script)
        assert traced.nodes == ["recognize_topics", *END]
        assert traced.steps == ["recognize_topics", "answer"]
        assert traced.answer.status == "abstained"
        assert traced.answer.topic_entities == ()
        assert any("no entity of the graph was found" in text for text in traced.answer.warnings)

    def test_topics_given_by_iri_skip_recognition(self) -> None:
        topics = (E + "France", E + "Nijmegen")
        traced = run(FIGURE_1, replies(**FIGURE_1_REPLIES), topics=topics)
        assert traced.steps[0] == "analyze_question"
        assert traced.labels == ["Germany"]

    def test_the_first_round_starts_at_the_predicted_depth(self) -> None:
        script = replies(
            **{**BOHR_REPLIES, "analyze_question": analysis("!Niels Bohr", "born in", "city", "of", "?element")}
        )
        traced = run(BOHR, script)
        assert traced.rounds == [("topic", 2)]
        assert traced.labels == ["hafnium"]

    def test_a_predicted_depth_beyond_d_max_is_cut(self) -> None:
        script = replies(
            **{**BOHR_REPLIES, "analyze_question": analysis("!Niels Bohr", "a", "b", "c", "d", "e", "?element")}
        )
        assert run(BOHR, script, d_max=2).rounds == [("topic", 2)]


class TestDeepening:
    def test_a_round_that_does_not_suffice_is_followed_by_a_deeper_one(self) -> None:
        traced = run(BOHR, replies(**{**BOHR_REPLIES, "judge_sufficiency": [NO, YES]}))
        assert traced.nodes == START + TOPIC + TOPIC + END
        assert traced.rounds == [("topic", 1), ("topic", 2)]
        assert traced.answer.usage.llm_calls == len(traced.steps) == 9
        assert (traced.labels, traced.answer.status, traced.answer.depth) == (["hafnium"], "supported", 2)

    def test_the_paths_kept_so_far_compete_again_with_the_new_band_of_lengths(self) -> None:
        seen: list[dict[int, str]] = []

        def judged(body: dict) -> dict:
            from tests.pipeline_fixtures import shown

            seen.append(shown(body))
            return YES if len(seen) == 3 else NO

        script = replies(
            recognize_topics=mentions("Ann"),
            analyze_question=analysis("!Ann", "parent", "?person"),
            judge_sufficiency=judged,
            answer=citing(("{Ann} - parent -> {Bob} - born in -> {Tarn} - part of -> {Osk}", 3)),
        )
        traced = run("Where was the parent of Ann born?", script, FAMILY, w_max=10)
        lengths = [sorted(line.count("{") - 1 for line in lines.values()) for lines in seen]
        assert lengths == [[1, 1], [1, 1, 2], [1, 1, 2, 3]]
        assert traced.answer.candidates["explore_topic_paths"] == 4
        assert traced.labels == ["Osk"]

    def test_depths_that_bring_nothing_new_are_not_judged(self) -> None:
        kg = small_graph("Ann parent Bob")
        script = replies(
            recognize_topics=mentions("Ann"),
            analyze_question=analysis("!Ann", "parent", "?person"),
            judge_sufficiency=NO,
            answer=citing((1, 1)),
        )
        traced = run("Who is the parent of Ann?", script, kg, supplements=0, node_expansion=False)
        assert traced.nodes == [*START, *TOPIC, "explore_topic_paths", "explore_topic_paths", *FINAL]
        assert traced.steps.count("judge_sufficiency") == 1


class TestThreePhases:
    def test_a_run_goes_through_all_phases_to_the_final_answer(self) -> None:
        traced = run(WIFE, replies(**WIFE_REPLIES), encoder="lexical")
        assert traced.nodes == START + TOPIC * 3 + SUPPLEMENT + POOL + EXPAND * 3 + FINAL
        assert traced.rounds == [
            ("topic", 1),
            ("topic", 2),
            ("topic", 3),
            ("supplement", 3),
            ("expand", 0),
            ("expand", 1),
            ("expand", 2),
            ("expand", 3),
            ("final", 3),
        ]
        answer = traced.answer
        assert answer.usage.llm_calls == len(traced.steps)
        assert answer.usage.by_step["judge_sufficiency"].llm_calls == 7
        assert answer.usage.by_step["predict_supplements"].llm_calls == 1
        assert (answer.status, answer.phase, traced.labels) == ("parametric", "final", ["Linda Eastman"])
        assert "predicted 'Linda Eastman' resembles no entity around the topics" in answer.warnings

    def test_predictions_are_explored_and_the_evidence_says_so(self) -> None:
        wanted = "{Ann} - parent -> {Bob} - born in -> {Tarn}"
        script = replies(
            recognize_topics=mentions("Ann"),
            analyze_question=analysis("!Ann", "from", "?place"),
            judge_sufficiency=[NO, NO, YES],
            predict_supplements={"predictions": [{"prediction": "Tarn", "chain": None}]},
            answer=citing((wanted, 2)),
        )
        traced = run("Where was the parent of Ann born?", script, FAMILY, d_max=2, w_max=10)
        assert traced.nodes == START + TOPIC * 2 + SUPPLEMENT + END
        assert traced.rounds[-1] == ("supplement", 2)
        assert traced.answer.evidence == "llm_inspired_kg"
        assert (traced.labels, traced.answer.status) == (["Tarn"], "supported")

    def test_a_prediction_is_joined_with_some_topics_where_nothing_joins_it_with_all(self) -> None:
        kg = small_graph("Ann parent Bob", "Cid parent Dan")
        script = replies(
            recognize_topics=mentions("Ann", "Cid"),
            analyze_question=analysis("!Ann", "parent", "?person", "parent", "!Cid"),
            judge_sufficiency=[NO, YES],
            predict_supplements={"predictions": [{"prediction": "Bob", "chain": None}]},
            answer=citing(("{Ann} - parent -> {Bob}", 1)),
        )
        traced = run("Who is the parent of Ann and Cid?", script, kg, d_max=1)
        assert traced.nodes == [*START, "explore_topic_paths", *TOPIC, *SUPPLEMENT, *END]
        assert (traced.labels, traced.answer.evidence) == (["Bob"], "llm_inspired_kg")
        assert (
            "no path joins the predicted 'Bob' with all 2 topic entities; paths through 1 of them are used"
            in traced.answer.warnings
        )

    def test_a_prediction_is_joined_with_as_many_topics_as_possible(self) -> None:
        kg = small_graph("Ann parent Bob", "Eve parent Bob", "Cid parent Dan")
        joint = "{Ann} - parent -> {Bob} <- parent - {Eve} - parent -> {Bob}"
        script = replies(
            recognize_topics=mentions("Ann", "Eve", "Cid"),
            analyze_question=analysis("!Ann", "parent", "?person", "parent", "!Eve"),
            judge_sufficiency=[NO, YES],
            predict_supplements={"predictions": [{"prediction": "Bob", "chain": None}]},
            answer=citing((joint, 3)),
        )
        traced = run("Who is the parent of Ann, Eve and Cid?", script, kg, d_max=1, w_max=10)
        assert traced.answer.candidates["explore_supplement_paths"] == 1
        assert traced.labels == ["Bob"]
        assert any("paths through 2 of them are used" in text for text in traced.answer.warnings)

    def test_node_expansion_reaches_one_step_beyond_d_max(self) -> None:
        script = replies(
            recognize_topics=mentions("Ann"),
            analyze_question=analysis("!Ann", "parent born in", "?place"),
            judge_sufficiency=[NO, YES],
            answer=citing(("{Ann} - parent -> {Bob} - born in -> {Tarn}", 2)),
        )
        traced = run("Where was the parent of Ann born?", script, FAMILY, d_max=1)
        answer = traced.answer
        assert traced.nodes == [*START, *TOPIC, "predict_supplements", *POOL, *EXPAND, *END]
        assert (answer.phase, answer.depth, answer.status) == ("expand", 1, "supported")
        assert traced.labels == ["Tarn"]

    def test_every_round_of_expansion_goes_one_step_further(self) -> None:
        wanted = "{Ann} - parent -> {Bob} - born in -> {Tarn} - part of -> {Osk} - part of -> {Terra}"
        script = replies(
            recognize_topics=mentions("Ann"),
            analyze_question=analysis("!Ann", "parent born in part of", "?place"),
            judge_sufficiency=NO,
            predict_supplements={"predictions": []},
            answer=citing((wanted, 4)),
        )
        traced = run("Where was the parent of Ann born?", script, FAMILY, d_max=2, w_max=20)
        assert ("expand", 2) in traced.rounds
        assert traced.labels == ["Terra"]
        assert traced.answer.status == "partial"
        assert traced.answer.phase == "final"


class TestSettings:
    @pytest.mark.parametrize(
        ("strategy", "pruning", "selects"),
        [
            ("fuzzy", ["fuzzy_select"], False),
            ("fuzzy+branch", ["fuzzy_select", "branch_reduce_select"], True),
            ("fuzzy+precise", ["fuzzy_select", "precise_select"], True),
            ("three-step", ["fuzzy_select", "branch_reduce_select", "precise_select"], True),
        ],
    )
    def test_the_strategy_decides_how_candidates_are_pruned(
        self, strategy: str, pruning: list[str], selects: bool
    ) -> None:
        script = replies(
            recognize_topics=mentions("France", "Nijmegen"),
            analyze_question=FIGURE_1_REPLIES["analyze_question"],
            select_paths={"selected": list(range(1, 21))},
            judge_sufficiency=verdict(True, splits=2),
            answer=citing((1, 1)),
        )
        traced = run(FIGURE_1, script, strategy=strategy)
        assert traced.nodes == [*START, "explore_topic_paths", *pruning, *JUDGE, *END]
        assert ("select_paths" in traced.steps) == selects
        assert 1 <= traced.answer.candidates[pruning[-1]] <= 3
        assert traced.answer.candidates["fuzzy_select"] == (3 if strategy == "fuzzy" else 33)

    def test_branches_are_cut_to_w2_before_the_precise_selection(self) -> None:
        script = replies(
            recognize_topics=mentions("France", "Nijmegen"),
            analyze_question=FIGURE_1_REPLIES["analyze_question"],
            select_paths={"selected": list(range(1, 21))},
            answer=citing((1, 1)),
        )
        counts = run(FIGURE_1, script, strategy="three-step", w2=10).answer.candidates
        assert counts["fuzzy_select"] > 10 >= counts["branch_reduce_select"] >= counts["precise_select"] == 3

    def test_summaries_can_be_left_out(self) -> None:
        traced = run(FIGURE_1, replies(**FIGURE_1_REPLIES), summarize=False)
        assert traced.nodes == [*START, "explore_topic_paths", *PRUNE, "check_sufficiency", *END]
        assert "summarize_paths" not in traced.steps
        assert traced.labels == ["Germany"]

    def test_without_summaries_the_final_paths_are_answered_from_at_once(self) -> None:
        traced = run(WIFE, replies(**WIFE_REPLIES), summarize=False, supplements=0, node_expansion=False)
        assert traced.nodes[-6:] == ["pool_kept_paths", *PRUNE, *END]

    def test_without_supplements_kept_paths_are_expanded_at_once(self) -> None:
        traced = run(WIFE, replies(**WIFE_REPLIES), supplements=0, encoder="lexical")
        assert traced.nodes == START + TOPIC * 3 + POOL + EXPAND * 3 + FINAL
        assert "predict_supplements" not in traced.steps

    def test_without_node_expansion_the_final_answer_follows_the_supplements(self) -> None:
        traced = run(WIFE, replies(**WIFE_REPLIES), node_expansion=False)
        assert traced.nodes == START + TOPIC * 3 + SUPPLEMENT + FINAL

    def test_the_topic_phase_alone(self) -> None:
        traced = run(WIFE, replies(**WIFE_REPLIES), supplements=0, node_expansion=False, d_max=1)
        assert traced.nodes == START + TOPIC + FINAL

    def test_settings_of_one_question_do_not_stay(self) -> None:
        with scripted(replies(**FIGURE_1_REPLIES)) as (agent, llm):
            agent.ask(FIGURE_1, summarize=False)
            assert "summarize_paths" not in llm.steps
            agent.ask(FIGURE_1)
            assert "summarize_paths" in llm.steps


class TestPogE:
    script = staticmethod(
        replies(**{**FIGURE_1_REPLIES, "select_paths": {"selected": [1]}, "answer": citing((1, 1))})
    )

    def test_the_same_seed_gives_the_same_run(self) -> None:
        for seed in (0, 7):
            first = run(FIGURE_1, self.script, variant="pog-e", seed=seed)
            second = run(FIGURE_1, self.script, variant="pog-e", seed=seed)
            assert comparable(first.answer) == comparable(second.answer)

    def test_seeds_choose_other_relations(self) -> None:
        kg = small_graph(*(f"Ann relation_{letter} Bob" for letter in "abcdefgh"))
        script = replies(recognize_topics=mentions("Ann"), answer=citing((1, 1)))
        texts = {
            run("Who joins Ann?", script, kg, variant="pog-e", seed=seed).answer.paths[0].text for seed in range(8)
        }
        assert len(texts) > 1

    def test_it_has_one_relation_per_clustered_edge(self) -> None:
        kg = small_graph(*(f"Ann relation_{letter} Bob" for letter in "abcdefgh"))
        script = replies(recognize_topics=mentions("Ann"), answer=citing((1, 1)))
        counts = {
            variant: run("Who joins Ann?", script, kg, variant=variant).answer.candidates["explore_topic_paths"]
            for variant in ("pog", "pog-e")
        }
        assert counts == {"pog": 8, "pog-e": 1}


class TestGarbage:
    def test_a_model_that_talks_nonsense_ends_in_an_abstention(self) -> None:
        traced = run("What is named after the place where Niels Bohr was born?", lambda step, body: GARBAGE)
        answer = traced.answer
        assert answer.status == "abstained"
        assert answer.evidence is None
        assert answer.answers == ()
        assert [topic.label for topic in answer.topic_entities] == ["Niels Bohr"]
        idle = ["expand_nodes"] * 2  # the same paths are kept, so there is nothing more to visit
        assert traced.nodes == [*START, *TOPIC * 3, "predict_supplements", *POOL, *EXPAND, *idle, *FINAL]
        for step in (
            "recognize_topics",
            "analyze_question",
            "select_paths",
            "summarize_paths",
            "judge_sufficiency",
            "predict_supplements",
            "answer",
        ):
            assert any(text.startswith(f"{step}: ") for text in answer.warnings), step
        assert answer.abstention is not None
        assert answer.abstention.case == "could_not_look"
        assert answer.usage.llm_calls == len(traced.steps)
        # Two repairs mend nothing, and a third is asked for the answer. No step is asked a third time.
        assert traced.steps.count("repair") == 3
        assert len(traced.steps) == 13

    @pytest.mark.parametrize(
        "reply", ["", "{", "null", '{"sufficient": "perhaps"}', "[[[[", '{"selected": [0, -1, 99]}']
    )
    def test_no_reply_makes_a_run_fail_or_loop(self, reply: str) -> None:
        traced = run("Who is the parent of Ann?", lambda step, body: reply, FAMILY)
        assert traced.answer.status == "abstained"
        assert len(traced.steps) <= 25

    def test_one_bad_step_costs_a_repair_and_no_more(self) -> None:
        script = replies(**{**FIGURE_1_REPLIES, "summarize_paths": GARBAGE, "repair": GARBAGE})
        traced = run(FIGURE_1, script)
        assert traced.nodes == START + TOPIC + END
        assert traced.answer.usage.by_step["summarize_paths"].llm_calls == 2
        assert (traced.labels, traced.answer.status) == (["Germany"], "supported")
        assert len(traced.answer.warnings) == 1


class TestFrontDoors:
    def test_a_question_goes_in_and_messages_with_the_answer_come_out(self) -> None:
        with scripted(replies(**FIGURE_1_REPLIES)) as (agent, _):
            result = agent.graph.invoke({"question": FIGURE_1})
        assert set(result) == {"messages", "answer", "found"}
        question, reply = result["messages"]
        assert (question.type, question.text) == ("human", FIGURE_1)
        assert (reply.type, reply.text) == ("ai", reply_text(result["answer"]))
        assert reply.additional_kwargs["status"] == "supported"
        assert isinstance(result["answer"], Answer)

    def test_the_last_human_message_is_the_question(self) -> None:
        history = [HumanMessage("Hello"), AIMessage("Hello, what would you like to know?"), HumanMessage(FIGURE_1)]
        with scripted(replies(**FIGURE_1_REPLIES)) as (agent, _):
            result = agent.graph.invoke({"messages": history})
        assert result["answer"].question == FIGURE_1
        texts = [*(item.text for item in history), reply_text(result["answer"])]
        assert [message.text for message in result["messages"]] == texts

    def test_messages_may_be_plain_role_and_content(self) -> None:
        with scripted(replies(**FIGURE_1_REPLIES)) as (agent, _):
            result = agent.graph.invoke({"messages": [{"role": "user", "content": FIGURE_1}]})
        assert result["messages"][-1].text.startswith("The answer is Germany. [1]\n")

    def test_an_abstention_is_said_in_the_chat(self) -> None:
        with scripted(lambda step, body: GARBAGE, FAMILY) as (agent, _):
            result = agent.graph.invoke({"question": "Who is the parent of Ann?"})
        reply = result["messages"][-1]
        assert reply.additional_kwargs["status"] == "abstained"
        assert result["answer"].text in reply.text

    def test_no_question_is_an_error_that_says_what_to_give(self) -> None:
        from pog_agent import SettingError

        with scripted(replies()) as (agent, llm):
            for given in ({"question": "  "}, {"messages": [AIMessage("Hello")]}):
                with pytest.raises(SettingError, match="the question is empty"):
                    agent.graph.invoke(given)
        assert llm.steps == []

    def test_invoke_works_twice_on_the_same_object(self) -> None:
        with scripted(replies(**FIGURE_1_REPLIES)) as (agent, llm):
            first, second = (agent.graph.invoke({"question": FIGURE_1})["answer"] for _ in range(2))
        assert comparable(first) == comparable(second)
        assert len(llm.steps) == 12

    def test_a_parameter_that_the_server_rejects_is_learned_once_for_all_questions(self) -> None:
        def script(step: str, body: Body) -> Scripted:
            if "temperature" in body:
                return Reply("Unsupported parameter: 'temperature' is not supported with this model.", 400)
            return replies(**FIGURE_1_REPLIES)(step, body)

        with scripted(script) as (agent, llm):
            first, second = agent.ask(FIGURE_1), agent.ask(FIGURE_1)
        assert ["temperature" in body for body in llm.requests] == [True] + [False] * 12
        assert ["temperature" in " ".join(answer.warnings) for answer in (first, second)] == [True, False]
        assert [answer.usage.llm_calls for answer in (first, second)] == [6, 6]

    async def test_ainvoke_works_twice_on_the_same_object(self) -> None:
        with scripted(replies(**FIGURE_1_REPLIES)) as (agent, llm):
            first, second = [(await agent.graph.ainvoke({"question": FIGURE_1}))["answer"] for _ in range(2)]
        assert comparable(first) == comparable(second)
        assert len(llm.steps) == 12

    async def test_blocking_calls_work_inside_a_running_loop_and_beside_asynchronous_ones(self) -> None:
        with scripted(replies(**FIGURE_1_REPLIES)) as (agent, _):
            first = await agent.aask(FIGURE_1)
            second = agent.ask(FIGURE_1)
            third = await agent.aask(FIGURE_1)
        assert comparable(first) == comparable(second) == comparable(third)

    async def test_questions_asked_at_the_same_time_do_not_mix(self) -> None:
        import asyncio

        def script(step: str, body: dict) -> object:
            from tests.llm_server import user_text

            return replies(**(FIGURE_1_REPLIES if FIGURE_1 in user_text(body) else two_steps))(step, body)

        two_steps = {
            **BOHR_REPLIES,
            "analyze_question": analysis("!Niels Bohr", "born in", "city", "of", "?element"),
        }
        with scripted(script) as (agent, _):
            answers = await asyncio.gather(*(agent.aask(question) for question in (FIGURE_1, BOHR) * 3))
        assert [answer.question for answer in answers] == [FIGURE_1, BOHR] * 3
        assert [answer.text for answer in answers] == ["Germany", "hafnium"] * 3
        assert {answer.status for answer in answers} == {"supported"}
        assert {answer.usage.llm_calls for answer in answers} == {6}

    def test_a_stream_yields_typed_events_and_the_answer_last(self) -> None:
        with scripted(replies(**FIGURE_1_REPLIES)) as (agent, _):
            events = list(agent.stream(FIGURE_1))
        kinds = NodeStarted | NodeFinished | RouteTaken | WarningRaised | AnswerReady
        assert all(isinstance(event, kinds) for event in events)
        assert isinstance(events[-1], AnswerReady)
        assert [type(event) for event in events].count(AnswerReady) == 1
        started = [event.node for event in events if isinstance(event, NodeStarted)]
        finished = [event for event in events if isinstance(event, NodeFinished)]
        assert started == [event.node for event in finished]
        assert all(event.seconds >= 0 for event in finished)
        assert {event.node: event.summary for event in finished}["recognize_topics"] == "France, Nijmegen"

    async def test_the_asynchronous_stream_is_the_same(self) -> None:
        with scripted(replies(**FIGURE_1_REPLIES)) as (agent, _):
            events = [event async for event in agent.astream(FIGURE_1)]
            blocking = list(agent.stream(FIGURE_1))
        assert [type(event) for event in events] == [type(event) for event in blocking]
        assert isinstance(events[-1], AnswerReady)

    def test_updates_name_the_same_nodes_as_the_events(self) -> None:
        with scripted(replies(**FIGURE_1_REPLIES)) as (agent, _):
            updates = list(agent.graph.stream({"question": FIGURE_1}, stream_mode="updates"))
        assert [name for update in updates for name in update] == START + TOPIC + END

    def test_updates_say_what_each_step_found(self) -> None:
        with scripted(replies(**FIGURE_1_REPLIES)) as (agent, _):
            given_out = agent.graph.output_channels
            parts = list(agent.graph.stream({"question": FIGURE_1}, stream_mode="updates", output_keys=given_out))
            finished = [event for event in agent.stream(FIGURE_1) if isinstance(event, NodeFinished)]
        found = {name: update["found"] for part in parts for name, update in part.items()}
        assert found["recognize_topics"] == "France, Nijmegen"
        assert found["check_sufficiency"] == "topic D=2: sufficient"
        assert all(found[event.node].endswith(event.summary) for event in finished)
        assert all(set(update) <= {"found", "answer", "messages"} for part in parts for update in part.values())

    def test_a_run_that_deepens_says_why(self) -> None:
        script = replies(**{**FIGURE_1_REPLIES, "judge_sufficiency": verdict(False, splits=2, uncovered=(2,))})
        turns = [event for event in run(FIGURE_1, script).events if isinstance(event, RouteTaken) and event.turns]
        assert [(event.node, event.target, event.condition) for event in turns[:1]] == [
            ("check_sufficiency", "explore_topic_paths", "deepen")
        ]
        assert turns[0].why == "deepen to D = 3: split question 2 is open"

    def test_every_warning_of_the_answer_is_an_event(self) -> None:
        traced = run(WIFE, replies(**WIFE_REPLIES))
        warned = [event.text for event in traced.events if isinstance(event, WarningRaised)]
        assert list(traced.answer.warnings) == list(dict.fromkeys(warned)) != []

    def test_the_context_may_be_a_plain_mapping(self) -> None:
        with scripted(replies(**FIGURE_1_REPLIES)) as (agent, llm):
            agent.graph.invoke({"question": FIGURE_1}, context={"summarize": False})
        assert "summarize_paths" not in llm.steps


class TestBudget:
    script = staticmethod(replies(**{**FIGURE_1_REPLIES, "answer": citing((1, 2))}))

    @pytest.mark.parametrize("calls", range(3, 6))
    def test_a_budget_of_calls_keeps_the_last_one_for_the_answer(self, calls: int) -> None:
        asked = ["recognize_topics", "analyze_question", "select_paths", "summarize_paths"]
        traced = run(FIGURE_1, self.script, max_llm_calls=calls)
        assert traced.steps == [*asked[: calls - 1], "answer"]
        assert traced.nodes == START + TOPIC + END
        assert traced.answer.usage.llm_calls == calls
        assert (traced.answer.status, bool(traced.labels)) == ("partial", True)
        assert f"budget of {calls} LLM calls is used up but for the answer" in traced.answer.warnings
        assert f"budget of {calls} LLM calls is used up; the search ended early" in traced.answer.warnings

    @pytest.mark.parametrize("budget", [{"max_tokens": 1}, {"max_cost": 1e-6, "prices": "1/1"}])
    def test_no_call_is_made_that_the_budget_has_no_room_for(self, budget: dict[str, Any]) -> None:
        traced = run(FIGURE_1, self.script, **budget)
        assert traced.steps == []
        assert (traced.answer.status, traced.answer.usage.llm_calls) == ("abstained", 0)
        assert any("used up" in text or "no room" in text for text in traced.answer.warnings)

    @pytest.mark.parametrize(
        "budget", [{"max_llm_calls": 1}, {"max_tokens": 2000}, {"max_cost": 0.002, "prices": "1/1"}]
    )
    def test_a_small_budget_has_room_for_the_answer(self, budget: dict[str, Any]) -> None:
        traced = run("Who is the parent of Ann?", replies(answer=citing((1, 1))), FAMILY, **budget)
        assert traced.steps[-1] == "answer"
        assert traced.nodes == START + TOPIC + END
        assert (traced.answer.status, bool(traced.labels)) == ("partial", True)

    def test_a_budget_met_while_judging_ends_the_search(self) -> None:
        traced = run(WIFE, replies(**WIFE_REPLIES), max_llm_calls=6)
        assert traced.nodes == START + TOPIC + END
        assert traced.answer.usage.llm_calls == len(traced.steps) == 6
        assert (traced.answer.status, traced.labels) == ("parametric", ["Linda Eastman"])

    def test_no_call_is_made_without_time(self) -> None:
        traced = run(FIGURE_1, self.script, max_seconds=0.0001)
        assert traced.steps == []
        assert traced.answer.status == "abstained"

    @pytest.mark.parametrize(
        ("budget", "name"),
        [({"max_tokens": 4000}, "4000 tokens"), ({"max_cost": 0.004, "prices": "1/1"}, "0.004 USD")],
    )
    def test_a_search_that_has_no_room_left_ends_and_is_answered_from(
        self, budget: dict[str, Any], name: str
    ) -> None:
        traced = run(FIGURE_1, uncounted(self.script), **budget)
        assert traced.steps == ["recognize_topics", "analyze_question", "answer"]
        assert (traced.answer.status, bool(traced.labels)) == ("partial", True)
        spent = f"budget of {name} has no room for a call of select_paths besides the answer"
        assert {spent, f"{spent}; the search ended early"} <= set(traced.answer.warnings)

    def test_a_sufficient_verdict_that_spends_the_tokens_is_answered_from(self) -> None:
        traced = run(FIGURE_1, uncounted(replies(**FIGURE_1_REPLIES)), max_tokens=7600)
        assert traced.answer.usage.llm_calls == 6
        assert 5600 <= traced.answer.usage.prompt_tokens + traced.answer.usage.completion_tokens <= 7600
        assert (traced.answer.status, traced.labels) == ("supported", ["Germany"])

    def test_the_answer_beyond_the_tokens_is_not_repaired(self) -> None:
        script = replies(**{**FIGURE_1_REPLIES, "answer": GARBAGE, "repair": GARBAGE})
        assert run(FIGURE_1, uncounted(script), max_tokens=4000).steps[2:] == ["answer"]

    def test_an_answer_that_the_budget_just_reaches_is_not_called_cut_short(self) -> None:
        traced = run(FIGURE_1, replies(**FIGURE_1_REPLIES), max_llm_calls=6)
        assert traced.answer.status == "supported"
        assert traced.answer.warnings == ()

    def test_repairs_count_against_the_budget(self) -> None:
        traced = run(FIGURE_1, lambda step, body: GARBAGE, max_llm_calls=4)
        assert traced.steps == ["recognize_topics", "repair", "analyze_question", "answer"]

    def test_several_calls_of_one_step_count_against_the_budget(self) -> None:
        script = replies(
            **{**FIGURE_1_REPLIES, "select_paths": {"selected": list(range(1, 21))}, "answer": citing((1, 1))}
        )
        traced = run(FIGURE_1, script, strategy="fuzzy+branch", w_max=20, max_llm_calls=3)
        assert len(traced.steps) == 3


def test_a_setting_for_endpoints_that_does_nothing_is_said_not_to() -> None:
    with PathsOverGraph("demo", encoder="lexical", max_rows=5) as agent:
        warnings = agent.ask("What moons does Mars have?").warnings
    assert warnings == ("max_rows is for endpoints and changes nothing here",)


class TestTopics:
    def test_a_class_is_an_optional_topic(self) -> None:
        question = "To which continent with the Central Time Zone do the Falkland Islands belong?"
        joint = "{Falkland Islands} - contained by -> {Americas} - has time zone -> {Central Time Zone}"
        script = replies(
            recognize_topics=mentions("Falkland Islands", "Central Time Zone", "continent"),
            analyze_question=analysis(
                *("!Falkland Islands", "part of", "?continent", "has", "!Central Time Zone"),
                paraphrases={"belong": ["part of", "contained by"]},
            ),
            select_paths=choosing(joint),
            answer=citing((joint, 1)),
        )
        traced = run(question, script)
        assert [(topic.label, topic.optional) for topic in traced.answer.topic_entities] == [
            ("Falkland Islands", False),
            ("Central Time Zone", False),
            ("continent", True),
        ]
        assert traced.nodes == START + TOPIC + END
        assert (traced.labels, traced.answer.status) == (["Americas"], "supported")

    def test_an_optional_topic_may_also_lie_on_the_path(self) -> None:
        kg = small_graph("Ann parent Bob", "Bob a person", "Ann a person", "Ann works_at Mill")
        joint = "{Ann} - parent -> {Bob} - type -> {person}"
        script = replies(
            recognize_topics=mentions("Ann", "person"),
            analyze_question=analysis("!Ann", "parent", "?person", "is a", "!person"),
            answer=citing((joint, 1)),
        )
        traced = run("Which person is the parent of Ann?", script, kg, w_max=20)
        assert (traced.labels, traced.answer.status) == (["Bob"], "supported")

    def test_without_a_model_an_ordinary_word_that_is_a_name_is_an_optional_topic(self) -> None:
        kg = small_graph("Ann director_of Bob", "Cid tagged director", "Dan tagged director")
        question = "Whose director is Ann?"
        with PathsOverGraph(kg, encoder="lexical") as agent:
            answer = agent.ask(question)
            given = agent.ask(question, topics=[T + "Ann", T + "director"])
        assert {topic.label: topic.optional for topic in answer.topic_entities} == {"Ann": False, "director": True}
        assert (answer.text, answer.status) == ("Bob", "supported")
        assert not any(topic.optional for topic in given.topic_entities)

    def test_topics_that_nothing_joins_are_searched_apart_and_the_run_says_so(self) -> None:
        kg = small_graph("Ann parent Bob", "Cid parent Dan")
        script = replies(
            recognize_topics=mentions("Ann", "Cid"),
            analyze_question=analysis("!Ann", "parent", "?person", "parent", "!Cid"),
            answer=citing(("{Ann} - parent -> {Bob}", 1)),
        )
        traced = run("Who is the parent of Ann and Cid?", script, kg)
        assert traced.nodes == [*START, *["explore_topic_paths"] * 3, *TOPIC, *END]
        assert any("joins all 2 topic entities" in text for text in traced.answer.warnings)
        assert traced.answer.status == "partial"
        assert "name-unused" in ids(traced.answer.findings)

    def test_the_largest_joined_subset_takes_over(self) -> None:
        kg = small_graph("Ann parent Bob", "Eve parent Bob", "Cid parent Dan")
        joint = "{Ann} - parent -> {Bob} <- parent - {Eve}"
        script = replies(
            recognize_topics=mentions("Ann", "Eve", "Cid"),
            analyze_question=analysis("!Ann", "parent", "?person", "parent", "!Eve"),
            answer=citing((joint, 1)),
        )
        traced = run("Who is the parent of Ann, Eve and Cid?", script, kg, d_max=1, w_max=10)
        assert (traced.labels, traced.answer.status) == (["Bob"], "partial")
        assert traced.answer.paths[0].text == joint

    def test_smaller_subsets_compete_when_joint_paths_do_not_suffice(self) -> None:
        kg = small_graph("Ann friend Eve", "Eve parent Bob", "Ann likes Tea")
        seen: list[list[str]] = []

        def judged(body: dict) -> dict:
            from tests.pipeline_fixtures import shown

            seen.append([*shown(body).values()])
            return YES if len(seen) == 2 else NO

        script = replies(
            recognize_topics=mentions("Ann", "Eve"),
            analyze_question=analysis("!Ann", "friend", "!Eve", "parent", "?person"),
            judge_sufficiency=judged,
            answer=citing(("{Eve} - parent -> {Bob}", 1)),
        )
        traced = run("Who is the parent of Ann's friend Eve?", script, kg, d_max=1, w_max=10)
        assert traced.nodes == START + TOPIC + TOPIC + END
        assert seen[0] == ["{Ann} - friend -> {Eve}"]
        assert seen[0][0] in seen[1]
        assert "{Eve} - parent -> {Bob}" in seen[1]
        assert (traced.labels, traced.answer.status) == (["Bob"], "partial")

    def test_a_node_with_too_many_edges_is_a_truncation_and_a_warning(self) -> None:
        kg = small_graph(*(f"Hub member Node{index}" for index in range(30)), "Ann part_of Hub")
        script = replies(
            recognize_topics=mentions("Ann"),
            analyze_question=analysis("!Ann", "part of", "?thing"),
            answer=citing(("{Ann} - part of -> {Hub}", 1)),
        )
        answer = run("What is Ann part of?", script, kg, max_degree=10).answer
        assert answer.truncated
        assert any("max_degree" in text and T + "Hub" in text for text in answer.warnings)
        assert [item.label for item in answer.answers] == ["Hub"]
        assert not run("What is Ann part of?", script, kg).answer.truncated
