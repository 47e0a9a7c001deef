"""Words of a question beside the elements of a path."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pog_agent.models import ShownNode, ShownPath, TopicEntity
from pog_agent.ranking.encoder import CachedEncoder, LexicalEncoder
from pog_agent.reading.alignment import LEAST_LIKENESS, UNASKED_COST, UNREAD_COST, Aligner, Alignment
from pog_agent.reading.elements import Element
from pog_agent.reading.question_words import QuestionWords
from pog_agent.reading.reader import QuestionReader
from pog_agent.reading.wording import read_wording
from tests.ranking.recording import Recording
from tests.reading.paths import node_of, path_of, start_at, topic_named

ANN = topic_named("Ann")
SOMEONE = node_of("Bob")
MANY = node_of("Bob", "Eve")


def aligned(
    question: str,
    path: ShownPath,
    encoder: LexicalEncoder | CachedEncoder,
    *,
    position: int = -1,
    key: int | None = None,
    topics: tuple[TopicEntity, ...] = (ANN,),
) -> Alignment:
    reader = QuestionReader(question, topics, encoder)
    reader.learn([path])
    return reader.align(path, position if position >= 0 else len(path.relations), key)


def asked_by(alignment: Alignment) -> dict[str, str]:
    """The words that ask for each relation."""
    return {item.element.texts[0]: " ".join(word.text for word in item.words) for item in alignment.relations}


@pytest.mark.parametrize(
    ("question", "parts", "asked"),
    [
        (
            "Who is the mayor of the town where Ann lives?",
            ("lives in", node_of("Ulm", types="Town"), "mayor", SOMEONE),
            {"lives in": "lives", "mayor": "mayor"},
        ),
        (
            "In which town lives the mother of the boss of Ann?",
            ("boss", SOMEONE, "mother", SOMEONE, "lives in", node_of("Ulm", types="Town")),
            {"boss": "boss", "mother": "mother", "lives in": "lives"},
        ),
        (
            "Who is Ann's boss's mother?",
            ("boss", SOMEONE, "mother", SOMEONE),
            {"boss": "boss", "mother": "mother"},
        ),
        ("What is Ann's home town?", ("home town", SOMEONE), {"home town": "home town"}),
        ("Who is the head of the state of Ann?", ("head of state", SOMEONE), {"head of state": "head state"}),
        ("Whom does Ann report to?", ("reports to", SOMEONE), {"reports to": "report"}),
        ("Who is the boss?", ("boss", SOMEONE), {"boss": "boss"}),
        ("Who is the boss of the boss of Ann?", ("boss", SOMEONE, "boss", MANY), {"boss": "boss"}),
        (
            "Who is the boss of Ann?",
            ("lives in", node_of("Ulm"), "boss", SOMEONE),
            {"lives in": "", "boss": "boss"},
        ),
        ("Ann?", ("boss", SOMEONE), {"boss": ""}),
    ],
)
def test_words_ask_for_relations(
    question: str, parts: tuple[ShownNode | str, ...], asked: dict[str, str], spelling: LexicalEncoder
) -> None:
    assert asked_by(aligned(question, path_of(start_at("Ann"), *parts), spelling)) == asked


def test_a_relation_that_is_walked_twice_is_asked_for_twice(spelling: LexicalEncoder) -> None:
    twice = path_of(start_at("Ann"), "boss", SOMEONE, "boss", MANY)
    assert not aligned("Who is the boss of the boss of Ann?", twice, spelling).unasked(0.5)
    assert len(aligned("Who is the boss of Ann?", twice, spelling).unasked(0.5)) == 1


@pytest.mark.parametrize(
    ("question", "parts", "unread"),
    [
        ("Which town is the home of Ann?", ("home", node_of("Ulm", types="Town")), []),
        ("Which town is the home of Ann?", ("home", node_of("Ulm")), ["town"]),
        ("Which red boats has Ann sailed?", ("sailed", node_of("x", types="Boat")), ["red"]),
        ("Which boats did Ann sail with the flag of Peru?",
         ("sails", node_of("x", "y", types="Boat"), "flag of", node_of("Peru")), []),
        ("Which boats did Ann sail with the flag of Chile?",
         ("sails", node_of("x", "y", types="Boat"), "flag of", node_of("Peru")), ["chile"]),
    ],
)  # fmt: skip
def test_words_are_read_by_relations_classes_and_names(
    question: str, parts: tuple[ShownNode | str, ...], unread: list[str], spelling: LexicalEncoder
) -> None:
    found = aligned(question, path_of(start_at("Ann"), *parts), spelling, position=1)
    assert [item.word.text for item in found.unread(0.5)] == unread


def test_a_painted_thing_is_no_painting_by_its_class(spelling: LexicalEncoder) -> None:
    painting = node_of("x", types="Painting")
    asked = aligned("What has Ann painted?", path_of(start_at("Ann"), "<stolen from", painting), spelling)
    assert asked_by(asked) == {"stolen from": ""}
    assert [item.word.text for item in asked.unread(0.1)] == ["painted"]


def test_a_word_is_read_by_its_meaning(meaning: CachedEncoder) -> None:
    path = path_of(start_at("Ann"), "place of birth", node_of("Ulm", types="City"))
    found = aligned("Where was Ann born?", path, meaning)
    assert asked_by(found) == {"place of birth": "born"}
    assert not found.unread(0.45)
    assert not found.unasked(0.5)


@pytest.mark.parametrize(
    ("question", "relation"),
    [
        ("Where was Ann born?", "place of death"),
        ("Who is Ann's stepmother?", "mother"),
        ("Who are Ann's grandchildren?", "child"),
        ("Who taught Ann?", "employer"),
    ],
)
def test_a_word_is_not_read_by_another_meaning(question: str, relation: str, meaning: CachedEncoder) -> None:
    reader = QuestionReader(question, [ANN], meaning)
    path = path_of(start_at("Ann"), relation, SOMEONE)
    reader.learn([path], ["place of birth", "pupil of"])
    found = reader.align(path, 1)
    assert found.unread(0.45)
    assert found.unasked(0.5)


@pytest.mark.parametrize(
    ("question", "relation", "unread"),
    [
        ("Who is the deputy mayor of Ann?", "mayor", "deputy"),
        ("Who is the former owner of Ann?", "owner", "former"),
        ("Who is the assistant coach of Ann?", "coach", "assistant"),
        ("Who was the executive producer of Ann?", "producer", "executive"),
        ("Who is the vice president of Ann?", "president", "vice"),
        ("Who is the adoptive mother of Ann?", "mother", "adoptive"),
        ("What is the female population of Ann?", "population", "female"),
    ],
)
def test_a_word_that_narrows_another_is_not_read_with_it(
    question: str, relation: str, unread: str, meaning: CachedEncoder
) -> None:
    found = aligned(question, path_of(start_at("Ann"), relation, SOMEONE), meaning)
    assert unread in [item.word.text for item in found.unread(0.45)]


def test_what_leads_to_compared_values_need_not_be_asked_for(spelling: LexicalEncoder) -> None:
    path = path_of(start_at("Ann"), "sails", MANY, "length", node_of("12", kind="literal"))
    question = "What is the longest boat Ann sails?"
    assert not aligned(question, path, spelling, position=1, key=2).unasked(0.5)
    without = aligned(question, path, spelling, position=1)
    assert [item.element.texts[0] for item in without.unasked(0.5)] == ["length"]


def test_one_word_asks_for_a_relation_on_both_sides_of_the_answer(spelling: LexicalEncoder) -> None:
    peru, chile = topic_named("Peru"), topic_named("Chile")
    path = path_of(start_at("Peru"), "borders", MANY, "<borders", start_at("Chile"))
    both = aligned("What borders both Peru and Chile?", path, spelling, position=1, topics=(peru, chile))
    assert [[word.text for word in item.words] for item in both.relations] == [["borders"], ["borders"]]
    chain = path_of(start_at("Peru"), "borders", MANY, "borders", SOMEONE)
    one = aligned("What borders Peru?", chain, spelling, position=2, topics=(peru,))
    assert len(one.unasked(0.5)) == 1


def test_the_better_path_has_the_greater_total(spelling: LexicalEncoder) -> None:
    question = "Who is the mother of the boss of Ann?"
    right = path_of(start_at("Ann"), "boss", SOMEONE, "mother", SOMEONE)
    turned = path_of(start_at("Ann"), "mother", SOMEONE, "boss", SOMEONE)
    short = path_of(start_at("Ann"), "mother", SOMEONE)
    totals = [aligned(question, path, spelling).total for path in (right, turned, short)]
    assert totals[0] > max(totals[1:])


def test_a_word_counts_less_beside_a_rival_that_it_fits_better(spelling: LexicalEncoder) -> None:
    path = path_of(start_at("Ann"), "home", SOMEONE)
    likeness = []
    for rivals in ([], ["homelands"]):
        reader = QuestionReader("What is the homeland of Ann?", [ANN], spelling)
        reader.learn([path], rivals)
        likeness.append({item.word.text: item.likeness for item in reader.align(path, 1).words})
    assert likeness[1]["homeland"] < likeness[0]["homeland"]


def test_a_read_path_has_its_answer_and_its_name_only_where_the_question_may_say_it(
    spelling: LexicalEncoder,
) -> None:
    reader = QuestionReader("Is Bob the boss of Ann?", [ANN], spelling)
    path = path_of(start_at("Ann"), "boss", SOMEONE)
    reader.learn([path])
    plain, named = reader.read(path, 1), reader.read(path, 1, names_answer=True)
    assert plain.answer == named.answer == SOMEONE
    assert [item.word.text for item in plain.alignment.unread(0.5)] == ["bob"]
    assert [item.element.texts[0] for item in named.alignment.words if item.element] == ["bob", "boss"]


def test_names_are_read_by_their_letters_and_not_embedded() -> None:
    encoder = Recording()
    reader = QuestionReader("Who is the boss of the Berlin branch of Ann?", [ANN], encoder)
    path = path_of(start_at("Ann", types="Person"), "works at", node_of("Berlin branch 7"), "boss", SOMEONE)
    reader.learn([path])
    read = {item.word.text: item.element for item in reader.read(path, 2).alignment.words}
    assert read["berlin"] is not None and read["berlin"].kind == "name"
    spellings = {text for found in reader.words.phrases.values() for text in found}
    assert set(encoder.texts) - spellings == {"person", "works at"}


def test_required_topics_that_are_not_named_are_unplaced(spelling: LexicalEncoder) -> None:
    topics = [ANN, topic_named("Robert", mention="Bobby"), topic_named("Town", optional=True)]
    assert QuestionReader("Is Ann the boss of Bob?", topics, spelling).unplaced == ["Robert"]
    assert QuestionReader("Is Ann the boss of Bobby?", topics, spelling).unplaced == []


def test_a_path_must_be_learned_before(spelling: LexicalEncoder) -> None:
    reader = QuestionReader("Who is the boss of Ann?", [ANN], spelling)
    with pytest.raises(KeyError):
        reader.align(path_of(start_at("Ann"), "boss", SOMEONE), 1)


class TestAligner:
    """The dynamic programme finds the best of all alignments."""

    SIZE = 4
    GAIN = st.floats(0.0, 1.0)

    @staticmethod
    def best_total(gains: list[dict[tuple[int, int], float]], size: int, row: int, place: int) -> float:
        """The same by trying every alignment."""
        totals = []
        if row == size and place == len(gains):
            return 0.0
        if row < size:
            totals.append(TestAligner.best_total(gains, size, row + 1, place) - UNREAD_COST)
        if place < len(gains):
            totals.append(TestAligner.best_total(gains, size, row, place + 1) - UNASKED_COST)
            for length in range(1, min(3, size - row) + 1):
                gain = gains[place][row, length]
                if row < size and gain >= LEAST_LIKENESS:
                    rest = TestAligner.best_total(gains, size, row + length, place + 1)
                    totals.append(rest + length * gain)
        return max(totals)

    @settings(max_examples=60, deadline=None)
    @given(st.lists(st.lists(GAIN, min_size=9, max_size=9), max_size=3))
    def test_the_total_is_that_of_a_search_through_all_alignments(self, values: list[list[float]]) -> None:
        question = "tall wooden narrow ferry"
        words = QuestionWords(question, [], replace(read_wording(question, []), targets=()))
        phrases = sorted(words.phrases)
        assert len(phrases) == 9
        elements = [Element("relation", (f"relation {place}",), place) for place in range(len(values))]
        gains = [dict(zip(phrases, row, strict=True)) for row in values]
        aligner = Aligner(words, dict(zip(elements, gains, strict=True)))
        found = aligner.best(elements, 9, [tuple(range(self.SIZE))])
        assert found.total == pytest.approx(self.best_total(gains, self.SIZE, 0, 0))
        assert [item.word for item in found.words] == list(words.content)
        assert [item.element for item in found.relations] == elements
