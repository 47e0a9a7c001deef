"""The schema of a run's graph is opened once, with the texts that questions may name."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from pog_agent.errors import GraphUnavailableError
from pog_agent.kg.base import IndexedGraph, KnowledgeGraph
from pog_agent.kg.local.compile import compile_files
from pog_agent.kg.local.compiled import CompiledGraph
from pog_agent.kg.meter import Meter
from pog_agent.kg.schema.summary import SchemaSummary
from pog_agent.query.local.index import QueryIndex
from pog_agent.ranking.encoder import LexicalEncoder
from pog_agent.reading.schema.vocabulary import GraphSchema
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


async def opened(shared: SchemaSource) -> GraphSchema:
    found = await shared.open(meter())
    assert found is not None
    return found


async def test_texts_of_the_graph_are_known_to_the_schema(kilns: CompiledGraph) -> None:
    vocabulary = (await opened(source(kilns))).vocabulary("Which kilns of Orr burn wood?", (), {})
    assert [(item.text, item.relation) for item in vocabulary.texts] == [
        ("Orr", "http://example.org/maker"),
        ("wood", "http://example.org/fuel"),
    ]
    assert vocabulary.notices == ()


async def test_a_value_that_is_no_literal_is_no_text(tmp_path: Path) -> None:
    mixed = TURTLE + ':a :load "5 kg" . :b :load "70 g" . :c :load :unknown ; :fuel :wood , [] .'
    (tmp_path / "mixed.ttl").write_text(mixed, encoding="utf-8")
    found = await opened(source(compile_files([tmp_path / "mixed.ttl"], "mixed")))
    assert [item.terms for item in found.texts_in("Which kilns burn wood?")] == [('"wood"',)]
    assert list(found.lexicon.measured_relations) == ["http://example.org/load"]


async def test_the_schema_is_opened_once(kilns: CompiledGraph) -> None:
    shared = source(kilns)
    assert await opened(shared) is await opened(shared)


def counted(monkeypatch: pytest.MonkeyPatch, *outcomes: Exception) -> list[KnowledgeGraph]:
    """The graphs that summaries are asked of; the first ones fail so."""
    asked: list[KnowledgeGraph] = []
    made = schema.schema_of

    async def slowly(kg: KnowledgeGraph, meter: Meter) -> SchemaSummary:
        asked.append(kg)
        await asyncio.sleep(0.01)
        if len(asked) <= len(outcomes):
            raise outcomes[len(asked) - 1]
        return await made(kg, meter)

    monkeypatch.setattr(schema, "schema_of", slowly)
    return asked


async def test_runs_at_the_same_time_open_the_schema_once(
    kilns: CompiledGraph, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, shared = counted(monkeypatch), source(kilns)
    one, *others = await asyncio.gather(*(opened(shared) for _ in range(4)))
    assert (len(asked), all(other is one for other in others)) == (1, True)


def test_runs_on_several_event_loops_open_the_schema_once(
    kilns: CompiledGraph, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, shared = counted(monkeypatch), source(kilns)
    with ThreadPoolExecutor(4) as threads:
        one, *others = threads.map(lambda _: asyncio.run(opened(shared)), range(4))
    assert (len(asked), all(other is one for other in others)) == (1, True)


async def test_who_waits_opens_the_schema_where_the_first_fails(
    kilns: CompiledGraph, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, shared = counted(monkeypatch, GraphUnavailableError("gone")), source(kilns)
    first, second = await asyncio.gather(opened(shared), opened(shared), return_exceptions=True)
    assert isinstance(first, GraphUnavailableError)
    assert isinstance(second, GraphSchema)
    assert len(asked) == 2


async def test_who_is_cancelled_leaves_the_others_their_schema(
    kilns: CompiledGraph, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, shared = counted(monkeypatch), source(kilns)
    first, waiting, last = (asyncio.create_task(opened(shared)) for _ in range(3))
    await asyncio.sleep(0)
    waiting.cancel()
    first.cancel()
    assert isinstance(await last, GraphSchema)
    assert len(asked) == 2


async def test_the_summary_is_there_once_a_question_needed_it(kilns: CompiledGraph) -> None:
    shared = source(kilns)
    assert shared.opened_summary is None
    opened_schema = await opened(shared)
    assert shared.opened_summary is opened_schema.summary


async def test_a_graph_without_classes_has_its_relations_and_one_without_any_has_no_schema(tmp_path: Path) -> None:
    (tmp_path / "bare.ttl").write_text("<urn:a> <urn:next> <urn:b> .", encoding="utf-8")
    bare = await source(compile_files([tmp_path / "bare.ttl"], "bare")).open(meter())
    assert bare is not None
    assert (bare.summary.has_classes, [item.iri for item in bare.summary.relations]) == (False, ["urn:next"])
    (tmp_path / "empty.ttl").write_text("<urn:a> a <urn:b> .", encoding="utf-8")
    assert await source(compile_files([tmp_path / "empty.ttl"], "empty")).open(meter()) is not None


async def test_an_attribute_with_very_many_texts_is_not_looked_for(
    kilns: CompiledGraph, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(schema, "MOST_TEXTS", 2)
    vocabulary = (await opened(source(kilns))).vocabulary("Which kilns of Orr burn wood?", (), {})
    assert [item.text for item in vocabulary.texts] == ["Orr"]
    assert vocabulary.notices == ("texts of 'fuel' were not looked for in the question: there are more than 2",)


async def test_of_many_attributes_that_are_not_looked_for_some_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(schema, "MOST_TEXTS", 1)
    texts = "".join(f':t{number} "one", "two" ; ' for number in range(5))
    (tmp_path / "kilns.ttl").write_text(
        f"@prefix : <http://example.org/> . :a a :Kiln ; {texts} .", encoding="utf-8"
    )
    graph = await opened(source(compile_files([tmp_path / "kilns.ttl"], "kilns")))
    (notice,) = graph.vocabulary("Which kilns?", (), {}).notices
    assert notice.startswith("texts of 't0', 't1', 't2' and 2 more were not looked for")


def test_a_compiled_graph_has_a_schema_of_its_own(kilns: CompiledGraph) -> None:
    assert source(kilns).is_possible
    assert source(kilns).is_local


def test_a_graph_that_evaluates_no_queries_has_no_schema() -> None:
    bare = SchemaSource(rdf_store([]), None, LexicalEncoder(), ("en",))
    assert not bare.is_possible
    assert not bare.is_local
