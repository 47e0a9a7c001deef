"""Names and numbers of a question by their shape."""

import pytest

from pog_agent.reading.names import names_in, stands_among


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Which river runs through Bad Ischl?", ["Bad Ischl"]),
        ("Which roads link Oslo with Bergen?", ["Oslo", "Bergen"]),
        ("Which roads link Oslo, Bergen?", ["Oslo", "Bergen"]),
        ("Who sang “blue moon” in Ulm?", ["blue moon", "Ulm"]),
        ('Who sang "Blue Moon"?', ["Blue Moon"]),
        ("Who wrote «la mer»?", ["la mer"]),
        ("Where is Ann's dog?", ["Ann"]),
        ("Where is Ann’s dog?", ["Ann"]),
        ("Who lives in Saint-Denis?", ["Saint-Denis"]),
        ("Who played in The Wall Of Sound?", ["Wall", "Sound"]),
        ("what is the time in oslo", []),
        ("Bergen is where?", []),
        ("Hello. Rivers of Ulm?", ["Ulm"]),
        ("Thanks! Please name the mayor of Oslo.", ["Oslo"]),
        ("Who said it? Somebody in Oslo?", ["Oslo"]),
        ('Who sang " "?', []),
        ("", []),
    ],
)
def test_names_are_quoted_or_capitalised_within_a_sentence(text: str, names: list[str]) -> None:
    found = names_in(text)
    assert [name for name, _, _ in found] == names
    assert all(text[start:end].strip() == name for name, start, end in found)


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("Which river runs through St. Gallen?", "Gallen"),
        ("Which book did Dr. Watson write?", "Watson"),
        ("Which songs did J. J. Cale write?", "Cale"),
    ],
)
def test_an_abbreviation_ends_no_sentence(text: str, word: str) -> None:
    assert any(word in name for name, _, _ in names_in(text))


def test_places_that_are_taken_hold_no_name() -> None:
    text = "Who built Ulm Minster in Ulm?"
    start = text.index("Ulm Minster")
    assert [name for name, _, _ in names_in(text, [(start, start + len("Ulm Minster"))])] == ["Ulm"]
    assert names_in(text, [(0, len(text))]) == []


@pytest.mark.parametrize(
    ("word", "others", "stands"),
    [
        ("oslo", {"oslo", "bergen"}, True),
        ("german", {"germany"}, True),
        ("norwegians", {"norwegian"}, True),
        ("oslo", {"bergen"}, False),
        ("ann", {"annika"}, False),
        ("annika", {"ann"}, False),
        ("1990", {"19901"}, False),
        ("1990", {"1990"}, True),
        ("oslo", set(), False),
    ],
)
def test_a_name_stands_among_words_of_its_own_stem(word: str, others: set[str], stands: bool) -> None:
    assert stands_among(word, others) is stands


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Who joined on 15 April 2022?", []),
        ("Who joined on the 3rd of May?", []),
        ("What opened on May 3, 1999 in Bonn?", ["Bonn"]),
        ("Who left in June 2019?", []),
        ("Who played April?", ["April"]),
    ],
)
def test_the_month_of_a_date_is_no_name(text: str, names: list[str]) -> None:
    assert [name for name, _, _ in names_in(text)] == names
