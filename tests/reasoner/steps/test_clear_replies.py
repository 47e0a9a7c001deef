"""Replies that are clear to a reader, though not in the form that was asked for: read, at no second call."""

import json
from dataclasses import replace
from typing import Any

import pytest

from pog_agent.models import AnswerDraft, Paraphrase, PathCitation, Summary
from pog_agent.models.shown import place_code
from pog_agent.reasoner.places import read_code
from pog_agent.reasoner.steps.analyze_question import AnalyzeQuestion
from pog_agent.reasoner.steps.answer import AnswerByCitation
from pog_agent.reasoner.steps.answer_io import AnswerPlainly
from pog_agent.reasoner.steps.judge_sufficiency import JudgeSufficiency
from pog_agent.reasoner.steps.recognize_topics import RecognizeTopics
from pog_agent.reasoner.steps.summarize_paths import SummarizePaths
from tests.llm_server import Reply, in_turn, user_text
from tests.reasoner.cases import CHAIN, CONTEXT, PATHS, QUESTION, TOPICS, reasoner, select

ANSWER = AnswerByCitation(CONTEXT, PATHS, Summary(), final=True)
CITED = {"citations": [{"path": 2, "position": 1}]}


class TestNumbersOfPaths:
    @pytest.mark.parametrize(
        "selected",
        [2, "2", [2.1], ["2.3"], [{"path": 2}], [{"number": "[2]"}], ["[2] {Tarnholm} - r -> {Kelder House}"]],
    )
    async def test_one_path_may_be_named_in_many_ways(self, selected: Any) -> None:
        with reasoner({"selected": selected}) as (agent, llm):
            reply = await select(agent)
        assert (reply.value, reply.warnings, llm.steps) == ((2,), (), ["select_paths"])

    @pytest.mark.parametrize("selected", ["2, 1", "[2, 1]", [2, 2.2, "1"]])
    async def test_so_may_several(self, selected: Any) -> None:
        with reasoner({"selected": selected}) as (agent, llm):
            reply = await select(agent)
        assert (reply.value, llm.steps) == ((2, 1), ["select_paths"])

    @pytest.mark.parametrize("selected", ["all", ["the second"], [{"path": 1, "position": 2}], [float("inf")]])
    async def test_what_names_no_path_is_asked_for_again(self, selected: Any) -> None:
        with reasoner({"selected": selected}) as (agent, llm):
            await select(agent)
        assert llm.steps == ["select_paths", "repair"]

    @pytest.mark.parametrize("paths", [[1, 1.1], "1", {"path": 1}, ["1.2"]])
    async def test_a_verdict_may_name_the_facts_of_a_path(self, paths: Any) -> None:
        verdict = {"question": 1, "covered": True, "paths": paths}
        with reasoner({"splits": verdict, "sufficient": True}) as (agent, llm):
            reply = await agent.ask(JudgeSufficiency(CONTEXT, PATHS, Summary()))
        assert (reply.value.splits[0].covered, reply.value.splits[0].paths) == (True, (1,))
        assert llm.steps == ["judge_sufficiency"]


