"""What a schema summary takes: seconds and memory on generated graphs of classes, and on given graphs.

Usage: python -m tests.benchmarks.schema [--sizes S M L] [--kg FILE ...]

A generated graph has the edges of `generated`, a class for every entity but mediators (60 classes, of which 50 are
below one of 5), and one integer for each of these entities. `mib` is the memory that a summary takes at its peak.
"""

import argparse
from pathlib import Path

import numpy as np

from pog_agent.kg.adjacency import Adjacency, Ints
from pog_agent.kg.local.compiled import CompiledGraph
from pog_agent.kg.open import open_kg
from pog_agent.kg.preset import generic
from pog_agent.kg.schema.columns import SchemaColumns, summarize_columns
from pog_agent.kg.schema.summary import SchemaNames, SchemaSummary
from pog_agent.terms import RDF_TYPE, RDFS_SUBCLASS, XSD, Term, literal
from tests.benchmarks.generated import NAMESPACE, RELATIONS, TYPES, make
from tests.benchmarks.report import Row, measure, table

NUMBERS = 100_000


def typed_columns(size: str) -> SchemaColumns:
    """The generated graph of a size with classes, superclasses and numbers; literals have the first ids."""
    graph = make(size)
    entities = np.flatnonzero(graph.types >= 0)
    first_class = NUMBERS + graph.entities
    relations = [f"{NAMESPACE}r{number:04}" for number in range(RELATIONS)]
    names = [*relations, f"{NAMESPACE}value", RDF_TYPE, RDFS_SUBCLASS]
    value, kind, above = range(RELATIONS, RELATIONS + 3)
    below = np.arange(10, TYPES)
    parts: list[tuple[Ints, int | Ints, Ints]] = [
        (graph.heads + NUMBERS, graph.relations, graph.tails + NUMBERS),
        (entities + NUMBERS, value, entities * 7919 % NUMBERS),
        (entities + NUMBERS, kind, graph.types[entities].astype(np.int64) + first_class),
        (below + first_class, above, below // 10 + first_class),
    ]
    heads, tails = (np.concatenate([part[place] for part in parts]) for place in (0, 2))
    by = np.concatenate([np.broadcast_to(part[1], len(part[0])) for part in parts])
    nodes = first_class + TYPES
    adjacency = Adjacency.from_triples(heads, by, tails, nodes=nodes, relation_count=len(names), literals=NUMBERS)
    labelled = np.arange(nodes) >= NUMBERS
    labelled[np.flatnonzero(graph.is_mediator) + NUMBERS] = False
    return SchemaColumns(
        adjacency=adjacency,
        relations=names,
        preset=generic(),
        iris=np.arange(nodes) >= NUMBERS,
        labelled=labelled,
        named=labelled,
        decode=_decode,
        names=lambda terms: [SchemaNames(iri=term) for term in terms],
    )


def cost(graph: str) -> Row:
    """The cost for a generated size or a file."""
    if Path(graph).exists():
        opened = open_kg(graph)
        if not isinstance(opened, CompiledGraph):
            raise SystemExit(f"{graph}: not held locally")
        edges, work = opened.adjacency.triples, lambda: opened.summary
    else:
        columns = typed_columns(graph)
        edges, work = columns.adjacency.triples, lambda: summarize_columns(columns)
    made: list[SchemaSummary] = []
    figures = measure(lambda: made.append(work()))
    [summary] = made
    return {
        "graph": graph,
        "edges": edges,
        "classes": len(summary.classes),
        "links": len(summary.links),
        "attributes": len(summary.attributes),
        "seconds": round(figures.wall_seconds, 2),
        "mib": None if figures.peak_mib is None else round(figures.peak_mib - (figures.base_mib or 0)),
    }


def _decode(ids: Ints) -> list[Term]:
    return [
        literal(str(number), XSD + "integer") if number < NUMBERS else f"{NAMESPACE}m{number}"
        for number in ids.tolist()
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", nargs="*", default=["S", "M"])
    parser.add_argument("--kg", nargs="*", default=[], metavar="FILE")
    arguments = parser.parse_args()
    print(table([cost(graph) for graph in (*arguments.sizes, *arguments.kg)]))


if __name__ == "__main__":
    main()
