"""The summary of a graph of ids: what an instance-by-instance count finds, on any graph."""

from hypothesis import given, settings

from pog_agent.kg.local.compile import compile_triples
from pog_agent.kg.local.compiled_schema import summarize
from pog_agent.kg.local.triples import encode_triples
from pog_agent.kg.preset import generic
from pog_agent.kg.schema import columns
from pog_agent.kg.schema.summary import SchemaSummary
from pog_agent.terms import Triple
from tests.kg.schema.graphs import graphs
from tests.kg.schema.oracle import summary_of


def nameless(triples: set[Triple]) -> SchemaSummary:
    """The summary without names from IRIs."""
    preset = generic().model_copy(update={"names_from_iris": "never"})
    found = summarize(compile_triples(encode_triples(sorted(triples)), preset))
    return SchemaSummary.model_validate_json(found.model_dump_json())


@settings(max_examples=300, deadline=None)
@given(graphs())
def test_every_count_is_that_of_a_count_by_instances(triples):
    assert nameless(triples) == summary_of(triples, lambda _: False)


@settings(max_examples=50, deadline=None)
@given(graphs())
def test_counting_in_blocks_changes_nothing(triples):
    whole, size = nameless(triples), columns.BLOCK
    try:
        columns.BLOCK = 3
        assert nameless(triples) == whole
    finally:
        columns.BLOCK = size
