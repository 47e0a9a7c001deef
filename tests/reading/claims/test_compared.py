"""Claims that compare values of two things, and claims that state several things."""

import pytest

from pog_agent.reading.claims.compared import ComparedThings, compared_things, parts_of
from pog_agent.reading.claims.recasting import read_claim


@pytest.mark.parametrize(
    ("claim", "one", "other", "order"),
    [
        ("Ann was born before Bob.", "When was Ann born?", "When was Bob born?", "<"),
        ("Ann was hired later than Bob.", "When was Ann hired?", "When was Bob hired?", ">"),
        (
            "The Ann has fewer dogs than the Bob.",
            "How many dogs does the Ann have?",
            "How many dogs does the Bob have?",
            "<",
        ),
        ("Ann did not die after Bob.", "When did Ann die?", "When did Bob die?", ">"),
    ],
)
def test_two_things_are_compared_by_the_same_question(claim: str, one: str, other: str, order: str) -> None:
    assert compared_things(read_claim(claim), "Ann", "Bob") == ComparedThings(one, other, order)


@pytest.mark.parametrize(
    "claim",
    [
        "Ann is older than Bob.",
        "Ann died before Bob was born.",
        "Ann was born before 1900.",
        "Ann met Bob.",
        "Ann was born a year before Bob.",
        "Ann was born two centuries later than Bob.",
        "Ann was hired the day after Bob.",
    ],
)
def test_nothing_else_is_such_a_comparison(claim: str) -> None:
    assert compared_things(read_claim(claim), "Ann", "Bob") is None


@pytest.mark.parametrize(
    ("claim", "parts", "negated"),
    [
        ("Both Ann and Bob are owned by Cid.", ["Ann is owned by Cid", "Bob is owned by Cid"], False),
        ("The Ann and the Bob both lie in Rome.", ["The Ann lie in Rome", "The Bob lie in Rome"], False),
        ("Ann and Bob are both in Rome.", ["Ann is in Rome", "Bob is in Rome"], False),
        ("Neither Bob nor Ann was born in Rome.", ["Bob was born in Rome", "Ann was born in Rome"], True),
        ("The Ann starts at Rome and ends at Bob.", ["The Ann starts at Rome", "The Ann ends at Bob"], False),
        ("Ann lives in Rome and is a guide.", ["Ann lives in Rome", "Ann is a guide"], False),
    ],
)
def test_what_is_stated_together_is_read_apart(claim: str, parts: list[str], negated: bool) -> None:
    found = parts_of(read_claim(claim), ["Ann", "Bob"])
    assert [(part.text, part.negated) for part in found] == [(text, negated) for text in parts]


@pytest.mark.parametrize(
    "claim",
    [
        "Ann and Bob are married.",
        "Both Ann and Bob are not in Rome.",
        "Ann works with Bob and Cid.",
        "Both are owned by Ann.",
        "Ann is in Rome.",
    ],
)
def test_what_may_hold_of_all_together_is_not_read_apart(claim: str) -> None:
    assert parts_of(read_claim(claim), ["Ann", "Bob"]) == ()
