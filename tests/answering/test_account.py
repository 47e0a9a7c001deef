"""Words of a question that nothing has read keep an answer from being supported."""

from pathlib import Path

import pytest

from pog_agent import PathsOverGraph
from pog_agent.ranking.encoder import CachedEncoder
from tests.finding_ids import ids
from tests.pipeline_fixtures import small_graph

PEOPLE = small_graph(
    "Ann a person",
    "Bob a person",
    "Ann born_in Ulm",
    "Bob born_in Oslo",
    'Ann birth_year "1950"',
    "Ulm part_of Bavaria",
)


@pytest.mark.parametrize(
    ("question", "status"),
    [
        ("Where was Ann born?", "supported"),
        ("Who was not born in Ulm?", "partial"),
        ("Where was Ann born in 1812?", "partial"),
        ("Where was Ann Frank born?", "partial"),
    ],
)
def test_an_answer_to_half_a_question_is_partial(question: str, status: str) -> None:
    with PathsOverGraph(PEOPLE, "offline:guess", encoder="lexical", compose="off") as agent:
        answer = agent.ask(question)
    assert answer.answers
    assert answer.status == status


def test_the_account_names_what_is_read_and_what_is_not() -> None:
    with PathsOverGraph(PEOPLE, "offline:guess", encoder="lexical") as agent:
        reading = agent.ask("Where was Ann born in 1812?").reading
    assert reading.unread == ("1812",)
    assert reading.unasked == ()
    roles = {span.text: (span.role, span.meaning) for span in reading.spans}
    assert roles["Ann"] == ("topic", "Ann")
    assert roles["born"] == ("relation", "born in")


@pytest.mark.parametrize(
    ("question", "answer", "part"),
    [
        ("In which year did Ann join?", "1999", "year"),
        ("In which decade did Ann join?", "1990", "decade"),
        ("When did Ann join?", "1999-12-31", ""),
    ],
)
def test_the_year_or_decade_that_is_asked_for_is_read_as_the_operation(
    question: str, answer: str, part: str
) -> None:
    with PathsOverGraph(small_graph('Ann joined "1999-12-31"'), "offline:guess", encoder="lexical") as agent:
        found = agent.ask(question)
    assert ([item.label for item in found.answers], found.reading.unread) == ([answer], ())
    assert len(found.paths) == 1
    read = {span.text: span.meaning for span in found.reading.spans if span.role == "operation"}
    assert read == ({part: f"the {part} of a date"} if part else {})


def test_a_decade_of_a_text_stays_unread() -> None:
    with PathsOverGraph(small_graph('Ann joined "c. 1999"'), "offline:guess", encoder="lexical") as agent:
        found = agent.ask("In which decade did Ann join?")
    assert [item.label for item in found.answers] in ([], ["c. 1999"])
    assert found.status != "supported"


def test_topics_given_by_iri_need_not_be_spelled_as_the_graph_does() -> None:
    with PathsOverGraph(PEOPLE, "offline:guess", encoder="lexical") as agent:
        given = agent.ask("Where was Annie born?", topics=("urn:test:Ann",))
        named = agent.ask("Where was Ann Annie born?")
        negated = agent.ask("Who was not born there?", topics=("urn:test:Ulm",))
    assert given.answers and named.answers and negated.answers
    assert any("'not'" in text for text in negated.warnings)
    assert not any("Annie" in text for text in given.warnings)
    assert any("'Annie'" in text for text in named.warnings)


class TestNodesWithoutAName:
    GRAPH = small_graph("Acme makes x1", "Acme makes x2", 'x1 weight "12"', 'x2 weight "30"', unnamed="x1 x2")

    def test_they_are_no_answer(self) -> None:
        with PathsOverGraph(self.GRAPH, "offline:guess", encoder="lexical") as agent:
            answer = agent.ask("What does Acme make?")
        assert not any(item.iri for item in answer.answers)

    def test_no_extreme_over_them_is_supported(self) -> None:
        with PathsOverGraph(self.GRAPH, encoder="lexical") as agent:
            answer = agent.ask("What is the heaviest thing Acme makes?")
        assert answer.status != "supported"


class TestWhatARelationNames:
    GRAPH = small_graph(
        "Bike a Machine", "Brake a Device", "Pad a Device", "Bike has_part Brake", "Brake has_part Pad",
        "Tide a Film",
        "Tide_II a Film", "Tide_II sequel_to Tide", "Mill a Firm", "Mill supplied_by Acme", "Acme a Supplier",
    )  # fmt: skip

    @pytest.mark.parametrize(
        ("question", "answer"),
        [
            ("What is the sequel to Tide?", "Tide II"),
            ("Who supplies Mill?", "Acme"),
            ("Which parts does Brake have?", "Pad"),
        ],
    )
    def test_it_is_what_is_asked_for_whatever_its_class(
        self, question: str, answer: str, meaning: CachedEncoder
    ) -> None:
        with PathsOverGraph(self.GRAPH, "offline:guess", encoder="auto") as agent:
            found = agent.ask(question)
        assert (found.text, found.status) == (answer, "supported")


