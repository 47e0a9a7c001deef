"""Words of a question that nothing has read keep an answer from being supported."""

from pathlib import Path

import pytest

from pog_agent import PathsOverGraph
from pog_agent.models.findings.finding import finding
from tests.pipeline_fixtures import small_graph

PEOPLE = small_graph(
    "Ann a person",
    "Bob a person",
    "Ann born_in Ulm",
    "Bob born_in Oslo",
    'Ann birth_year "1950"',
    "Ulm part_of Bavaria",
)


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


class TestNodesWithoutAName:
    GRAPH = small_graph("Acme makes x1", "Acme makes x2", 'x1 weight "12"', 'x2 weight "30"', unnamed="x1 x2")

    def test_they_are_no_answer(self) -> None:
        with PathsOverGraph(self.GRAPH, "offline:guess", encoder="lexical") as agent:
            answer = agent.ask("What does Acme make?")
        assert not any(item.iri for item in answer.answers)


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
    assert finding("word-unread", "raised") in half.findings
