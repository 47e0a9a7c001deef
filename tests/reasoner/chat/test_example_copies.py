"""Replies that repeat what only the examples of a prompt say: repaired, else dropped or not used at all."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from pog_agent.models import (
    Anchor,
    AnswerDraft,
    DirectAnswer,
    PathCitation,
    PatternKey,
    QuestionAnalysis,
    ShownNode,
    Step,
    Sufficiency,
    Summary,
    TopicEntity,
)
from pog_agent.prompts import PromptLibrary, find_prompts, read_prompt
from pog_agent.reasoner.base import LlmStep
from pog_agent.reasoner.chat.example_copies import ExampleGuard, ExampleTexts
from pog_agent.reasoner.chat.reasoner import ChatReasoner
from pog_agent.reasoner.path_tree import PathTree, TreeLine, TreeRoot
from pog_agent.reasoner.shown import QuestionContext, ShownEntity, ShownPassage, ShownRelation, ShownRelations
from pog_agent.reasoner.steps.analyze_question import AnalysisReply, AnalyzeQuestion
from pog_agent.reasoner.steps.answer import AnswerByCitation
from pog_agent.reasoner.steps.answer_cot import AnswerByThought
from pog_agent.reasoner.steps.answer_io import AnswerPlainly
from pog_agent.reasoner.steps.at_once.answer_from_tree import AnswerFromTree
from pog_agent.reasoner.steps.at_once.read_question import NameInSight, ReadQuestion
from pog_agent.reasoner.steps.confirming.choose_reading import ChooseReading
from pog_agent.reasoner.steps.confirming.confirm_reading import ConfirmReading, LookupSaidBack
from pog_agent.reasoner.steps.conversing.rewrite_question import RewriteQuestion
from pog_agent.reasoner.steps.documented.answer_with_passages import AnswerWithPassages
from pog_agent.reasoner.steps.documented.judge_with_passages import JudgeWithPassages
from pog_agent.reasoner.steps.documented.score_passages import ScorePassages
from pog_agent.reasoner.steps.extraction.extract_relations import ExtractRelations
from pog_agent.reasoner.steps.judge_sufficiency import JudgeSufficiency
from pog_agent.reasoner.steps.naming.write_phrases import SchemaPart, WritePhrases
from pog_agent.reasoner.steps.predict_supplements import PredictSupplements
from pog_agent.reasoner.steps.prune_topics import PruneTopics
from pog_agent.reasoner.steps.reason_over_knowledge import ReasonOverKnowledge
from pog_agent.reasoner.steps.recognize_topics import RecognizeTopics, TopicsReply
from pog_agent.reasoner.steps.reformulate_query import ReformulateQuery
from pog_agent.reasoner.steps.score_entities import ScoreEntities
from pog_agent.reasoner.steps.score_relations import ScoreRelations
from pog_agent.reasoner.steps.select_paths import SelectPaths
from pog_agent.reasoner.steps.select_relations import SelectRelations
from pog_agent.reasoner.steps.summarize_paths import SummarizePaths
from tests.llm_server import Reply, ScriptedLLM, in_turn, last_text
from tests.reasoner.cases import CONTEXT as TARNHOLM
from tests.reasoner.cases import PATHS as PATHS_OF_TARNHOLM
from tests.reasoner.cases import QUESTION as ABOUT_TARNHOLM
from tests.reasoner.cases import Refusals, reasoner, shown

QUESTION = "Which bikes have a disc brake?"
TOPIC = TopicEntity(iri="urn:alpina", label="Alpina")
CONTEXT = QuestionContext(question=QUESTION, analysis=QuestionAnalysis(split_questions=(QUESTION,)))
PATHS = (shown(1, "Disc brake", "Alpina"), shown(2, "Disc brake", "Grippa", "Alpina"))
CASES: dict[str, tuple[LlmStep[Any], Any]] = {
    "recognize_topics": (RecognizeTopics(QUESTION, ("disc brake",)), ("disc brake",)),
    "analyze_question": (AnalyzeQuestion(QUESTION, (), 3), QuestionAnalysis(split_questions=(QUESTION,))),
    "summarize_paths": (SummarizePaths(CONTEXT, PATHS), Summary()),
    "judge_sufficiency": (JudgeSufficiency(CONTEXT, PATHS, Summary()), Sufficiency(sufficient=False)),
    "predict_supplements": (PredictSupplements(CONTEXT, PATHS, 2), ()),
    "answer": (AnswerByCitation(CONTEXT, PATHS, Summary(), final=True), AnswerDraft()),
    "answer_io": (AnswerPlainly(CONTEXT), DirectAnswer()),
    "answer_cot": (AnswerByThought(CONTEXT), DirectAnswer()),
}
"""A step that is asked of something else than its examples are, and its value where the reply copies one."""


def examples_of(step: str) -> list[str]:
    """The replies in the examples of a prompt."""
    return [line for line in PromptLibrary().get(step).examples.splitlines() if line.startswith("{")]


COPIED = [(step, reply) for step in CASES for reply in examples_of(step) if any(map(str.isupper, reply))]


@pytest.mark.parametrize(("step", "copied"), COPIED)
class TestEachStep:
    async def test_a_copied_example_is_repaired(self, step: str, copied: str) -> None:
        asked, _ = CASES[step]
        good = {
            "recognize_topics": {"mentions": ["disc brake"]},
            "analyze_question": {"split_questions": [QUESTION]},
            "summarize_paths": {"facts": ["1.1"], "chain": "Alpina has one."},
            "judge_sufficiency": {"splits": [], "sufficient": True},
            "predict_supplements": {"predictions": [{"prediction": "Rim brake"}]},
            "answer": {"citations": [{"path": 1, "position": 1}]},
            "answer_io": {"answers": ["Alpina"]},
            "answer_cot": {"answers": ["Alpina"]},
        }[step]
        with reasoner(in_turn(copied, good)) as (agent, llm):
            reply = await agent.ask(asked)
        with reasoner(good) as (agent, _):
            unspoilt = await agent.ask(asked)
        assert llm.steps == [step, "repair"]
        assert reply.value == unspoilt.value
        assert reply.warnings == unspoilt.warnings
        problem = last_text(llm.requests[1])
        names = ExampleTexts.of_prompts(PromptLibrary().get(step)).names
        assert any(repr(name) in problem for name in names)

    async def test_a_copy_that_the_repair_repeats_is_not_used(self, step: str, copied: str) -> None:
        asked, without = CASES[step]
        with reasoner(copied) as (agent, llm):
            reply = await agent.ask(asked)
        assert llm.steps == [step, "repair"]
        assert reply.value == without
        assert any(text.startswith(f"{step}: it repeats ") for text in reply.warnings)


PASSAGES = (ShownPassage(number=1, title="Alpina", text="The Alpina has a disc brake."),)
RELATIONS = tuple(
    ShownRelation(number=n, text=text, forward=True) for n, text in [(1, "has part"), (2, "sold by")]
)
GROUPS = (ShownRelations(walked="Alpina", relations=RELATIONS),)
NODE = ShownNode(labels=("Alpina",), total=1, kind="entity")
ENTITIES = (ShownEntity(number=1, text="Alpina", node=NODE),)
TURNS = ("Q: Which bike is red?", "A: Alpina")
NAMES = (NameInSight(topic=TOPIC, relations=RELATIONS),)
KEY = PatternKey(anchors=(Anchor(entity="urn:alpina", position=0),), steps=(Step(relation="r", forward=True),))
LINE = TreeLine(number=1, depth=0, relation="has part", forward=True, node=NODE, key=KEY, position=1)
LOOKUP = LookupSaidBack(
    question=QUESTION, lookup="what does Alpina have?", others=("who sells Alpina?",), doubts=("Is a part had?",)
)
EVERY_STEP: dict[str, LlmStep[Any]] = {
    **{name: step for name, (step, _) in CASES.items()},
    "read_question": ReadQuestion(QUESTION, NAMES, 3),
    "answer_from_tree": AnswerFromTree(CONTEXT, PathTree(roots=(TreeRoot(said="Alpina", lines=(LINE,)),))),
    "confirm_reading": ConfirmReading(LOOKUP),
    "choose_reading": ChooseReading(LOOKUP),
    "select_paths": SelectPaths(CONTEXT, PATHS, 1),
    "judge_with_passages": JudgeWithPassages(CONTEXT, PATHS, PASSAGES, Summary()),
    "answer_with_passages": AnswerWithPassages(CONTEXT, PATHS, PASSAGES, Summary(), final=True),
    "score_passages": ScorePassages(QUESTION, PASSAGES),
    "prune_topics": PruneTopics(QUESTION, (TOPIC, TOPIC)),
    "select_relations": SelectRelations(CONTEXT, GROUPS, 2, QUESTION, ""),
    "score_relations": ScoreRelations(CONTEXT, "Alpina", RELATIONS, 2),
    "score_entities": ScoreEntities(CONTEXT, "Alpina - has part ->", ENTITIES),
    "reason_over_knowledge": ReasonOverKnowledge(CONTEXT, PATHS, PASSAGES, ""),
    "reformulate_query": ReformulateQuery(CONTEXT, QUESTION, ""),
    "write_phrases": WritePhrases((SchemaPart(iri="urn:part", name="has part", line="relation: has part"),)),
    "extract_relations": ExtractRelations("Alpina", "The Alpina has a disc brake."),
    "rewrite_question": RewriteQuestion("and the Grippa?", TURNS, ("Grippa", "Alpina")),
}


class TestEveryStep:
    def test_all_prompts_are_tried(self) -> None:
        assert {*EVERY_STEP, "compose_query", "repair"} == {*PromptLibrary().names}

    @pytest.mark.parametrize("step", sorted(EVERY_STEP))
    async def test_nothing_that_only_an_example_says_comes_out(self, step: str) -> None:
        texts = ExampleTexts.of_prompts(PromptLibrary().get(step))
        assert texts.pattern is not None
        copied = examples_of(step)
        assert copied
        for written in (*copied, *map(str.lower, copied)):
            with reasoner(written) as (agent, _):
                reply = await agent.ask(EVERY_STEP[step])
            said = f"{reply.value!r}"
            assert texts.pattern.findall(said) == []
            assert [text for text in (*texts.sentences, *texts.short) if text in said.casefold()] == []

    async def test_a_question_of_an_example_is_not_what_a_follow_up_asks(self) -> None:
        copied = {"question": "When was {1} born?"}
        follow_up = RewriteQuestion("and when?", ("Q: Where was Ann Lee born?", "A: Osk"), ("Ann Lee",))
        with reasoner(copied) as (agent, _):
            other = await agent.ask(EVERY_STEP["rewrite_question"])
        with reasoner(copied) as (agent, llm):
            same = await agent.ask(follow_up)
        assert other.value is None
        assert (same.value.question, llm.steps) == ("When was {1} born?", ["rewrite_question"])


class TestWhatIsLeft:
    async def test_an_own_answer_alone_is_a_copy_too(self) -> None:
        copied = {"reason": "I know it.", "citations": [], "own_answer": "Kelder House"}
        asked, _ = CASES["answer"]
        with reasoner(copied) as (agent, llm):
            reply = await agent.ask(asked)
        assert (llm.steps, reply.value) == (["answer", "repair"], AnswerDraft(reason="I know it."))

    async def test_citations_beside_such_an_answer_are_kept(self) -> None:
        with reasoner({"citations": ["1b"], "own_answer": "kelder house"}) as (agent, _):
            reply = await agent.ask(CASES["answer"][0])
        assert reply.value == AnswerDraft(citations=(PathCitation(path=1, position=1),))
        assert reply.warnings[0].endswith("which the request does not have: dropped")

    async def test_only_the_split_question_that_copies_is_dropped(self) -> None:
        splits = ["Which museums are in Tarnholm?", "Which bikes are there?"]
        with reasoner({"split_questions": splits, "chain": [{"answer": "bike"}]}) as (agent, _):
            reply = await agent.ask(AnalyzeQuestion(QUESTION, (), 3))
        assert reply.value.split_questions == ("Which bikes are there?",)
        assert reply.value.indicator is not None
        assert reply.warnings == (
            "analyze_question: it repeats 'Tarnholm' from an example of the instructions, "
            "which the request does not have: dropped",
        )

    async def test_a_chain_that_copies_is_dropped_whole(self) -> None:
        chain = [{"answer": "bike"}, {"relation": "shown at"}, {"unknown": "Tarnholm"}]
        with reasoner({"split_questions": ["Which bikes are there?"], "chain": chain}) as (agent, _):
            reply = await agent.ask(AnalyzeQuestion(QUESTION, (), 3))
        assert reply.value == QuestionAnalysis(split_questions=("Which bikes are there?",))

    async def test_a_prediction_that_copies_leaves_the_others(self) -> None:
        predictions = [{"prediction": "Kelder House"}, {"prediction": "Rim brake"}]
        with reasoner({"predictions": predictions}) as (agent, _):
            reply = await agent.ask(PredictSupplements(CONTEXT, PATHS, 2))
        assert [item.prediction for item in reply.value] == ["Rim brake"]

    async def test_a_repair_that_cannot_be_read_leaves_what_the_first_reply_has_of_its_own(self) -> None:
        first = {"mentions": ["disc brake", "Tarnholm"]}
        with reasoner(in_turn(first, "I would rather not.")) as (agent, llm):
            reply = await agent.ask(RecognizeTopics(QUESTION, ("bikes",)))
        assert reply.value == ("disc brake",)
        assert llm.steps == ["recognize_topics", "repair"]
        assert len(reply.warnings) == 1

    async def test_what_the_repair_says_is_no_reply_to_the_step(self) -> None:
        cut = "its JSON object is broken or cut off"
        problem = f"{cut}: it was cut off at the limit of output tokens"
        echo = {"split_questions": [problem], "chain": [{"answer": cut}]}
        away = Reply('{"questions": ["' + ", ".join(map(str, range(200))), finish_reason="length")
        with reasoner(in_turn(away, echo)) as (agent, llm):
            reply = await agent.ask(AnalyzeQuestion(QUESTION, (), 3))
        assert reply.value == QuestionAnalysis(split_questions=(QUESTION,))
        assert llm.steps == ["analyze_question", "repair"]
        assert "from an example of the instructions" in reply.warnings[0]

    async def test_a_spent_budget_makes_no_repair(self) -> None:
        stops = iter([None, "the budget is spent"])
        with reasoner({"mentions": ["Tarnholm"]}, budget=Refusals(lambda: next(stops))) as (agent, llm):
            reply = await agent.ask(RecognizeTopics(QUESTION, ("bikes",)))
        assert reply.value == ("bikes",)
        assert len(llm.requests) == 1


class TestQuestionsAboutTheNames:
    """What the request has is no copy, and a reply that says it needs no repair."""

    @pytest.mark.parametrize("question", [ABOUT_TARNHOLM, ABOUT_TARNHOLM.lower()])
    async def test_a_question_that_names_them_passes(self, question: str) -> None:
        with reasoner({"mentions": ["Tarnholm", "Ilse Brandvik"]}) as (agent, llm):
            reply = await agent.ask(RecognizeTopics(question, ()))
        assert reply.value == ("Tarnholm", "Ilse Brandvik")
        assert (reply.warnings, llm.steps) == ((), ["recognize_topics"])

    @pytest.mark.parametrize("copied", [examples_of("judge_sufficiency")[0]])
    async def test_so_do_names_on_the_paths(self, copied: str) -> None:
        with reasoner(copied) as (agent, llm):
            reply = await agent.ask(JudgeSufficiency(TARNHOLM, PATHS_OF_TARNHOLM, Summary()))
        assert reply.value.sufficient
        assert (reply.warnings, llm.steps) == ((), ["judge_sufficiency"])

    async def test_a_name_within_another_word_is_none(self) -> None:
        with reasoner({"answers": ["Oskar Werner", "Norrmarken"]}) as (agent, llm):
            reply = await agent.ask(AnswerPlainly(CONTEXT))
        assert reply.value.answers == ("Oskar Werner", "Norrmarken")
        assert llm.steps == ["answer_io"]


PROMPT = """# Test a step

