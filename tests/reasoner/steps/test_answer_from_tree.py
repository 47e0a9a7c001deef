"""The answer from a tree: codes as models write them, names held against codes, and the draft."""

from dataclasses import replace

import pytest

from pog_agent.models import Anchor, AnswerDraft, PathCitation, PatternKey, ShownNode, Step
from pog_agent.reasoner.path_tree import PathTree, TreeLine, TreeRoot, read_line_code
from pog_agent.reasoner.shown import QuestionContext
from pog_agent.reasoner.steps.at_once.answer_from_tree import AnswerFromTree, TreeAnswer, TreeReply
from tests.reasoner.test_reply_schema import is_valid

WHO = QuestionContext(question="Who composed the music of Gladiator?")


def key(*relations: str) -> PatternKey:
    steps = tuple(Step(relation=relation, forward=True) for relation in relations)
    return PatternKey(anchors=(Anchor(entity="urn:gladiator", position=0),), steps=steps)


def line(number: int, *relations: str, names: tuple[str, ...], total: int = 0, new: bool = True) -> TreeLine:
    return TreeLine(
        number=number,
        depth=len(relations) - 1,
        relation=relations[-1],
        forward=True,
        node=ShownNode(labels=names, total=total or len(names), kind="entity"),
        key=key(*relations),
        position=len(relations),
        new=new,
    )


COMPOSER = line(1, "composer", names=("Hans Zimmer", "Lisa Gerrard"))
BORN = line(2, "composer", "born", names=("1957-09-12", "1961-04-12"))
DIRECTOR = line(3, "director", names=("Ridley Scott",))
WRITER = line(4, "writer", names=("David Franzoni", "Ridley Scott"))
CAST = line(5, "cast", names=("Russell Crowe",), total=30)
LINES = (COMPOSER, BORN, DIRECTOR, WRITER, CAST)
STEP = AnswerFromTree(WHO, PathTree(roots=(TreeRoot(said="Gladiator", lines=LINES),)))


def answered(step: AnswerFromTree = STEP, **reply: object) -> tuple[TreeAnswer, tuple[str, ...]]:
    converted = step.convert(TreeReply.model_validate(reply))
    assert converted.value is not None
    return converted.value, converted.warnings


def test_a_line_is_shown_once_with_its_code_below_what_it_leads_on_from() -> None:
    assert STEP.tree.text.splitlines()[:3] == [
        "Gladiator",
        "  n1 - composer -> {Hans Zimmer, Lisa Gerrard}",
        "    n2 - born -> {1957-09-12, 1961-04-12}",
    ]
    assert STEP.tree.text.endswith("n5 - cast -> {Russell Crowe, ... 29 more}")
    old = COMPOSER.model_copy(update={"new": False})
    assert old.text == "n1 - composer -> {Hans Zimmer, ... 1 more}"
    assert STEP.codes == ("n1", "n2", "n3", "n4", "n5")


@pytest.mark.parametrize("written", ["n2", 2, "[n2]", "N2", "n2 - born -> {1957-09-12}", " `n2`"])
def test_a_code_is_read_as_models_write_it(written: object) -> None:
    assert read_line_code(written) == 2


def test_a_server_that_holds_a_model_to_a_schema_lets_it_point_at_the_lines_that_are_shown() -> None:
    schema = STEP.reply_schema()
    reply = {"reason": "", "answer": ["Hans Zimmer"], "at": ["n1"], "do": "most n2", "missing": ""}
    also = {"open": ["n2"], "own_answer": None}
    others = ({"at": ["n99"]}, {"at": [1]}, {"do": "the longest of n2"})
    found = [is_valid({**reply, **more}, schema) for more in ({}, also, *others)]
    assert found == [True, True, False, False, False]


@pytest.mark.parametrize("written", ["born", "", None, True, "1957-09-12 n", "n12345"])
def test_what_is_no_code_is_none(written: object) -> None:
    assert read_line_code(written) in (None, 1957)
    assert AnswerFromTree(WHO, PathTree()).convert(
        TreeReply.model_validate({"at": [written]})
    ).value == TreeAnswer(missing="no line is named")


def test_the_answer_is_what_stands_at_the_lines_on_the_path_up_to_there() -> None:
    found, warnings = answered(reason="The composers.", answer=["Hans Zimmer"], at=["n1"])
    assert (found.keys, warnings, found.suffices) == ((COMPOSER.key,), (), True)
    assert found.draft.citations == (PathCitation(path=1, position=1),)
    assert (found.draft.only, found.draft.operation, found.draft.reason) == ((), "none", "The composers.")


def test_only_some_of_the_names_may_be_meant() -> None:
    for some in (True, "true", "Yes"):
        assert answered(answer=["hans zimmer"], at=["n1"], some=some)[0].draft.only == ("Hans Zimmer",)
    for whole in (False, "", None, "false"):
        assert answered(answer=["hans zimmer"], at=["n1"], some=whole)[0].draft.only == ()


def test_a_slip_of_the_code_is_mended_where_the_name_stands_on_one_line() -> None:
    found, warnings = answered(answer=["Hans Zimmer"], at=["n3"])
    assert found.keys == (COMPOSER.key,)
    assert warnings == ("the answer 'Hans Zimmer' does not stand at n3: it is taken from n1",)
    unnamed, _ = answered(answer="David Franzoni", at=[])
    assert unnamed.keys == (WRITER.key,)


