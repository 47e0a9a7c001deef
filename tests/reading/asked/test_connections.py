"""Questions for connections: what is one, what it asks, and what only looks like one."""

import json
from pathlib import Path

import pytest

from pog_agent.models import ConnectionQuestion, TopicEntity
from pog_agent.reading.asked.connections import asked_connections

WORDINGS = Path(__file__).parents[2] / "connections" / "wordings.jsonl"
NAMES = ("Ann", "Bob", "Mill & Co", "the Hague", "Cid", "company")
TOPICS = [TopicEntity(iri=name, label=name, mention=name) for name in NAMES]


def asked(question: str) -> ConnectionQuestion | None:
    """The reading, where the topics are the names that the question has."""
    return asked_connections(
        question, [topic for topic in TOPICS if topic.mention.casefold() in question.casefold()]
    )


def test_more_than_two_names_are_joined_in_the_order_of_the_question():
    reading = asked("How are Mill & Co, Ann and the Hague connected?")
    assert reading is not None
    assert reading.between == ("Mill & Co", "Ann", "the Hague")


def test_a_name_that_is_also_a_cue_word_is_a_name():
    path = TopicEntity(iri="path", label="path", mention="path")
    assert asked_connections("What is the path between Ann and Bob?", [*TOPICS[:2], path]) is None


def test_a_very_long_question_and_another_language_are_none():
    assert asked("How are Ann and Bob connected " + "through Cid " * 10_000) is None
    assert asked_connections("How are Ann and Bob connected?", TOPICS[:2], "xx") is None


@pytest.mark.parametrize("line", WORDINGS.read_text(encoding="utf-8").splitlines())
def test_many_wordings_are_taken_for_what_they_are(line):
    row = json.loads(line)
    names = ("Ann", "Bob", "Cid Moor", "Mill")
    topics = [
        TopicEntity(iri=name, label=name, mention=name)
        for name in names
        if name.casefold() in row["question"].casefold()
    ]
    assert (asked_connections(row["question"], topics) is not None) == row["taken"]
