"""What a sentence with all the right words may say of something else, and who does what in it."""

import pytest

from pog_agent.answering.documented.roles import asked_role, told_role
from pog_agent.answering.documented.statement import statement_doubts
from pog_agent.words import stem
from tests.finding_ids import ids

FOUND = frozenset({"found"})


def doubts(sentence: str, answer: str, question: str, *asked: str) -> list[str]:
    return ids(statement_doubts(sentence, answer, [["Ann Lee", "Ann"]], question, set(map(stem, asked))))


@pytest.mark.parametrize(
    ("sentence", "doubt"),
    [
        ("Ann Lee was born in Rome.", ""),
        ("Ann was born in Rome in 1950 and became an engineer.", ""),
        ("Ann was born in Rome, the capital of Italy.", "sentence-says-more"),
        ("She was born in Rome.", "sentence-without-name"),
        ("Ann Lee's father was born in Rome.", "sentence-of-owner"),
        ("The father of Ann Lee was born in Rome.", "sentence-of-owner"),
        ("Ann Lee married Bob Ray, who was born in Rome.", "sentence-says-more"),
        ("Ann Lee, who died in Paris, was born in Rome.", "sentence-says-more"),
        ("Ann Lee Street was born in Rome.", "sentence-says-more"),
        ("The woman that Ann Lee visited was born in Rome.", "sentence-says-more"),
        ("Ann Lee was born near the walls of Rome.", "sentence-of-owner"),
    ],
)
def test_a_sentence_about_something_else_is_doubted(sentence: str, doubt: str) -> None:
    found = doubts(sentence, "Rome", "Where was Ann Lee born?", "born")
    assert bool(found) == bool(doubt)
    assert not doubt or doubt in found


@pytest.mark.parametrize("year", ["1950", "2000"])
def test_of_two_years_neither_is_certain(year: str) -> None:
    found = doubts("Ann Lee, who died in 2000, was born in 1950.", year, "When was Ann Lee born?", "born")
    assert "sentence-says-more" in found


def test_what_the_question_asks_of_something_of_the_topic_is_no_doubt() -> None:
    question = "Where was the father of Ann Lee born?"
    assert doubts("Ann Lee's father was born in Rome.", "Rome", question, "born", "father") == []


@pytest.mark.parametrize(
    ("question", "role"),
    [
        ("Who founded Acme?", "doer"),
        ("Which woman founded Acme?", "doer"),
        ("What did Ann Lee found?", "object"),
        ("Which firm was founded by Ann Lee?", "object"),
        ("Who was Acme founded by?", "doer"),
        ("By whom was Acme founded?", "doer"),
        ("When was Acme founded?", None),
        ("Who is the founder of Acme?", None),
    ],
)
def test_a_question_asks_who_does_it_or_to_whom(question: str, role: str | None) -> None:
    assert asked_role(question, FOUND) == role


@pytest.mark.parametrize(
    ("sentence", "answer", "role"),
    [
        ("Ann Lee founded Acme.", "Ann Lee", "doer"),
        ("Ann Lee founded Acme.", "Acme", "object"),
        ("Acme was founded by Ann Lee.", "Ann Lee", "doer"),
        ("Acme was founded by Ann Lee.", "Acme", "object"),
        ("Acme, founded by Ann Lee, makes kettles.", "Ann Lee", "doer"),
        ("Ann Lee lives in Rome.", "Ann Lee", None),
    ],
)
def test_a_sentence_tells_who_does_it(sentence: str, answer: str, role: str | None) -> None:
    assert told_role(sentence, answer, FOUND) == role