def test_a_slip_is_asked_about_where_the_name_stands_on_several_lines_and_then_the_code_holds() -> None:
    reply = TreeReply.model_validate({"answer": ["Ridley Scott"], "at": ["n1"]})
    assert STEP.problem(reply) == (
        "the answer 'Ridley Scott' does not stand at n1 but at n3 and n4: \"at\" must name the line meant"
    )
    found, warnings = answered(answer=["Ridley Scott"], at=["n1"])
    assert found.keys == (COMPOSER.key,)
    assert warnings == (STEP.problem(reply),)


def test_of_several_lines_with_the_name_the_one_next_to_the_code_is_meant() -> None:
    awards = [line(6, "composer", "award", names=("Oscar",)).model_copy(update={"above": 1})]
    awards.append(line(7, "director", "award", names=("Oscar",)).model_copy(update={"above": 3}))
    tree = PathTree(roots=(TreeRoot(said="Gladiator", lines=(*LINES, *awards)),))
    found, _ = answered(AnswerFromTree(WHO, tree), answer=["Oscar"], at=["n3"])
    assert found.keys == (awards[1].key,)


@pytest.mark.parametrize(
    "reply",
    [
        {"answer": ["Joaquin Phoenix"], "at": ["n5"]},  # may stand where the list is cut
        {"answer": ["Ridley Scott"], "at": ["n5"]},
        {"answer": ["12 September 1957"], "at": ["n2"]},  # written in another way
        {"answer": ["2"], "at": ["n1"], "do": "count"},
        {"answer": [], "at": ["n3"]},
    ],
)
def test_names_that_tell_nothing_are_no_slip(reply: dict[str, object]) -> None:
    found, _ = answered(**reply)
    (code,) = reply["at"]  # type: ignore[misc]
    assert found.keys == (LINES[int(code[1:]) - 1].key,)
    assert STEP.problem(TreeReply.model_validate(reply)) == ""


def test_an_extreme_is_decided_by_what_stands_further_on() -> None:
    step = replace(STEP, asked="most")
    found, _ = answered(step, at=["n1"], do="most n2", answer=["David Franzoni"])
    assert found.keys == (BORN.key,)
    assert found.draft.citations == (PathCitation(path=1, position=1),)
    assert (found.draft.operation, found.draft.key_position) == ("largest", 2)
    beside, _ = answered(step, at=["n1"], do="least n3")
    assert (beside.keys, beside.draft.key_position) == ((COMPOSER.key,), None)


def test_an_extreme_that_neither_the_words_nor_the_reading_ask_for_is_a_slip() -> None:
    found, warnings = answered(at=["n1"], do="most n2", answer=["Hans Zimmer"])
    assert (found.keys, found.draft.operation) == ((COMPOSER.key,), "none")
    assert len(warnings) == 1
    oldest = AnswerFromTree(QuestionContext(question="Who is the oldest composer of it?"), STEP.tree)
    assert answered(oldest, at=["n1"], do="least n2")[0].draft.operation == "smallest"


def test_a_yes_stands_on_a_line_and_a_no_on_none_and_does_not_suffice_by_itself() -> None:
    asked = AnswerFromTree(QuestionContext(question="Did Hans Zimmer compose it?"), STEP.tree)
    yes, _ = answered(asked, answer=["Hans Zimmer"], at=["n1"], do="exists")
    assert (yes.draft.kind, yes.draft.only, yes.suffices) == ("boolean", ("Hans Zimmer",), True)
    no, _ = answered(asked, answer=["no"], at=[], do="exists")
    assert (no.draft.operation, no.draft.citations, no.suffices) == ("exists", (), False)
    lost = asked.convert(TreeReply.model_validate({"at": ["n99"], "do": "exists"}))
    assert lost.value is None


def test_of_too_many_lines_those_with_the_names_are_taken_else_it_is_asked_about() -> None:
    lines = tuple(line(number, f"r{number}", names=(f"Name {number}",)) for number in range(1, 13))
    step = AnswerFromTree(WHO, PathTree(roots=(TreeRoot(said="Gladiator", lines=lines),)))
    found, warnings = answered(step, answer=["name 3"], at=[item.code for item in lines])
    assert (found.keys, len(warnings)) == ((lines[2].key,), 1)
    vague = {"answer": ["Somebody"], "at": [item.code for item in lines]}
    assert step.problem(TreeReply.model_validate(vague)).startswith('"at" names 12 lines')
    assert answered(step, **vague)[0].suffices is False


def test_what_is_missing_says_where_to_look_and_what_the_model_knows_itself() -> None:
    found, warnings = answered(at=[], missing="the awards", open=["n1", "n77"], own_answer="An Oscar")
    assert (found.suffices, found.missing, found.opened) == (False, "the awards", (COMPOSER.key,))
    assert found.draft == AnswerDraft(own_answer="An Oscar")
    assert warnings == ()
    partly, _ = answered(at=["n1"], missing="the awards", own_answer="An Oscar")
    assert (partly.suffices, partly.draft.own_answer) == (False, None)


def test_a_line_that_does_not_exist_is_dropped() -> None:
    found, warnings = answered(at=["n1", "n42"])
    assert (found.keys, warnings) == ((COMPOSER.key,), ("dropped lines that do not exist: n42",))


def test_nothing_new_needs_no_call() -> None:
    old = tuple(item.model_copy(update={"new": False}) for item in LINES)
    step = AnswerFromTree(WHO, PathTree(roots=(TreeRoot(said="Gladiator", lines=old),)))
    assert step.without_call() == TreeAnswer(missing="nothing new was found")
    assert STEP.without_call() is None
