"""Which literals are one value, and which of them is shown."""

import hypothesis.strategies as st
import pytest
from hypothesis import given

from pog_agent.answering.distinct import distinct_literals
from pog_agent.terms import XSD, literal

NAME = "urn:name"


def text(spelled: str) -> str:
    """A literal from ``text@language`` or ``text^datatype``."""
    value, _, datatype = spelled.partition("^")
    if datatype:
        return literal(value, XSD + datatype)
    value, _, language = spelled.partition("@")
    return literal(value, language=language or None)


def distinct(*at: str, languages: tuple[str, ...] = ("en",)) -> tuple[list[str], tuple[str, ...]]:
    """The values shown of literals at subjects, each line a subject's, and what is unclear."""
    standing = [((f"urn:{place}", NAME), text(item)) for place, line in enumerate(at) for item in line.split()]
    terms = {term for _, term in standing}
    found = distinct_literals(terms, standing, languages)
    return found.distinct_terms(terms), found.unclear


@pytest.mark.parametrize(
    ("at", "shown"),
    [
        (["Köln@de Cologne@en Keulen@nl"], "Cologne@en"),
        (["Köln@de Keulen@nl"], "Köln@de"),
        (["Köln@de Köln Cologne@en"], "Cologne@en"),
        (["Köln@de Köln@fr Köln"], "Köln"),
        (["colour@en-GB color@en-US"], "colour@en-GB"),
        (["Köln@de Cologne@en", "Köln@de"], "Cologne@en"),
        (["Bonn", "Bonn@de"], "Bonn"),
        (["1^integer 1.0^decimal 01^integer 1e0^double"], "1^integer"),
        (["1990-05-02T10:00:00Z^dateTime", "1990-05-02T12:00:00+02:00^dateTime"], "1990-05-02T10:00:00Z^dateTime"),
    ],
)
def test_one_value_is_shown_once(at: list[str], shown: str) -> None:
    assert distinct(*at) == ([text(shown)], ())


@pytest.mark.parametrize(
    ("at", "count"),
    [
        (["Köln@de", "Cologne@en"], 2),
        (["Köln@de Kölle@de"], 2),
        (["1 01"], 2),
        (["1990^integer 1990^gYear"], 2),
        (["NaN^double x^integer y^integer"], 3),
        (["1^integer 2^integer 2.0^decimal"], 2),
    ],
)
def test_different_values_all_stay(at: list[str], count: int) -> None:
    terms, unclear = distinct(*at)
    assert (len(terms), unclear) == (count, ())


def test_the_wanted_language_comes_first() -> None:
    assert distinct("Köln@de Cologne@en", languages=("de", "en"))[0] == [text("Köln@de")]


def test_several_texts_in_one_language_are_not_joined_to_another() -> None:
    terms, unclear = distinct("Apple@en Gotham@en Apfel@de")
    assert terms == [text("Apple@en"), text("Gotham@en")]
    assert unclear == ("Apfel", "Apple", "Gotham")


def test_a_homonym_does_not_make_two_texts_one() -> None:
    terms, unclear = distinct("Bank@de bank@en", "Bank@de bench@en")
    assert (terms, len(unclear)) == ([text("bank@en"), text("bench@en")], 3)


def test_what_is_no_literal_stays() -> None:
    terms = ["urn:a", "urn:b", text("a@en"), text("b@de")]
    found = distinct_literals(terms, [(("urn:x", NAME), term) for term in terms], ("en",))
    assert found.distinct_terms(terms) == [text("a@en"), "urn:a", "urn:b"]


WORDS = st.sampled_from([f"{word}{tag}" for word in "abc" for tag in ("", "@en", "@de", "@fr")])


@given(st.lists(st.lists(WORDS, max_size=5).map(" ".join), max_size=4).flatmap(st.permutations))
def test_values_are_never_more_than_literals_and_do_not_depend_on_their_sequence(at: list[str]) -> None:
    terms, unclear = distinct(*at)
    assert (terms, unclear) == distinct(*sorted(at))
    literals = {text(item) for line in at for item in line.split()}
    assert set(terms) <= literals
    assert bool(terms) == bool(literals)
