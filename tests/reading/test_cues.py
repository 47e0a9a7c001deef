"""Words that ask for something to be done, and which of them an answer does."""

import pytest

from pog_agent.models import TopicEntity
from pog_agent.reading.cues import (
    asks_for_computing,
    exclusion_of,
)


@pytest.mark.parametrize(
    ("question", "asks"),
    [
        ("How many rivers cross Ohio?", True),
        ("What is the longest river in Ohio?", True),
        ("Which rivers in Ohio are longer than 100 km?", True),
        ("Which rivers do not cross Ohio?", True),
        ("What is the average length of rivers in Ohio?", True),
        ("How many rivers are there per state?", True),
        ("Which rivers cross Ohio or Utah?", True),
        ("Which rivers cross Ohio?", False),
        ("Who governs Ohio?", False),
        ("Where is the First National Bank?", False),
    ],
)
def test_words_that_ask_for_computing_are_told_from_others(question: str, asks: bool) -> None:
    names = [TopicEntity(iri="urn:ohio", label="Ohio"), TopicEntity(iri="urn:bank", label="First National Bank")]
    assert asks_for_computing(question, names) is asks


@pytest.mark.parametrize(
    ("question", "names", "said"),
    [
        ("Which countries besides Belmark border Avoria?", ["Belmark"], "besides Belmark"),
        ("Who sings here apart from Ann Lee and Bob?", ["Bob", "Ann Lee"], "apart from Ann Lee and Bob"),
        ("Who sings here, except for the Duke?", ["Duke"], "except for the Duke"),
        ("Who sings here apart from Ann and Bob?", ["Ann"], ""),
        ("Who sings here apart from Ann's child?", ["Ann"], ""),
        ("Who sings here apart from Ann?", ["Ann", "Bob"], ""),
        ("Who besides singers knows Ann?", ["Ann"], ""),
        ("Who sings here besides Annabel?", ["Ann"], ""),
        ("Who sings here with Ann?", ["Ann"], "with Ann"),
        ("Who sings here with Ann's child?", ["Ann"], ""),
        ("Who sings here?", ["Ann"], ""),
        ("Who sings here besides Ann?", [], ""),
    ],
)
def test_an_exclusion_names_all_that_is_left_out_and_nothing_else(
    question: str, names: list[str], said: str
) -> None:
    found = exclusion_of(question, names)
    assert (question[found.start : found.end] if found else "") == said
