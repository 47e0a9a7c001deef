"""A verb that may be an order says something where somebody or something does it."""

import pytest

from pog_agent.reading.senses.verbs import is_said_verb, says_of_things


def said(question: str, word: str) -> bool:
    start = question.index(word)
    return is_said_verb(question, start, start + len(word))


@pytest.mark.parametrize(
    ("question", "word"),
    [
        ("Which boats did Ann Lee name?", "name"),
        ("Which mushrooms did the old man find?", "find"),
        ("How many boats did Ann's brother name in 1990?", "name"),
        ("Which tools does Ann use?", "use"),
        ("Which boats didn't Ann show?", "show"),
        ("Who named the Gull?", "named"),
        ("Who first used the mill?", "used"),
        ("Which boats were named by Ann?", "named"),
        ("List the tools used by Ann.", "used"),
    ],
)
def test_what_somebody_does_is_said(question: str, word: str) -> None:
    assert said(question, word)


@pytest.mark.parametrize(
    ("question", "word"),
    [
        ("Name the boats of Ann.", "Name"),
        ("What is the name of the boat?", "name"),
        ("What name does the boat have?", "name"),
        ("What does the name mean?", "name"),
        ("Does Ann's name rhyme?", "name"),
        ("Who owns the boat named Gull?", "named"),
        ("What is the boat called?", "called"),
        ("What do you call a boat?", "call"),
        ("Can you show me the boats?", "show"),
        ("What is the currency used in Peru?", "used"),
        ("Which boat did Ann sail?", "sail"),
    ],
)
def test_an_order_or_a_noun_says_nothing(question: str, word: str) -> None:
    assert not said(question, word)


def said_of_a_thing(question: str, word: str) -> bool:
    start = question.index(word)
    return says_of_things(question, start, start + len(word))


@pytest.mark.parametrize(
    ("question", "word"),
    [
        ("Which posters show a ship?", "show"),
        ("Which poster lists Ann Lee?", "lists"),
        ("Which tools does Ann use?", "use"),
        ("Which boats were named by Ann?", "named"),
    ],
)
def test_what_a_thing_does_is_said(question: str, word: str) -> None:
    assert said_of_a_thing(question, word)


@pytest.mark.parametrize(
    ("question", "word"),
    [
        ("Which boats are on the list of Ann?", "list"),
        ("Which boats can I find in Ulm?", "find"),
        ("Which boats are in use at Ulm?", "use"),
        ("Which boat is named Gull?", "named"),
        ("Which boats did Ann sail?", "sail"),
    ],
)
def test_what_those_do_who_ask_is_not_said_of_a_thing(question: str, word: str) -> None:
    assert not said_of_a_thing(question, word)
