"""Reading RDF: every format, plain and gzipped, and what is said about what cannot be read."""

import gzip
import os
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
import rdflib

from pog_agent.errors import GraphUnavailableError
from pog_agent.kg.local.rdf_files import load_rdf
from pog_agent.kg.local.rdflib_graph import term_of
from pog_agent.kg.local.sources import FORMATS, find_rdf_files, parts_of
from pog_agent.kg.local.triples import read_triples
from pog_agent.kg.open import open_kg

A, P, B = (rdflib.URIRef(f"http://e/{name}") for name in ("a", "p", "b"))
TEXT = rdflib.Literal('Köln "am" Rhein\n', lang="de")
TURTLE = '<http://e/a> <http://e/p> <http://e/b> .\n<http://e/a> <http://e/p> "Köln \\"am\\" Rhein\\n"@de .\n'
GOOD = {
    ".ttl": TURTLE,
    ".n3": TURTLE,
    ".nt": TURTLE,
    ".nq": TURTLE.replace(" .\n", " <http://e/graph> .\n"),
    ".trig": "<http://e/graph> {\n" + TURTLE + "}\n",
    ".rdf": """<?xml version="1.0" encoding="utf-8"?>
        <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:e="http://e/">
        <rdf:Description rdf:about="http://e/a"><e:p rdf:resource="http://e/b"/>
        <e:p xml:lang="de">Köln "am" Rhein\n</e:p></rdf:Description></rdf:RDF>""",
    ".jsonld": """{"@id": "http://e/a", "http://e/p":
        [{"@id": "http://e/b"}, {"@value": "Köln \\"am\\" Rhein\\n", "@language": "de"}]}""",
}


def write(path: Path, text: str | bytes) -> Path:
    """The file with this content, gzipped where its name says so."""
    data = text.encode() if isinstance(text, str) else text
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(data) if path.suffix == ".gz" else data)
    return path


def failure(path: Path, read: Callable[[list[Path]], object] = read_triples) -> str:
    with pytest.raises(GraphUnavailableError) as caught:
        read(find_rdf_files([path]))
    message = str(caught.value)
    assert "\n" not in message
    return message


pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning:rdflib")


@pytest.mark.parametrize("packed", ["", ".gz"])
@pytest.mark.parametrize("ending", GOOD)
def test_every_format_gives_the_same_triples(tmp_path, ending, packed):
    file = write(tmp_path / f"graph{ending}{packed}", GOOD[ending])
    assert set(load_rdf([file])) == {(A, P, B), (A, P, TEXT)}
    triples = read_triples([file])
    rows = zip(triples.heads, triples.relation_ids, triples.tails, strict=True)
    found = {
        (triples.terms[head], triples.relations[relation], triples.terms[tail]) for head, relation, tail in rows
    }
    assert found == {tuple(map(term_of, row)) for row in ((A, P, B), (A, P, TEXT))}


@pytest.mark.parametrize("name", ["graph.TTL", "graph.v2.ttl", "graph.Ttl.GZ"])
def test_the_ending_counts_without_case_and_whatever_stands_before_it(tmp_path, name):
    assert find_rdf_files([write(tmp_path / name, TURTLE)]) == [tmp_path / name]


def test_a_folder_is_read_with_the_folders_below_it_and_other_files_are_left_out(tmp_path):
    write(tmp_path / "one.nt", f"{A.n3()} {P.n3()} {B.n3()} .\n")
    write(tmp_path / "deep" / "two.ttl.gz", f"{B.n3()} {P.n3()} {A.n3()} .\n")
    write(tmp_path / "notes.txt", "not RDF")
    assert set(load_rdf(find_rdf_files([tmp_path]))) == {(A, P, B), (B, P, A)}


def test_several_files_of_several_formats_make_one_graph(tmp_path):
    first = write(tmp_path / "one.nt", f"{A.n3()} {P.n3()} {B.n3()} .\n")
    second = write(tmp_path / "two.nq", f"{B.n3()} {P.n3()} {A.n3()} <http://e/g> .\n")
    assert set(load_rdf(find_rdf_files([first, str(second)]))) == {(A, P, B), (B, P, A)}


def test_a_triple_in_several_files_and_named_graphs_counts_once(tmp_path):
    quads = "".join(f"{A.n3()} {P.n3()} {B.n3()} <http://e/{graph}> .\n" for graph in "gh")
    write(tmp_path / "one.nq", quads)
    write(tmp_path / "two.nt", f"{A.n3()} {P.n3()} {B.n3()} .\n")
    assert len(load_rdf(find_rdf_files([tmp_path]))) == 1


