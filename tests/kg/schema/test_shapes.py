"""Which relations meet at nodes with neither class nor label."""

import pytest

from pog_agent.kg.local.compile import summarize_triples
from pog_agent.kg.preset import generic
from pog_agent.kg.schema import shapes
from pog_agent.kg.schema.summary import SchemaShape
from pog_agent.terms import RDF_TYPE, literal

EX = "http://example.org/"

NODES = {
    (EX + "lot", RDF_TYPE, EX + "Lot"),
    (EX + "lot", EX + "outcome", "_:one"),
    ("_:one", EX + "price", literal("5")),
    ("_:two", EX + "on", EX + "lot"),
    ("_:three", EX + "on", EX + "lot"),
}


def test_a_shape_is_what_some_nodes_have_and_lead_to():
    found = summarize_triples(sorted(NODES), generic()).shapes
    assert found == (
        SchemaShape(incoming=(), outgoing=(EX + "on",)),
        SchemaShape(incoming=(EX + "outcome",), outgoing=(EX + "price",)),
    )


def test_too_many_shapes_tell_nothing(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(shapes, "MOST_SHAPES", 1)
    assert summarize_triples(sorted(NODES), generic()).shapes == ()
