"""A verdict is true or false where the graph shows it, and not enough everywhere else."""

from collections.abc import Iterator
from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver

from pog_agent import PathsOverGraph, SettingError
from pog_agent.answering.claims.judgement import truth_of
from pog_agent.answering.claims.verdicts import with_verdict
from pog_agent.models import Answer, AnswerItem, Claim
from pog_agent.ranking.encoder import CachedEncoder
from tests.pipeline_fixtures import NO, YES, Traced, analysis, citing, demo, mentions, replies, run, small_graph

TOWNS = ("Ann born_in Ulm", "Bob born_in Bonn", "Cid born_in Kiel", "Dan born_in Ulm", "Eve born_in Bonn")


@pytest.fixture(scope="module")
def agent() -> Iterator[PathsOverGraph]:
    with PathsOverGraph(demo(), task="verify") as agent:
        yield agent


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ("Marie Curie was born in Warsaw.", "true"),
        ("Marie Curie was not born in Warsaw.", "false"),
        ("Berlin is the capital of France.", "false"),
        ("Niels Bohr was not born in Warsaw.", "true"),
        ("Phobos orbits Jupiter.", "false"),
        ("The euro is the currency of Denmark.", "false"),
        ("Angela Merkel was born in 1954.", "true"),
        ("Angela Merkel was born in 1955.", "false"),
        ("Marie Curie was born on 8 November 1867.", "false"),
        ("The atomic number of polonium is 85.", "false"),
        ("There are more than two planets.", "true"),
        ("There are fewer than three planets.", "false"),
    ],
)
def test_what_the_graph_shows_is_true_or_false(agent: PathsOverGraph, claim: str, verdict: str) -> None:
    answer = agent.ask(claim)
    assert (answer.verdict, answer.status, answer.text, answer.question) == (verdict, "supported", verdict, claim)
    assert answer.cited


@pytest.mark.parametrize(
    "claim",
    [
        "Marie Curie was born in Poland.",  # Warsaw is in Poland
        "Albert Einstein is a citizen of France.",  # he has several citizenships
        "Inception was not directed by Ridley Scott.",  # no such name
        "Jupiter orbits Ganymede.",  # it is the other way round
        "Only Marie Curie discovered radium.",
        "Denmark probably borders Germany.",
        "Albert Einstein died in 1879.",  # he was born then
        "Albert Einstein did not die in 1955.",
        "Stockholm was the capital of Denmark.",  # the graph tells the present
        "Ève Curie was not born near Warsaw.",
        "Marie Curie was born around 1900.",
        "Inception was re-released in 2020.",
        "Ganymede has a diameter of 5268 km.",
        "Marie Curie's husband was born in Warsaw.",
    ],
)
def test_everything_else_is_not_enough(agent: PathsOverGraph, claim: str) -> None:
    answer = agent.ask(claim)
    assert (answer.verdict, answer.question) == ("not enough", claim)
    assert answer.status in ("partial", "abstained")
    assert answer.text.startswith("not enough")
    assert answer.warnings or answer.abstention


def test_a_value_contradicts_with_the_path_to_the_other_one(agent: PathsOverGraph) -> None:
    answer = agent.ask("Albert Einstein was born in Copenhagen.")
    assert [path.text for path in answer.paths] == ["{Albert Einstein} - born in -> {Ulm}"]
    assert answer.computations[0].text == "the graph has Ulm, and not Copenhagen"
    assert answer.computations[1].text.endswith("things have 'born in', each of them one value of it")
    assert (answer.kind, answer.confidence is not None) == ("boolean", True)


def test_a_no_without_evidence_is_no_answer(agent: PathsOverGraph) -> None:
    answer = agent.ask("Albert Einstein studied at Harvard University.")
    assert (answer.verdict, answer.status, answer.answers) == ("not enough", "abstained", ())
    assert answer.abstention is not None
    assert not any("does not prove" in text for text in answer.warnings)


class TestOneValue:
    @staticmethod
    def verdict(claim: str, encoder: CachedEncoder, *lines: str) -> str | None:
        with PathsOverGraph(small_graph(*lines), encoder=encoder, task="verify") as agent:
            return agent.ask(claim).verdict

    def test_each_thing_has_one(self, meaning: CachedEncoder) -> None:
        assert self.verdict("Ann was born in Bonn.", meaning, *TOWNS) == "false"

    @pytest.mark.parametrize(
        "more",
        [
            ("Fay born_in Ulm", "Fay born_in Kiel"),  # somebody has two
            ("Ulm lies_in Bonn",),  # the value is a part of the other one
            ("Ulm lies_in Hesse", "Hesse lies_in Bonn"),
            ("Ulm a town", "Bonn a country"),  # the values are of different kinds
        ],
    )
    def test_it_may_have_another_one(self, meaning: CachedEncoder, more: tuple[str, ...]) -> None:
        assert self.verdict("Ann was born in Bonn.", meaning, *TOWNS, *more) == "not enough"

    def test_few_things_tell_nothing(self, meaning: CachedEncoder) -> None:
        assert self.verdict("Ann was born in Bonn.", meaning, *TOWNS[:4]) == "not enough"

    def test_what_is_nowhere_a_value_is_no_other_value(self, meaning: CachedEncoder) -> None:
        assert self.verdict("Ann was born in Lahr.", meaning, *TOWNS, "Lahr has_mayor Tim") == "not enough"


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
