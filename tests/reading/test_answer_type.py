"""Whether the things at the answer position are what the question asks for."""

import pytest

from pog_agent.models import ShownNode
from pog_agent.models.findings.finding import Finding
from pog_agent.ranking.encoder import CachedEncoder, LexicalEncoder
from pog_agent.reading.answer_type import (
    answers_who_or_where,
    asked_class,
    classes_of,
    date_flaw,
    is_one_of,
    role_flaw,
    type_flaw,
)
from pog_agent.reading.wording import read_wording
from tests.finding_ids import id_of
from tests.reading.paths import node_of, topic_named

ANN = topic_named("Ann")


def flaw_of(
    question: str, node: ShownNode, encoder: CachedEncoder | LexicalEncoder, *others: str
) -> Finding | None:
    classes = classes_of([node, node_of("x", types="|".join(others))])
    return type_flaw(question, read_wording(question, [ANN]), node, classes, encoder)


@pytest.mark.parametrize(
    ("question", "value", "part"),
    [
        ("How tall is Ann?", "181", ""),
        ("How tall is Ann?", "1.81 m", ""),
        ("How old was Ann when she died?", "1989-03-01", "the answer is a date"),
        ("How heavy is Ann?", "very", "the answer is no number"),
        ("How  Much does Ann cost?", "a lot", "'How  Much'"),
        ("How did Ann come to Rome?", "by train", ""),
        ("When was Ann built?", "1989-03-01", ""),
        ("When was Ann built?", "1889", ""),
        ("When was Ann built?", "around 1889", ""),
        ("In which year was Ann built?", "brick", "asks for a date"),
        ("Who built Ann?", "1889", "says 'who'"),
        ("Who built Ann?", "Gustave", ""),
        ("Where was Ann built?", "1889-05-06", "says 'where'"),
        ("Where was Ann built?", "5 Main Street", ""),
        ("What is the nickname of Ann?", "1889", ""),
        ("What did Ann book?", "2020-01-02", "does not ask for a date"),
        ("How many years was Ann there?", "1896", "'how long'"),
    ],
)
def test_a_value_is_held_against_the_question_word(
    question: str, value: str, part: str, spelling: LexicalEncoder
) -> None:
    found = str(flaw_of(question, node_of(value, kind="literal"), spelling) or "")
    assert part in found
    assert bool(found) == bool(part)


def test_a_value_without_a_text_is_no_number(spelling: LexicalEncoder) -> None:
    assert "no number" in str(flaw_of("How tall is Ann?", node_of(kind="literal"), spelling))


@pytest.mark.parametrize(
    ("question", "label", "part"),
    [
        ("How many rooms does Ann have?", "Oslo", "the answer is no number"),
        ("How expensive is Ann?", "Oslo", "the answer is no number"),
        ("When did Ann take part?", "Summer games of 1936", ""),
        ("When did Ann take part?", "Summer games", "asks for a date"),
        ("When did Ann take part?", "Room 12", "asks for a date"),
        ("Who built Ann?", "Oslo", ""),
        ("What did Ann see?", "Oslo", ""),
    ],
)
def test_a_thing_is_no_number_and_a_date_only_with_a_year(
    question: str, label: str, part: str, spelling: LexicalEncoder
) -> None:
    found = str(flaw_of(question, node_of(label), spelling) or "")
    assert part in found
    assert bool(found) == bool(part)


@pytest.mark.parametrize(
    "types",
    [
        "Person",
        "human",
        "sculptor",
        "actress",
        "politician",
        "king",
        "athlete",
        "company",
        "City|Mayor",
    ],
)
def test_who_asks_for_persons_and_organisations(types: str, meaning: CachedEncoder) -> None:
    assert id_of(flaw_of("Who built Ann?", node_of("x", types=types), meaning)) == ""


@pytest.mark.parametrize("types", ["City", "Film", "River", "Tower"])
def test_who_does_not_ask_for_things_and_places(types: str, meaning: CachedEncoder) -> None:
    flaw = "no-person"
    assert id_of(flaw_of("Who built Ann?", node_of("x", types=types), meaning)) == flaw


@pytest.mark.parametrize("types", ["city", "village", "lake", "museum", "country", "street", "Person|Island"])
def test_where_asks_for_places(types: str, meaning: CachedEncoder) -> None:
    assert id_of(flaw_of("Where is Ann?", node_of("x", types=types), meaning)) == ""


@pytest.mark.parametrize("types", ["person", "painter", "company", "employee"])
def test_where_does_not_ask_for_persons(types: str, meaning: CachedEncoder) -> None:
    assert "says 'where'" in str(flaw_of("Where is Ann?", node_of("x", types=types), meaning))


