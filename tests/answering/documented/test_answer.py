"""Answers from passages, one claim after the other, by the baseline that has nothing else."""

from pathlib import Path
from typing import Any

import pytest

from pog_agent import Answer
from tests.documents.corpora import built, write_graph
from tests.finding_ids import ids
from tests.pipeline_fixtures import replies, scripted

E = "http://e/"
GRAPH = """
@prefix : <http://e/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:ann rdfs:label "Ann Lee" ; :knows :bob . :bob rdfs:label "Bob Ray" . :acme rdfs:label "Acme" .
:acme :in :osk . :osk rdfs:label "Osk" .
"""
TEXT = (
    "Bob Ray founded Acme. Acme bought Zest. Acme may have founded Zest. Ann Lee did not found Acme. "
    "Acme has 50 employees. Acme was\nfounded in Osk."
)
CORPUS = ({"id": "d1", "title": "Acme", "text": TEXT, "entities": [f"{E}acme", f"{E}bob"]},)


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder: Path = tmp_path_factory.mktemp("documented")
    kg = write_graph(folder, GRAPH)
    built(folder, CORPUS, kg=kg)
    return {"kg": kg, "docs": str(folder / "index"), "encoder": "lexical", "system": "tog2"}


def answered(settings: dict[str, Any], question: str, *quotes: tuple[str, str], **fields: Any) -> Answer:
    """The answer of a model that quotes the only passage at once."""
    rows = [{"passage": 1, "quote": quote, "answer": answer} for quote, answer in quotes]
    script = replies(
        recognize_topics={"mentions": ["Acme"]},
        reason_over_knowledge={"sufficient": True, "quotes": rows, "citations": [], **fields},
    )
    with scripted(script, **settings) as (agent, _):
        return agent.ask(question)


def test_an_entity_that_the_passage_is_linked_to_is_the_answer(settings: dict[str, Any]) -> None:
    answer = answered(settings, "Who founded Acme?", ("Bob Ray founded Acme.", "bob ray"))
    assert (answer.status, answer.warnings) == ("supported", ())
    assert [(item.iri, item.label) for item in answer.answers] == [(f"{E}bob", "Bob Ray")]


def test_the_span_is_that_of_the_document_where_space_differs(settings: dict[str, Any]) -> None:
    answer = answered(settings, "Where was Acme founded?", ("Acme was founded in Osk", "Osk"))
    (cited,) = answer.passages
    assert (answer.status, TEXT[cited.start : cited.end], cited.text) == (
        "supported", "Acme was\nfounded in Osk", "Acme was\nfounded in Osk",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("question", "quote", "answer", "doubt"),
    [
        ("Who founded Acme?", "Acme bought Zest.", "Zest", "quote-lacks-word"),
        ("Who founded Acme?", "Acme may have founded Zest.", "Zest", "quote-says-other"),
        ("Who founded Acme?", "Ann Lee did not found Acme.", "Ann Lee", "quote-says-other"),
        ("Who bought Acme?", "Acme bought Zest.", "Zest", "quote-other-role"),
        ("How many employees has Acme?", "Acme has 50 employees.", "50", "computing-asked"),
        ("Which firm did not buy Acme?", "Acme bought Zest.", "Zest", "cue-not-carried-out"),
        ("When was Acme founded?", "Acme was founded in Osk.", "Osk", "no-date"),
        ("Did Bob Ray found Acme?", "Bob Ray founded Acme.", "Bob Ray", "answer-said"),
    ],
)
def test_what_the_words_do_not_carry_is_partial(
    settings: dict[str, Any], question: str, quote: str, answer: str, doubt: str
) -> None:
    found = answered(settings, question, (quote, answer))
    assert found.status == "partial"
    assert doubt in ids(found.findings)


def test_one_of_two_answers_that_does_not_hold_is_dropped(settings: dict[str, Any]) -> None:
    answer = answered(
        settings, "Who founded Acme?", ("Bob Ray founded Acme.", "Bob Ray"), ("Acme bought Zest.", "Ann Lee")
    )
    assert [item.label for item in answer.answers] == ["Bob Ray"]
    assert "dropped 'Ann Lee', which no quotation has" in answer.warnings


def test_a_yes_stands_in_no_quotation(settings: dict[str, Any]) -> None:
    answer = answered(settings, "Did Bob Ray found Acme?", ("Bob Ray founded Acme.", "yes"))
    assert (answer.status, answer.passages) == ("parametric", ())


def test_without_a_confidence_none_is_withheld(settings: dict[str, Any]) -> None:
    answer = answered(
        {**settings, "min_confidence": 0.5}, "Who founded Acme?", ("Bob Ray founded Acme.", "Bob Ray")
    )
    assert answer.status == "supported"
    assert any("has no confidence" in text for text in answer.warnings)
