"""Attributes that say yes or no of a thing."""

import pytest

from pog_agent.kg.schema.summary import STRING, TAGGED, SchemaAttribute
from pog_agent.reading.schema.flags import flag_values
from pog_agent.terms import XSD, literal

BOOLEAN = XSD + "boolean"


def counted(datatype: str, *examples: str, values: int | None = None) -> SchemaAttribute:
    size = len(examples) if values is None else values
    return SchemaAttribute(
        source="http://example.org/Hall",
        relation="http://example.org/heated",
        datatype=datatype,
        edges=size,
        sources=size,
        values=size,
        own_edges=size,
        examples=examples,
    )


def test_a_boolean_says_yes_and_no_in_the_spellings_of_the_graph() -> None:
    values = flag_values([counted(BOOLEAN, "1", "false", "true")])
    assert values is not None
    assert values.yes == (literal("1", BOOLEAN), literal("true", BOOLEAN))
    assert values.no == (literal("false", BOOLEAN),)
    assert values.affirms and values.denies


def test_a_boolean_with_more_spellings_than_examples_has_all() -> None:
    values = flag_values([counted(BOOLEAN, "0", "1", "false", values=4)])
    assert values is not None
    assert (len(values.yes), len(values.no)) == (2, 2)


def test_the_value_that_the_graph_lacks_is_known_as_such() -> None:
    values = flag_values([counted(BOOLEAN, "true")])
    assert values is not None
    assert (values.affirms, values.denies, values.no) == (True, False, (literal("false", BOOLEAN),))


def test_texts_that_are_yes_and_no_alone_say_so() -> None:
    values = flag_values([counted(STRING, "No", "yes")])
    assert values is not None
    assert (values.yes, values.no) == (('"yes"',), ('"No"',))


@pytest.mark.parametrize(
    "attributes",
    [
        [],
        [counted(STRING, "yes", "no", "maybe")],
        [counted(STRING, "yes", "no", "No", values=4)],
        [counted(TAGGED, "yes", "no")],
        [counted(BOOLEAN, "true"), counted(STRING, "often")],
        [counted(BOOLEAN, "true", "verdad")],
    ],
)
def test_what_says_anything_else_is_no_flag(attributes: list[SchemaAttribute]) -> None:
    assert flag_values(attributes) is None
