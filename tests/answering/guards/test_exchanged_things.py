"""What somebody sold or lent is the thing, not who got it."""

from collections.abc import Iterator

import pytest

from pog_agent import PathsOverGraph
from pog_agent.ranking.encoder import CachedEncoder
from tests.answering.guards.turtle_graphs import agent_over

QUAY = """
@prefix : <http://quay.example/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Firm rdfs:label "firm" . :Boat rdfs:label "boat" . :givenBy rdfs:label "given by" .
:oak a :Firm ; rdfs:label "Oak Traders" . :elm a :Firm ; rdfs:label "Elm Yard" .
:ash a :Firm ; rdfs:label "Ash Works" .
:gull a :Boat ; rdfs:label "Grey Gull" . :tern a :Boat ; rdfs:label "Red Tern" .
:skua a :Boat ; rdfs:label "Blue Skua" .
_:d1 :ware :gull ; :seller :oak ; :buyer :elm ; :year 1990 .
_:d2 :ware :tern ; :seller :elm ; :buyer :ash ; :year 1992 .
_:l1 :object :skua ; :lender :ash ; :borrower :oak .
_:l2 :object :gull ; :lender :elm ; :borrower :ash .
_:g1 :gift :tern ; :givenBy :ash ; :recipient :oak .
_:g2 :gift :skua ; :givenBy :oak ; :recipient :elm .
"""


@pytest.fixture(scope="module")
def quay(meaning: CachedEncoder) -> Iterator[PathsOverGraph]:
    with agent_over(QUAY, meaning) as agent:
        yield agent


@pytest.mark.parametrize(
    ("question", "thing"),
    [
        ("What did Oak Traders sell?", "Grey Gull"),
        ("What did Elm Yard sell?", "Red Tern"),
        ("What did Elm Yard buy?", "Grey Gull"),
        ("What did Ash Works lend?", "Blue Skua"),
        ("What does Ash Works lend?", "Blue Skua"),
        ("What did Ash Works give?", "Red Tern"),
        ("What did Elm Yard lend to Ash Works?", "Grey Gull"),
    ],
)
def test_the_thing_is_preferred_to_the_other_side(quay: PathsOverGraph, question: str, thing: str) -> None:
    assert quay.ask(question).text == thing


@pytest.mark.parametrize(
    "question",
    [
        "Whom did Oak Traders sell?",
        "Who did Elm Yard sell in 1992?",
        "Where did Elm Yard sell?",
        "Where did Ash Works lend?",
        "What did Elm Yard borrow?",
        "What did Oak Traders buy?",
    ],
)
def test_the_other_side_is_never_certain_without_to_or_from(quay: PathsOverGraph, question: str) -> None:
    assert quay.ask(question).status != "supported"


@pytest.mark.parametrize("question", ["To whom did Oak Traders sell?", "Who did Oak Traders sell to?"])
def test_to_whom_asks_for_the_other_side(quay: PathsOverGraph, question: str) -> None:
    answer = quay.ask(question)
    assert (answer.text, answer.status) == ("Elm Yard", "supported")


TRADE = """
@prefix : <http://trade.example/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Farm rdfs:label "farm" . :Deal rdfs:label "deal" . :Loan rdfs:label "loan" . :Survey rdfs:label "survey" .
:f1 a :Farm ; rdfs:label "Elm Farm" .
:f2 a :Farm ; rdfs:label "Oak Farm" .
:f3 a :Farm ; rdfs:label "Ash Farm" .
:d1 a :Deal ; rdfs:label "Deal 1" ; :seller :f1 ; :buyer :f2 .
:d2 a :Deal ; rdfs:label "Deal 2" ; :seller :f3 ; :buyer :f1 .
:l1 a :Loan ; rdfs:label "Loan 1" ; :lender :f3 ; :borrower :f2 .
:s1 a :Survey ; rdfs:label "Survey 1" ; :buyer :f1 ; :year 1990 .
"""


@pytest.fixture(scope="module")
def trade(meaning: CachedEncoder) -> Iterator[PathsOverGraph]:
    with agent_over(TRADE, meaning) as agent:
        yield agent


@pytest.mark.parametrize(
    "question",
    [
        "How many deals does Oak Farm have?",
        "Which deals does Oak Farm have?",
        "How many loans did Ash Farm get?",
        "How many loans does Ash Farm have?",
    ],
)
def test_to_have_a_deal_does_not_tell_on_which_side(trade: PathsOverGraph, question: str) -> None:
    assert trade.ask(question).status != "supported"


@pytest.mark.parametrize(
    "question", ["How many deals have Oak Farm as buyer?", "Which loans have the borrower Oak Farm?"]
)
def test_a_side_that_is_said_is_certain(trade: PathsOverGraph, question: str) -> None:
    assert trade.ask(question).status == "supported"
