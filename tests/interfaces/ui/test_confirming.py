"""A person on the page: what a run shows, what may be said to it, and what becomes of a wrong reply."""

import re

import pytest

from tests.confirmation.towns import PREFIX, QUESTION, TOWNS
from tests.interfaces.ui.pages import asked, got, record_of, replied, served_page

FOLLOW_UP = "And of Malo?"


@pytest.fixture(scope="module")
def url(tmp_path_factory):
    towns = tmp_path_factory.mktemp("graphs") / "towns.ttl"
    towns.write_text(TOWNS, encoding="utf-8")
    with served_page(str(towns), confirm=("topics", "plan", "answer")) as found:
        yield found


def waits(records, kind):
    """The thread of a run that has shown this, and nothing after it."""
    assert records[-1]["type"] == "confirm", records[-1]
    assert f'data-kind="{kind}"' in records[-1]["html"]
    return records[-1]["thread"]


def test_topics_plan_and_answer_are_confirmed_one_after_the_other(url):
    records = asked(url, QUESTION)
    thread = waits(records, "topics")
    assert "Aldin2" in records[-1]["html"]
    plan = replied(url, thread, {"replace": {f"{PREFIX}Aldin1": f"{PREFIX}Aldin2"}})
    assert waits(plan, "plan") == thread
    held = replied(url, thread, "accept")
    assert waits(held, "answer") == thread
    assert "Corin" in held[-1]["html"] and "answer" not in [record["type"] for record in held]
    records = replied(url, thread, "accept")
    answer = record_of(records, "answer")
    assert "Corin" in answer["html"] and answer["turn"]
    picture = record_of(records, "run")["html"]
    assert re.search(r'<g class="box topic">.*?>Aldin</text>', picture)
    assert re.search(r'<g class="box answer">.*?>Corin</text>', picture)


@pytest.mark.parametrize(
    ("kind", "wrong", "problem"),
    [
        ("topics", {"replace": {f"{PREFIX}Aldin1": "no-iri"}}, "no-iri"),
        ("topics", "perhaps", "the reply is &#39;accept&#39; or an object with"),
        ("plan", {"predicted_depth": "many"}, "&#39;predicted_depth&#39;: "),
        ("plan", {"split_questions": []}, "&#39;split_questions&#39;: "),
        ("answer", {"reject": " "}, "&#39;reject&#39;: "),
    ],
)
def test_a_wrong_value_is_one_line_and_asked_for_again(url, kind, wrong, problem):
    records = asked(url, QUESTION)
    thread = records[-1]["thread"]
    while f'data-kind="{kind}"' not in records[-1]["html"]:
        records = replied(url, thread, "accept")
    records = replied(url, thread, wrong)
    waits(records, kind)
    (line,) = [line for line in records[-1]["html"].splitlines() if 'class="problem"' in line]
    assert problem in line
    while records[-1]["type"] == "confirm":
        records = replied(url, thread, "accept")
    assert "Bera" in record_of(records, "answer")["html"]


def test_a_rejected_answer_is_not_given(url):
    thread = asked(url, QUESTION)[-1]["thread"]
    replied(url, thread, "accept")
    replied(url, thread, "accept")
    answer = record_of(replied(url, thread, {"reject": "out of date"}), "answer")
    assert answer["status"] == "abstained" and "out of date" in answer["html"]


def test_a_follow_up_is_confirmed_in_its_conversation(url):
    thread = asked(url, QUESTION)[-1]["thread"]
    for _ in range(3):
        records = replied(url, thread, "accept")
    again = asked(url, FOLLOW_UP, earlier=[record_of(records, "answer")["turn"]])
    read = next(record for record in again if record["type"] == "read")
    assert read["text"] == "Who is the mayor of Malo?"
    thread = waits(again, "topics")
    for _ in range(3):
        records = replied(url, thread, "accept")
    assert "Dana" in record_of(records, "answer")["html"]


def test_a_reply_that_no_run_waits_for_is_an_error(url):
    thread = asked(url, QUESTION)[-1]["thread"]
    for _ in range(3):
        replied(url, thread, "accept")
    for gone in (thread, "none"):
        (error,) = replied(url, gone, "accept")
        assert error["text"] == "no run waits for this reply any more: ask the question again"
    (error,) = replied(url, 3, "accept")
    assert error["text"] == "the page sent no reply: reload it"


def test_examples_are_tried_without_a_person(url):
    *_, card = got(url, "card", graph="0")
    assert card["whole"] and 'class="example"' in card["html"]


def test_what_a_system_has_not_to_confirm_is_one_line(url):
    (error,) = asked(url, QUESTION, system="tog")
    assert error["text"].startswith("the system tog has no plan to confirm")
