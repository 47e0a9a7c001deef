"""RDF files that are nearly right, or nothing at all: a graph, or one line that names the file."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.fuzzing import any_bytes, check_file, tries

RDF = b'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:e="http://e/"'
SEEDS = {
    ".nt": b'<http://e/a> <http://e/p> "x"@en .\n_:b <http://e/p> <http://e/c> .\n',
    ".nq": b'<http://e/a> <http://e/p> "1"^^<http://e/t> <http://e/g> .\n',
    ".ttl": b'@prefix e: <http://e/> .\ne:a e:p """x\ny"""@en, 1.5 ; a e:C .\n<< e:a e:p e:b >> e:q ( 1 ) .\n',
    ".trig": b"@prefix e: <http://e/> .\ne:g { e:a e:p [ e:q 1 ] . }\n",
    ".rdf": b"<rdf:RDF "
    + RDF
    + b'><rdf:Description rdf:about="http://e/a"><e:p>x</e:p></rdf:Description></rdf:RDF>',
    ".jsonld": b'{"@context": {"p": "http://e/p"}, "@id": "http://e/a", "p": [1, {"@id": "http://e/b"}]}',
    ".n3": b"@prefix e: <http://e/> . e:a e:p ( 1 2 ) . { e:a e:p e:b } => { e:b e:p e:a } .",
}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("ending", SEEDS)
def test_a_file_is_a_graph_or_refused_in_one_line(ending: str, tmp_path: Path) -> None:
    @tries(40)
    @given(st.just(ending), any_bytes([SEEDS[ending]]))
    def tried(ending: str, data: bytes) -> None:
        check_file(ending, data, tmp_path)

    tried()


@pytest.mark.parametrize(
    ("ending", "data"),
    [
        (".n3", b"@"),
        (".n3", b"e:"),
        (".n3", rb"<http://e/\U00110000> a <http://e/C> ."),
        (".n3", rb'<http://e/a> <http://e/p> "\ud800" .'),
        (".n3", rb"<http://e/\ud800> a <http://e/C> ."),
        (".n3", rb'<http://e/a> <http://e/p> "x"^^<http://e/\ud800> .'),
        (".jsonld", rb'{"@id": "http://e/a", "http://e/p": "\ud800"}'),
        (".nt", b'<\nhttp://e/a> <http://e/p> "x"@en .'),
        (".jsonld", b"{"),
        (".rdf", b""),
    ],
)
def test_what_a_fuzzer_found_is_refused_in_one_line(ending: str, data: bytes, tmp_path: Path) -> None:
    check_file(ending, data, tmp_path)