class TestPlaces:
    @pytest.mark.parametrize(
        "cited",
        [
            *("2b", ["2b"], ["[2b]"], ["2b{Kelder House}"], [{"place": "2b"}], [[2, 1]]),
            *([{"path": 2, "position": place}] for place in ("2b", "b", "[1]", 1)),
        ],
    )
    async def test_a_place_may_be_written_in_many_ways(self, cited: Any) -> None:
        with reasoner({"citations": cited}) as (agent, llm):
            reply = await agent.ask(ANSWER)
        assert (reply.value.citations, llm.steps) == ((PathCitation(path=2, position=1),), ["answer"])

    @pytest.mark.parametrize(
        "cited", [["2"], ["b"], ["Kelder House"], [{"path": 1, "position": "2b"}], [[1, 2, 3]]]
    )
    async def test_what_names_no_place_is_asked_for_again(self, cited: Any) -> None:
        with reasoner({"citations": cited}) as (agent, llm):
            await agent.ask(ANSWER)
        assert llm.steps == ["answer", "repair"]

    async def test_a_place_that_was_not_shown_is_dropped_with_a_warning(self) -> None:
        with reasoner({"citations": ["2b", "1d"]}) as (agent, _):
            reply = await agent.ask(ANSWER)
        assert reply.value.citations == (PathCitation(path=2, position=1),)
        assert reply.warnings == ("answer: dropped a citation that does not exist: path 1, position 3",)

    @pytest.mark.parametrize(("key", "position"), [("2c", 2), (2, 2), ("2", 2), ("1c", None)])
    async def test_what_is_compared_stands_on_the_first_cited_path(self, key: Any, position: int | None) -> None:
        with reasoner({"citations": ["2b"], "operation": "latest", "key_position": key}) as (agent, _):
            reply = await agent.ask(ANSWER)
        assert reply.value.key_position == position
        assert bool(reply.warnings) is (position is None)

    @pytest.mark.parametrize("position", [0, 1, 25, 26, 53])
    def test_codes_are_read_as_they_are_shown(self, position: int) -> None:
        assert read_code(place_code(12, position)) == (12, position)

    async def test_only_what_is_to_be_cited_is_shown_with_codes(self) -> None:
        with reasoner() as (agent, llm):
            await select(agent)
            await agent.ask(JudgeSufficiency(CONTEXT, PATHS, Summary()))
            await agent.ask(ANSWER)
        lines = ["[1] {Tarnholm} - r -> {Osk} - r -> {Ilse Brandvik}"] * 2
        assert [user_text(body).partition("<paths>\n")[2].splitlines()[0] for body in llm.requests] == [
            *lines,
            "[1] 1a{Tarnholm} - r -> 1b{Osk} - r -> 1c{Ilse Brandvik}",
        ]

    async def test_the_start_of_a_path_adds_nothing_to_another_place_on_it(self) -> None:
        with reasoner(in_turn({"citations": ["1b", "1a"]}, {"citations": ["1a"]})) as (agent, _):
            both, start = await agent.ask(ANSWER), await agent.ask(ANSWER)
        assert both.value.citations == (PathCitation(path=1, position=1),)
        assert both.warnings == ("answer: dropped the start of a path beside another place on it: 1a",)
        assert start.value.citations == (PathCitation(path=1, position=0),)

    async def test_an_own_answer_that_a_path_has_is_taken_from_where_it_stands(self) -> None:
        with reasoner({"citations": [], "own_answer": "kelder house"}) as (agent, llm):
            reply = await agent.ask(ANSWER)
        assert (reply.value.citations, reply.value.only) == (
            (PathCitation(path=2, position=1),),
            ("kelder house",),
        )
        assert (reply.value.own_answer, llm.steps) == (None, ["answer"])
        assert reply.warnings == (
            "answer: the answer 'kelder house' was not cited: it is taken from 2b, where it stands",
        )

    @pytest.mark.parametrize("own", ["Ilse Brandvik", "Kelder", "Somebody else"])
    async def test_one_that_stands_on_several_places_or_none_stays_an_own_answer(self, own: str) -> None:
        with reasoner({"citations": [], "own_answer": own}) as (agent, _):
            reply = await agent.ask(ANSWER)
        assert (reply.value.citations, reply.value.own_answer) == ((), own)


class TestAnswers:
    async def test_a_reason_that_runs_away_costs_nothing_but_itself(self) -> None:
        away = '{"citations": ["2b"], "operation": "none", "reason": "' + "Mars is a planet (2.1). " * 50
        with reasoner(Reply(away, finish_reason="length")) as (agent, llm):
            reply = await agent.ask(ANSWER)
        assert (reply.value, llm.steps) == (AnswerDraft(citations=(PathCitation(path=2, position=1),)), ["answer"])
        assert reply.warnings == ("answer: the reply was cut off, its end is lost",)

    @pytest.mark.parametrize(
        ("kind", "read"),
        [
            ("museum", "entities"),
            ("profile", "entities"),
            ("Date", "literal"),
            ("yes/no", "boolean"),
            (None, "entities"),
        ],
    )
    async def test_a_kind_may_be_named_by_what_is_asked_for(self, kind: str | None, read: str) -> None:
        with reasoner({**CITED, "kind": kind}) as (agent, llm):
            reply = await agent.ask(ANSWER)
        assert (reply.value.kind, reply.value.citations) == (read, (PathCitation(path=2, position=1),))
        assert llm.steps == ["answer"]

    @pytest.mark.parametrize(
        "nothing", ["null", "None", "unknown", "N/A", False, True, ["unknown"], [], "Unknown."]
    )
    async def test_a_word_for_nothing_is_no_own_answer(self, nothing: Any) -> None:
        with reasoner({"citations": [], "own_answer": nothing}) as (agent, llm):
            reply = await agent.ask(ANSWER)
        assert (reply.value, llm.steps) == (AnswerDraft(), ["answer"])

    async def test_nor_is_it_one_of_the_answers_without_a_graph(self) -> None:
        with reasoner({"answers": ["unknown"]}) as (agent, _):
            reply = await agent.ask(AnswerPlainly(CONTEXT))
        assert reply.value.answers == ()

    async def test_a_name_that_holds_such_a_word_is_an_answer(self) -> None:
        with reasoner({"citations": [], "own_answer": "Unknown Pleasures"}) as (agent, _):
            reply = await agent.ask(ANSWER)
        assert reply.value.own_answer == "Unknown Pleasures"

    @pytest.mark.parametrize("nothing", ["none", "null", "", False])
    async def test_a_position_to_compare_may_be_none_in_words(self, nothing: Any) -> None:
        with reasoner({**CITED, "key_position": nothing}) as (agent, llm):
            reply = await agent.ask(ANSWER)
        assert (reply.value.key_position, llm.steps) == (None, ["answer"])


