"""What each word of a question became, and what is said of those that became nothing."""

import pytest

from pog_agent.models import Operation, ShownNode, TopicEntity
from pog_agent.ranking.encoder import CachedEncoder, LexicalEncoder
from pog_agent.reading.alignment import SIMILARITY_ALONE, WITH_A_MODEL, Strictness
from pog_agent.reading.reader import QuestionReader
from pog_agent.reading.spans import SpanReader
from tests.finding_ids import ids
from tests.reading.paths import node_of, path_of, start_at, topic_named

ULM = topic_named("Ulm")
RIVER = node_of("Danube", types="River")


def spans_of(
    question: str,
    encoder: LexicalEncoder | CachedEncoder,
    *parts: ShownNode | str,
    names: tuple[str, ...] = (),
    strictness: Strictness = SIMILARITY_ALONE,
    topics: tuple[TopicEntity, ...] = (ULM,),
    rivals: tuple[str, ...] = (),
) -> SpanReader:
    """The words of a question on one path from Ulm, with the answer at its end; on none without parts."""
    reader = QuestionReader(question, topics, encoder)
    path = path_of(start_at("Ulm"), *parts)
    reader.learn([path], rivals)
    read = [reader.read(path, len(path.relations))] if parts else []
    return SpanReader(reader, read, ["Ulm", *names], strictness)


def roles_of(spans: SpanReader, operation: Operation = "none") -> dict[str, str]:
    return {span.text: f"{span.role} {span.meaning}".strip() for span in spans.spans(operation)}


def test_every_word_becomes_something(spelling: LexicalEncoder) -> None:
    spans = spans_of("Which rivers flow through Ulm's old town?", spelling, "flows through", RIVER)
    assert roles_of(spans) == {
        "Which": "filler",
        "rivers": "class river",
        "flow": "relation flows through",
        "through": "filler",
        "Ulm's": "topic Ulm",
        "old": "unread",
        "town": "unread",
    }
    assert [span.likeness for span in spans.spans("none") if span.text == "rivers"] == [1.0]
    assert ids(spans.sentences()) == [
        "word-unread",
        "word-unread",
    ]


@pytest.mark.parametrize(
    ("question", "word", "operation", "role"),
    [
        ("What is the longest river of Ulm?", "longest", "largest", "operation largest"),
        ("What is the longest river of Ulm?", "longest", "none", "unread"),
        ("How many rivers of Ulm are there?", "many", "count", "operation count"),
        ("How many rivers of Ulm are there?", "many", "none", "filler"),
        ("Which river is not in Ulm?", "not", "none", "unread"),
        ("Which river isn't in Ulm?", "isn't", "none", "unread"),
        ("Who is the first gentleman of Ulm?", "first", "none", "relation first gentleman"),
    ],
)
def test_a_cue_is_read_by_its_operation_or_by_a_label(
    question: str, word: str, operation: Operation, role: str, spelling: LexicalEncoder
) -> None:
    relation = "first gentleman" if "gentleman" in question else "river"
    assert roles_of(spans_of(question, spelling, relation, RIVER), operation)[word] == role


@pytest.mark.parametrize(
    ("question", "name", "role"),
    [
        ("Which river runs from Ulm to Passau?", "Passau", "unread"),
        ("Which river runs from Ulm to Vienna?", "Vienna", "name vienna"),
        ("Which Viennas river runs to Ulm?", "Viennas", "name viennas"),
        ("What joined Ulm in 1812?", "1812", "unread"),
        ("What joined Ulm in 1805?", "1805", "value 1805"),
        ("What joined Ulm in 180?", "180", "unread"),
        ("Which 3 towns are near Ulm?", "3", "unread"),
    ],
)
def test_names_and_numbers_must_stand_on_the_path(
    question: str, name: str, role: str, meaning: CachedEncoder
) -> None:
    assert roles_of(spans_of(question, meaning, "runs", RIVER, names=("Vienna", "1805")))[name] == role


