"""Compiled graphs: the same answers as the rdflib store, in memory and on disk, and what damage does."""

import json
import os
import random
from pathlib import Path

import hypothesis.strategies as st
import numpy as np
import pytest
import rdflib
from hypothesis import given, settings
from rdflib.namespace import RDFS, SKOS

from pog_agent.errors import GraphUnavailableError
from pog_agent.kg.base import IndexedGraph
from pog_agent.kg.local import checked_pages, compiled_files
from pog_agent.kg.local.compile import compile_files, compile_triples
from pog_agent.kg.local.compiled import CompiledGraph
from pog_agent.kg.local.compiled_files import FILES, open_compiled, save
from pog_agent.kg.local.rdflib_graph import term_of
from pog_agent.kg.local.strings import SortedStrings
from pog_agent.kg.local.triples import EncodedTriples, read_triples
from pog_agent.kg.open import open_kg
from pog_agent.terms import RDF_TYPE, RDFS_LABEL, XSD, is_literal, literal
from tests.benchmarks.compiled_writer import write_compiled
from tests.kg.rdf_store import RdfStore

EX = "http://example.org/"
TURTLE = f"""
@prefix : <{EX}> . @prefix rdfs: <{RDFS}> . @prefix skos: <{SKOS}> .
:Weeze a :Airport ; rdfs:label "Weeze Airport"@en ; skos:altLabel "NRN" ; rdfs:comment "near the border" ;
    :serves :Nijmegen ; :opened "2003-05-01"^^<{XSD}date> ; :code "NRN"^^<{XSD}string> ; :near [ :is :Weeze ] .
:Nijmegen rdfs:label "Nijmegen" ; :in :Netherlands . :serves rdfs:label "serves" . :loop :in :loop .
"""


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "graph.ttl"
    path.write_text(TURTLE, encoding="utf-8")
    return path


@pytest.fixture
def folder(source: Path, tmp_path: Path) -> Path:
    save(compile_files([source], "graph"), tmp_path / "index", [source])
    return tmp_path / "index"


def compiled(rows: list[tuple[str, str, str]]) -> CompiledGraph:
    """A compiled graph of triples of terms, numbered as they come."""
    numbers: dict[str, int] = {}
    columns = zip(*([numbers.setdefault(term, len(numbers)) for term in row] for row in rows), strict=True)
    heads, relations, tails = (np.array(column, dtype=np.int32) for column in columns)
    terms = list(numbers)
    return CompiledGraph(compile_triples(EncodedTriples(terms, terms, heads, relations, tails)), "graph")


def contents(graph: CompiledGraph) -> tuple[object, ...]:
    """Everything a compiled graph consists of, as plain values."""
    parts = graph.parts
    edges, notes, names = parts.adjacency, parts.annotations, parts.names
    arrays = (edges.pointers, edges.codes, edges.targets, notes.subjects, notes.kinds, notes.objects)
    strings = [table.all() for table in (parts.terms, notes.values, names.names)]
    flags = (parts.relations, notes.predicates, edges.literals, parts.iri_named.tolist(), parts.digest)
    return (strings, [array.tolist() for array in (*arrays, names.pointers, names.bearers)], flags)


def test_it_is_an_indexed_graph(source):
    graph = compile_files([source], "graph")
    assert isinstance(graph, IndexedGraph)
    assert graph.terms.all() == sorted(graph.terms.all())
    assert list(graph.relations) == sorted(graph.relations)
    assert [is_literal(term) for term in graph.terms.all()].index(False) == graph.adjacency.literals == 2
    assert all(graph.terms[graph.terms.id_of(term)] == term for term in graph.terms.all())
    assert graph.terms.id_of(EX + "nowhere") is None
    assert graph.adjacency.triples + 5 == graph.triples


def test_annotations_are_no_edges_but_are_contained(source):
    graph = compile_files([source], "graph")
    assert RDFS_LABEL not in graph.relations
    assert graph.terms.id_of(literal("near the border")) is None


async def test_annotations_are_contained(source):
    graph = compile_files([source], "graph")
    weeze, comment = EX + "Weeze", str(RDFS.comment)
    asked = {
        (weeze, comment, literal("near the border")): True,
        (weeze, comment, literal("near the border", language="en")): False,
        (EX + "Nijmegen", comment, literal("near the border")): False,
        (weeze, RDFS_LABEL, literal("Weeze Airport", language="EN")): True,
        (weeze, EX + "code", literal("NRN")): True,
    }
    assert await graph.contains(list(asked)) == list(asked.values())