@pytest.mark.parametrize(
    ("ending", "text"),
    [
        (".nt", '_:b0 <http://e/p> "NAME" .'),
        (".ttl", '_:b0 <http://e/p> "NAME" .'),
        (".nq", '_:b0 <http://e/p> "NAME" <http://e/g> .'),
        (".jsonld", '{"@id": "_:b0", "http://e/p": "NAME"}'),
    ],
)
def test_blank_nodes_of_the_same_name_in_two_files_stay_apart(tmp_path, ending, text):
    for name in ("one", "two"):
        write(tmp_path / f"{name}{ending}", text.replace("NAME", name))
    graph = load_rdf(find_rdf_files([tmp_path]))
    assert len(graph) == len(set(graph.subjects())) == 2


@pytest.mark.parametrize("packed", ["", ".gz"])
@pytest.mark.parametrize(
    ("ending", "text", "line"),
    [
        (".ttl", "@prefix e: <http://e/> .\ne:a e:p e:b .\n\ne:a e:p oops oops .\n", 4),
        (".ttl", "@prefix e: <http://e/> .\ne:a f:p e:b .\n", 2),
        (".nt", "<http://e/a> <http://e/p> <http://e/b> .\n\n<http://e/a> <http://e/p> oops .\n", 3),
        (".nt", "# comment\n<http://e/a> <http://e/p> <http://e/b> .\n<http://e/a> <http://e/p> \n", 3),
        (".nt", '<http://e/a> <http://e/p> "é" .\n<http://e/a> "é" <http://e/b> .\n', 2),
        (".nq", "<http://e/a> <http://e/p> <http://e/b> <http://e/g> .\n<http://e/a> <http://e/p> é .\n", 2),
        (".nq", '<http://e/a> <http://e/p> "it\'s" .\n<http://e/a> "it\'s \\"é\\"" <http://e/b> .\n', 2),
        (".trig", "<http://e/g> {\n<http://e/a> <http://e/p> oops .\n}\n", 2),
        (".rdf", "<?xml version='1.0'?>\n<rdf:RDF xmlns:rdf='http://e/'>\n<rdf:a>\n</rdf:RDF>\n", 4),
        (".jsonld", '{\n "@id": "http://e/a",\n oops\n}\n', 3),
        (".nt", b'<http://e/a> <http://e/p> "a" .\n<http://e/a> <http://e/p> "\xff" .\n', 2),
        (".ttl", b'<http://e/a> <http://e/p> "a" .\n<http://e/a> <http://e/p> "\xff" .\n', 2),
    ],
)
def test_broken_content_is_named_with_file_and_line(tmp_path, ending, text, line, packed):
    file = write(tmp_path / f"graph{ending}{packed}", text)
    for read in (load_rdf, read_triples):
        assert failure(file, read).startswith(f"{file}, line {line}: not valid {FORMATS[ending]}: ")


def test_the_broken_file_of_a_folder_is_the_one_named(tmp_path):
    write(tmp_path / "a.ttl", TURTLE)
    broken = write(tmp_path / "b.ttl", "oops")
    assert failure(tmp_path).startswith(f"{broken}, line 1: ")


def test_json_that_is_not_json_ld_is_an_error_with_the_file(tmp_path):
    file = write(tmp_path / "graph.jsonld", '{"@context": 5, "@id": "http://e/a"}')
    assert failure(file).startswith(f"{file}: not valid json-ld: ")


def damaged(data: bytes) -> bytes:
    """The gzip data with its compressed part overwritten."""
    return data[:12] + b"\xff" * (len(data) - 20) + data[-8:]