class TestTwoRelations:
    """An answer at the first of two relations that a question asks for, in a graph that says no classes."""

    GRAPH = small_graph("Ann children Bob", "Ann spouse Cid", "Ann release_track Dan", "Ann capital Eve")

    @pytest.mark.parametrize(
        "question",
        [
            "What is Ann 's children 's heir?",
            "What is Ann's children's children?",
            "Where does Ann's spouse come from?",
            "What is Ann's track's release?",
            "What is the capital lagoon of Ann?",
        ],
    )
    def test_is_not_supported(self, question: str, meaning: CachedEncoder) -> None:
        with PathsOverGraph(self.GRAPH, "offline:guess", encoder="auto") as agent:
            assert agent.ask(question).status != "supported"

    @pytest.mark.parametrize(
        ("question", "answer"),
        [
            ("Who are the children of Ann?", "Bob"),
            ("What is Ann's release track?", "Dan"),
            ("Which town is the capital of Ann?", "Eve"),
        ],
    )
    def test_one_relation_is(self, question: str, answer: str, meaning: CachedEncoder) -> None:
        with PathsOverGraph(self.GRAPH, "offline:guess", encoder="auto") as agent:
            found = agent.ask(question)
        assert (found.text, found.status) == (answer, "supported")


class TestWhatIsNearTheQuestion:
    """What the graph has is near what is asked for, and is not it."""

    GRAPH = small_graph(
        "Ulm a City",
        "Ulm mayor Bob",
        'Ulm population "126000"',
        "Bob a Person",
        "Bob father Tom",
        "Bob mother Sue",
        "Bob brother Eli",
        "Tom a Person",
        "Sue a Person",
        "Eli a Person",
        "Ulm airport Leipheim",
        "Leipheim a Airport",
        "Ulm ferry F1",
        "Ulm ferry F2",
        "F1 a Ferry",
        "F2 a Ferry",
        'F1 length "10"',
        'F2 length "20"',
    )

    @pytest.mark.parametrize(
        ("question", "text"),
        [
            ("Who is the mayor of Ulm?", "Bob"),
            ("Who is the mother of Bob?", "Sue"),
            ("What is the longest ferry of Ulm?", "F2"),
        ],
    )
    def test_what_is_asked_for_is_supported(self, question: str, text: str, meaning: CachedEncoder) -> None:
        with PathsOverGraph(self.GRAPH, "offline:guess", encoder=meaning) as agent:
            answer = agent.ask(question)
        assert (answer.text, answer.status) == (text, "supported")

    @pytest.mark.parametrize(
        "question",
        [
            "Who is the deputy mayor of Ulm?",
            "Who is the former mayor of Ulm?",
            "Who is the best mayor of Ulm?",
            "Who is the brother of the deputy mayor of Ulm?",
            "What is the population density of Ulm?",
            "What is the female population of Ulm?",
            "What is the military airport of Ulm?",
            "What is the tallest ferry of Ulm?",
            "Who is the grandfather of Bob?",
            "Who is the stepmother of Bob?",
            "Who is the foster father of Bob?",
            "Who is Bob's half-brother?",
        ],
    )
    def test_something_near_it_is_not(self, question: str, meaning: CachedEncoder) -> None:
        with PathsOverGraph(self.GRAPH, "offline:guess", encoder=meaning) as agent:
            answer = agent.ask(question)
        assert answer.status != "supported"


def test_words_beside_a_part_of_a_given_name_are_read(tmp_path: Path) -> None:
    path = tmp_path / "tours.ttl"
    path.write_text(
        """@prefix : <http://example.org/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
        :by rdfs:label "artist" . :tour rdfs:label "Long Summer Tour" ; :by :gulls .
        :gulls rdfs:label "The Gulls" ."""
    )
    with PathsOverGraph(path, "offline:guess", encoder="lexical", compose="off") as agent:
        whole, half = (
            agent.ask(question, topics=["http://example.org/tour"])
            for question in (
                "Who is the artist of the Summer Tour?",
                "Where was the artist of the Summer Tour raised?",
            )
        )
    assert (whole.text, whole.status) == ("The Gulls", "supported")
    assert ids(half.findings)[-1] == "word-unread"
    assert "'raised'" in half.findings[-1].message
