"""Labels of the graph in a question that nobody recognised, and those that only look like names."""

import pytest

from pog_agent.models import SpanReading, TopicEntity
from pog_agent.models.reading import SpanRole
from pog_agent.reading.unused_names import unused_names
from tests.reading.paths import topic_named

ULM = topic_named("Ulm")


def span(question: str, word: str, role: SpanRole) -> SpanReading:
    start = question.index(word)
    return SpanReading(text=word, start=start, end=start + len(word), role=role)


def unused(
    question: str,
    *spotted: str,
    topics: tuple[TopicEntity, ...] = (ULM,),
    known: tuple[str, ...] = (),
    **roles: SpanRole,
) -> list[str]:
    spans = [span(question, word, role) for word, role in roles.items()]
    return unused_names(question, spotted, topics, spans, known)


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("Which films of Ulm star Petra Novak?", "Petra Novak"),
        ("Does Ulm belong to Bavaria?", "Bavaria"),
        ('Who of Ulm sang "Once"?', "Once"),
        ("Which street of Ulm leads to the golden gate?", "golden gate"),
        ("Bavaria has which city besides Ulm?", "Bavaria"),
    ],
)
def test_a_proper_name_that_nothing_stands_for_is_told(question: str, name: str) -> None:
    assert unused(question, "Ulm", name, **dict.fromkeys(name.split(), "unread")) == [name]


@pytest.mark.parametrize("role", ["relation", "class", "filler", "operation"])
def test_a_capital_inside_the_sentence_needs_the_name_on_a_path(role: SpanRole) -> None:
    assert unused("Who sang Once in Ulm?", "Once", Once=role) == ["Once"]
    assert unused("Who sang Once in Ulm?", "Once", Once="name") == []


class TestWhatIsNoName:
    def test_a_word_in_small_letters(self) -> None:
        assert unused("Which museum is in Ulm?", "museum", museum="unread") == []

    def test_a_phrase_in_small_letters_that_was_read(self) -> None:
        roles: dict[str, SpanRole] = {"head": "relation", "state": "relation"}
        assert unused("Who is head of state in Ulm?", "head of state", **roles) == []

    def test_the_first_word_of_a_sentence_that_was_read(self) -> None:
        assert unused("Museums of Ulm are which?", "Museums", Museums="class") == []

    def test_a_word_of_a_question_in_which_every_word_has_a_capital(self) -> None:
        assert unused("Which Museum Is In Ulm?", "Museum", Museum="unread") == []
        assert unused('Who Sang "Once" In Ulm?', "Once", Once="filler") == ["Once"]


class TestWhatIsUsed:
    @pytest.mark.parametrize("optional", [False, True])
    def test_a_topic_by_mention_or_label(self, optional: bool) -> None:
        topic = TopicEntity(iri="urn:ny", label="New York", mention="Big Apple", optional=optional)
        assert unused("Is the Big Apple New York?", "New York", "Big Apple", topics=(topic,)) == []

    def test_what_stands_inside_the_name_of_a_topic(self) -> None:
        topic = topic_named("Salt on the Stairs")
        assert unused("Who wrote Salt on the Stairs?", "Salt", topics=(topic,), Salt="topic") == []

    def test_a_name_in_use_elsewhere(self) -> None:
        assert unused("Does Ulm belong to Bavaria?", "Bavaria", known=("bavaria",), Bavaria="unread") == []

    def test_words_around_a_topic_that_were_read(self) -> None:
        question = "Who is President of Ulm?"
        assert unused(question, "President of Ulm", President="relation", Ulm="topic") == []
        assert unused(question, "President of Ulm", President="unread", Ulm="topic") == ["President of Ulm"]
