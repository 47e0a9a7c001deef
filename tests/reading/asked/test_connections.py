"""Questions for connections: what is one, what it asks, and what only looks like one."""

import json
from pathlib import Path

import pytest

from pog_agent.models import ConditionName, ConnectionQuestion, TopicEntity
from pog_agent.reading.asked.connections import asked_connections

WORDINGS = Path(__file__).parents[2] / "connections" / "wordings.jsonl"
NAMES = ("Ann", "Bob", "Mill & Co", "the Hague", "Cid", "company")
TOPICS = [TopicEntity(iri=name, label=name, mention=name) for name in NAMES]


def asked(question: str) -> ConnectionQuestion | None:
    """The reading, where the topics are the names that the question has."""
    return asked_connections(
        question, [topic for topic in TOPICS if topic.mention.casefold() in question.casefold()]
    )


@pytest.mark.parametrize(
    "question",
    [
        "How is Ann related to Bob?",
        "how are ann and bob connected",
        "How exactly are Ann and Bob linked with each other?",
        "What connects Ann with Bob?",
        "What's the relationship between Ann and Bob?",
        "What is Ann's connection to Bob?",
        "In what way does Ann relate to Bob?",
        "Please tell me how Ann is connected to Bob, thanks",
        "Ann and Bob: how are they related?",
        "Is there any link between Ann and Bob?",
        "Find all paths from Ann to Bob",
        "What has Ann to do with Bob?",
    ],
)
def test_a_question_for_how_two_things_are_joined(question):
    assert asked(question) == ConnectionQuestion(between=("Ann", "Bob"))


@pytest.mark.parametrize(
    "question",
    [
        "What do Ann and Bob have in common?",
        "what does Ann share with Bob",
        "What have Ann and Bob got in common?",
    ],
)
def test_a_question_for_what_two_things_share(question):
    assert asked(question) == ConnectionQuestion(between=("Ann", "Bob"), form="shared")


@pytest.mark.parametrize(
    "question",
    [
        *("How many countries are connected to Ann and Bob?", "Who is related to Ann by marriage?"),
        *(
            "Which rivers connect Ann and Bob?",
            "What year did Ann and Bob meet?",
            "What is related to Ann and Bob?",
        ),
        *("Who connects Ann and Bob?", "What connects to Ann and Bob?"),
        *(
            "How is Ann's dog related to Bob?",
            "How is Ann related to the man that Bob met?",
            "How is Ann related?",
        ),
        *(
            "What prize did Ann and Bob share?",
            "How are Ann and Bob connected by train?",
            "How is Ann related to Ann?",
        ),
        *("Is Ann related to Bob by blood?", "What are Ann and Bob?", "How much do Ann and Bob have in common?"),
        *("How are Ann and Bob connected to it?", "Which connection from Ann to Bob is the cheapest?"),
        "How are Ann and Bob connected through the firm that Cid owns?",
    ],
)
def test_a_question_for_something_else(question):
    assert asked(question) is None


def test_more_than_two_names_are_joined_in_the_order_of_the_question():
    reading = asked("How are Mill & Co, Ann and the Hague connected?")
    assert reading is not None
    assert reading.between == ("Mill & Co", "Ann", "the Hague")


@pytest.mark.parametrize(
    ("condition", "fields"),
    [
        ("through a company", {"through": (ConditionName(text="company", iri="company"),)}),
        ("via a firm and Cid", {"through": (ConditionName(text="firm"), ConditionName(text="Cid", iri="Cid"))}),
        ("without Cid", {"avoided": (ConditionName(text="Cid", iri="Cid"),)}),
        ("but not through the big firm", {"avoided": (ConditionName(text="big firm"),)}),
        (
            "without a port, the river boats, or Cid",
            {
                "avoided": (
                    ConditionName(text="port"),
                    ConditionName(text="river boats"),
                    ConditionName(text="Cid", iri="Cid"),
                )
            },
        ),
        (
            "through a firm and without Cid",
            {"through": (ConditionName(text="firm"),), "avoided": (ConditionName(text="Cid", iri="Cid"),)},
        ),
        ("by works for and knows only", {"relations": ("works for", "knows")}),
        ("within two steps", {"within": 2}),
        ("in at most 5 hops", {"within": 5}),
        (
            "through a company, without Cid, within 3 steps",
            {
                "through": (ConditionName(text="company", iri="company"),),
                "avoided": (ConditionName(text="Cid", iri="Cid"),),
                "within": 3,
            },
        ),
    ],
)
def test_conditions_are_read_wherever_they_stand(condition, fields):
    expected = ConnectionQuestion(between=("Ann", "Bob"), **fields)
    assert asked(f"How are Ann and Bob connected {condition}?") == expected
    assert asked(f"{condition[0].upper()}{condition[1:]}, how are Ann and Bob connected?") == expected


def test_the_shortest_and_the_direct_ones():
    assert asked("What is the shortest path between Ann and Bob?") == ConnectionQuestion(
        between=("Ann", "Bob"), shortest=True
    )
    assert asked("How are Ann and Bob directly linked?") == ConnectionQuestion(between=("Ann", "Bob"), within=1)


@pytest.mark.parametrize(
    "question",
    [
        "How are Ann and Bob connected within 3 steps within 2 steps?",
        "What do Ann and Bob have in common within 3 steps?",
        "How are Ann and Bob connected without Bob?",
        "How are Ann and Bob connected through Cid's dog?",
        "How are Ann and Bob connected through a firm or Cid?",
        "How are Ann and Bob connected through which firm?",
        "How are Ann and Bob connected for money?",
    ],
)
def test_a_condition_that_cannot_be_carried_out_is_not_taken(question):
    assert asked(question) is None


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
