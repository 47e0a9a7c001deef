"""The parts of a compiled graph: sorted terms, edges by number, annotations, and an index of names."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Final

import numpy as np

from pog_agent.kg.adjacency import Adjacency, Bools, Ints
from pog_agent.kg.iri_names import iri_text, is_sparse
from pog_agent.kg.local.naming.compiled_naming import UnnamedGraph, named_by_iri
from pog_agent.kg.local.naming.name_index import NameIndex
from pog_agent.kg.local.strings import SortedStrings
from pog_agent.kg.names import is_in, is_name, text_of
from pog_agent.kg.preset import Preset
from pog_agent.terms import is_literal, literal_language

LAST = "\U0010ffff"
"""The last character of all: every text with a prefix sorts before the prefix followed by this character."""
_LAST_SPACE: Final = "\u3000"
"""No character that is space has a higher number."""


@dataclass(frozen=True, eq=False)
class Annotations:
    """The triples that are no edges, one row each: sorted by subject, predicate and value, without repeats.

    `subjects` are ids of terms, `kinds` places in `predicates`, `objects` ids in `values`; literals come first
    there too.
    """

    predicates: tuple[str, ...]
    values: SortedStrings
    subjects: Ints
    kinds: Ints
    objects: Ints

    @classmethod
    def build(
        cls, predicates: Sequence[str], values: SortedStrings, subjects: Ints, kinds: Ints, objects: Ints
    ) -> "Annotations":
        """Sorts rows and drops repeats."""
        # Sorting puts repeats side by side: a row is new if it differs from the row before it in any column.
        order = np.lexsort((objects, kinds, subjects))
        columns = [column[order] for column in (subjects, kinds, objects)]
        fresh = np.ones(len(order), dtype=np.bool_)
        if len(order):
            fresh[1:] = np.logical_or.reduce([column[1:] != column[:-1] for column in columns])
        ordered, kind_of, value_of = (column[fresh] for column in columns)
        kinds = kind_of.astype(np.min_scalar_type(len(predicates)))
        columns = [ordered.astype(np.int32), kinds, value_of.astype(np.int32)]
        return cls(tuple(predicates), values, *columns)

    @property
    def literals(self) -> int:
        """How many of the values are literals."""
        return self.values.place("#")

    def spans(self, subjects: Ints) -> tuple[Ints, Ints]:
        """Where the rows of each subject begin and end."""
        wanted = subjects.astype(self.subjects.dtype)
        starts: Ints = np.searchsorted(self.subjects, wanted, side="left")
        ends: Ints = np.searchsorted(self.subjects, wanted, side="right")
        return starts, ends

    def places(self, order: Sequence[str]) -> Ints:
        """For each row the place of its predicate in `order`; -1 if it has none or the value is no text."""
        of_kind = [order.index(predicate) if predicate in order else -1 for predicate in self.predicates]
        places: Ints = np.array([*of_kind, -1], dtype=np.int16)[self.kinds]
        is_text = (self.objects < self.literals) & ~np.isin(self.objects, self._blank)
        return np.where(is_text, places, np.int16(-1))

    @cached_property
    def _blank(self) -> Ints:
        """The literals that are empty or nothing but space."""
        # Values are sorted, so only those are decoded that begin with space, with an escape or with their end.
        space = [char for char in map(chr, range(ord(_LAST_SPACE) + 1)) if char.isspace()]
        begins = ['"' + char for char in ('"', "\\", *space)]
        ranges = [range(self.values.place(begin), self.values.place(begin + LAST)) for begin in begins]
        found = [number for numbers in ranges for number in numbers if not is_name(self.values[number])]
        return np.array(found, dtype=np.int64)


@dataclass(frozen=True, eq=False)
class CompiledParts:
    """All that a compiled graph consists of, except its name. Arrays and strings may be memory-mapped.

    `preset` has decided which triples are edges. `iri_named` are the sorted ids of nodes that go by their IRIs.
    `names` and `digest` are None until they are needed. `schema` is the file of a schema summary.
    """

    terms: SortedStrings
    relations: tuple[str, ...]
    adjacency: Adjacency
    annotations: Annotations
    iri_named: Ints
    preset: Preset
    names: NameIndex | None = field(default=None)
    digest: str | None = field(default=None)
    schema: Path | None = field(default=None)


def assemble(
    terms: SortedStrings, relations: Sequence[str], adjacency: Adjacency, annotations: Annotations, preset: Preset
) -> CompiledParts:
    """Puts the parts of a graph together, and decides which nodes go by their IRIs."""
    entity = _entities(terms, adjacency, (*relations, *annotations.predicates), preset)
    subjects = _has_edge_out(adjacency)
    subjects[annotations.subjects] = True
    labelled = np.zeros(len(terms), dtype=np.bool_)
    labelled[annotations.subjects[annotations.places(preset.labels) >= 0]] = True
    sparse = is_sparse(
        int(np.count_nonzero(labelled)), int(np.count_nonzero(subjects & _nameable(terms, adjacency, preset)))
    )
    named = named_by_iri(UnnamedGraph(terms, relations, adjacency, preset, entity, labelled, sparse))
    return CompiledParts(terms, tuple(relations), adjacency, annotations, named, preset)


def name_rows(parts: CompiledParts, languages: Sequence[str] | None = None) -> tuple[list[str], Ints, Ints, Ints]:
    """The names of entities, those from their IRIs included; relations are left out.

    Gives the texts, and for each name three numbers: the place of its text, the rank of its kind, and the id of
    its bearer. With `languages`, names in other languages are left out.
    """
    # Many names share a text: each text is decoded once, and `rows` leads from a name to its text.
    terms, notes, preset = parts.terms, parts.annotations, parts.preset
    entity = entities(parts)
    places = notes.places(preset.names)
    chosen = np.flatnonzero((places >= 0) & entity[notes.subjects])
    values, rows = np.unique(notes.objects[chosen], return_inverse=True)
    terms_of = [term for term in notes.values.decode(values) if is_literal(term)]
    if languages is not None:
        wanted = np.array([is_in(literal_language(term), languages) for term in terms_of], dtype=np.bool_)
        chosen, rows = chosen[wanted[rows]], rows[wanted[rows]]
    texts = [text_of(term) for term in terms_of]
    columns = [(rows, places[chosen].astype(np.int64), notes.subjects[chosen])]
    bare = parts.iri_named
    columns.append((np.arange(len(bare)) + len(texts), np.full(len(bare), len(preset.names)), bare))
    texts += [iri_text(iri) for iri in terms.decode(bare)]
    rows, ranks, bearers = (np.concatenate(column) for column in zip(*columns, strict=True))
    return texts, rows, ranks, bearers


def entities(parts: CompiledParts) -> Bools:
    """Which nodes are IRIs that may have a name; relations and annotation predicates may not."""
    return _entities(parts.terms, parts.adjacency, (*parts.relations, *parts.annotations.predicates), parts.preset)


def index_names(parts: CompiledParts) -> NameIndex:
    """The index that tells who bears which name."""
    return NameIndex.build(*name_rows(parts))


def digest(parts: CompiledParts) -> str:
    """The number of triples and a digest of all of them, which does not depend on how they were read."""
    adjacency, notes = parts.adjacency, parts.annotations
    edges = (adjacency.pointers, adjacency.codes, adjacency.targets)
    arrays = (*edges, notes.subjects, notes.kinds, notes.objects, parts.iri_named)
    total = hashlib.blake2b(digest_size=8)
    for strings in (parts.terms, notes.values):
        total.update(strings.blob)
        total.update(strings.offsets.data)
    for array in arrays:
        total.update(np.ascontiguousarray(array).data)
    total.update("\n".join((*parts.relations, "", *notes.predicates)).encode())
    return f"{adjacency.triples + len(notes.subjects)}-{total.hexdigest()}"


def _has_edge_out(adjacency: Adjacency) -> Bools:
    found = np.zeros(adjacency.nodes, dtype=np.bool_)
    filled = np.flatnonzero(np.diff(adjacency.pointers))
    if len(filled):
        along = (adjacency.codes & 1) == 0
        found[filled] = np.logical_or.reduceat(along, adjacency.pointers[filled])
    return found


def _entities(terms: SortedStrings, adjacency: Adjacency, predicates: Sequence[str], preset: Preset) -> Bools:
    found = _nameable(terms, adjacency, preset)
    relations = terms.ids_of(predicates)
    found[relations[relations >= 0]] = False
    return found


def _nameable(terms: SortedStrings, adjacency: Adjacency, preset: Preset) -> Bools:
    """Which nodes are IRIs that the preset allows a name."""
    nameable = np.ones(len(terms), dtype=np.bool_)
    nameable[: adjacency.literals] = False
    for begin in ("_:", *preset.skip_nodes, *preset.mediators):
        nameable[terms.place(begin) : terms.place(begin + LAST)] = False
    return nameable