A note.

## System

Answer in JSON about the Great Work.

## Examples

<question>Who wrote the Book of Hours?</question>
<paths>
[1] [0] {Book of Hours} - author -> [1] {Anna Lind, Bo Dahl, ... 3 more}
</paths>
Keep: 2
{"reason": "It was Anna Lind who wrote it, says path 1.", "mentions": ["Book of Hours"], "key": "JSON"}

## User

<question>{{question}}</question>
Keep: {{width}}
"""


class TestReadingExamples:
    def texts(self, tmp_path: Path, text: str = PROMPT) -> ExampleTexts:
        path = tmp_path / "step.md"
        path.write_text(text, encoding="utf-8")
        return ExampleTexts.of_prompts(read_prompt(path))

    def test_names_are_read_from_the_file(self, tmp_path: Path) -> None:
        texts = self.texts(tmp_path)
        assert texts.names == {"Book of Hours", "Anna Lind", "Bo Dahl"}
        assert texts.sentences == frozenset()

    def test_a_long_sentence_without_a_name_is_read_too(self, tmp_path: Path) -> None:
        sentence = "Nothing of this is said on any path."
        assert self.texts(tmp_path, PROMPT.replace("says path 1.", f"I hear. {sentence}")).sentences == {
            sentence.casefold()
        }

    def test_what_the_instructions_say_is_no_example(self, tmp_path: Path) -> None:
        names = self.texts(tmp_path, PROMPT.replace("Anna Lind", "Great Work")).names
        assert names == {"Book of Hours", "Bo Dahl"}

    def test_without_names_nothing_is_a_copy(self, tmp_path: Path) -> None:
        bare = PROMPT.partition("<question>")[0] + "None.\n\n## User\n\n{{question}}\n"
        guard = ExampleGuard(self.texts(tmp_path, bare), "Who?")
        assert guard.checked(TopicsReply(mentions=["Anna Lind"])).copies == ()

    def test_a_whole_sentence_without_a_name_is_a_copy_too(self, tmp_path: Path) -> None:
        asked = "Which of them is the very oldest one?"
        texts = self.texts(tmp_path, PROMPT.replace("Who wrote the Book of Hours?", asked))
        reply = AnalysisReply(split_questions=["Which bikes?", f"{asked} Tell."])
        assert ExampleGuard(texts, QUESTION).checked(reply).copies == (asked,)
        assert ExampleGuard(texts, f"Of my bikes, {asked.lower()}").checked(reply).copies == ()

    @pytest.mark.parametrize("step", sorted({*PromptLibrary().names} - {"repair"}))
    def test_the_names_of_the_installed_examples_are_told(self, step: str) -> None:
        texts = ExampleTexts.of_prompts(PromptLibrary().get(step))
        assert "Tarnholm" in texts.names or "Ilse Brandvik" in texts.names
        assert all(len(name) > 2 for name in texts.names)

    @pytest.mark.parametrize("step", sorted(CASES))
    def test_no_sentence_of_theirs_is_one_that_any_question_may_call_for(self, step: str) -> None:
        prompt = PromptLibrary().get(step)
        replies = " ".join(examples_of(step)).casefold()
        assert {text for text in ExampleTexts.of_prompts(prompt).sentences if text in replies} <= {
            "when was that kettle maker founded?"
        }


@contextmanager
def with_prompts(folder: Path, reply: Any) -> Iterator[tuple[ChatReasoner, ScriptedLLM]]:
    with reasoner(reply, prompts=PromptLibrary(folder)) as found:
        yield found


async def test_examples_of_ones_own_prompts_count_likewise(tmp_path: Path) -> None:
    copytree(find_prompts(), tmp_path / "prompts")
    own = tmp_path / "prompts" / "recognize_topics.md"
    own.write_text(own.read_text(encoding="utf-8").replace("Tarnholm", "Zorbingen"), encoding="utf-8")
    with with_prompts(tmp_path / "prompts", {"mentions": ["Zorbingen", "disc brake"]}) as (agent, llm):
        reply = await agent.ask(RecognizeTopics(QUESTION, ()))
    assert reply.value == ("disc brake",)
    assert llm.steps == ["recognize_topics", "repair"]
