"""Conditions on names are written for the relations and languages of a graph."""

import pytest

from pog_agent.models.query import Combination, ExistenceTest, TextTest
from pog_agent.reading.composing.heads import TextCondition
from pog_agent.reading.composing.writing.names import MOST_OTHER_LANGUAGES, NameWriter
from pog_agent.reading.composing.writing.unwritten import UnwrittenError
from pog_agent.reading.schema.graph_names import GraphNames

LABEL, TITLE = "http://example.org/label", "http://example.org/title"
BEGINS = TextCondition("starts_with", "B")


def test_names_without_a_language_and_in_that_of_the_run_are_read() -> None:
    written = NameWriter(GraphNames.of([LABEL], [None, "en", "de", "fr"]), ["en"]).condition("x0", BEGINS)
    test, *others = written.pattern.conditions
    assert test == TextTest(variable="x0_name", test="starts_with", text="B")
    assert all(isinstance(item, ExistenceTest) and item.negated for item in others)
    assert [item.pattern.conditions[0].text for item in others if isinstance(item, ExistenceTest)] == ["de", "fr"]


def test_where_all_names_have_a_language_that_of_the_run_is_read() -> None:
    written = NameWriter(GraphNames.of([LABEL], ["en", "de"]), ["en"]).condition("x0", BEGINS)
    assert written.pattern.conditions[1:] == (TextTest(variable="x0_name", test="language", text="en"),)


def test_where_no_name_is_in_another_language_all_are_read() -> None:
    for languages in ([None], ["en"], [None, "en"]):
        written = NameWriter(GraphNames.of([LABEL], languages), ["en"]).condition("x0", BEGINS)
        assert len(written.pattern.conditions) == 1


def test_several_relations_that_name_things_are_united() -> None:
    (element,) = NameWriter(GraphNames.of([LABEL, TITLE], [None]), ["en"]).without_name("x0").pattern.elements
    assert isinstance(element, Combination) and element.operation == "union"


def test_many_languages_are_not_told_apart() -> None:
    tags = [None, *(f"a{letter}" for letter in "abcdefghij"[: MOST_OTHER_LANGUAGES + 1])]
    with pytest.raises(UnwrittenError, match="names in 6 other languages"):
        NameWriter(GraphNames.of([LABEL], tags), ["en"]).condition("x0", BEGINS)