async def test_a_single_mention_needs_no_list() -> None:
    with reasoner({"mentions": "Tarnholm"}) as (agent, llm):
        reply = await agent.ask(RecognizeTopics(QUESTION, ()))
    assert (reply.value, llm.steps) == (("Tarnholm",), ["recognize_topics"])


async def test_paraphrases_that_run_away_cost_nothing_but_themselves() -> None:
    plan = json.dumps({"split_questions": ["Which museums?"], "chain": CHAIN})[:-1]
    kinds = '"drama", "horror", ' * 300
    away = Reply(f'{plan}, "paraphrases": {{"museum": ["gallery", {kinds}', finish_reason="length")
    with reasoner(away) as (agent, llm):
        reply = await agent.ask(AnalyzeQuestion(QUESTION, TOPICS, 3))
    assert (reply.value.split_questions, reply.value.paraphrases) == (("Which museums?",), ())
    assert reply.value.indicator is not None
    assert reply.warnings == ("analyze_question: the reply was cut off, its end is lost",)
    assert llm.steps == ["analyze_question"]


async def test_a_path_stands_for_all_of_its_facts() -> None:
    with reasoner({"facts": ["2", "1.1", "2.1"], "chain": "So."}) as (agent, llm):
        reply = await agent.ask(SummarizePaths(CONTEXT, PATHS))
    assert (reply.value, llm.steps) == (Summary(chain="So.", facts={2: (1, 2, 3), 1: (1,)}), ["summarize_paths"])


@pytest.mark.parametrize(("fact", "named"), [(9, "9"), ("2.4", "2.4")])
async def test_a_summary_of_facts_that_do_not_exist_is_not_used(fact: Any, named: str) -> None:
    with reasoner({"facts": ["1.1", fact], "chain": "Kelder House burnt down (2.4)."}) as (agent, llm):
        reply = await agent.ask(SummarizePaths(CONTEXT, PATHS))
    assert (reply.value, llm.steps) == (Summary(), ["summarize_paths"])
    assert reply.warnings == (
        f"summarize_paths: it rests on facts that do not exist: {named}: the paths are used without a summary",
    )


@pytest.mark.parametrize("others", ["gallery, art museum", ["gallery", "art museum"]])
async def test_paraphrases_are_texts_or_lists(others: Any) -> None:
    plan = {"split_questions": [QUESTION], "chain": CHAIN, "paraphrases": {"museum": others}}
    with reasoner(plan) as (agent, _):
        reply = await agent.ask(AnalyzeQuestion(QUESTION, TOPICS, 3))
    assert reply.value.paraphrases == (Paraphrase(words="museum", others=("gallery", "art museum")),)


async def test_a_relation_that_leads_nowhere_does_not_spoil_a_plan() -> None:
    chain = [{"topic": "Tarnholm"}, {"relation": "is location of"}, {"answer": "museum"}, {"relation": "shows"}]
    with reasoner({"split_questions": [QUESTION], "chain": chain}) as (agent, _):
        reply = await agent.ask(AnalyzeQuestion(QUESTION, TOPICS, 3))
    assert reply.value.indicator is not None
    assert (reply.value.indicator.relations, reply.warnings) == (("is location of",), ())


class TestOperationsNobodyAskedFor:
    @pytest.mark.parametrize(
        ("question", "operation", "read"),
        [
            ("Which museum in Tarnholm shows a painting by Ilse Brandvik?", "exists", "none"),
            ("Which museum in Tarnholm shows a painting by Ilse Brandvik?", "count", "none"),
            ("Does a museum in Tarnholm show a painting by Ilse Brandvik?", "exists", "exists"),
            ("How many museums in Tarnholm show a painting by Ilse Brandvik?", "count", "count"),
            ("How often was Ilse Brandvik shown in Tarnholm?", "count", "count"),
            ("Which is the newest museum in Tarnholm?", "latest", "latest"),
        ],
    )
    async def test_the_cited_places_are_the_answer(self, question: str, operation: str, read: str) -> None:
        english = {"question": question, "language": "en"}
        step = replace(ANSWER, context=CONTEXT.model_copy(update=english))
        with reasoner({"citations": ["2b"], "operation": operation}) as (agent, _):
            reply = await agent.ask(step)
        assert (reply.value.operation, bool(reply.warnings)) == (read, read != operation)
        assert reply.value.citations == (PathCitation(path=2, position=1),)

    async def test_a_claim_and_another_language_are_answered_as_the_model_says(self) -> None:
        for changed in ({"claim": "A museum shows it.", "language": "en"}, {"language": "de"}):
            step = replace(ANSWER, context=CONTEXT.model_copy(update=changed))
            with reasoner({"citations": ["2b"], "operation": "exists"}) as (agent, _):
                reply = await agent.ask(step)
            assert reply.value.operation == "exists"
