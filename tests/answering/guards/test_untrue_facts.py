"""Facts that were refused, are denied by a small word of the question, or have another party than it says."""

import pytest

from pog_agent.models import Answer
from pog_agent.ranking.encoder import CachedEncoder, LexicalEncoder
from pog_agent.reading.exchanges import side_of_name, side_of_role
from pog_agent.reading.senses.undone import tells_undone
from tests.answering.guards.turtle_graphs import agent_over, doubts

GRANTS = """
@prefix : <http://grants.example/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Club rdfs:label "club" . :Fund rdfs:label "fund" . :Grant rdfs:label "grant" .
:funder rdfs:label "funder" . :forClub rdfs:label "for club" . :status rdfs:label "status" .
:oak a :Fund ; rdfs:label "Oak Fund" . :elm a :Fund ; rdfs:label "Elm Fund" .
:chess a :Club ; rdfs:label "Chess Club" . :rowing a :Club ; rdfs:label "Rowing Club" .
:golf a :Club ; rdfs:label "Golf Club" .
:g1 a :Grant ; :funder :oak ; :forClub :chess ; :status "paid" .
:g2 a :Grant ; :funder :oak ; :forClub :rowing ; :status "refused" .
:g3 a :Grant ; :funder :elm ; :forClub :golf ; :status "paid" .
"""
VOTES = """
@prefix : <http://votes.example/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Motion rdfs:label "motion" . :Member rdfs:label "member" . :Vote rdfs:label "vote" .
:voter rdfs:label "voter" . :onMotion rdfs:label "on motion" . :choice rdfs:label "choice" .
:bins a :Motion ; rdfs:label "New Bins" .
:ann a :Member ; rdfs:label "Ann" . :bo a :Member ; rdfs:label "Bo" . :cy a :Member ; rdfs:label "Cy" .
:v1 a :Vote ; :voter :ann ; :onMotion :bins ; :choice "for" .
:v2 a :Vote ; :voter :bo ; :onMotion :bins ; :choice "against" .
:v3 a :Vote ; :voter :cy ; :onMotion :bins ; :choice "for" .
"""
SALES = """
@prefix : <http://sales.example/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Dog rdfs:label "dog" . :Person rdfs:label "person" .
:seller rdfs:label "seller" . :buyer rdfs:label "buyer" . :dogSold rdfs:label "dog sold" .
:rex a :Dog ; rdfs:label "Rex" . :fly a :Dog ; rdfs:label "Fly" .
:ann a :Person ; rdfs:label "Ann" . :bo a :Person ; rdfs:label "Bo" .
[] :seller :ann ; :buyer :bo ; :dogSold :rex . [] :seller :ann ; :buyer :bo ; :dogSold :fly .
"""


def ask(turtle: str, question: str) -> Answer:
    with agent_over(turtle, CachedEncoder(LexicalEncoder())) as agent:
        return agent.ask(question)


@pytest.mark.parametrize("question", ["Which clubs did Oak Fund fund?", "Which clubs were funded by Oak Fund?"])
def test_a_club_whose_grant_was_refused_was_not_surely_funded(question: str) -> None:
    answer = ask(GRANTS, question)
    assert not ("Rowing Club" in answer.text and answer.status == "supported")


def test_a_fund_that_paid_all_its_grants_is_not_doubted() -> None:
    answer = ask(GRANTS, "Which clubs were funded by Elm Fund?")
    assert not any("refused" in text for text in doubts(answer))


@pytest.mark.parametrize(
    "question",
    ["Who voted against New Bins?", "Which members voted for New Bins?", "How many voted for New Bins?"],
)
def test_who_voted_at_all_is_not_who_voted_for_it(question: str) -> None:
    answer = ask(VOTES, question)
    assert not (answer.text in ("Ann, Bo, Cy", "3") and answer.status == "supported")


@pytest.mark.parametrize(
    ("question", "text"), [("Which voter was against New Bins?", "Bo"), ("Did Bo vote against New Bins?", "yes")]
)
def test_a_small_word_that_chose_the_facts_is_no_doubt(question: str, text: str) -> None:
    answer = ask(VOTES, question)
    assert (answer.text, answer.status) == (text, "supported")


@pytest.mark.parametrize("question", ["Which dogs has Bo sold?", "Which dogs were sold to Ann?"])
def test_the_buyer_did_not_sell(question: str) -> None:
    assert ask(SALES, question).status != "supported"


@pytest.mark.parametrize(
    ("question", "side"),
    [
        ("Which dogs has Bo sold?", "giver"),
        ("Which dogs were sold to Bo?", "taker"),
        ("Which dogs were bought from Bo?", "giver"),
        ("Books lent by Bo", "giver"),
        ("What did Bo pay?", None),
        ("Who moved to Bo?", None),
    ],
)
def test_a_name_is_on_the_side_that_the_question_says(question: str, side: str | None) -> None:
    start = question.index("Bo", 5) if question.startswith("Books") else question.index("Bo")
    assert side_of_name(question, start, start + 2) == side


@pytest.mark.parametrize(
    ("role", "side"),
    [("seller", "giver"), ("buyer", "taker"), ("sold to", "taker"), ("bought from", "giver"), ("owner", None)],
)
def test_a_role_is_on_the_side_that_it_is_named_after(role: str, side: str | None) -> None:
    assert side_of_role(role) == side


@pytest.mark.parametrize(
    ("text", "question", "undone"),
    [
        ("refused", "Who funded the club?", True),
        ("refused", "Which grants were refused?", False),
        ("awarded", "Who funded the club?", False),
        ("was refused once and then paid in full", "Who funded the club?", False),
    ],
)
def test_a_state_tells_that_something_did_not_come_to_be(text: str, question: str, undone: bool) -> None:
    assert tells_undone(text, question) is undone
