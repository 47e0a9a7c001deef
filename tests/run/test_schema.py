"""The schema of a run's graph is opened once, with the texts that questions may name."""

from pathlib import Path

import pytest

from pog_agent.kg.base import IndexedGraph
from pog_agent.kg.local.compile import compile_files
from pog_agent.kg.local.compiled import CompiledGraph
from pog_agent.kg.meter import Meter
from pog_agent.query.local.index import QueryIndex
from pog_agent.ranking.encoder import LexicalEncoder
from pog_agent.run import schema
from pog_agent.run.schema import SchemaSource
from tests.subgraph.graphs import rdf_store

TURTLE = """
@prefix : <http://example.org/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Kiln rdfs:label "kiln" . :fuel rdfs:label "fuel" . :maker rdfs:label "maker" .
:a a :Kiln ; rdfs:label "Ada" ; :fuel "wood" ; :maker "Orr"@en ; :heat 900 .
:b a :Kiln ; rdfs:label "Bea" ; :fuel "gas" ; :maker "Orr"@en ; :heat 1200 .
:c a :Kiln ; rdfs:label "Cid" ; :fuel "peat" ; :maker "Orr"@en ; :heat 1100 .
"""


@pytest.fixture
def kilns(tmp_path: Path) -> CompiledGraph:
    (tmp_path / "kilns.ttl").write_text(TURTLE, encoding="utf-8")
    kg = compile_files([tmp_path / "kilns.ttl"], "kilns")
    assert isinstance(kg, IndexedGraph)
    return kg


def source(kg: CompiledGraph) -> SchemaSource:
    return SchemaSource(kg, QueryIndex(kg), LexicalEncoder(), ("en",))


def meter() -> Meter:
    return Meter(1_000_000, 1_000, 60.0)


async def test_texts_of_the_graph_are_known_to_the_schema(kilns: CompiledGraph) -> None:
    opened = await source(kilns).open(meter())
    vocabulary = opened.vocabulary("Which kilns of Orr burn wood?", (), {})
    assert [(item.text, item.relation) for item in vocabulary.texts] == [
        ("Orr", "http://example.org/maker"),
        ("wood", "http://example.org/fuel"),
    ]
    assert opened.has_classes


async def test_the_schema_is_opened_once(kilns: CompiledGraph) -> None:
    shared = source(kilns)
    assert await shared.open(meter()) is await shared.open(meter())


async def test_an_attribute_with_very_many_texts_is_not_looked_for(
    kilns: CompiledGraph, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(schema, "MOST_TEXTS", 2)
    opened = await source(kilns).open(meter())
    found = opened.vocabulary("Which kilns of Orr burn wood?", (), {}).texts
    assert [item.text for item in found] == ["Orr"]


def test_a_compiled_graph_has_a_schema_of_its_own(kilns: CompiledGraph) -> None:
    assert source(kilns).is_possible
    assert source(kilns).is_local


def test_a_graph_that_evaluates_no_queries_has_no_schema() -> None:
    bare = SchemaSource(rdf_store([]), None, LexicalEncoder(), ("en",))
    assert not bare.is_possible
    assert not bare.is_local