def test_a_literal_keeps_its_spelling(tmp_path):
    file = tmp_path / "graph.nt"
    text = r'"a\\b\"c\n\u0001\u007F\b\f\t\u00e9 ' + "\u2028'" + '"'
    rest = f'"01"^^<{XSD}integer> .\n<{EX}a> <{EX}p> "x"^^<{XSD}string> .\n'
    file.write_text(f"<{EX}a> <{EX}p> {text}@en .\n<{EX}a> <{EX}p> {rest}", encoding="utf-8")
    values = compile_files([file], "graph").terms.all()[:3]
    exact = literal("a\\b\"c\n\x01\x7f\b\f\té \u2028'", language="en")
    assert set(values) == {exact, literal("01", XSD + "integer"), literal("x")}


def test_iris_with_spaces_are_read_as_they_are(tmp_path):
    file = tmp_path / "graph.nt"
    file.write_text(f"<{EX}a b> <{EX}p> <{EX}{{c}}> .\n", encoding="utf-8")
    assert compile_files([file], "graph").terms.all() == [EX + "a b", EX + "{c}"]


def test_what_is_no_iri_is_an_error(tmp_path):
    file = tmp_path / "graph.nt"
    file.write_text(f"<!a> <{EX}p> <{EX}b> .\n", encoding="utf-8")
    with pytest.raises(GraphUnavailableError, match="<!a> is not an IRI"):
        compile_files([file], "graph")


@pytest.mark.filterwarnings("ignore::DeprecationWarning:rdflib")
@pytest.mark.parametrize("ending", ["ttl", "trig", "rdf", "jsonld", "n3"])
def test_blank_nodes_are_numbered_through_all_files(tmp_path, ending):
    names = {"ttl": "turtle", "rdf": "xml", "jsonld": "json-ld"}
    for name in ("one", "two"):
        graph = rdflib.Dataset() if ending == "trig" else rdflib.Graph()
        graph.parse(data=f'@prefix : <{EX}> . :{name} :p [ :q [ :r "{name}" ] ] .', format="turtle")
        graph.serialize(tmp_path / f"{name}.{ending}", format=names.get(ending, ending))
    files = sorted(tmp_path.iterdir())
    first, second = (compile_files(files, "graph") for _ in range(2))
    assert [term for term in first.terms.all() if term.startswith("_:")] == ["_:b0", "_:b1", "_:b2", "_:b3"]
    assert contents(first) == contents(second)


def test_quoted_triples_are_an_error(tmp_path):
    file = tmp_path / "graph.nt"
    file.write_text(f"<{EX}a> <{EX}p> <<( <{EX}a> <{EX}p> <{EX}b> )>> .\n", encoding="utf-8")
    with pytest.raises(GraphUnavailableError, match="a triple stands as a value"):
        read_triples([file])


# The same answers as the rdflib store.

texts = st.sampled_from(
    ["Weeze Airport", "weeze  airport", "NRN", "Köln", "a_b", 'say "hi"\n', "", "\U0001f600 ☃"]
)
nodes = st.sampled_from([rdflib.URIRef(EX + name) for name in ("A", "B", "placeOfBirth", "d/e", "ü", "p")])
literals = st.one_of(
    texts.map(rdflib.Literal),
    st.builds(
        lambda text, tag: rdflib.Literal(text, lang=tag), texts, st.sampled_from(["en", "en-gb", "de", "mul"])
    ),
    st.integers(0, 3).map(rdflib.Literal),
)
plain = st.sampled_from([rdflib.URIRef(EX + "p"), rdflib.URIRef(EX + "q"), rdflib.RDF.type])
noting = st.sampled_from([RDFS.label, SKOS.prefLabel, SKOS.altLabel, RDFS.comment, rdflib.OWL.sameAs])
triples = st.lists(
    st.one_of(
        st.tuples(nodes, plain, st.one_of(nodes, literals)), st.tuples(nodes, noting, st.one_of(literals, nodes))
    ),
    min_size=1,
    max_size=14,
)