@pytest.mark.parametrize(
    ("question", "types", "others", "part"),
    [
        ("Which river did Ann cross?", "River", "City", ""),
        ("Which rivers did Ann cross?", "River", "City", ""),
        ("Which river did Ann cross?", "major river", "river", ""),
        ("Which river did Ann cross?", "City", "River", "asks for 'river', and the answer is a City"),
        ("Which river did Ann cross?", "City", "Bridge", ""),
        ("Which river did Ann cross?", "City|River", "", ""),
        ("Which football club did Ann join?", "Person", "Football club|Club", "asks for 'football club'"),
    ],
)
def test_a_noun_that_is_a_class_in_sight_is_taken_at_its_word(
    question: str, types: str, others: str, part: str, spelling: LexicalEncoder
) -> None:
    found = str(flaw_of(question, node_of("x", types=types), spelling, *others.split("|")) or "")
    assert part in found
    assert bool(found) == bool(part)


@pytest.mark.parametrize(
    ("question", "relation", "value", "part"),
    [
        ("Which prize did Ann win?", "award year", "1946", "asks for 'prize"),
        ("Which prize did Ann win?", "award", "1946", ""),
        ("Which prize did Ann win?", "award year", "unknown", ""),
        ("When did Ann win?", "award year", "1946", ""),
        ("In which decade did Ann win?", "award year", "1946", ""),
        ("Who won with Ann?", "award year", "the class of 1946", ""),
    ],
)
def test_the_date_of_a_thing_is_not_the_thing(question: str, relation: str, value: str, part: str) -> None:
    flaw = str(date_flaw(question, read_wording(question, [ANN]), node_of(value, kind="literal"), relation) or "")
    assert part in flaw if part else flaw == ""


def test_a_class_that_means_the_same_is_the_one_asked_for(meaning: CachedEncoder) -> None:
    assert id_of(flaw_of("Which movie did Ann make?", node_of("x", types="Film"), meaning, "movie")) == ""


def test_the_longest_phrase_that_is_a_class_is_asked_for() -> None:
    classes = {"football", "football club", "river"}
    assert asked_class(("football", "football clubs", "football clubs near"), classes) == "football clubs"
    assert asked_class(("lake",), classes) == ""
    assert asked_class((), classes) == ""


@pytest.mark.parametrize(
    ("asked", "kind", "is_one"),
    [
        ("city", "city", True),
        ("cities", "city", True),
        ("city", "major city", True),
        ("major city", "city", True),
        ("city", "cityscape", False),
        ("port city", "major city", False),
    ],
)
def test_a_class_is_one_of_those_that_are_wider_or_narrower(asked: str, kind: str, is_one: bool) -> None:
    assert is_one_of(asked, [kind]) is is_one
    assert not is_one_of(asked, [])


def test_the_classes_of_nodes_are_known_without_case() -> None:
    nodes = [node_of("x", types="River|Border"), node_of("y", types="river"), node_of("z")]
    assert classes_of(nodes) == {"river", "border"}


@pytest.mark.parametrize(
    ("target", "kind", "answers"),
    [
        ("person", "supplier", True),
        ("person", "painter", True),
        ("person", "river", False),
        ("place", "city", True),
        ("place", "painter", False),
        ("sequel", "painter", False),
    ],
)
def test_who_and_where_are_answered_by_classes_that_are_like_them(
    target: str, kind: str, answers: bool, meaning: CachedEncoder
) -> None:
    assert answers_who_or_where((target,), [kind], meaning) is answers


@pytest.mark.parametrize(
    ("question", "relation", "types", "part"),
    [
        ("Where does Ann's spouse come from?", "spouse", "", "says 'where'"),
        ("Where does Ann come from?", "nationality", "", ""),
        ("Where does Ann come from?", "spouse", "City", ""),
        ("Where was Ann made?", "mouth", "", ""),
        ("Who leads Ann?", "director", "", ""),
        ("What is the spouse of Ann?", "spouse", "", ""),
    ],
)
def test_things_without_a_class_are_known_by_their_relation(
    question: str, relation: str, types: str, part: str, meaning: CachedEncoder
) -> None:
    flaw = str(role_flaw(read_wording(question, [ANN]), node_of("x", types=types), relation, meaning) or "")
    assert part in flaw if part else flaw == ""


def test_who_is_answered_by_what_the_words_of_the_relation_lead_to(meaning: CachedEncoder) -> None:
    question = "Who trained Ann?"
    wording, medic, town = read_wording(question, [ANN]), node_of("x", types="medic"), node_of("x", types="town")
    assert type_flaw(question, wording, medic, [], meaning)
    assert id_of(type_flaw(question, wording, medic, [], meaning, is_said=True)) == ""
    assert type_flaw(question, wording, town, [], meaning, is_said=True)


def test_a_relation_to_a_place_answers_where_whatever_its_class(meaning: CachedEncoder) -> None:
    wording = read_wording("Where does Ann work?", [ANN])
    mill = node_of("Mill", types="Person")
    assert (
        id_of(type_flaw("Where does Ann work?", wording, mill, [], meaning, relation="employee workplace")) == ""
    )
    assert type_flaw("Where does Ann work?", wording, mill, [], meaning, relation="employer")
