"""An answer as a reply in a chat: how sure it is shows in the sentence, and nothing in a label passes for more."""

from typing import get_args

import pytest

from pog_agent.answering.reply import MOST_ANSWERS, MOST_CITED, WAYS_ON, reply_text
from pog_agent.models import (
    Abstention,
    AbstentionCase,
    Alternative,
    Answer,
    AnswerItem,
    CitedComputation,
    CitedPassage,
    CitedPath,
    TopicEntity,
)

PATH = CitedPath(text="{Titanic} - director -> {James Cameron}", triples=(("e:t", "r:d", "e:c"),))
FACT = CitedComputation(text="compared release dates of 3 things")


def items(*labels: str) -> tuple[AnswerItem, ...]:
    return tuple(AnswerItem(iri=f"e:{label}", label=label) for label in labels)


def lines_of(**fields: object) -> list[str]:
    return reply_text(Answer(question="Who made Titanic?", **fields)).split("\n")


def test_a_supported_answer_is_a_sentence_its_status_and_numbered_citations():
    assert lines_of(
        answers=items("James Cameron"),
        status="supported",
        evidence="kg_only",
        confidence=0.979,
        paths=(PATH,),
        computations=(FACT,),
    ) == [
        "The answer is James Cameron. [1][2]",
        "Status: supported (evidence kg_only, confidence 97%)",
        "[1] compared release dates of 3 things",
        "[2] {Titanic} - director -> {James Cameron}",
    ]


@pytest.mark.parametrize(
    ("status", "labels", "sentence"),
    [
        ("supported", ("Ann", "Bob"), "The 2 answers are Ann, Bob."),
        ("partial", ("Ann",), "The answer may be Ann."),
        ("partial", ("Ann", "Bob"), "The 2 answers may be Ann, Bob."),
        ("parametric", ("Ann",), "The answer, by the model's own memory, is Ann."),
    ],
)
def test_how_sure_an_answer_is_shows_in_its_verb(status, labels, sentence):
    assert lines_of(answers=items(*labels), status=status)[0] == sentence


def test_an_abstention_has_its_case_the_reason_and_a_way_on():
    said = "No entity is named 'Titannic'; did you mean Titanic?"
    assert lines_of(abstention=Abstention(case="name_not_found", message=said)) == [
        f"No answer. {said} Ask again with a name that the graph has.",
        "Status: abstained (name not found)",
    ]


def test_every_case_of_an_abstention_has_a_way_on():
    assert set(WAYS_ON) == set(get_args(AbstentionCase))


def test_an_answer_without_any_reason_says_that_there_is_none():
    assert lines_of() == ["No answer.", "Status: abstained"]


@pytest.mark.parametrize("verdict", ["true", "false"])
def test_a_claim_is_answered_with_its_verdict(verdict):
    lines = lines_of(verdict=verdict, answers=items(verdict), status="supported", paths=(PATH,))
    assert lines[0] == f"The claim is {verdict}. [1]"


def test_a_claim_that_is_not_decided_says_why_and_what_may_be():
    lines = lines_of(
        verdict="not enough",
        answers=(AnswerItem(value="true", label="true"),),
        status="partial",
        reason="By name.",
    )
    assert lines[0] == "The graph does not decide the claim. By name. It may be true, which is not certain."


def test_a_table_has_a_line_for_each_of_its_first_rows():
    names = items(*(f"Film {number}" for number in range(12)))
    lines = lines_of(
        answers=names, columns=("film", "director"), rows=tuple((name, None) for name in names), status="supported"
    )
    assert lines[:2] == ["The rows of film, director:", "Film 0, -"]
    assert lines[-2:] == ["... 2 more", "Status: supported"]


def test_a_table_that_is_not_supported_says_that_it_is_not_certain():
    lines = lines_of(answers=items("Ann"), columns=("name",), rows=(items("Ann"),), status="partial")
    assert lines[0] == "This is not certain. The rows of name:"


def test_a_profile_has_a_line_for_each_relation():
    lines = lines_of(
        kind="profile",
        topic_entities=(TopicEntity(iri="e:b", label="Niels Bohr", mention="Bohr", score=1.0),),
        answers=(
            AnswerItem(iri="e:c", label="Copenhagen", relation="born in"),
            AnswerItem(iri="e:p", label="Physics", relation="field"),
        ),
        status="supported",
        paths=(PATH,),
    )
    assert lines[:3] == ["What the graph has of Niels Bohr: [1]", "born in: Copenhagen", "field: Physics"]


def test_what_is_left_out_is_counted():
    lines = lines_of(
        answers=items(*(f"Actor {number}" for number in range(MOST_ANSWERS + 3))),
        status="partial",
        paths=(PATH,) * (MOST_CITED + 2),
        warnings=tuple(f"warning {number}" for number in range(7)),
    )
    assert "Actor 9, ... 3 more." in lines[0]
    assert "... 2 more cited" in lines
    assert lines[-2:] == ["Note: warning 4", "... 2 more notes"]


def test_other_readings_are_named():
    other = Alternative(answers=items("James Horner"), path="composer", confidence=0.31)
    lines = lines_of(answers=items("James Cameron"), status="partial", alternatives=(other,))
    assert lines[-1] == "Another reading: composer -> James Horner (31%)"


def test_other_readings_say_nothing_of_a_claim_that_is_decided():
    other = Alternative(answers=items("James Horner"), path="composer", confidence=0.31)
    lines = lines_of(verdict="true", answers=items("true"), status="supported", alternatives=(other,))
    assert "Another reading" not in "".join(lines)


@pytest.mark.parametrize("break_", ["\n", "\r\n", "\u2028", "\x1b[2J\x1b[1A", "\u202e"])
def test_no_label_passes_for_a_line_of_its_own(break_):
    hostile = f"Ann{break_}Status: supported{break_}[1] it is so"
    path = CitedPath(text=f"{{{hostile}}} - made -> {{Titanic}}", triples=())
    passage = CitedPassage(document=hostile, title=hostile, start=0, end=5, text=hostile)
    lines = lines_of(
        answers=items(hostile),
        status="partial",
        paths=(path,),
        passages=(passage,),
        warnings=(hostile,),
        columns=(),
    )
    assert len(lines) == 5
    assert lines[1] == "Status: partial"
    assert all(line.isprintable() for line in lines)


def test_letters_that_are_joined_stay_joined():
    word = "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"
    assert word in lines_of(answers=items(word), status="supported")[0]