@settings(deadline=None, max_examples=150)
@given(triples, st.integers(1, 6), st.sampled_from([("en",), ("de", "en"), ("en-GB",)]))
async def test_every_answer_is_that_of_the_rdflib_store(tmp_path_factory, rows, limit, languages):
    graph = rdflib.Graph()
    for row in rows:
        graph.add(row)
    file = tmp_path_factory.getbasetemp() / "same.nt"
    graph.serialize(file, format="nt", encoding="utf-8")
    old, new = RdfStore(graph), compile_files([file], "graph")
    asked = [EX + name for name in ("A", "B", "placeOfBirth", "d/e", "ü", "p", "q", "nowhere")]
    asked += [literal("NRN"), literal("Köln", language="en"), "_:b0"]
    for bound in (None, limit):
        before, after = await old.neighbors(asked, bound), await new.neighbors(asked, bound)
        assert set(before.triples) == set(after.triples)
        assert len(before.triples) == len(after.triples)
        assert before.cut == after.cut
    assert await old.labels(asked, languages) == await new.labels(asked, languages)
    assert await old.types(asked) == await new.types(asked)
    assert await old.classes(asked) == await new.classes(asked)
    assert await old.catalog(99) == await new.catalog(99)
    words = ["NRN", " weeze airport", "place of birth", "köln", "", "a b"]
    assert await old.find(words, languages) == await new.find(words, languages)
    for word in words:
        assert await old.search(word, limit, languages) == await new.search(word, limit, languages)
    every = [(term_of(head), term_of(relation), term_of(tail)) for head, relation, tail in rows]
    assert all(await old.contains(every))
    assert all(await new.contains(every))


names = st.text(max_size=3).map(lambda text: "http://e/" + text)
values = st.text(max_size=3).map(literal)
predicates = st.sampled_from(["http://e/p", "http://e/q", RDF_TYPE, RDFS_LABEL, str(SKOS.altLabel)])


@settings(deadline=None, max_examples=100)
@given(st.lists(st.tuples(names, predicates, st.one_of(names, values)), min_size=1, max_size=12), st.randoms())
def test_the_compiled_form_does_not_depend_on_the_order_of_the_input_or_repeats(rows, order):
    mixed = order.sample(rows, len(rows)) + rows[:2]
    assert contents(compiled(rows)) == contents(compiled(mixed))


# On disk.


def test_the_graph_on_disk_is_the_one_in_memory(source, folder):
    memory, disk = compile_files([source], "graph"), open_compiled(folder)
    assert contents(memory) == contents(disk)
    assert disk.notices == ()
    assert not disk.adjacency.targets.flags.owndata
    disk.close()


@pytest.mark.parametrize(
    "turtle", [f'@prefix : <{EX}> . :a :p "x" .', f'@prefix : <{EX}> . :a <{RDFS.label}> "x" .']
)
async def test_graphs_without_names_or_edges_are_saved_as_well(tmp_path, turtle):
    source = tmp_path / "graph.ttl"
    source.write_text(turtle)
    memory = compile_files([source], "graph")
    save(memory, tmp_path / "index")
    disk = open_compiled(tmp_path / "index")
    assert contents(memory) == contents(disk)
    assert await disk.neighbors([EX + "a"]) == await memory.neighbors([EX + "a"])
    assert await disk.search("x") == await memory.search("x")


def test_a_folder_with_a_compiled_graph_opens_by_its_path(folder):
    graph = open_kg(str(folder))
    assert isinstance(graph, CompiledGraph)
    assert graph.name == str(folder)


def test_a_compiled_graph_is_used_alone(folder, source):
    with pytest.raises(GraphUnavailableError, match="is used alone"):
        open_kg(os.pathsep.join((str(source), str(folder))))


def failure(folder: Path) -> str:
    with pytest.raises(GraphUnavailableError) as caught:
        open_kg(str(folder))
    message = str(caught.value)
    assert message.startswith(f"{folder}: not a usable compiled graph: ")
    assert message.endswith("; run pog-agent index again")
    assert "\n" not in message
    return message


@pytest.mark.parametrize("name", FILES)
def test_a_missing_file_is_named(folder, name):
    (folder / name).unlink()
    assert f"{name} is missing" in failure(folder)


