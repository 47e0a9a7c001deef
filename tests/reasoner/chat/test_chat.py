"""ChatReasoner over real HTTP: what each step asks and what becomes of a good reply."""

from typing import Any

import pytest

from pog_agent.models import AnswerDraft, Citation, QuestionAnalysis, SplitVerdict, Sufficiency, Summary
from pog_agent.reasoner.base import Reasoner
from pog_agent.reasoner.steps.analyze_question import AnalyzeQuestion
from pog_agent.reasoner.steps.answer import AnswerByCitation
from pog_agent.reasoner.steps.judge_sufficiency import JudgeSufficiency
from pog_agent.reasoner.steps.predict_supplements import PredictSupplements
from pog_agent.reasoner.steps.recognize_topics import RecognizeTopics
from pog_agent.reasoner.steps.select_paths import SelectPaths
from pog_agent.reasoner.steps.summarize_paths import SummarizePaths
from tests.llm_server import system_text, user_text
from tests.reasoner.cases import CHAIN, CONTEXT, PATHS, QUESTION, TOPICS, reasoner, select


def test_it_is_a_reasoner_named_after_its_model() -> None:
    with reasoner() as (agent, _):
        checked: Reasoner = agent
        assert checked.name == "scripted"


class TestSteps:
    async def test_topics_are_the_mentions(self) -> None:
        with reasoner({"mentions": [" Tarnholm ", "Ilse Brandvik", "Tarnholm", ""]}) as (agent, llm):
            reply = await agent.ask(RecognizeTopics(QUESTION, ("museum", "Tarn\nholm")))
        assert reply.value == ("Tarnholm", "Ilse Brandvik")
        assert reply.warnings == ()
        assert "museum\nTarn holm\n</spotted>" in user_text(llm.requests[0])

    async def test_no_mention_at_all_falls_back_to_the_spotted_labels(self) -> None:
        with reasoner({"mentions": []}) as (agent, _):
            reply = await agent.ask(RecognizeTopics(QUESTION, ("museum",)))
        assert reply.value == ("museum",)
        assert reply.warnings == (
            "recognize_topics: no mention found: the labels spotted in the question are used",
        )

    async def test_order_and_depth_are_computed_from_the_chain(self) -> None:
        with reasoner({"split_questions": ["a", "a", "b"], "chain": CHAIN}) as (agent, llm):
            reply = await agent.ask(AnalyzeQuestion(QUESTION, TOPICS, 3))
        value = reply.value
        assert value.split_questions == ("a", "b")
        assert value.order == ("urn:tarnholm", "urn:brandvik")
        assert value.predicted_depth == 2
        assert value.indicator is not None
        assert value.indicator.text == (
            "Tarnholm - is location of - answer(museum) - shows - painting - painted by - Ilse Brandvik"
        )
        assert '[1] Ilse Brandvik (in the question: "Brandvik")\n[2] Tarnholm' in user_text(llm.requests[0])

    async def test_the_predicted_depth_is_at_most_d_max(self) -> None:
        with reasoner({"split_questions": ["a"], "chain": CHAIN}) as (agent, _):
            reply = await agent.ask(AnalyzeQuestion(QUESTION, TOPICS, 1))
        assert reply.value.predicted_depth == 1

    async def test_topics_may_be_named_by_number_and_missing_ones_come_last(self) -> None:
        chain = [{"topic": 2}, {"relation": "r"}, {"answer": "x"}, {"relation": "s"}, {"topic": "Atlantis"}]
        with reasoner({"split_questions": [], "chain": chain}) as (agent, _):
            reply = await agent.ask(AnalyzeQuestion(QUESTION, TOPICS, 3))
        assert reply.value.order == ("urn:tarnholm", "urn:brandvik")
        assert reply.value.split_questions == (QUESTION,)
        assert reply.value.indicator is not None
        assert [node.kind for node in reply.value.indicator.nodes] == ["topic", "answer", "unknown"]

    @pytest.mark.parametrize(
        "chain",
        [
            None,
            [],
            "Tarnholm - museum",
            CHAIN[1:-1],
            [{"topic": "Tarnholm"}, {"relation": "r"}, {"unknown": "no answer"}],
            [{"topic": "Atlantis"}, {"relation": "r"}, {"answer": "x"}],
            [{"topic": "Tarnholm"}, {"unknown": "y"}, {"answer": "x"}],
            [{"topic": "Tarnholm"}, {"relation": ""}, {"answer": "x"}],
            ["Tarnholm", "r", "museum"],
        ],
    )
    async def test_an_invalid_chain_leaves_no_indicator_and_depth_one(self, chain: Any) -> None:
        with reasoner({"split_questions": ["a"], "chain": chain}) as (agent, llm):
            reply = await agent.ask(AnalyzeQuestion(QUESTION, TOPICS, 3))
        assert reply.value == QuestionAnalysis(split_questions=("a",))
        assert len(llm.requests) == 1
        assert "no valid indicator" in reply.warnings[0]

    async def test_selected_paths_keep_their_rank_and_the_width(self) -> None:
        with reasoner({"selected": [3, 7, 3, 1, 2]}) as (agent, llm):
            reply = await select(agent)
        assert reply.value == (3, 1)
        assert reply.warnings == ("select_paths: dropped paths that do not exist: 7",)
        assert f"[2] {PATHS[1].text}\n" in user_text(llm.requests[0])
        assert "Keep: 2" in user_text(llm.requests[0])

    @pytest.mark.parametrize("selected", [[], [9], [0, -1]])
    async def test_without_a_valid_number_the_ranking_stands(self, selected: list[int]) -> None:
        with reasoner({"selected": selected}) as (agent, llm):
            reply = await select(agent)
        assert reply.value == (1, 2)
        assert reply.warnings[-1].endswith("the order of the ranking is kept")
        assert len(llm.requests) == 1

    async def test_a_summary_cites_facts_that_exist(self) -> None:
        with reasoner({"facts": ["2.1", "2.3", "1.2"], "chain": " so "}) as (agent, llm):
            reply = await agent.ask(SummarizePaths(CONTEXT, PATHS))
        assert reply.value == Summary(chain="so", facts={2: (1, 3), 1: (2,)})
        assert "\n2.3 Grey Harbour, r, Ilse Brandvik\n" in user_text(llm.requests[0])

    async def test_sufficiency_is_judged_per_split_question(self) -> None:
        splits = [
            {"question": 2, "covered": True, "paths": [2, 8]},
            {"question": 5, "covered": True, "paths": [1]},
        ]
        with reasoner({"splits": splits, "sufficient": True, "reason": "r"}) as (agent, llm):
            reply = await agent.ask(JudgeSufficiency(CONTEXT, PATHS, Summary(chain="why", facts={2: (1,)})))
        assert reply.value == Sufficiency(
            sufficient=True,
            splits=(SplitVerdict(covered=False), SplitVerdict(covered=True, paths=(2,))),
            reason="r",
        )
        asked = user_text(llm.requests[0])
        assert "1. Which museums are in Tarnholm?\n2. " in asked
        assert "\n2.1 Tarnholm, r, Kelder House\n[3]" in asked
        assert "2.2 " not in asked
        assert "<summary>why</summary>" in asked

    async def test_a_split_question_without_an_existing_path_is_not_covered(self) -> None:
        reply_text = {"splits": [{"question": 1, "covered": True, "paths": [8]}], "sufficient": False}
        with reasoner(reply_text) as (agent, _):
            reply = await agent.ask(JudgeSufficiency(CONTEXT, PATHS, Summary()))
        assert not reply.value.splits[0].covered

    async def test_supplements_carry_their_own_indicator(self) -> None:
        predictions = [
            {"prediction": "Kelder House", "chain": [CHAIN[0], CHAIN[1], {"answer": "Kelder House"}]},
            {"prediction": "ilse  brandvik", "chain": CHAIN},
            {"prediction": "Osk Gallery", "chain": [{"unknown": "gallery"}, {"unknown": "place"}]},
            {"prediction": "Mill Museum"},
            {"prediction": "Fourth"},
        ]
        with reasoner({"predictions": predictions}) as (agent, llm):
            reply = await agent.ask(PredictSupplements(CONTEXT, PATHS, 3))
        assert [(item.prediction, item.indicator) for item in reply.value] == [
            ("Kelder House", "Tarnholm - is location of - answer(Kelder House)"),
            ("Osk Gallery", "gallery - place"),
            ("Mill Museum", CONTEXT.indicator),
        ]
        assert reply.warnings == (
            "predict_supplements: dropped a prediction that adds nothing: ilse  brandvik",
            "predict_supplements: left out predictions beyond 3: 1",
        )
        assert "language with the code de" in system_text(llm.requests[0])

    async def test_an_answer_cites_positions_that_exist(self) -> None:
        citations = [{"path": 2, "position": 1}, {"path": "1", "position": "1"}, {"path": 2, "position": 4}]
        scripted = {"reason": "r", "kind": "Entities", "citations": [*citations, citations[0]], "only": ["Kelder"]}
        with reasoner(scripted) as (agent, _):
            reply = await agent.ask(AnswerByCitation(CONTEXT, PATHS, Summary(), final=False))
        assert reply.value == AnswerDraft(
            citations=(Citation(path=2, position=1), Citation(path=1, position=1)), only=("Kelder",), reason="r"
        )
        assert reply.warnings == ("answer: dropped a citation that does not exist: path 2, position 4",)

    @pytest.mark.parametrize(
        ("kind", "operation", "agreed"),
        [
            ("count", "none", ("count", "count")),
            ("entities", "count", ("count", "count")),
            ("boolean", None, ("boolean", "exists")),
            ("literal", "none", ("literal", "none")),
            ("entities", "latest", ("entities", "latest")),
        ],
    )
    async def test_kind_and_operation_agree(
        self, kind: str, operation: str | None, agreed: tuple[str, str]
    ) -> None:
        scripted = {"citations": [{"path": 1, "position": 1}], "kind": kind, "operation": operation}
        with reasoner(scripted) as (agent, _):
            reply = await agent.ask(AnswerByCitation(CONTEXT, PATHS, Summary(), final=False))
        assert (reply.value.kind, reply.value.operation) == agreed

    @pytest.mark.parametrize(
        ("path", "given", "used"), [(3, 1, 1), (3, 9, 1), (3, None, 1), (1, 2, 2), (1, 9, None), (1, None, None)]
    )
    async def test_an_extreme_compares_at_a_position_of_its_first_path(
        self, path: int, given: int | None, used: int | None
    ) -> None:
        scripted = {
            "citations": [{"path": path, "position": 0}],
            "operation": "latest",
            "key_position": given,
        }
        with reasoner(scripted) as (agent, _):
            reply = await agent.ask(AnswerByCitation(CONTEXT, PATHS, Summary(), final=False))
        assert reply.value.key_position == used
        assert bool(reply.warnings) == (used is None and given is not None)

    async def test_own_knowledge_joins_in_only_at_the_end(self) -> None:
        with reasoner({"citations": [], "own_answer": 1951}) as (agent, llm):
            early = await agent.ask(AnswerByCitation(CONTEXT, PATHS, Summary(), final=False))
            late = await agent.ask(AnswerByCitation(CONTEXT, PATHS, Summary(), final=True))
        assert early.value.own_answer is None
        assert "own knowledge" in early.warnings[0]
        assert late.value.own_answer == "1951"
        assert ["Mode: paths" in user_text(llm.requests[0]), "Mode: final" in user_text(llm.requests[1])] == [
            True
        ] * 2

    async def test_nothing_is_asked_about_no_paths(self) -> None:
        with reasoner() as (agent, llm):
            replies: list[Any] = [
                await agent.ask(SelectPaths(CONTEXT, (), 3)),
                await agent.ask(SummarizePaths(CONTEXT, ())),
                await agent.ask(JudgeSufficiency(CONTEXT, (), Summary())),
                await agent.ask(AnswerByCitation(CONTEXT, (), Summary(), final=False)),
            ]
            assert llm.requests == []
            await agent.ask(AnswerByCitation(CONTEXT, (), Summary(), final=True))
        assert [reply.usage.llm_calls for reply in replies] == [0] * 4
        assert llm.steps == ["answer"]
