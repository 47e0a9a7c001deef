"""The schema summary of a compiled graph."""

from collections.abc import Iterator, Sequence

import numpy as np

from pog_agent.kg.adjacency import Bools
from pog_agent.kg.local.compiled_parts import LAST, CompiledParts
from pog_agent.kg.schema.columns import SchemaColumns, summarize_columns
from pog_agent.kg.schema.naming import schema_names
from pog_agent.kg.schema.summary import SchemaNames, SchemaSummary
from pog_agent.terms import LiteralTerm, Term, is_literal, literal_value


def summarize(parts: CompiledParts) -> SchemaSummary:
    """The schema summary of the graph."""
    iris = np.ones(len(parts.terms), dtype=np.bool_)
    iris[: parts.adjacency.literals] = False
    _rule_out(iris, parts, ("_:",))
    notes = parts.annotations
    labelled = np.zeros(len(parts.terms), dtype=np.bool_)
    labelled[notes.subjects[notes.places(parts.preset.labels) >= 0]] = True
    labelled &= iris
    _rule_out(labelled, parts, parts.preset.mediators)
    named = labelled.copy()
    named[parts.iri_named] = True
    return summarize_columns(
        SchemaColumns(
            adjacency=parts.adjacency,
            relations=parts.relations,
            preset=parts.preset,
            iris=iris,
            labelled=labelled,
            named=named,
            decode=parts.terms.decode,
            names=lambda terms: _names(parts, terms),
            descriptions=lambda terms: _descriptions(parts, terms),
        )
    )


def _rule_out(nodes: Bools, parts: CompiledParts, namespaces: Sequence[str]) -> None:
    for begin in namespaces:
        nodes[parts.terms.place(begin) : parts.terms.place(begin + LAST)] = False


def _names(parts: CompiledParts, terms: Sequence[Term]) -> list[SchemaNames]:
    said = _said(parts, terms, parts.preset.names)
    return [schema_names(term, rows, parts.preset) for term, rows in zip(terms, said, strict=True)]


def _descriptions(parts: CompiledParts, terms: Sequence[Term]) -> dict[Term, list[str]]:
    said = _said(parts, terms, parts.preset.descriptions)
    return {term: [literal_value(text) for _, text in rows] for term, rows in zip(terms, said, strict=True)}


def _said(
    parts: CompiledParts, terms: Sequence[Term], predicates: Sequence[str]
) -> Iterator[list[tuple[int, LiteralTerm]]]:
    """For each class or relation the literals of some predicates, each with the place of its predicate."""
    notes = parts.annotations
    bearers = [parts.preset.label_bearer(term) for term in terms]
    starts, ends = notes.spans(parts.terms.ids_of([bearer or "" for bearer in bearers]))
    places = notes.places(predicates)
    for start, end in zip(starts.tolist(), ends.tolist(), strict=True):
        rows = [(int(places[row]), notes.values[int(notes.objects[row])]) for row in range(start, end)]
        yield [(place, value) for place, value in rows if place >= 0 and is_literal(value)]