@pytest.mark.parametrize("name", ["terms.utf8", "targets.npy", "names.npy"])
@pytest.mark.parametrize("damage", [lambda data: data[:-1], lambda data: data[:-1] + bytes([data[-1] ^ 1])])
def test_a_damaged_file_is_named(folder, name, damage):
    (folder / name).write_bytes(damage((folder / name).read_bytes()))
    assert f"{name} is damaged" in failure(folder)


def test_the_size_counts_where_a_graph_is_too_large_for_checksums(folder, monkeypatch):
    monkeypatch.setattr(compiled_files, "CHECKED_BYTES", 1)
    (folder / "targets.npy").write_bytes((folder / "targets.npy").read_bytes()[:-1])
    assert "targets.npy is damaged" in failure(folder)


def flipped(file: Path, place: int) -> None:
    content = bytearray(file.read_bytes())
    content[place] ^= 0x11
    file.write_bytes(bytes(content))


async def everything(folder: Path) -> list[object]:
    """What a reader of all of a graph sees of it."""
    graph = open_compiled(folder)
    nodes = [term for term in graph.terms.all() if not is_literal(term)]
    facts = sorted((await graph.neighbors(nodes)).triples)
    labels = await graph.labels(nodes)
    found = [await graph.search(label) for label in labels.values()]
    return [nodes, facts, labels, found, await graph.contains(facts), await graph.catalog(1_000), graph.summary]


async def test_a_graph_too_large_to_be_checked_at_once_is_checked_as_it_is_read(folder, monkeypatch):
    whole = await everything(folder)
    monkeypatch.setattr(compiled_files, "CHECKED_BYTES", 1)
    assert await everything(folder) == whole


async def test_every_damage_to_a_large_graph_is_one_clear_error_or_never_read(folder, monkeypatch):
    whole, draw = await everything(folder), random.Random(0)
    monkeypatch.setattr(compiled_files, "CHECKED_BYTES", 1)
    named = 0
    for name in (*FILES, "meta.json", "pages.npy", "schema.json") * 4:
        file = folder / name
        before = file.read_bytes()
        if not before:
            continue
        flipped(file, draw.randrange(len(before)))
        try:
            assert await everything(folder) == whole
        except GraphUnavailableError as error:
            assert f"{name} is damaged" in str(error) or f"{name} is missing or damaged" in str(error)
            named += 1
        file.write_bytes(before)
    assert named > 4 * len(FILES) - 20


async def test_only_what_is_read_of_a_large_graph_is_checked(source, folder, monkeypatch):
    monkeypatch.setattr(compiled_files, "CHECKED_BYTES", 1)
    for module in (checked_pages, compiled_files):
        monkeypatch.setattr(module, "PAGE", 64)
    save(compile_files([source], "graph"), folder, [source])
    file = folder / "terms.utf8"
    flipped(file, file.stat().st_size - 1)
    graph = open_compiled(folder)
    assert graph.terms[0]
    with pytest.raises(GraphUnavailableError, match=r"terms\.utf8 is damaged; run pog-agent index again"):
        graph.terms.all()


@pytest.mark.parametrize("text", [None, "", "[]", "{}", '{"version": 2, "files": {}}', "\x00"])
def test_without_its_description_a_graph_is_unusable(folder, text):
    (folder / "meta.json").unlink()
    if text is not None:
        (folder / "meta.json").write_text(text)
    assert "meta.json is missing or damaged" in failure(folder)


def test_another_version_is_named(folder):
    meta = json.loads((folder / "meta.json").read_text())
    (folder / "meta.json").write_text(json.dumps({**meta, "version": 99}))
    assert "it has version 99, this program reads version 2" in failure(folder)


async def test_a_changed_source_is_compiled_again_and_said_so(folder, source):
    before = await open_compiled(folder).fingerprint()
    source.write_text(TURTLE.replace("Nijmegen", "Nimwegen"), encoding="utf-8")
    again = open_compiled(folder)
    assert await again.fingerprint() != before
    assert again.terms.id_of(EX + "Nimwegen") is not None
    assert again.notices == (f"{folder}: {source} has changed since it was compiled; built again",)
    assert open_compiled(folder).notices == ()


