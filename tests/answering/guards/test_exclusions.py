"""What a question leaves out by name may be left out of an answer; nothing else may."""

from typing import Any

import pytest
from rdflib import Literal, URIRef
from rdflib.namespace import SKOS

from pog_agent import Answer
from tests.finding_ids import ids
from tests.pipeline_fixtures import T, analysis, citing, mentions, replies, run, small_graph

LANDS = small_graph("Avoria borders Belmark", "Avoria borders Cadrun", "Avoria borders Estria")
ALL = "{Avoria} - borders -> {Belmark, Cadrun, Estria}"


def asked(question: str, *kept: str, kg: Any = LANDS) -> Answer:
    script: Any = replies(
        recognize_topics=mentions("Avoria"),
        analyze_question=analysis("!Avoria", "borders", "?land"),
        answer=citing((ALL, 1), only=kept),
    )
    return run(question, script, kg, encoder="lexical", d_max=1).answer


def test_what_the_question_leaves_out_may_be_left_out() -> None:
    answer = asked("What borders Avoria besides Belmark?", "Cadrun", "Estria")
    assert {item.iri for item in answer.answers} == {T + "Cadrun", T + "Estria"}
    assert (answer.status, answer.warnings) == ("supported", ())


def test_who_does_it_with_somebody_is_somebody_else() -> None:
    answer = asked("What borders Avoria together with Belmark?", "Cadrun", "Estria")
    assert {item.iri for item in answer.answers} == {T + "Cadrun", T + "Estria"}
    assert not any("left out" in warning for warning in answer.warnings), answer.warnings


def test_what_is_left_out_may_be_called_by_another_of_its_names() -> None:
    kg = LANDS + small_graph()
    kg.add((URIRef(T + "Belmark"), SKOS.altLabel, Literal("Old March")))
    answer = asked("What borders Avoria besides Old March?", "Cadrun", "Estria", kg=kg)
    assert (answer.status, answer.warnings) == ("supported", ())
    other = asked("What borders Avoria besides Old March?", "Belmark", "Estria", kg=kg)
    assert other.status == "partial"


@pytest.mark.parametrize(
    ("question", "kept", "told"),
    [
        (
            "What borders Avoria besides Belmark?",
            ["Cadrun"],
            "left-out-without-proof",
        ),
        (
            "What borders Avoria besides Belmark?",
            ["Belmark"],
            "left-out-without-proof",
        ),
        ("What borders Avoria besides Belmark?", [], "cue-not-carried-out"),
        ("What borders Avoria?", ["Cadrun", "Estria"], "left-out-without-proof"),
    ],
)
def test_what_is_left_out_otherwise_is_told(question: str, kept: list[str], told: str) -> None:
    answer = asked(question, *kept)
    assert answer.status != "supported"
    assert told in ids(answer.findings), answer.warnings


def test_a_name_that_is_only_left_out_needs_no_path_of_its_own() -> None:
    script: Any = replies(
        recognize_topics=mentions("Avoria", "Belmark"),
        analyze_question=analysis("!Avoria", "borders", "?land"),
        answer=citing((ALL, 1), only=("Cadrun", "Estria")),
    )
    answer = run("What borders Avoria besides Belmark?", script, LANDS, encoder="lexical", d_max=1).answer
    assert {item.iri for item in answer.answers} == {T + "Cadrun", T + "Estria"}
    assert answer.status == "supported"


def test_what_is_left_out_may_be_called_without_its_legal_form() -> None:
    kg = small_graph("Avoria borders Belmark_GmbH", "Avoria borders Cadrun")
    script: Any = replies(
        recognize_topics=mentions("Avoria"),
        analyze_question=analysis("!Avoria", "borders", "?land"),
        answer=citing(("{Avoria} - borders -> {Belmark GmbH, Cadrun}", 1), only=["Cadrun"]),
    )
    answer = run("What else borders Avoria apart from Belmark?", script, kg, encoder="lexical", d_max=1).answer
    assert (answer.status, answer.warnings) == ("supported", ("took 'Belmark' for Belmark GmbH",))