@pytest.mark.parametrize(
    ("question", "sentences"),
    [
        ("Which river runs through Ulm?", []),
        ("Which river runs through Foo Ltd in Ulm?",
         ["name-unused"]),
        ('Who runs "blue moon" in Ulm?',
         ["name-unused"]),
        ("What runs Ulm 1812?", ["number-unread"]),
        ("Which river runs not in Ulm?", []),
        ("Which odd river runs through odd Ulm?",
         ["word-unread"]),
    ],
)  # fmt: skip
def test_what_nothing_stands_for_is_said_once(
    question: str, sentences: list[str], spelling: LexicalEncoder
) -> None:
    assert ids(spans_of(question, spelling, "runs through", RIVER).sentences()) == sentences


def test_an_abbreviation_does_not_hide_a_name(meaning: CachedEncoder) -> None:
    question = "Which river runs from Ulm to St. Gallen?"
    trusted = spans_of(question, meaning, "runs", RIVER, strictness=WITH_A_MODEL)
    assert any("Gallen" in sentence.message for sentence in trusted.sentences())


def test_a_date_word_is_read_by_a_value(spelling: LexicalEncoder) -> None:
    question = "In which year was Ulm founded?"
    dated = spans_of(question, spelling, "founded", node_of("1184", kind="literal"))
    assert roles_of(dated)["year"] == "value date"
    assert roles_of(spans_of(question, spelling, "founded", node_of("Bob")))["year"] != "value date"


def test_the_kind_asked_for_is_taken_at_its_word_where_the_graph_knows_no_kinds(spelling: LexicalEncoder) -> None:
    question = "Which lagoon does Ulm border?"
    assert roles_of(spans_of(question, spelling, "borders", node_of("x")))["lagoon"] == "class"
    assert roles_of(spans_of(question, spelling, "borders", RIVER))["lagoon"] == "unread"
    rival = spans_of(question, spelling, "borders", node_of("x"), rivals=("lagoon",))
    assert roles_of(rival)["lagoon"] == "unread"


def test_a_model_that_chose_the_path_is_trusted_with_words_that_mean_no_relation(meaning: CachedEncoder) -> None:
    question = "Which mayor of Ulm is cheerful?"
    path = "mayor", node_of("Bob", types="Person")
    assert len(spans_of(question, meaning, *path, strictness=SIMILARITY_ALONE).sentences()) == 1
    assert spans_of(question, meaning, *path, strictness=WITH_A_MODEL).sentences() == []
    rivals = ("cheerful",)
    (sentence,) = spans_of(question, meaning, *path, strictness=WITH_A_MODEL, rivals=rivals).sentences()
    assert (sentence.id, sentence.refutes) == ("word-unread", True)


def test_a_word_most_like_the_relations_of_the_path_is_not_held_against_it(meaning: CachedEncoder) -> None:
    question, somebody = "Which actors are cast for Ulm?", node_of("Bob", types="Person")

    def told(*rivals: str) -> list[str]:
        spans = spans_of(question, meaning, "cast member", somebody, strictness=WITH_A_MODEL, rivals=rivals)
        return ids(spans.sentences())

    assert told("screenwriter") == []
    assert told("screenwriter", "actor") == ["word-unread"]


def test_a_model_is_not_trusted_with_a_path_that_nobody_asked_for(meaning: CachedEncoder) -> None:
    question = "Which cheerful person runs Ulm?"
    path = "postal code", node_of("Bob", types="Person")
    assert spans_of(question, meaning, *path, strictness=WITH_A_MODEL).sentences()


def test_without_a_path_only_topics_and_names_are_read(spelling: LexicalEncoder) -> None:
    roles = roles_of(spans_of("Which river runs from Ulm to Vienna?", spelling, names=("Vienna",)))
    assert roles["Ulm"] == "topic Ulm"
    assert roles["Vienna"] == "name vienna"
    assert roles["river"] == roles["runs"] == "unread"


def test_spans_cover_the_question_in_its_order(spelling: LexicalEncoder) -> None:
    question = "Which river, if any, runs through Ulm?"
    spans = spans_of(question, spelling, "runs through", RIVER).spans("none")
    assert [question[span.start : span.end] for span in spans] == [span.text for span in spans]
    assert " ".join(span.text for span in spans) == "Which river if any runs through Ulm"
