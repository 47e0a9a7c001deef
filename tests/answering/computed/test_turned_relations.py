"""An answer stands at the end of a relation that the question asks for: who leads is not who is led."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pog_agent import PathsOverGraph

CHOIRS = """
@prefix : <http://choirs.example/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Choir rdfs:label "choir" . :Singer rdfs:label "singer" . :Hall rdfs:label "hall" .
:employer rdfs:label "employer" . :lead rdfs:label "lead" . :replaced rdfs:label "replaced" .
:visits rdfs:label "visits" . :sponsored_by rdfs:label "sponsored by" .
:c1 a :Choir ; rdfs:label "Cantabile" ; :lead :s1 ; :visits :h1 .
:c2 a :Choir ; rdfs:label "Vocalise" ; :lead :s2 ; :visits :h1 ; :sponsored_by :c1 .
:s1 a :Singer ; rdfs:label "Ada Krohn" ; :employer :c1 ; :replaced :s2 .
:s2 a :Singer ; rdfs:label "Bo Lind" ; :employer :c1 .
:h1 a :Hall ; rdfs:label "Old Hall" .
"""


@pytest.fixture(scope="module")
def choirs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PathsOverGraph]:
    path = Path(tmp_path_factory.mktemp("choirs")) / "choirs.ttl"
    path.write_text(CHOIRS)
    with PathsOverGraph(path) as agent:
        yield agent


@pytest.mark.parametrize(
    "question",
    [
        "Who employs Cantabile?",
        "How many choirs does Ada Krohn employ?",
        "How many singers employ Cantabile?",
        "Which choir leads Bo Lind?",
        "Did Cantabile lead Ada Krohn?",
        "Did Bo Lind replace Ada Krohn?",
        "Was Ada Krohn replaced by Bo Lind?",
        "By whom was Ada Krohn replaced?",
        "Which hall visits Vocalise?",
        "Which choirs does the Old Hall visit?",
        "Which choir sponsors Vocalise's sponsor?",
    ],
)
def test_the_other_side_is_not_supported(choirs: PathsOverGraph, question: str) -> None:
    assert choirs.ask(question).status != "supported"


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Who does Cantabile employ?", {"Ada Krohn", "Bo Lind"}),
        ("How many singers does Cantabile employ?", {"2"}),
        ("Which singer leads Vocalise?", {"Bo Lind"}),
        ("Did Ada Krohn replace Bo Lind?", {"yes"}),
        ("Who was replaced by Ada Krohn?", {"Bo Lind"}),
        ("Which choirs visit the Old Hall?", {"Cantabile", "Vocalise"}),
        ("Which choir sponsors Vocalise?", {"Cantabile"}),
    ],
)
def test_the_side_that_is_asked_for_is(choirs: PathsOverGraph, question: str, expected: set[str]) -> None:
    answer = choirs.ask(question)
    assert ({item.label for item in answer.answers}, answer.status) == (expected, "supported")


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [("Ada Krohn replaced Bo Lind.", "true"), ("Bo Lind replaced Ada Krohn.", "not enough")],
)
def test_a_claim_says_who_does_it(choirs: PathsOverGraph, claim: str, verdict: str) -> None:
    assert choirs.ask(claim, task="verify").verdict == verdict
