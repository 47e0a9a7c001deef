"""What did not come to be, told by the text of a fact or by the name of a relation."""

import pytest

from pog_agent import PathsOverGraph
from pog_agent.reading.senses.undone import tells_undone, undone_in_relation

GRAPH = """
@prefix : <http://example.org/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Lamp a :Lighthouse ; rdfs:label "Lamp Rock" ; :openingPlannedFor "1990-01-01" ; :keeper :Ann .
:Spit a :Lighthouse ; rdfs:label "Long Spit" ; :openingPlannedFor "1970-01-01" ; :openedOn "1971-05-05" .
:Ann rdfs:label "Ann Lee" .
"""


@pytest.mark.parametrize(
    ("relation", "question", "word"),
    [
        ("opening planned for", "When did it open?", "planned"),
        ("opening planned for", "For when is its opening planned?", ""),
        ("rejected on", "When was the law passed?", "rejected"),
        ("proposed by", "Who proposed it?", ""),
        ("proposed by", "Who is behind it?", ""),
        ("maximum draft", "How deep does it lie?", ""),
        ("opened on", "When did it open?", ""),
    ],
)
def test_a_relation_tells_by_its_name_what_did_not_come_to_be(relation, question, word):
    assert undone_in_relation(relation, question) == word


def test_a_long_text_is_a_description_and_no_state():
    assert tells_undone("cancelled", "Which shows were there?")
    assert not tells_undone("a show that was cancelled late", "Which shows were there?")
    assert not tells_undone("cancelled", "Which shows were cancelled?")


def test_what_was_planned_is_no_proof_of_what_came_to_be(tmp_path):
    file = tmp_path / "lights.ttl"
    file.write_text(GRAPH, encoding="utf-8")
    with PathsOverGraph(str(file), encoder="lexical") as pog:
        answer = pog.ask("When was the opening of Lamp Rock?")
        asked = pog.ask("For when was the opening of Lamp Rock planned?")
    assert answer.status != "supported"
    assert answer.status == "abstained" or any("tells of something planned" in text for text in answer.warnings)
    assert (asked.status, asked.text) == ("supported", "1990-01-01")
