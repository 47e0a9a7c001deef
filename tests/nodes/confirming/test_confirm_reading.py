"""What words mean is put to a model that has passed its exam, and to no other."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from pog_agent import Answer, PathsOverGraph
from pog_agent.answering.account import UNEXAMINED
from pog_agent.reasoner.exam.examine import examine
from tests.erring.scenarios import ModelReply
from tests.erring.scripted_model import FollowingModel
from tests.erring.simulated_judge import SimulatedJudge
from tests.llm_server import BROKEN, Body, Scripted, ScriptedLLM, user_text
from tests.pipeline_fixtures import small_graph

GRAPH = (
    ("kelder", "owner", "ilse"),
    ("kelder", "manager", "jorn"),
    ("kelder", "architect", "runa"),
    ("osk", "owner", "jorn"),
    ("ilse", "parent", "osk"),
    ("ilse", "child", "bo"),
)
QUESTION = "Who looks to the well-being of kelder?"
"""No rule knows that this asks for the manager."""
SAID = {"looks": ["manager", "managed by"], "well-being": ["managing"]}
STEPS = SimulatedJudge.steps


@dataclass
class Scene:
    """A model server, a graph, and what the model says of each lookup: it may also break down then."""

    folder: Path
    llm: ScriptedLLM
    model: FollowingModel
    url: str
    is_broken: bool = False

    def pass_exam(self) -> None:
        examine("openai:scripted", self.url, exams=self.exams)

    @property
    def exams(self) -> str:
        return str(self.folder / "exams.json")

    def ask(self, question: str = QUESTION, relation: str = "manager", **settings: Any) -> Answer:
        said = {
            "kind": "-",
            "topics": ("kelder",),
            "splits": (question,),
            "cites": (f"{{kelder}} - {relation} -> {{?}}",),
        }
        self.model.follow(ModelReply.model_validate({**said, "paraphrases": settings.pop("said", SAID)}))
        own = {"base_url": self.url, "encoder": "lexical", "exams": self.exams, **settings}
        self.llm.requests.clear()
        with PathsOverGraph(small_graph(*GRAPH_LINES), "openai:scripted", **own) as agent:
            return agent.ask(question)

    @property
    def confirmations(self) -> list[str]:
        """The steps that asked what words mean, in order."""
        return [step for step in self.llm.steps if step in STEPS]


GRAPH_LINES = [f"{head} {relation} {tail}" for head, relation, tail in GRAPH]


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[Scene]:
    model, llm = FollowingModel(), ScriptedLLM()

    def script(step: str, body: Body) -> Scripted:
        return BROKEN if made.is_broken and step in STEPS else model(step, body)

    with llm.serve(script) as url:
        made = Scene(tmp_path, llm, model, url)
        yield made


def test_without_an_exam_nothing_is_asked_and_rules_decide(scene: Scene) -> None:
    answer = scene.ask()
    assert scene.confirmations == []
    assert (answer.status, answer.basis, answer.settled) == ("supported", "proven", ())
    (told,) = answer.warnings
    assert told.startswith("only the model's own paraphrase says") and told.endswith(f"({UNEXAMINED})")


def test_what_only_a_paraphrase_says_is_confirmed_by_two_calls(scene: Scene) -> None:
    scene.pass_exam()
    answer = scene.ask()
    assert scene.confirmations == ["confirm_reading", "choose_reading"]
    assert (answer.text, answer.status, answer.basis) == ("jorn", "supported", "confirmed")
    assert {item.id for item in answer.settled} == {"by-paraphrase-alone"}
    assert {item.settled_by for item in answer.settled} == {"model"}
    assert answer.findings == ()
    assert not any("not fully supported" in text for text in answer.warnings)
    assert {step: answer.usage.by_step[step].llm_calls for step in STEPS} == dict.fromkeys(STEPS, 1)
    assert answer.to_json()["basis"] == "confirmed"


def test_the_model_sees_the_lookup_and_the_others_but_no_answer(scene: Scene) -> None:
    scene.pass_exam()
    scene.ask()
    asked = next(body for body in scene.llm.requests if scene.llm.step_of(body) == "confirm_reading")
    text = user_text(asked)
    assert "what is the manager of kelder? [kelder - manager -> ?]" in text
    assert "what is the owner of kelder? [kelder - owner -> ?]" in text
    assert "jorn" not in text


def test_each_step_of_a_lookup_is_shown_with_the_others_there(scene: Scene) -> None:
    scene.pass_exam()
    two = {"relation": "owner -> {*} - parent", "said": {"boss": ["owner"]}}
    scene.ask("Who is the parent of the boss of kelder?", **two)
    asked = next(body for body in scene.llm.requests if scene.llm.step_of(body) == "confirm_reading")
    others = user_text(asked).partition("<others>")[2].partition("</others>")[0]
    assert "kelder - manager -> a; a - parent -> ?" in others
    assert "kelder - owner -> a; a - child -> ?" in others


def test_a_file_of_exams_that_cannot_be_read_is_a_warning_and_nothing_is_confirmed(scene: Scene) -> None:
    (scene.folder / "exams.json").write_text("{broken")
    answer = scene.ask()
    assert (answer.status, scene.confirmations) == ("supported", [])
    assert any(text.startswith("the model confirms nothing: the file of exam results") for text in answer.warnings)


def test_a_passed_exam_holds_for_the_server_however_its_url_ends(scene: Scene) -> None:
    examine("openai:scripted", f"{scene.url}/", exams=scene.exams)
    assert scene.ask().basis == "confirmed"


def test_what_the_model_denies_stays_partial_and_is_not_asked_again(scene: Scene) -> None:
    scene.pass_exam()
    scene.model.judge.confirms = False
    answer = scene.ask()
    assert scene.confirmations == ["confirm_reading"]
    assert (answer.status, answer.basis) == ("partial", None)
    assert any("does not confirm" in text for text in answer.warnings)


@pytest.mark.parametrize(("trust", "steps"), [("rules", []), ("once", ["confirm_reading"]), ("twice", [*STEPS])])
def test_the_setting_says_how_often_it_is_asked(scene: Scene, trust: str, steps: list[str]) -> None:
    scene.pass_exam()
    assert scene.ask(trust=trust).status == "supported"
    assert scene.confirmations == steps


def test_what_is_proven_against_an_answer_is_not_asked_about(scene: Scene) -> None:
    scene.pass_exam()
    answer = scene.ask("Who looks to the well-being of kelder and osk?")
    assert scene.confirmations == []
    assert answer.status == "partial"


def test_a_word_that_names_another_relation_there_is_not_asked_about(scene: Scene) -> None:
    scene.pass_exam()
    answer = scene.ask("Who may be seen as owning kelder?", said={})
    assert scene.confirmations == []
    assert answer.status == "partial"
    assert {item.kind for item in answer.findings} >= {"proof"}


def test_words_that_rules_read_are_not_asked_about(scene: Scene) -> None:
    scene.pass_exam()
    answer = scene.ask("Who is the manager of kelder?", said={})
    assert scene.confirmations == []
    assert (answer.status, answer.basis) == ("supported", "proven")


def test_a_model_that_breaks_down_leaves_the_answer_partial(scene: Scene) -> None:
    scene.pass_exam()
    scene.is_broken = True
    answer = scene.ask()
    assert (answer.text, answer.status) == ("jorn", "partial")
    assert any("was not confirmed" in text for text in answer.warnings)


def test_a_question_that_no_rule_reads_is_partial_unless_it_is_confirmed(scene: Scene) -> None:
    question = "Wer ist der Verwalter von kelder?"
    before = scene.ask(question, said={"Verwalter": ["manager"]})
    assert (before.status, [item.id for item in before.findings]) == ("partial", ["language-not-read"])
    scene.pass_exam()
    after = scene.ask(question, said={"Verwalter": ["manager"]})
    assert (after.status, after.basis) == ("supported", "confirmed")
