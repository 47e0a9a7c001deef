"""Responses of endpoints that are nearly right, or nothing at all: rows of terms, or one line."""

import json

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pog_agent.errors import QueryFailedError
from pog_agent.kg.sparql.results import read_count
from pog_agent.terms import literal
from tests.fuzzing import any_bytes, check_results, tries
from tests.servers import JSON, TSV

CELL = {"type": "uri", "value": "http://e/a"}
NAME = {"type": "literal", "value": "a\nb", "xml:lang": "en"}
SIZE = {"type": "literal", "value": "1", "datatype": "http://www.w3.org/2001/XMLSchema#integer"}
HEAD = {"vars": ["s", "p", "o"]}
SEEDS = (
    json.dumps({"head": HEAD, "results": {"bindings": [{"s": CELL, "p": NAME, "o": SIZE}]}}).encode(),
    json.dumps({"head": HEAD, "results": {"bindings": [{"s": {"type": "bnode", "value": "b"}}]}}).encode(),
    b'{"head": {}, "boolean": true}',
    b'?s\t?p\t?o\n<http://e/a>\t"a\\nb"@en\t1\n_:b\t\t"x"^^<http://e/t>\n',
    b"?s\t?p\t?o\n<http://e/\\u00e4>\t-1.5e3\ttrue\n",
    b'"s"\t"p"\t"o"\t"k"\n"http://e/a"\t"x"\t"y"\t"en^"\n',
    b"true",
)
TYPES = ("", TSV, JSON, "text/plain", "text/html", "application/octet-stream")


@tries(300)
@given(st.sampled_from(TYPES), any_bytes(SEEDS))
@example(TSV, b"?s\t?p\t?o\n<http://e/\\UFFFFFFFF>\t<a>\t<b>\n")
@example(TSV, b"?s\t?p\t?o\n<http://e/\\ud800>\t<a>\t<b>\n")
@example(TSV, b'?s\t?p\t?o\n"\\UFFFFFFFF"\t"\\ud800"\t<b>\n')
@example(TSV, b'?s\t?p\t?o\n_:b\t"x"\t"y"^^<http://e/"z>\n')
@example(JSON, b'{"head": [], "results": {"bindings": []}}')
@example(JSON, b'{"boolean": ' + b"9" * 5000 + b"}")
@example(JSON, b'{"results": {"bindings": [{"s": {"type": "uri", "value": "\\ud800"}}]}}')
@example(JSON, b'{"results": {"bindings": [{"s": {"type": "literal", "value": "a", "datatype": 1}}]}}')
@example(JSON, b'{"results": {"bindings": [{"s": {"type": "literal", "value": "a", "xml:lang": ["en"]}}]}}')
@example(JSON, b'{"results": []}')
@example(JSON, b"[" * 100_000)
def test_a_response_is_rows_of_terms_or_refused_in_one_line(content_type: str, data: bytes) -> None:
    check_results(content_type, data)


@pytest.mark.parametrize("term", ["http://e/x", "_:b", "", literal("many"), literal("9" * 5000)])
def test_what_is_no_number_is_no_count(term: str) -> None:
    with pytest.raises(QueryFailedError, match="where it was asked for a number"):
        read_count(term)
