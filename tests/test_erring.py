"""The scenarios of models that err are well-formed with right gold answers, and the benchmark follows them."""

from collections import Counter
from itertools import islice

import pytest
import rdflib

from pog_agent.evaluation.data.gold import GoldItem
from pog_agent.models import Answer, AnswerItem
from tests.benchmarks.erring import Outcome, judged_row, outcomes, report, seen_of_erring, seen_of_right
from tests.erring.scenarios import FOREIGN, MISREAD, NAMES, RIGHT, ErringQuestion, graph_file, read_scenarios
from tests.erring.scripted_model import FollowingModel
from tests.erring.simulated_judge import JudgeNoise
from tests.erring.written_paths import WrittenPath

FEW = 8
"""As many replies as a kind of error has at least."""
SAMPLE = NAMES[::3]
"""Graphs that rdflib is asked over always."""
KINDS = (RIGHT, "own-knowledge", "condition-ignored")
REPLIES = 20
"""So many are always followed."""


def every_reply():
    return [reply for name in NAMES for question in read_scenarios(name) for reply in question.replies]


@pytest.mark.parametrize("name", NAMES)
def test_every_question_has_an_id_and_replies(name):
    questions = read_scenarios(name)
    assert len({item.id for item in questions}) == len(questions)
    assert len({item.question for item in questions}) == len(questions)
    assert all(item.replies and bool(item.answers) == bool(item.sparql) for item in questions)


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.slow] * (name not in SAMPLE)) for name in NAMES]
)
def test_the_gold_answers_are_what_the_sparql_yields(name):
    graph = rdflib.Graph().parse(graph_file(name))
    for item in read_scenarios(name):
        if not item.sparql:
            continue
        result = graph.query(item.sparql)
        if result.type == "ASK":
            found = {str(result.askAnswer).lower()}
        else:
            found = {str(row[0]) for row in result if row[0] is not None}
        assert found == {answer.iri or answer.value for answer in item.answers}, item.id


def test_only_what_has_an_answer_has_a_right_reply_and_all_paths_can_be_read():
    for name in NAMES:
        for question in read_scenarios(name):
            for reply in question.replies:
                assert question.answers or reply.kind != RIGHT, question.id
                assert all(WrittenPath.read(text).stops for text in (*reply.cites, *reply.beside)), question.id


def test_each_kind_of_error_is_there_often_enough_in_many_graphs():
    kinds = Counter(reply.kind for reply in every_reply())
    assert kinds.pop(RIGHT) >= 200
    assert sum(kinds.values()) >= 220
    assert len(kinds) >= 12
    assert {kind: count for kind, count in kinds.items() if count < FEW} == {}
    assert len(NAMES) >= 5


def test_a_path_is_found_from_either_end_and_its_marks_keep_their_places():
    named = WrittenPath.read("{Ann} - parent -> {?} - born on -> {#}")
    there = WrittenPath.read("1a{1900-01-01} <- born on - 1b{Bob, Eve} <- parent - 1c{Ann}")
    meant = named.matching(there)
    assert meant is not None
    assert (meant.position_of("?", there), meant.position_of("#", there)) == (1, 0)
    assert named.matching(WrittenPath.read("1a{Ann} <- parent - 1b{Bob} - born on -> 1c{1900}")) is None


def test_a_mediator_keeps_the_positions_of_what_follows():
    there = WrittenPath.read("3a{Spain} - adjoining / adjoining -> 3c{Andorra, France, ... 3 more}")
    assert WrittenPath.read("{Spain} - adjoining / adjoining -> {?}").position_of("?", there) == 2


def test_a_text_that_is_no_path_is_refused():
    with pytest.raises(ValueError, match="not a path: Ann"):
        WrittenPath.read("Ann - parent -> Bob")


def test_a_reply_can_repeat_an_example_of_its_prompt():
    model = FollowingModel()
    copying = next(reply for reply in every_reply() if reply.copied)
    model.follow(copying)
    step, number = next(iter(copying.copied.items()))
    assert isinstance(model(step, {}), str)
    assert number >= 1


