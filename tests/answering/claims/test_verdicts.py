"""A verdict is true or false where the graph shows it, and not enough everywhere else."""

from collections.abc import Iterator
from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver

from pog_agent import PathsOverGraph, SettingError
from pog_agent.answering.candidates.verdicts import truth_of
from pog_agent.answering.claims.verdicts import with_verdict
from pog_agent.models import Answer, AnswerItem, Claim
from pog_agent.ranking.encoder import CachedEncoder
from tests.pipeline_fixtures import NO, YES, Traced, analysis, citing, demo, mentions, replies, run


@pytest.fixture(scope="module")
def agent() -> Iterator[PathsOverGraph]:
    with PathsOverGraph(demo(), task="verify") as agent:
        yield agent


def test_a_value_contradicts_with_the_path_to_the_other_one(agent: PathsOverGraph) -> None:
    answer = agent.ask("Albert Einstein was born in Copenhagen.")
    assert [path.text for path in answer.paths] == ["{Albert Einstein} - born in -> {Ulm}"]
    assert answer.computations[0].text == "the graph has Ulm, and not Copenhagen"
    assert answer.computations[1].text.endswith("things have 'born in', each of them one value of it")
    assert (answer.kind, answer.confidence is not None) == ("boolean", True)


class TestModel:
    """A language model judges; what it says is a verdict only where code finds it shown."""

    @staticmethod
    def judged(claim: str, names: tuple[str, ...], **steps: Any) -> Traced:
        plan = analysis(f"!{names[0]}", "born in", f"!{names[1]}")
        script = replies(recognize_topics=mentions(*names), analyze_question=plan, **steps)
        return run(claim, script, task="verify")

    def test_a_cited_path_is_a_yes(self) -> None:
        names = ("Marie Curie", "Warsaw")
        cite = citing(("{Marie Curie} - born in -> {Warsaw}", 1), kind="boolean", operation="exists")
        for claim, verdict in (("was", "true"), ("was not", "false")):
            text = f"Marie Curie {claim} born in Warsaw."
            traced = self.judged(text, names, judge_sufficiency=YES, answer=cite)
            assert (traced.answer.verdict, traced.answer.status) == (verdict, "supported")

    def test_it_costs_the_calls_of_the_question(self) -> None:
        names = ("Albert Einstein", "Copenhagen")
        steps = {"judge_sufficiency": NO, "answer": citing(kind="boolean", operation="exists")}
        claimed = self.judged("Albert Einstein was born in Copenhagen.", names, **steps)
        plan = analysis(f"!{names[0]}", "born in", f"!{names[1]}")
        script = replies(recognize_topics=mentions(*names), analyze_question=plan, **steps)
        asked = run("Was Albert Einstein born in Copenhagen?", script)
        assert claimed.steps == asked.steps
        assert (claimed.answer.verdict, claimed.answer.status) == ("false", "supported")
        assert asked.answer.status != "supported"

    def test_own_knowledge_is_not_enough(self) -> None:
        names = ("Albert Einstein", "Harvard University")
        traced = self.judged(
            "Albert Einstein studied at Harvard University.",
            names,
            judge_sufficiency=NO,
            answer=citing(own="no"),
            predict_supplements={"predictions": []},
        )
        answer = traced.answer
        assert (answer.verdict, answer.status, [item.value for item in answer.answers]) == (
            *("not enough", "parametric"),
            ["false"],
        )

    def test_an_answer_that_is_no_yes_is_not_enough(self) -> None:
        names = ("Marie Curie", "Warsaw")
        traced = self.judged(
            "Marie Curie was born in Warsaw.",
            names,
            judge_sufficiency=YES,
            answer=citing(("{Marie Curie} - born in -> {Warsaw}", 1)),
        )
        assert traced.answer.verdict == "not enough" and traced.answer.status != "supported"

    def test_a_claim_that_is_not_read_is_not_enough_whatever_is_cited(self) -> None:
        names = ("Marie Curie", "Warsaw")
        cite = citing(("{Marie Curie} - born in -> {Warsaw}", 1), kind="boolean", operation="exists")
        traced = self.judged("Marie Curie was perhaps born in Warsaw.", names, judge_sufficiency=YES, answer=cite)
        assert (traced.answer.verdict, traced.answer.status) == ("not enough", "partial")
        assert any("it says 'perhaps'" in text for text in traced.answer.warnings)


class TestSetting:
    def test_it_holds_for_one_call(self, meaning: CachedEncoder) -> None:
        with PathsOverGraph(demo(), encoder=meaning) as agent:
            assert agent.ask("Ganymede orbits Jupiter.", task="verify").verdict == "true"
            assert agent.ask("Does Ganymede orbit Jupiter?").verdict is None
            with pytest.raises(SettingError, match="is a question"):
                agent.ask("Does Ganymede orbit Jupiter?", task="verify")

    def test_a_thread_judges_one_claim_after_the_other(self, meaning: CachedEncoder) -> None:
        with PathsOverGraph(demo(), encoder=meaning, checkpointer=InMemorySaver()) as agent:
            asked = [("Ganymede orbits Jupiter.", "verify"), ("Phobos orbits Jupiter.", "verify")]
            found = [agent.ask(text, "one", task=task).verdict for text, task in asked]
            assert found == ["true", "false"]
            assert agent.ask("Which planet does Phobos orbit?", "one").verdict is None

    def test_a_system_without_a_graph_search_has_no_proof(self) -> None:
        traced = run("Rome is a city.", replies(answer_io={"answers": ["yes"]}), system="io", task="verify")
        assert (traced.answer.verdict, traced.answer.status) == ("not enough", "parametric")


def test_a_verdict_turns_yes_and_no_around_for_a_denial() -> None:
    said = Answer(question="Is it?", status="partial", answers=(AnswerItem(value="true", label="yes"),))
    judged = with_verdict(said, Claim(text="It is not.", question="Is it?", negated=True))
    assert (judged.verdict, judged.answers[0].value, judged.question) == ("not enough", "false", "It is not.")
    assert with_verdict(said, None) is said
    assert truth_of(said.model_copy(update={"answers": (AnswerItem(value="7", label="7"),)})) is None
