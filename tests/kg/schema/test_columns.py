"""The summary of a graph of ids: what an instance-by-instance count finds, on any graph."""

import numpy as np
from hypothesis import given, settings

from pog_agent.kg.local.compile import compile_triples
from pog_agent.kg.local.compiled_schema import summarize
from pog_agent.kg.local.triples import encode_triples
from pog_agent.kg.preset import generic
from pog_agent.kg.schema import columns
from pog_agent.kg.schema.grouping import distinct_rows
from pog_agent.kg.schema.summary import NO_CLASS, NO_CLASS_NO_LABEL, SchemaSummary
from pog_agent.terms import RDF_TYPE, RDFS_LABEL, RDFS_SUBCLASS, Triple, literal
from tests.kg.schema.graphs import CLASSES, NAME, NODES, RELATIONS, graphs
from tests.kg.schema.oracle import summary_of

A, B, C, D, R = NODES[0], NODES[1], CLASSES[0], CLASSES[1], RELATIONS[0]


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


def test_a_graph_without_classes_is_one_pseudo_class_for_labelled_nodes_and_one_for_others():
    found = nameless({(A, R, B), (A, RDFS_LABEL, NAME), (B, R, literal("7"))})
    assert [(item.iri, item.instances) for item in found.classes] == [(NO_CLASS, 1), (NO_CLASS_NO_LABEL, 1)]
    assert [(link.source, link.target) for link in found.links] == [(NO_CLASS, NO_CLASS_NO_LABEL)]


def test_classes_in_a_circle_have_the_instances_of_all():
    found = nameless({(A, RDF_TYPE, C), (B, RDF_TYPE, D), (C, RDFS_SUBCLASS, D), (D, RDFS_SUBCLASS, C)})
    assert [(item.instances, item.own_instances, item.superclasses) for item in found.classes] == [
        (2, 1, (D,)),
        (2, 1, (C,)),
    ]


def test_a_class_may_be_its_own_instance():
    found = nameless({(C, RDF_TYPE, C), (C, R, C), (C, RDFS_SUBCLASS, C)})
    [item], [link] = found.classes, found.links
    assert (item.iri, item.instances, item.superclasses) == (C, 1, ())
    assert (link.edges, link.sources, link.targets, link.own_edges) == (1, 1, 1, 1)


def test_a_node_of_two_classes_counts_once_for_their_superclass():
    typed = {(A, RDF_TYPE, C), (A, RDF_TYPE, D), (C, RDFS_SUBCLASS, B), (D, RDFS_SUBCLASS, B)}
    found = nameless(typed | {(A, R, literal("x")), (A, R, literal("y"))})
    assert [(item.iri, item.instances, item.own_instances) for item in found.classes if item.iri == B] == [
        (B, 1, 0)
    ]
    [attribute] = found.attributes_of(B)
    assert (attribute.edges, attribute.sources, attribute.values, attribute.own_edges) == (2, 1, 2, 0)


def test_rows_are_counted_alike_where_their_bits_do_not_fit_into_one_integer():
    rows = np.array([[1, 2], [0, 5], [1, 2], [1, 1]])
    wide = [rows[:, 0] << 40, rows[:, 1] << 40]
    columns, counts = distinct_rows(wide)
    assert [column.tolist() for column in columns] == [[0, 1 << 40, 1 << 40], [5 << 40, 1 << 40, 2 << 40]]
    assert counts.tolist() == [1, 1, 2]
    assert [column.tolist() for column in distinct_rows([rows[:, 0], rows[:, 1]])[0]] == [[0, 1, 1], [5, 1, 2]]
