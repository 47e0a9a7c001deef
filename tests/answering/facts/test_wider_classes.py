"""What a schema tells of classes counts for what stands on a cited path."""

from typing import Any

import pytest
import rdflib

from pog_agent.answering.facts.wider_classes import KnownClasses
from tests.finding_ids import ids
from tests.pipeline_fixtures import analysis, citing, mentions, replies, run

GARDEN = """
@prefix : <http://t/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Tree rdfs:subClassOf :Plant ; rdfs:label "tree" . :Plant rdfs:label "plant" . :Pond rdfs:label "pond" .
:grows_in rdfs:label "grows in" . :keeper rdfs:label "keeper" .
:g rdfs:label "Garden" ; :keeper :k . :elm a :Tree ; rdfs:label "Elm" ; :grows_in :g .
:koi a :Pond ; rdfs:label "Koi" ; :dug_by :k .
:k a :Warden ; rdfs:label "Kim" ; :born "1970-01-01" .
:Warden rdfs:label "warden" . :born rdfs:label "date of birth" .
"""


def test_superclasses_stand_behind_the_classes() -> None:
    known = KnownClasses({"tree": ("plant", "thing")})
    assert known.widened(("tree", "pond")) == ("tree", "pond", "plant", "thing")
    assert known.widened(("Tree", "plant")) == ("Tree", "plant", "thing")


@pytest.mark.parametrize(
    ("noun", "status"), [("plants", "supported"), ("trees", "supported"), ("ponds", "partial")]
)
def test_an_answer_is_of_the_superclasses_of_its_class(noun: str, status: str) -> None:
    kg = rdflib.Graph().parse(data=GARDEN, format="turtle")
    script: Any = replies(
        recognize_topics=mentions("Garden"),
        analyze_question=analysis("!Garden", "grows in", f"?{noun}"),
        answer=citing(("{Garden} <- grows in - {Elm}", 1)),
    )
    answer = run(f"Which {noun} grow in the Garden?", script, kg, encoder="lexical", d_max=1).answer
    assert (answer.text, answer.status) == ("Elm", status)


def test_who_has_a_date_of_birth_is_somebody() -> None:
    kg = rdflib.Graph().parse(data=GARDEN, format="turtle")
    script: Any = replies(
        recognize_topics=mentions("Garden"),
        analyze_question=analysis("!Garden", "keeper", "?person"),
        answer=citing(("{Garden} - keeper -> {Kim}", 1)),
    )
    answer = run("Who is the keeper of the Garden?", script, kg, encoder="lexical", d_max=1).answer
    assert (answer.text, answer.status) == ("Kim", "supported")


def test_a_noun_for_another_class_of_the_graph_is_a_doubt() -> None:
    kg = rdflib.Graph().parse(data=GARDEN, format="turtle")
    script: Any = replies(
        recognize_topics=mentions("Garden"),
        analyze_question=analysis("!Garden", "grows in", "?pond"),
        answer=citing(("{Garden} <- grows in - {Elm}", 1)),
    )
    answer = run("Which ponds grow in the Garden?", script, kg, encoder="lexical", d_max=1).answer
    assert (answer.text, answer.status) == ("Elm", "partial")
    assert "other-class" in ids(answer.findings)