ASKED = ErringQuestion(
    id="a-1",
    question="Who?",
    type="lookup",
    topics=(),
    answers=(GoldItem(iri="urn:ann", label="Ann"),),
    sparql="-",
    replies=(),
)
ANN, BOB = (AnswerItem(iri=f"urn:{name}", label=name.title()) for name in ("ann", "bob"))


@pytest.mark.parametrize(
    ("items", "status", "reached", "of_erring", "of_right"),
    [
        ((ANN,), "supported", True, "right after all", "supported"),
        ((ANN,), "partial", True, "right after all", "demoted"),
        ((BOB,), "supported", True, "wrong, supported", "not right"),
        ((BOB,), "supported", False, "wrong, supported", "not reached"),
        ((ANN, BOB), "partial", True, "wrong, partial", "not right"),
        ((BOB,), "parametric", True, "parametric", "not right"),
        ((), "abstained", True, "abstained", "not right"),
        ((), "abstained", False, "not reached", "not reached"),
    ],
)
def test_an_outcome_is_judged_by_the_gold_answers_and_the_status(items, status, reached, of_erring, of_right):
    answer = Answer(question="Who?", answers=items, status=status)
    assert seen_of_erring(answer, ASKED, reached) == of_erring
    assert seen_of_right(answer, ASKED, reached) == of_right


@pytest.fixture(scope="module", params=[REPLIES, pytest.param(None, marks=pytest.mark.slow, id="all")])
def found(request: pytest.FixtureRequest) -> list[Outcome]:
    most = request.param
    first = list(islice(outcomes(["village"], "odd", KINDS), most))
    return first if most is None else [*first, *outcomes(["village"], "odd", KINDS[2:])]


def test_right_replies_are_answered_rightly_and_mostly_supported(found):
    seen = Counter(item.seen for item in found if item.kind == RIGHT)
    assert set(seen) <= {"supported", "demoted"}
    assert seen["supported"] > seen["demoted"]


def test_an_erring_reply_is_followed_to_its_wrong_answer(found):
    ignored = [item for item in found if item.kind == "condition-ignored"]
    assert ignored
    assert {item.seen for item in ignored} <= {"wrong, supported", "wrong, partial", "abstained"}


def test_the_report_counts_every_reply(found):
    lines = [" ".join(line.split()) for line in report(found).splitlines()]
    right = sum(item.kind == RIGHT for item in found)
    for start in (f"all right {right} ", f"all that err {len(found) - right} "):
        assert any(line.startswith(start) for line in lines)


@pytest.mark.parametrize("name", (*MISREAD, *FOREIGN))
def test_a_misread_reply_gives_another_answer_and_paraphrases_of_its_own(name):
    graph = rdflib.Graph().parse(graph_file(name))
    questions = read_scenarios(name)
    assert len({item.question for item in questions}) == len(questions)
    for item in questions:
        if item.sparql:
            found = {str(row[0]) for row in graph.query(item.sparql)}
            assert found == {answer.iri or answer.value for answer in item.answers}, item.id
        for reply in item.replies:
            assert reply.kind in ("misread", "negation-ignored", RIGHT)
            assert item.completed(reply).paraphrases == reply.paraphrases != {}
            assert all(WrittenPath.read(text).stops for text in reply.cites), item.id


def outcome_of(kind: str, seen: str, denied: str = "") -> Outcome:
    return Outcome("a-1", "lookup", "odd", kind, seen, "Who?", "", (), (), denied, is_right=kind == RIGHT)


@pytest.mark.parametrize(
    ("calls", "wrong", "demoted", "right_calls"),
    [(1, 0.3, 0.1, 1.0), (2, 0.09, 0.19, 1.9)],
)
def test_a_judge_that_errs_confirms_wrong_lookups_and_denies_right_ones(calls, wrong, demoted, right_calls):
    found = [
        outcome_of("close-relation", "wrong, supported", denied="wrong, partial"),
        outcome_of("close-relation", "wrong, partial"),
        outcome_of(RIGHT, "supported", denied="demoted"),
    ]
    row = judged_row(found, JudgeNoise(right=0.1, wrong=0.3), calls)
    assert row["wrong, supported"] == f"{wrong:.1f} of 2 ({wrong / 2:.1%})"
    assert row["demoted"] == f"{demoted:.1f} of 1 ({demoted:.1%})"
    assert row["calls, right"] == f"{right_calls:.2f}"