@pytest.mark.parametrize("damage", [lambda data: b"no gzip at all", lambda data: data[: len(data) // 2], damaged])
@pytest.mark.parametrize("read", [load_rdf, read_triples])
def test_a_broken_gzip_file_is_named(tmp_path, damage, read):
    file = tmp_path / "graph.ttl.gz"
    file.write_bytes(damage(gzip.compress(TURTLE.encode() * 50)))
    assert failure(file, read).startswith(f"{file}: not a complete gzip file (")


def test_a_missing_path_is_named(tmp_path):
    assert failure(tmp_path / "no.ttl").startswith(f"{tmp_path / 'no.ttl'}: no such file or folder")


@pytest.mark.parametrize("name", ["graph.csv", "graph", "graph.gz", "graph.ttl.zip"])
def test_an_unknown_ending_is_named_with_the_known_ones(tmp_path, name):
    message = failure(write(tmp_path / name, TURTLE))
    assert message.startswith(f"{tmp_path / name}: not a known RDF file name; expected .ttl, ")
    assert "each also with .gz" in message


def test_a_folder_without_rdf_is_named(tmp_path):
    write(tmp_path / "notes.txt", "")
    assert failure(tmp_path).startswith(f"{tmp_path}: no RDF file in this folder (.ttl, ")


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads every file")
def test_a_file_without_permission_is_named(tmp_path):
    file = write(tmp_path / "graph.ttl", TURTLE)
    file.chmod(0)
    assert failure(file).startswith(f"{file}: cannot be read (")


def test_a_graph_opens_by_file_folder_several_paths_or_as_demo(tmp_path):
    first = write(tmp_path / "one" / "a.ttl", TURTLE)
    second = write(tmp_path / "two" / "b.ttl", TURTLE)
    for spec in (str(first), str(tmp_path), os.pathsep.join((str(first), str(second.parent)))):
        assert open_kg(spec).name == spec
    assert open_kg("demo").name == "demo"


def test_a_path_with_the_separator_in_its_name_is_one_path(tmp_path):
    odd = write(tmp_path / f"a{os.pathsep}b" / f"c{os.pathsep}d.ttl", TURTLE)
    plain = write(tmp_path / "a" / "e.ttl", TURTLE)
    assert parts_of(str(odd)) == [str(odd)]
    assert parts_of(os.pathsep.join((str(plain), str(odd), str(plain)))) == [str(plain), str(odd), str(plain)]
    assert parts_of(os.pathsep.join(("demo", str(odd), "gone.ttl"))) == ["demo", str(odd), "gone.ttl"]
    assert open_kg(str(odd)).name == str(odd)


@pytest.mark.parametrize("url", ["ftp://e.org/kg.ttl", "file://e.org/kg.ttl"])
def test_a_url_is_one_part_and_stands_in_the_error(url):
    assert parts_of(url) == [url]
    with pytest.raises(GraphUnavailableError, match=rf"{url.partition('//')[2]}: no such file or folder"):
        open_kg(url)


def test_the_url_of_a_file_is_its_path(tmp_path):
    file = tmp_path / "a b.ttl"
    file.write_text("<urn:a> <urn:b> <urn:c> .")
    assert parts_of(file.as_uri()) == [str(file)]
    with pytest.raises(GraphUnavailableError, match=r"gone.ttl: no such file or folder"):
        open_kg((tmp_path / "gone.ttl").as_uri())


@pytest.mark.parametrize("spec", ["", "  "])
def test_no_graph_at_all_is_an_error_that_says_what_to_give(spec):
    with pytest.raises(GraphUnavailableError, match="no knowledge graph given; --kg takes"):
        open_kg(spec)


def test_a_file_without_triples_is_an_error(tmp_path):
    file = write(tmp_path / "graph.ttl", "# nothing\n")
    with pytest.raises(GraphUnavailableError, match=r"graph\.ttl: the file holds no triples"):
        open_kg(str(file))


def test_a_folder_names_the_files_that_it_skips(tmp_path):
    (tmp_path / "a.nt").write_text("<urn:a> <urn:r> <urn:b> .\n")
    for name in ("b.md", "c.csv", "d.txt", "e.docx", ".hidden"):
        (tmp_path / name).touch()
    with closing(open_kg(str(tmp_path))) as kg:
        (notice,) = kg.notices
    assert notice == (
        f"{tmp_path}: skipped files that are no RDF files: 4 (b.md, c.csv, d.txt and 1 more); "
        "pog-agent convert makes a graph of CSV files"
    )
    with closing(open_kg(str(tmp_path / "a.nt"))) as kg:
        assert kg.notices == ()


def test_a_table_given_as_a_graph_is_told_what_to_do(tmp_path):
    table = tmp_path / "people.csv"
    table.write_text("name\nAnn\n")
    with pytest.raises(GraphUnavailableError, match="pog-agent convert makes a graph of CSV files"):
        open_kg(str(table))


@pytest.mark.parametrize("ending", [".ttl", ".nt", ".ttl.gz", ".rdf", ".jsonld"])
def test_a_byte_order_mark_is_no_part_of_the_graph(tmp_path, ending):
    file = tmp_path / f"graph{ending}"
    form = FORMATS[f".{ending.split('.')[1]}"]
    text = (
        rdflib.Graph()
        .parse(data="<urn:a> <urn:x#b> <urn:c> .", format="nt")
        .serialize(format=form, encoding="utf-8")
    )
    with (gzip.open if ending.endswith(".gz") else open)(file, "wb") as stream:
        stream.write(b"\xef\xbb\xbf" + text)
    assert open_kg(str(file)).triples == 1


def test_what_is_neither_a_file_nor_a_folder_is_refused_and_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "graph.ttl")
    with pytest.raises(GraphUnavailableError, match=r"graph.ttl: neither a file nor a folder"):
        open_kg(str(tmp_path / "graph.ttl"))
