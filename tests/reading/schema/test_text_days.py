"""Texts are days, if all values of an attribute are such texts and each thing has one."""

import pytest

from pog_agent.kg.schema.summary import STRING, TAGGED, SchemaAttribute, SchemaSummary
from pog_agent.reading.schema.text_days import relations_to_days
from pog_agent.terms import Term, literal

EX = "http://example.org/"
OPENED = EX + "opened"


def are_days(*texts: str, edges: int = 2, datatype: Term = STRING) -> bool:
    """Whether the values of an attribute of two things are read as days."""
    attribute = SchemaAttribute(
        source=EX + "Thing",
        relation=OPENED,
        datatype=datatype,
        edges=edges,
        sources=2,
        values=len(texts),
        own_edges=edges,
    )
    values = {OPENED: tuple(map(literal, texts))}
    return OPENED in relations_to_days(SchemaSummary(attributes=(attribute,)), values)


def test_texts_of_days_are_days() -> None:
    assert are_days("1931-04-12", "2009-05-20")


@pytest.mark.parametrize(
    "texts",
    [
        ("1931-04-12", "unknown"),
        ("1931-04-12", "2009"),
        ("1931-04-12", "2009-02-30"),
        ("1931-04-12", "20.5.2009"),
        ("1931-04-12", "2009-05-20T10:00:00"),
        (),
    ],
)
def test_a_text_that_is_no_day_makes_all_of_them_texts(texts: tuple[str, ...]) -> None:
    assert not are_days(*texts)


def test_several_texts_of_one_thing_or_texts_with_a_language_are_no_days() -> None:
    assert not are_days("1931-04-12", "2009-05-20", edges=3)
    assert not are_days("1931-04-12", "2009-05-20", datatype=TAGGED)
