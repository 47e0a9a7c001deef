"""An Oxigraph store on disk: made by the command line, opened read-only, broken in every way."""

import asyncio
import gzip
import json
import subprocess
import sys
from pathlib import Path

import pytest
import rdflib
from pyoxigraph import Literal, NamedNode, Quad, Store

from pog_agent import PathsOverGraph
from pog_agent.errors import GraphUnavailableError, SettingError
from pog_agent.interfaces.cli import main
from pog_agent.kg.base import IndexedGraph, KnowledgeGraph
from pog_agent.kg.local.oxigraph_files import build_store
from pog_agent.kg.local.oxigraph_store import OxigraphStore
from pog_agent.kg.open import open_kg
from pog_agent.terms import RDFS_LABEL, XSD, is_blank, literal
from tests.kg.rdf_store import RdfStore

EX = "http://example.org/"
ACME = f"""
@prefix : <{EX}> .
:Acme <{RDFS_LABEL}> "Acme"@en ; :founder :Ann ; :staff [ :person :Bob ] ; :size 007, 1.50 .
:Ann <{RDFS_LABEL}> "Ann"@EN-gb .
"""


@pytest.fixture
def acme(tmp_path) -> Path:
    file = tmp_path / "acme.ttl"
    file.write_text(ACME, encoding="utf-8")
    build_store([str(file)], str(tmp_path / "store"))
    return tmp_path / "store"


