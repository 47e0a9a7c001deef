"""The reading of a question: names with their relations go in, starts and what to follow come out."""

import pytest

from pog_agent.models import Paraphrase, QuestionReading, StartWay, TopicEntity
from pog_agent.reasoner.shown import ShownRelation
from pog_agent.reasoner.steps.at_once.read_question import NameInSight, ReadingReply, ReadQuestion

QUESTION = "Who is the boss of the woman that owns Kelder House?"
HOUSE = NameInSight(
    topic=TopicEntity(iri="urn:kelder", label="Kelder House", mention="Kelder House"),
    relations=(
        ShownRelation(number=1, text="owner", forward=True),
        ShownRelation(number=2, text="lies at", forward=False),
    ),
)
STEP = ReadQuestion(QUESTION, (HOUSE,), d_max=3)


def read(**reply: object) -> tuple[QuestionReading, tuple[str, ...]]:
    converted = STEP.convert(ReadingReply.model_validate(reply))
    assert converted.value is not None
    return converted.value, converted.warnings


def test_a_name_is_shown_with_the_relations_there_in_both_directions() -> None:
    assert STEP.values()["names"] == "Kelder House: owner ->, <- lies at"
    called = HOUSE.model_copy(update={"topic": HOUSE.topic.model_copy(update={"mention": "the Kelder"})})
    assert called.line == 'Kelder House ("the Kelder"): owner ->, <- lies at'


def test_a_reading_has_starts_with_what_to_follow_operation_language_and_other_words() -> None:
    found, warnings = read(
        asks_for="person",
        starts={"Kelder House": ["owner ->", "manager"]},
        do="list",
        language="EN",
        words={"boss": "manager, reports to", "owner": "landlord"},
    )
    assert found == QuestionReading(
        asks_for="person",
        ways=(StartWay(start="Kelder House", relations=("owner", "manager")),),
        operation="list",
        paraphrases=(Paraphrase(words="boss", others=("manager", "reports to")),),
        language="en",
    )
    assert len(warnings) == 1
    assert "'owner'" in warnings[0]


@pytest.mark.parametrize(
    "followed",
    ["owner > manager", "owner -> manager", "-> owner > manager", ["owner ->", "manager"], "owner, manager"],
)
def test_what_is_to_be_followed_is_read_as_models_write_it(followed: object) -> None:
    found, _ = read(starts={"Kelder House": followed})
    assert found.ways == (StartWay(start="Kelder House", relations=("owner", "manager")),)


@pytest.mark.parametrize(
    "starts",
    [["Kelder House"], "Kelder House", {"Kelder House": None}, [{"Kelder House": ""}], {"Kelder House": []}],
)
def test_starts_are_read_as_models_write_them(starts: object) -> None:
    assert read(starts=starts)[0].ways == (StartWay(start="Kelder House"),)


def test_a_start_that_is_neither_shown_nor_said_is_dropped_and_so_is_what_is_no_way() -> None:
    found, warnings = read(starts={"the woman": ["a", "b", "c", "d"], "Osk": ["owner"]})
    assert found.ways == (StartWay(start="the woman"),)
    assert warnings == (
        "dropped starts that the question does not name: 'Osk'",
        "dropped more than 3 relations to follow from: 'the woman'",
    )


@pytest.mark.parametrize(
    ("said", "operation", "computes"),
    [
        ("list", "list", False),
        (None, "list", False),
        ("EXISTS", "exists", False),
        ("yes/no", "exists", False),
        ("max", "most", True),
        ("negation", "except", True),
        ("average", "other", True),
    ],
)
def test_the_operation_says_whether_a_query_is_better_than_paths(
    said: str | None, operation: str, computes: bool
) -> None:
    found, _ = read(starts=[], do=said)
    assert (found.operation, found.computes) == (operation, computes)


def test_without_a_reading_the_names_are_the_starts() -> None:
    assert STEP.fallback().value == QuestionReading()
