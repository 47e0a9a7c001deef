"""What a claim states is found at its end or beginning, with the question for it."""

import pytest

from pog_agent.reading.claims.recasting import read_claim
from pog_agent.reading.claims.stated import (
    ClaimedCount,
    allows_more,
    is_of_the_past,
    question_for_name,
    stated_count,
    stated_value,
)


@pytest.mark.parametrize(
    ("claim", "question", "comparator", "number"),
    [
        ("Acme has more than five departments", "How many departments does Acme have?", ">", 5),
        ("Acme has three departments", "How many departments does Acme have?", "=", 3),
        ("There are at least 12 museums", "How many museums are there?", ">=", 12),
        ("Acme supplies no more than 1,200 small motors", "How many small motors does Acme supply?", "<=", 1200),
        ("Acme has fewer than two plants", "How many plants does Acme have?", "<", 2),
    ],
)
def test_a_number_of_things(claim: str, question: str, comparator: str, number: int) -> None:
    found = stated_count(read_claim(claim))
    assert found is not None
    assert (found.question, found.comparator, found.number) == (question, comparator, number)


@pytest.mark.parametrize("claim", ["Rex was made in 1920", "Ann met Rex", "The height of Rex is 210"])
def test_a_number_without_things_is_no_count(claim: str) -> None:
    assert stated_count(read_claim(claim)) is None


def test_a_count_holds_as_its_words_say() -> None:
    signs = ("=", ">", "<", ">=", "<=")
    holding = {sign: [n for n in (2, 3, 4) if ClaimedCount("", sign, 3).holds(n)] for sign in signs}
    assert holding == {"=": [3], ">": [4], "<": [2], ">=": [3, 4], "<=": [2, 3]}


@pytest.mark.parametrize(
    ("claim", "question", "text"),
    [
        ("Rex was released in 2010", "When was Rex released?", "2010"),
        ("Ann was born on 7 November 1867", "When was Ann born?", "1867-11-07"),
        ("Ann was born on November 7, 1867", "When was Ann born?", "1867-11-07"),
        ("Ann was born on 1867-11-07", "When was Ann born?", "1867-11-07"),
        ("The height of Rex is 210", "What is the height of Rex?", "210"),
    ],
)
def test_a_date_or_number(claim: str, question: str, text: str) -> None:
    found = stated_value(read_claim(claim))
    assert found is not None
    assert (found.question, found.text) == (question, text)


@pytest.mark.parametrize("claim", ["Ann was born on 31 February 1867", "Ann was born in Rome", "Ann met 3 dogs"])
def test_what_is_no_date_or_number(claim: str) -> None:
    assert stated_value(read_claim(claim)) is None


@pytest.mark.parametrize(
    ("claim", "name", "question"),
    [
        ("Marie Curie was born in Paris", "Paris", "What was Marie Curie born in?"),
        ("Munich is the capital of Germany", "Munich", "What is the capital of Germany?"),
        ("The Urbano was designed by Ann", "Urbano", "What was designed by Ann?"),
        ("Nolan directed Inception", "Nolan", "What directed Inception?"),
        ("Nolan directed Inception", "Inception", "What did Nolan direct?"),
        ("Nolan did not direct Inception", "Nolan", None),
        ("Ann's father is Bob", "Ann", None),
        ("Ann is the twin of Ann", "Ann", None),
    ],
)
def test_a_name_is_asked_for_in_its_place(claim: str, name: str, question: str | None) -> None:
    assert question_for_name(read_claim(claim), name) == question


@pytest.mark.parametrize(
    ("claim", "more"),
    [
        ("Ann was a pupil of Bob", True),
        ("Ann was also taught by Bob", True),
        ("Rex was re-released in 2020", True),
        ("Rex was released in 2020", False),
        ("A Study was painted by Bob", False),
    ],
)
def test_words_that_leave_room_for_other_values(claim: str, more: bool) -> None:
    assert allows_more(read_claim(claim), ["Ann", "Bob", "Rex", "A Study"]) is more


@pytest.mark.parametrize(
    ("claim", "relation", "past"),
    [
        ("Ann was the head of Acme", "head", True),
        ("Ann worked for Acme", "employer", True),
        ("Rex hung in Acme", "room", True),
        ("Acme was in Ulm", "town", True),
        ("Rex circled Acme", "circles", True),
        ("Rex was painted by Ann", "painted by", False),
        ("Ann was born in Ulm", "born in", False),
        ("Ann is the head of Acme", "head", False),
        ("Ann works for Acme", "works for", False),
    ],
)
def test_a_state_of_the_past_is_no_event(claim: str, relation: str, past: bool) -> None:
    assert is_of_the_past(read_claim(claim), ["Ann", "Acme", "Rex", "Ulm"], relation) is past


@pytest.mark.parametrize(
    ("claim", "question", "order", "text"),
    [
        ("Rex was built before 1900", "When was Rex built?", "before", "1900"),
        ("Ann was hired after 3 May 2018", "When was Ann hired?", "after", "2018-05-03"),
        ("Ann was hired in 2018", "When was Ann hired?", "in", "2018"),
    ],
)
def test_a_date_may_lie_before_or_after_the_stated_one(claim: str, question: str, order: str, text: str) -> None:
    found = stated_value(read_claim(claim))
    assert found is not None
    assert (found.question, found.order, found.text) == (question, order, text)


def test_a_word_of_time_in_the_label_of_the_relation_leaves_no_room_for_others() -> None:
    claim = read_claim("Rex was first climbed by Ann")
    assert allows_more(claim, ["Rex", "Ann"])
    assert not allows_more(claim, ["Rex", "Ann"], "first climbed by")
    assert allows_more(read_claim("Rex is part of Ann"), ["Rex", "Ann"], "part of")