def test_a_new_file_in_a_source_folder_is_a_change(tmp_path):
    sources = tmp_path / "sources"
    sources.mkdir()
    (sources / "one.ttl").write_text(TURTLE)
    save(compile_files([sources / "one.ttl"], "graph"), tmp_path / "index", [sources])
    (sources / "two.nt").write_text(f"<{EX}new> <{EX}p> <{EX}b> .\n")
    again = open_compiled(tmp_path / "index")
    assert "two.nt has changed" in again.notices[0]
    assert again.terms.id_of(EX + "new") is not None


def test_a_source_that_was_only_touched_has_not_changed(folder, source):
    os.utime(source, ns=(1, 1))
    assert open_compiled(folder).notices == ()


def test_without_its_sources_a_graph_is_used_as_it_is(folder, source):
    source.unlink()
    graph = open_compiled(folder)
    assert graph.notices == ()
    assert graph.terms.id_of(EX + "Weeze") is not None


def test_a_changed_source_that_cannot_be_read_is_an_error(folder, source):
    source.write_text("oops")
    with pytest.raises(GraphUnavailableError, match=r"graph\.ttl, line 1: not valid turtle"):
        open_compiled(folder)


def test_an_interrupted_build_leaves_the_graph_that_was_there(folder, source, monkeypatch):
    before = contents(open_compiled(folder))

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(compiled_files, "write_meta", interrupt)
    source.write_text(f"<{EX}a> <{EX}p> <{EX}b> .")
    for target in (folder, folder.parent / "other"):
        with pytest.raises(KeyboardInterrupt):
            save(compile_files([source], "graph"), target)
    source.unlink()
    assert contents(open_compiled(folder)) == before
    assert sorted(path.name for path in folder.parent.iterdir()) == ["index"]


def test_a_graph_that_cannot_be_saved_is_still_used(folder, source, monkeypatch):
    source.write_text(TURTLE.replace("Nijmegen", "Nimwegen"), encoding="utf-8")

    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(compiled_files, "write_parts", refuse)
    again = open_compiled(folder)
    assert "built again, but not saved" in again.notices[0]
    assert "Permission denied" in again.notices[0]
    assert again.terms.id_of(EX + "Nimwegen") is not None


# Written from arrays.


async def test_a_graph_written_from_arrays_is_the_one_compiled_from_triples(tmp_path):
    rows = [("http://e/a", "http://e/p", "http://e/b"), ("http://e/a", "http://e/q", literal("x"))]
    rows += [("http://e/a", RDFS_LABEL, literal("A", language="en")), ("http://e/b", RDFS_LABEL, literal("B"))]
    terms = [literal("x"), "http://e/a", "http://e/b"]
    columns = {"heads": [1, 1, 1], "relation_ids": [0, 1, 0], "tails": [2, 0, 2]}
    write_compiled(
        tmp_path / "index",
        terms=iter(terms),
        relations=["http://e/p", "http://e/q"],
        **{name: np.array(column, dtype=np.int32) for name, column in columns.items()},
        names=(np.array([2, 1]), [literal("B"), literal("A", language="en")]),
    )
    assert contents(open_compiled(tmp_path / "index")) == contents(compiled(rows))


def test_terms_out_of_order_are_refused_and_leave_nothing(tmp_path):
    empty = np.zeros(0, dtype=np.int32)
    columns = {"heads": empty, "relation_ids": empty, "tails": empty}
    with pytest.raises(ValueError, match="terms are not sorted"):
        write_compiled(tmp_path / "index", terms=["b", "a"], relations=[], **columns)
    with pytest.raises(ValueError, match="relations are not sorted"):
        write_compiled(tmp_path / "index", terms=["a", "b"], relations=["q", "p"], **columns)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("samples", [1, 3, 1 << 16])
def test_strings_are_found_whatever_the_number_of_samples(monkeypatch, samples):
    monkeypatch.setattr("pog_agent.kg.local.strings.SAMPLES", samples)
    letters = random.Random(0)
    texts = sorted({"".join(letters.choices("ab☃\U0001f600", k=letters.randint(0, 4))) for _ in range(200)})
    strings = SortedStrings.from_texts(texts)
    assert strings.all() == texts
    assert [strings.id_of(text) for text in texts] == list(range(len(texts)))
    assert [strings.place(text + "a") for text in texts] == [
        sum(other < text + "a" for other in texts) for text in texts
    ]
    assert strings.id_of("nothing") is None
