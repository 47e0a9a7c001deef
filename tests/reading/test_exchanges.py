"""Which side of an exchange a question asks for, and which a relation tells."""

import pytest

from pog_agent.models import TopicEntity
from pog_agent.reading.exchanges import is_party, verb_of_thing


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


@pytest.mark.parametrize("role", ["item", "letter", "price", "purchase", "paper", "born in", "painted by", "rent"])
def test_what_is_exchanged_is_no_side(role: str) -> None:
    assert not is_party(role)
