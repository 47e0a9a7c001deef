"""Relations and classes that a question does not ask for, or not clearly, keep an answer from being supported."""

import pytest

from pog_agent import Answer, PathsOverGraph
from pog_agent.ranking.encoder import CachedEncoder
from tests.answering.guards.turtle_graphs import agent_over
from tests.finding_ids import ids
from tests.pipeline_fixtures import small_graph

PEOPLE = small_graph(
    "Ann studied_at Kings", "Acme founder Bob", "Kings a School", "Ann a Person", "Bob a Person", "Acme a Company",
    "Ann born_in Ulm", "Depot in_town Ulm", "Depot a Museum", "Ulm in_country Germany", "Germany a Country",
    "Ulm a Town",
)  # fmt: skip


def asked(question: str, encoder: CachedEncoder) -> Answer:
    with PathsOverGraph(PEOPLE, "offline:guess", encoder=encoder) as agent:
        return agent.ask(question, compose="off")


@pytest.mark.parametrize(
    ("question", "flaw"),
    [
        ("Who taught at Kings?", "relation-uncertain"),
        ("Which museum was Ann born in?", "longer-than-asked"),
    ],
)
def test_what_is_not_clearly_asked_for(question: str, flaw: str, meaning: CachedEncoder) -> None:
    answer = asked(question, meaning)
    assert answer.status != "supported"
    assert flaw in ids(answer.findings)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Who founded Acme?", "Bob"),
        ("Where did Ann study at?", "Kings"),
        ("Where was Ann born?", "Ulm"),
    ],
)
def test_forms_of_one_word_are_clear(question: str, text: str, meaning: CachedEncoder) -> None:
    answer = asked(question, meaning)
    assert (answer.text, answer.status, answer.warnings) == (text, "supported", ())


STREAMS = small_graph(
    "Curse a Film", "Run a Film", "Curse netflix_genres Fantasy", "Run netflix_genres Fantasy",
    "Run recording Baby",
)  # fmt: skip


@pytest.mark.parametrize(
    ("question", "text", "status"),
    [
        ("What is the recording of the netflix genres of Curse?", "Baby", "partial"),
        ("What are the netflix genres of Curse?", "Fantasy", "supported"),
    ],
)
def test_one_name_of_a_relation_asks_for_it_once(
    question: str, text: str, status: str, meaning: CachedEncoder
) -> None:
    with PathsOverGraph(STREAMS, "offline:guess", encoder=meaning) as agent:
        answer = agent.ask(question, compose="off")
    assert (answer.text, answer.status) == (text, status)
    assert ("asked-for-once" in ids(answer.findings)) is (status == "partial")


RENTALS = """
    @prefix : <http://x/> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
    :Kiln :dailyRate 14 ; :keptIn :Annex . :Lathe :dailyRate 30 ; :keptIn :Annex .
    :Annex a :Building . :Mill a :Building .
    :Loft :inBuilding :Mill ; :floorArea 40 . :Attic :inBuilding :Mill ; :floorArea 25 .
    :Loft a :Flat . :Attic a :Flat . :Shed :inBuilding :Annex ; a :Flat ; :floorArea 90 .
    :Kite a :Boat ; :ownedBy :Amara . :Gull a :Boat ; :ownedBy :Piet . :Kite :builtBy :Piet .
    :Amara a :Person . :Piet a :Person .
    :BrokenAnkle a :Callout ; :location :Pike ; :startDate "2024-07-21"^^xsd:date .
    :LostHikers a :Callout ; :location :Pike ; :startDate "2022-01-03"^^xsd:date .
    :WetCamp a :Callout ; :location :Ridge ; :startDate "2024-02-03"^^xsd:date . :Pike a :Peak . :Ridge a :Peak .
"""


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("What does Kiln cost a day?", "14"),
        ("How many flats does Mill have?", "2"),
        ("Which flat in Mill has the largest floor area?", "Loft"),
        ("Which callout on Pike happened in 2024?", "Broken Ankle"),
    ],
)
def test_small_words_say_what_they_mean(question: str, text: str, meaning: CachedEncoder) -> None:
    with agent_over(RENTALS, meaning) as agent:
        answer = agent.ask(question)
    assert (answer.text, answer.status, answer.warnings) == (text, "supported", ())
