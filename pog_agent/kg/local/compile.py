"""Compiles triples into numbers: sorted terms, adjacency, annotations."""

from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np

from pog_agent.errors import GraphUnavailableError
from pog_agent.kg.adjacency import Adjacency, Bools, Ints
from pog_agent.kg.local.compiled import CompiledGraph
from pog_agent.kg.local.compiled_parts import Annotations, CompiledParts, assemble
from pog_agent.kg.local.compiled_schema import summarize
from pog_agent.kg.local.naming.own_names import with_own_names
from pog_agent.kg.local.opened_files import OpenedFiles
from pog_agent.kg.local.strings import SortedStrings
from pog_agent.kg.local.triples import EncodedTriples, encode_triples, read_triples
from pog_agent.kg.preset import Preset, generic
from pog_agent.kg.schema.summary import SchemaSummary
from pog_agent.terms import Triple
from pog_agent.words import one_line


def compile_files(
    files: Iterable[Path],
    name: str,
    preset: Preset | None = None,
    notices: tuple[str, ...] = (),
    opened: OpenedFiles | None = None,
) -> CompiledGraph:
    """Compiles some RDF files in memory, by a preset (the generic one if none is given).

    `opened` tells the graph when they are written again.

    With the generic preset, names that the graph gives in words of its own count as well. Raises
    `GraphUnavailableError` where one cannot be read, or there are no triples in them.
    """
    encoded = read_triples(files)
    if not len(encoded.heads):
        raise GraphUnavailableError(f"{name}: the file holds no triples")
    chosen = with_own_names(encoded, preset or generic())
    return CompiledGraph(compile_triples(encoded, chosen), name, notices, opened)


def compile_triples(encoded: EncodedTriples, preset: Preset | None = None) -> CompiledParts:
    """The compiled form of triples, the same whatever their order.

    Annotations are kept beside the edges; triples that a namespace of the preset rules out are dropped.
    """
    # Terms and relations get new numbers in code point order, so that the arrays do not depend on the order in
    # which the triples were read.
    preset = preset or generic()
    edges, notes = (
        [column[rows] for column in _columns(encoded)]
        for rows in (_edges(encoded, preset), _marked(encoded.relations, preset.annotations)[encoded.relation_ids])
    )
    terms, term_ids = _in_order(encoded.terms, edges[0], edges[2], notes[0])
    values, value_ids = _in_order(encoded.terms, notes[2])
    relations, relation_ids = _in_order(encoded.relations, edges[1])
    predicates, kinds = _in_order(encoded.relations, notes[1])
    adjacency = Adjacency.from_triples(
        term_ids[edges[0]],
        relation_ids[edges[1]],
        term_ids[edges[2]],
        nodes=len(terms),
        relation_count=len(relations),
        literals=count_literals(terms),
    )
    annotations = Annotations.build(
        predicates, SortedStrings.from_texts(values), term_ids[notes[0]], kinds[notes[1]], value_ids[notes[2]]
    )
    return assemble(SortedStrings.from_texts(terms), relations, adjacency, annotations, preset)


def summarize_triples(triples: Iterable[Triple], preset: Preset) -> SchemaSummary:
    """The schema summary of triples, which are compiled in memory for it."""
    return summarize(compile_triples(encode_triples(triples), preset))


def count_literals(terms: Sequence[str] | SortedStrings) -> int:
    """How many of the sorted terms are literals, which come first.

    Raises `GraphUnavailableError` if another term sorts before them, which no IRI does.
    """
    strings = terms if isinstance(terms, SortedStrings) else SortedStrings.from_texts(terms)
    if len(strings) and strings[0] < '"':
        raise GraphUnavailableError(f"<{one_line(strings[0], 80)}> is not an IRI; mend the file that has it")
    return strings.place("#")


def _edges(encoded: EncodedTriples, preset: Preset) -> Bools:
    """Which of the triples are edges."""
    relations = filter(preset.is_relation, encoded.relations)
    chosen = _marked(encoded.relations, frozenset(relations))[encoded.relation_ids]
    if preset.skip_nodes:
        skipped = np.fromiter(map(preset.is_skipped, encoded.terms), np.bool_, len(encoded.terms))
        chosen &= ~(skipped[encoded.heads] | skipped[encoded.tails])
    return chosen


def _marked(texts: Sequence[str], wanted: frozenset[str]) -> Bools:
    return np.array([text in wanted for text in texts], dtype=np.bool_)


def _columns(encoded: EncodedTriples) -> tuple[Ints, Ints, Ints]:
    return encoded.heads, encoded.relation_ids, encoded.tails


def _in_order(texts: Sequence[str], *used: Ints) -> tuple[list[str], Ints]:
    """The used texts, sorted; and the new number of each text, at the place of its old number."""
    is_used = np.zeros(len(texts), dtype=np.bool_)
    for numbers in used:
        is_used[numbers] = True
    order = sorted(np.flatnonzero(is_used).tolist(), key=texts.__getitem__)
    ranks = np.full(len(texts), -1, dtype=np.int32)
    ranks[order] = np.arange(len(order), dtype=np.int32)
    return [texts[number] for number in order], ranks