def test_the_command_line_makes_a_store_that_it_answers_from(tmp_path, capsys):
    file = tmp_path / "acme.nt.gz"
    file.write_bytes(gzip.compress(rdflib.Graph().parse(data=ACME).serialize(format="nt", encoding="utf-8")))
    out = tmp_path / "store"
    assert main(["index", str(file), "--out", str(out), "--oxigraph", "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert facts["triples"] == 7 and facts["bytes"] > 0
    ask = ["ask", "Who is the founder of Acme?", "--kg", f"oxigraph:{out}", "--encoder", "lexical", "--json"]
    assert main(ask) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["answers"] == [{"iri": EX + "Ann", "label": "Ann"}]


def test_the_bundled_graph_is_loaded_by_its_name_and_the_facts_are_shown(tmp_path, capsys):
    out = tmp_path / "store"
    assert main(["index", "demo", "--out", str(out), "--oxigraph"]) == 0
    shown = capsys.readouterr().out
    assert f"directory: {out}" in shown and "triples: " in shown
    assert main(["ask", "What moons does Mars have?", "--kg", f"oxigraph:{out}", "--encoder", "lexical"]) == 0


def test_it_is_a_graph_that_is_asked_not_one_that_is_held(acme):
    store = open_kg(f"oxigraph:{acme}")
    assert isinstance(store, KnowledgeGraph) and not isinstance(store, IndexedGraph)
    assert store.name == f"oxigraph:{acme}"
    store.close()


async def test_blank_nodes_are_asked_for_by_the_names_they_come_with(acme):
    store = OxigraphStore(acme)
    [blank] = [tail for _, _, tail in (await store.neighbors([EX + "Acme"])).triples if is_blank(tail)]
    around = await store.neighbors([blank])
    assert set(around.triples) == {(EX + "Acme", EX + "staff", blank), (blank, EX + "person", EX + "Bob")}


async def test_numbers_are_kept_by_value_and_found_by_every_spelling(acme):
    store = OxigraphStore(acme)
    sizes = {
        tail for _, relation, tail in (await store.neighbors([EX + "Acme"])).triples if relation == EX + "size"
    }
    assert sizes == {literal("7", XSD + "integer"), literal("1.5", XSD + "decimal")}
    spellings = [literal("007", XSD + "integer"), literal("7", XSD + "integer"), literal("7")]
    assert await store.contains([(EX + "Acme", EX + "size", size) for size in spellings]) == [True, True, False]


async def test_named_graphs_are_read_as_one_and_a_triple_in_two_of_them_counts_once(tmp_path):
    file = tmp_path / "graphs.nq"
    quads = [f"<{EX}a> <{EX}p> <{EX}b> {graph} ." for graph in ("", f"<{EX}g1>", f"<{EX}g2>")]
    quads.append(f"<{EX}b> <{EX}p> <{EX}c> <{EX}g2> .")
    file.write_text("\n".join(quads), encoding="utf-8")
    assert build_store([str(file)], str(tmp_path / "store")).triples == 4
    found = await OxigraphStore(tmp_path / "store").neighbors([EX + "b"], limit=2)
    assert sorted(found.triples) == [(EX + "a", EX + "p", EX + "b"), (EX + "b", EX + "p", EX + "c")]
    assert not found.cut


async def test_iris_that_are_not_quite_valid_are_found_again(tmp_path):
    file = tmp_path / "wild.nt"
    file.write_text(f"<{EX}a b> <{EX}p> <{EX}c{{d}}> .\n", encoding="utf-8")
    build_store([str(file)], str(tmp_path / "store"))
    store = OxigraphStore(tmp_path / "store")
    triple = (EX + "a b", EX + "p", EX + "c{d}")
    assert (await store.neighbors([triple[0]])).triples == (await store.neighbors([triple[2]])).triples == [triple]
    assert await store.contains([triple, ("no iri", EX + "p", "_:\x00")]) == [True, False]


async def test_nodes_without_labels_go_by_their_iris_as_in_memory(tmp_path):
    file = tmp_path / "bare.nt"
    file.write_text(f"<{EX}New_York> <{EX}twinTown> <{EX}London> .\n", encoding="utf-8")
    build_store([str(file)], str(tmp_path / "store"))
    stores = RdfStore(rdflib.Graph().parse(file)), OxigraphStore(tmp_path / "store")
    asked = [EX + "New_York", EX + "twinTown"]
    local, disk = [
        (await store.labels(asked), await store.catalog(9), await store.find(["london"])) for store in stores
    ]
    assert local == disk
    assert local[0] == {EX + "New_York": "New York", EX + "twinTown": "twin town"}


async def test_the_fingerprint_changes_with_the_graph_only(acme):
    before = await OxigraphStore(acme).fingerprint()
    assert await OxigraphStore(acme).fingerprint() == before
    writer = Store(str(acme))
    writer.add(Quad(NamedNode(EX + "a"), NamedNode(EX + "p"), Literal("new")))
    del writer
    assert await OxigraphStore(acme).fingerprint() != before


def test_two_processes_share_a_store(acme):
    store = OxigraphStore(acme)
    code = f"from pog_agent.kg.open import open_kg; print(open_kg('oxigraph:{acme}').name)"
    other = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert other.stdout.strip() == f"oxigraph:{acme}"
    assert asyncio.run(store.neighbors([EX + "Ann"])).triples


@pytest.mark.skipif(not Path("/proc/locks").exists(), reason="this system does not list its file locks")
def test_a_store_that_is_being_written_to_is_refused(acme):
    writer = Store(str(acme))
    with pytest.raises(GraphUnavailableError, match="open for writing"):
        OxigraphStore(acme)
    del writer
    OxigraphStore(acme).close()


@pytest.mark.parametrize("damage", ["missing", "file", "no store", "empty folder", "no triples", "broken", "cut"])
def test_a_folder_that_is_no_store_is_one_line_and_exit_code_3(damage, acme, tmp_path, capsys):
    folder = tmp_path / damage
    if damage == "file":
        folder.write_text("text", encoding="utf-8")
    elif damage == "no store":
        folder = tmp_path
    elif damage == "empty folder":
        folder.mkdir()
    elif damage == "no triples":
        Store(str(folder)).flush()
    elif damage == "broken":
        folder = acme
        (acme / "CURRENT").write_text("MANIFEST-999999\n", encoding="utf-8")
    elif damage == "cut":
        folder = acme
        for table in acme.glob("*.sst"):
            table.write_bytes(table.read_bytes()[:100])
    assert main(["ask", "Who?", "--kg", f"oxigraph:{folder}"]) == 3
    message = capsys.readouterr().err
    assert message.count("\n") == 1 and str(folder) in message


def test_a_store_is_not_written_into_a_folder_with_something_in_it(acme, tmp_path):
    with pytest.raises(SettingError, match="exists already"):
        build_store([str(tmp_path / "acme.ttl")], str(acme))


def test_a_file_with_a_mistake_leaves_no_store_behind(tmp_path):
    file = tmp_path / "wrong.nt"
    file.write_text(f"<{EX}a> <{EX}p> <{EX}b> .\n<{EX}a> <{EX}p> .\n", encoding="utf-8")
    with pytest.raises(GraphUnavailableError, match=r"wrong\.nt, line 2"):
        build_store([str(file)], str(tmp_path / "store"))
    assert not (tmp_path / "store").exists()


PREFIX, FACTS = ACME.split("> .\n", 1)
NAMED = f'{PREFIX}> .\nGRAPH <{EX}g> {{ {FACTS} }}\n:Bob <{RDFS_LABEL}> "Bob" .\n'


async def test_a_triple_tells_its_source_graph(tmp_path):
    (tmp_path / "acme.trig").write_text(NAMED, encoding="utf-8")
    build_store([str(tmp_path / "acme.trig")], str(tmp_path / "store"))
    store = open_kg(f"oxigraph:{tmp_path / 'store'}")
    founded, absent = (EX + "Acme", EX + "founder", EX + "Ann"), (EX + "Ann", EX + "founder", EX + "Acme")
    unnamed = (EX + "Bob", RDFS_LABEL, '"Bob"')
    assert await store.source_graphs([founded, absent, unnamed]) == [EX + "g", None, None]
    store.close()


@pytest.mark.parametrize(("name", "text", "graphs"), [("trig", NAMED, [EX + "g"]), ("ttl", ACME, [])])
def test_a_cited_path_names_its_source_graphs_where_there_are_any(tmp_path, name, text, graphs):
    (tmp_path / f"acme.{name}").write_text(text, encoding="utf-8")
    build_store([str(tmp_path / f"acme.{name}")], str(tmp_path / "store"))
    with PathsOverGraph(f"oxigraph:{tmp_path / 'store'}", encoder="lexical") as agent:
        answer = agent.ask("Who is the founder of Acme?")
    assert [item.label for item in answer.answers] == ["Ann"]
    assert [path["graphs"] for path in answer.to_json()["paths"]] == [graphs]
