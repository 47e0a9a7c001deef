"""Dates order events that they are named after, and the origins of things order what was made."""

import pytest

from pog_agent.reading.senses.event_order import order_flaw
from tests.finding_ids import id_of


@pytest.mark.parametrize(
    ("cue", "key", "joined", "question"),
    [
        ("first", "date of birth", ["owned by"], "who was the first owner of?"),
        ("latest", "date of birth", ["trained by"], "who is the latest trainer of?"),
        ("last", "born on", [], "who was the last mayor?"),
        ("first", "felled on", ["mast"], "what was the first mast of?"),
        ("first", "built in", ["owned by"], "what was the first ship of?"),
        ("first", "founded", ["sponsor"], "what was the first sponsor of?"),
        ("first", "published on", ["won by"], "which was the first novel to win?"),
        ("most recent", "release date", ["winner"], "which film won most recently?"),
        ("first", "published on", ["edited by"], "which book did edit first?"),
    ],
)
def test_a_date_of_something_else_orders_no_event(cue: str, key: str, joined: list[str], question: str) -> None:
    assert id_of(order_flaw(cue, key, joined, question)) == "order-of-other-time"


@pytest.mark.parametrize(
    ("cue", "key", "joined", "question"),
    [
        ("oldest", "date of birth", ["owned by"], "who is the oldest owner of?"),
        ("first", "born on", ["child"], "who was the first child of?"),
        ("first", "born on", [], "who was born first?"),
        ("first", "owned since", ["owner"], "who was the first owner of?"),
        ("first", "date", ["winner"], "which race did he win first?"),
        ("last", "held on", ["ridden by"], "which race did he ride last?"),
        ("last", "held on", ["won by"], "which race did he win last?"),
        ("last", "decided on", ["won by"], "which cup did he win last?"),
        ("first", "won in", ["won by"], "which cup did he win first?"),
        ("first", "published on", ["written by"], "which book did write first?"),
        ("first", "year of publication", ["author"], "what was the first novel of?"),
        ("latest", "release date", ["directed by", "genre"], "what is the latest comedy of?"),
        ("first", "opened on", ["located in"], "what was the first museum in?"),
        ("first", "founded", [], "which was the first museum?"),
        ("first", "bred year", ["bred by"], "what was the first rose of?"),
    ],
)
def test_a_date_of_the_event_orders_it(cue: str, key: str, joined: list[str], question: str) -> None:
    assert id_of(order_flaw(cue, key, joined, question)) == ""


def test_numbers_are_dates_where_their_name_says_so() -> None:
    assert order_flaw("first", "bred year", ["hop"], "what was the first hop of?", by_date=False)
    assert id_of(order_flaw("first", "position", ["team"], "which was the first team of?", by_date=False)) == ""
