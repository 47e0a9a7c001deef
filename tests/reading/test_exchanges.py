"""Which side of an exchange a question asks for, and which a relation tells."""

import pytest

from pog_agent.models import TopicEntity
from pog_agent.reading.exchanges import is_party, other_party, verb_of_thing


@pytest.mark.parametrize(
    ("question", "relation", "verb"),
    [
        ("Who bought ?", "sold by", "bought"),
        ("Who bought ?", "sold to", ""),
        ("Was  bought by ?", "sold by", "bought"),
        ("Was  bought by ?", "sold to", ""),
        ("From whom was  bought?", "sold to", "bought"),
        ("From whom was  bought?", "sold by", ""),
        ("Who was  bought from?", "sold by", ""),
        ("Who sold ?", "bought from", ""),
        ("Who sold ?", "bought by", "sold"),
        ("To whom was  sold?", "bought by", ""),
        ("Who lent  to the museum?", "borrowed by", "lent"),
        ("Who did  borrow from?", "lent by", ""),
        ("Who taught ?", "learned from", ""),
        ("Who bought ?", "bought by", ""),
        ("Who bought ?", "seller", "bought"),
        ("Who bought ?", "buyer", ""),
        ("Which loans have the borrower ?", "borrower", ""),
        ("Who bought or sold ?", "sold by", ""),
        ("When was  bought?", "sold on", ""),
        ("Which plants we buy from  are red?", "bought from", ""),
    ],
)
def test_who_gives_is_not_who_takes(question: str, relation: str, verb: str) -> None:
    assert other_party(question, relation) == verb


@pytest.mark.parametrize(
    ("question", "verb"),
    [
        ("What did Oak sell?", "sell"),
        ("What does the Oak lend in 1990?", "lend"),
        ("What has Oak given to Elm?", "given"),
        ("Whom did Oak sell?", "sell"),
        ("What did Oak teach?", "teach"),
        ("Whom did Oak teach?", ""),
        ("To whom did Oak sell?", ""),
        ("Who did Oak sell to?", ""),
        ("What did Oak sell Elm?", ""),
        ("Who did Oak give the lamp?", ""),
        ("What did Oak paint?", ""),
        ("What sold Oak?", ""),
    ],
)
def test_a_verb_without_to_asks_for_the_thing(question: str, verb: str) -> None:
    topics = [TopicEntity(iri=f"http://x/{name}", label=name, mention=name) for name in ("Oak", "Elm")]
    assert verb_of_thing(question, topics) == verb


@pytest.mark.parametrize("role", ["buyer", "seller", "borrower", "sold to", "given by", "recipient", "customer"])
def test_sides_of_an_exchange_are_told_from_their_names(role: str) -> None:
    assert is_party(role)


@pytest.mark.parametrize("role", ["item", "letter", "price", "purchase", "paper", "born in", "painted by", "rent"])
def test_what_is_exchanged_is_no_side(role: str) -> None:
    assert not is_party(role)
