"""Terms as strings: literals survive any text, names turn into words."""

import hypothesis.strategies as st
import pytest
import rdflib
from hypothesis import given, settings

from pog_agent.terms import (
    XSD,
    humanize,
    is_blank,
    is_iri,
    is_literal,
    literal,
    literal_datatype,
    literal_language,
    literal_value,
    local_name,
)

DATATYPE = "http://example.org/type#t"

suffixes = st.one_of(
    st.just({}),
    st.just({"datatype": DATATYPE}),
    st.sampled_from(["en", "de-at", "zh-hant"]).map(lambda tag: {"language": tag}),
)


@given(st.text(), suffixes)
def test_a_literal_keeps_any_text_with_its_datatype_or_language(text, suffix):
    term = literal(text, **suffix)
    assert is_literal(term)
    assert not is_blank(term)
    assert literal_value(term) == text
    assert literal_datatype(term) == suffix.get("datatype")
    assert literal_language(term) == suffix.get("language")


@settings(deadline=None)
@given(st.text(), suffixes)
def test_a_literal_is_valid_ntriples_of_the_same_value(text, suffix):
    line = f"<http://e/s> <http://e/p> {literal(text, **suffix)} .\n"
    (value,) = rdflib.Graph().parse(data=line, format="nt").objects()
    expected = rdflib.Literal(text, suffix.get("language"), suffix.get("datatype"))
    assert value == expected


@settings(deadline=None)
@given(st.text(), suffixes)
def test_a_literal_that_rdflib_wrote_as_ntriples_is_read_back(text, suffix):
    node = rdflib.Literal(text, suffix.get("language"), suffix.get("datatype"))
    graph = rdflib.Graph().add((rdflib.URIRef("http://e/s"), rdflib.URIRef("http://e/p"), node))
    written = graph.serialize(format="nt").strip().removeprefix("<http://e/s> <http://e/p> ").removesuffix(" .")
    assert literal_value(written) == text
    assert literal_language(written) == suffix.get("language")
    assert literal_datatype(written) == suffix.get("datatype")


def test_the_datatype_of_plain_strings_is_left_out():
    assert literal("a", XSD + "string") == '"a"'
    assert literal("5", XSD + "integer") == f'"5"^^<{XSD}integer>'


@pytest.mark.parametrize(
    ("written", "value"),
    [
        (r'"\u0041\U0001F600"', "A\U0001f600"),
        (r'"a\\u0041"', r"a\u0041"),
        (r'"\t\n\r\b\f\"\'"', "\t\n\r\b\f\"'"),
        ('"@en"@de', "@en"),
        ('"^^<x>"', "^^<x>"),
    ],
)
def test_every_ntriples_escape_is_undone_once(written, value):
    assert literal_value(written) == value


@pytest.mark.parametrize("text", ["http://e/a", "urn:isbn:1", "HTTPS://e/ü", "git+ssh://e/a", "mailto:a@b.c"])
def test_an_absolute_iri_is_one(text):
    assert is_iri(text)


@pytest.mark.parametrize(
    "text", ["", "a", "http:", ":a", "_:b0", "http://e/a b", "http://e/<a>", "http://e/\n", '"a:b"', "1a:b"]
)
def test_what_cannot_stand_in_a_query_is_no_iri(text):
    assert not is_iri(text)


def test_a_blank_node_is_told_from_other_terms():
    assert is_blank("_:b0")
    assert not is_blank("http://e/_:b0")
    assert not is_literal("_:b0")


@pytest.mark.parametrize(
    ("iri", "name"),
    [
        ("http://e/a/Weeze_Airport", "Weeze_Airport"),
        ("http://e/onto#placeOfBirth", "placeOfBirth"),
        ("http://e/a/", "a"),
        ("urn:isbn:0451450523", "0451450523"),
        ("http://rdf.freebase.com/ns/people.person.gender", "people.person.gender"),
        ("_:b0", "b0"),
        ("name", "name"),
    ],
)
def test_the_local_name_is_the_last_part_of_an_iri(iri, name):
    assert local_name(iri) == name


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("placeOfBirth", "place of birth"),
        ("place_of_birth", "place of birth"),
        ("place-of%20birth", "place of birth"),
        ("people.person.place_of_birth", "people person place of birth"),
        ("location.location.containedby", "location containedby"),
        ("HTTPServer", "http server"),
        ("born1990In", "born1990 in"),
        ("P31", "p31"),
        ("___", "___"),
        ("", ""),
    ],
)
def test_a_local_name_reads_as_words(name, words):
    assert humanize(name) == words


@given(st.text(st.characters(codec="ascii")))
def test_words_of_a_name_have_no_capitals_and_come_once(name):
    words = humanize(name)
    if words != name:
        assert words == words.lower()
        assert len(words.split()) == len(set(words.split()))
