"""A knowledge graph in compiled form, in memory or mapped from disk: everything by number, no RDF library."""

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path

import numpy as np

from pog_agent.kg.adjacency import Adjacency, Bools, Ints
from pog_agent.kg.base import SAME_AS, BareNodes, Entity, Neighborhood, outgoing_share
from pog_agent.kg.foreign_queries.oxigraph_copy import OxigraphCopy
from pog_agent.kg.iri_names import iri_text, relation_text
from pog_agent.kg.local.compiled_parts import CompiledParts, digest, entities, index_names, name_rows
from pog_agent.kg.local.compiled_schema import summarize
from pog_agent.kg.local.naming.name_index import NameIndex
from pog_agent.kg.local.opened_files import OpenedFiles
from pog_agent.kg.local.strings import SortedStrings
from pog_agent.kg.names import EntityName, NamePage, preferred
from pog_agent.kg.preset import Preset
from pog_agent.kg.reification import EVIDENCE_SOURCE, EVIDENCED, statements_in, what_is_said
from pog_agent.kg.schema.file import read_schema
from pog_agent.kg.schema.summary import SchemaSummary
from pog_agent.terms import LiteralTerm, Term, Triple, is_blank, is_literal


class CompiledGraph:
    """The IndexedGraph protocol over arrays.

    `notices` tell a user how the graph was opened, where that matters; `files` are those that it was opened from.
    """

    def __init__(
        self, parts: CompiledParts, name: str, notices: tuple[str, ...] = (), files: OpenedFiles | None = None
    ) -> None:
        self._parts = parts
        self._name = name
        self._name_rows: dict[tuple[str, ...] | None, tuple[list[str], Ints, Ints, Ints]] = {}
        self._files = files
        self._relation_labels: dict[tuple[str, ...], dict[Term, str | None]] = {}
        self._copy = OxigraphCopy()
        self.notices = notices

    def changed_file(self) -> Path | None:
        """A file that was written again or deleted since the graph was opened from it."""
        return self._files.changed() if self._files is not None else None

    def oxigraph_folder(self) -> Path:
        """A temporary folder of Oxigraph with all triples, edges and annotations alike."""
        return self._copy.folder(self._parts, self._name)

    @property
    def folder(self) -> Path | None:
        """The folder that the graph is mapped from; None where it was read from RDF files."""
        return self._files.folder if self._files is not None else None

    @property
    def name(self) -> str:
        """What the user called the graph."""
        return self._name

    @property
    def parts(self) -> CompiledParts:
        """All that a saved graph consists of, the index of names included."""
        return replace(self._parts, names=self._names, digest=self._fingerprint)

    @property
    def preset(self) -> Preset:
        """The preset that the graph was compiled with."""
        return self._parts.preset

    @property
    def adjacency(self) -> Adjacency:
        """All edges in both directions."""
        return self._parts.adjacency

    @property
    def terms(self) -> SortedStrings:
        """The nodes by id."""
        return self._parts.terms

    @property
    def relations(self) -> Sequence[str]:
        """The relations by id."""
        return self._parts.relations

    @property
    def triples(self) -> int:
        """Number of distinct triples, annotations included."""
        return self.adjacency.triples + len(self._parts.annotations.subjects)

    @property
    def annotation_values(self) -> SortedStrings:
        """The terms that annotations lead to, by ids of their own."""
        return self._parts.annotations.values

    def annotation_edges(self, predicate: str) -> tuple[Ints, Ints] | None:
        """The subjects and values of an annotation predicate by id; None if the graph has none of it."""
        notes = self._parts.annotations
        if predicate not in notes.predicates:
            return None
        rows = notes.kinds == notes.predicates.index(predicate)
        return notes.subjects[rows], notes.objects[rows]

    async def neighbors(self, nodes: Sequence[Term], limit: int | None = None) -> Neighborhood:
        """All edges of the nodes in both directions, at most `limit` per node, in sorted order.

        Above the limit each direction gets half of it, and what the other leaves free.
        """
        # The rows of all nodes are read at once. A loop stands twice in its row, along the arrow and against it;
        # the second entry is dropped.
        ids = self._ids(list(dict.fromkeys(nodes)))
        ids = ids[ids >= 0]
        rows, positions = self.adjacency.positions(ids)
        centres, targets, codes = ids[rows], self.adjacency.targets[positions], self.adjacency.codes[positions]
        against = (codes & 1).astype(np.bool_)
        kept = ~(against & (targets == centres))
        cut: dict[Term, int] = {}
        if limit is not None:
            counts = np.bincount(rows[kept], minlength=len(ids))
            starts = np.searchsorted(rows, np.arange(len(ids) + 1))
            for row in np.flatnonzero(counts > limit).tolist():
                cut[self.terms[int(ids[row])]] = int(counts[row]) - limit
                span = slice(int(starts[row]), int(starts[row + 1]))
                kept[span] = _share(kept[span], against[span], targets[span], codes[span], limit)
        return Neighborhood(self._decoded(centres[kept], targets[kept], codes[kept]), cut)

    async def labels(self, terms: Iterable[Term], languages: Sequence[str] = ("en",)) -> dict[Term, str]:
        """Preferred label of each term that has one. Those of relations are kept: every step asks for them."""
        kept = self._relation_labels.setdefault(tuple(languages), {})
        wanted = list(dict.fromkeys(terms))
        bearers = {
            term: bearer
            for term in wanted
            if term not in kept
            and not (is_literal(term) or is_blank(term))
            and (bearer := self.preset.label_bearer(term)) is not None
        }
        found = self._labels(list(bearers), self._ids(list(bearers.values())), languages)
        kept.update((term, found.get(term)) for term in bearers if term in self._relation_ids)
        return {term: label for term in wanted if (label := found.get(term) or kept.get(term)) is not None}

    async def find(self, texts: Sequence[str], languages: Sequence[str] = ("en",)) -> dict[str, list[Entity]]:
        """Entities whose label or alias equals a text, ignoring case and surrounding space."""
        return self._named({text: self._names.find(text) for text in texts}, languages)

    async def find_unaccented(
        self, texts: Sequence[str], languages: Sequence[str] = ("en",)
    ) -> dict[str, list[Entity]]:
        """Entities with a label or alias that equals a text where both are without accents."""
        return self._named({text: self._names.find_unaccented(text) for text in texts}, languages)

    def _named(self, bearers: dict[str, list[int]], languages: Sequence[str]) -> dict[str, list[Entity]]:
        return {
            text: self._entities([(number, text) for number in found], languages)
            for text, found in bearers.items()
            if found
        }

    async def search(self, text: str, limit: int = 50, languages: Sequence[str] = ("en",)) -> list[Entity]:
        """Entities whose label or alias resembles the text by characters and words, best first."""
        return self._entities(self._names.search(text, limit), languages)

    async def catalog(self, limit: int) -> list[Entity] | None:
        """Every label and alias with its entity, if there are at most `limit`."""
        found = self._names.catalog(limit)
        if found is None:
            return None
        iris = self.terms.decode(np.array([number for number, _ in found], dtype=np.int64))
        return [Entity(iri=iri, label=name) for iri, (_, name) in zip(iris, found, strict=True)]

    async def names_page(self, start: int, size: int, languages: tuple[str, ...] | None = None) -> NamePage:
        """Labels and aliases of entities as they are written, in the order of their bearers."""
        if languages not in self._name_rows:
            self._name_rows = {languages: name_rows(self._parts, languages)}
        texts, rows, ranks, bearers = self._name_rows[languages]
        end = min(start + size, len(rows))
        iris = self.terms.decode(bearers[start:end])
        columns = zip(iris, rows[start:end].tolist(), ranks[start:end].tolist(), strict=True)
        names = [
            EntityName(iri, texts[row], len(self.preset.labels) <= rank < len(self.preset.names))
            for iri, row, rank in columns
        ]
        return NamePage(names, end if end < len(rows) else None, len(rows))

    def bare_nodes(self, limit: int) -> BareNodes:
        """The entities without a label, evenly spaced if there are more than `limit` with or without a name."""
        parts = self._parts
        nameless = entities(parts)
        nameless[parts.annotations.subjects[self._label_places >= 0]] = False
        nameless[parts.iri_named] = False
        nameless &= np.diff(self.adjacency.pointers) > 0
        others = np.flatnonzero(nameless)
        named, rest = (
            self.terms.decode(ids[:: max(1, -(-len(ids) // limit))]) for ids in (parts.iri_named, others)
        )
        return BareNodes(named, rest, len(parts.iri_named), len(others))

    async def types(self, nodes: Sequence[Term]) -> dict[Term, list[Term]]:
        """Classes of each node; nodes without a class are left out."""
        found: dict[Term, list[Term]] = {}
        for node, number in zip(nodes, self._ids(nodes).tolist(), strict=True):
            spans = [self._span(number, 2 * relation) for relation in self._type_relations if number >= 0]
            kinds = [self.adjacency.targets[span] for span in spans if span.stop > span.start]
            if kinds:
                found[node] = self.terms.decode(np.unique(np.concatenate(kinds)))
        return found

    async def classes(self, nodes: Sequence[Term]) -> set[Term]:
        """Which of the nodes something has as its type."""
        return {
            node
            for node, number in zip(nodes, self._ids(nodes).tolist(), strict=True)
            if number >= 0
            and any(
                span.stop > span.start
                for span in (self._span(number, 2 * relation + 1) for relation in self._type_relations)
            )
        }

    async def contains(self, triples: Sequence[Triple]) -> list[bool]:
        """Whether each triple is in the graph."""
        return [self._contains(*triple) for triple in triples]

    async def statements_about(self, triples: Sequence[Triple], limit: int) -> list[list[Triple]]:
        """What the statements about each triple say, at most `limit` edges for a triple."""
        return [(await self._said_of(triple))[:limit] for triple in triples]

    async def edge_sources(self, triples: Sequence[Triple]) -> list[list[Term]]:
        """Where each triple of a graph from documents was read, sorted."""
        notes = self._parts.annotations
        if EVIDENCE_SOURCE not in notes.predicates:
            return [[] for _ in triples]
        found = [self._ids(statements_in(self._annotated, triple, EVIDENCED)) for triple in triples]
        is_source = notes.kinds == notes.predicates.index(EVIDENCE_SOURCE)
        rows = [is_source & np.isin(notes.subjects, statements) for statements in found]
        return [sorted(notes.values.decode(notes.objects[chosen])) for chosen in rows]

    async def same_as(self, nodes: Sequence[Term]) -> dict[Term, list[Term]]:
        """What each node is declared to be the same as, whether the preset takes that for an edge or not."""
        number, ids = self._relation_ids.get(SAME_AS), self._ids(nodes)
        if number is not None:
            spans = [self._span(place, 2 * number) if place >= 0 else slice(0) for place in ids.tolist()]
            found = [self.terms.decode(self.adjacency.targets[span]) for span in spans]
            return dict(zip(nodes, found, strict=True))
        notes = self._parts.annotations
        if SAME_AS not in notes.predicates:
            return {node: [] for node in nodes}
        kind, (starts, ends) = notes.predicates.index(SAME_AS), notes.spans(ids)
        rows = [np.arange(start, end) for start, end in zip(starts.tolist(), ends.tolist(), strict=True)]
        return {
            node: notes.values.decode(notes.objects[own[notes.kinds[own] == kind]])
            for node, own in zip(nodes, rows, strict=True)
        }

    async def schema(self) -> SchemaSummary:
        """The schema summary: that of the folder, or made at the first call."""
        return await asyncio.to_thread(lambda: self.summary)

    @property
    def has_stored_schema(self) -> bool:
        """Whether the folder has the schema summary, so that it is not made anew."""
        return self._parts.schema is not None

    @cached_property
    def summary(self) -> SchemaSummary:
        """The schema summary, for callers that may block."""
        parts = self._parts
        return summarize(parts) if parts.schema is None else read_schema(parts.schema)

    async def fingerprint(self) -> str:
        """The number of triples and a digest of all of them, whatever their order."""
        return self._fingerprint

    def close(self) -> None:
        """Closes the files that the strings are read from, and deletes the copy for SPARQL."""
        self._copy.delete()
        parts = self._parts
        for strings in (parts.terms, parts.annotations.values, parts.names.names if parts.names else None):
            if strings is not None:
                strings.close()

    async def _said_of(self, triple: Triple) -> list[Triple]:
        statements = statements_in(self._heads, triple)
        edges = (await self.neighbors(statements)).triples if statements else []
        return what_is_said(edges, statements, self.preset.types)

    def _heads(self, relation: str, tail: Term) -> list[Term]:
        number, target = self._relation_ids.get(relation), self._id(tail)
        if number is None or target is None:
            return []
        return self.terms.decode(self.adjacency.targets[self._span(target, 2 * number + 1)])

    def _annotated(self, predicate: str, value: Term) -> list[Term]:
        """The nodes with a value of an annotation predicate."""
        notes = self._parts.annotations
        number = _lookup(notes.values, value)
        if predicate not in notes.predicates or number is None:
            return []
        rows = (notes.kinds == notes.predicates.index(predicate)) & (notes.objects == number)
        return self.terms.decode(notes.subjects[rows].astype(np.int64))

    def _contains(self, head: Term, relation: Term, tail: Term) -> bool:
        source = self._id(head)
        if source is None:
            return False
        number = self._relation_ids.get(relation)
        if number is not None:
            target = self._id(tail)
            return target is not None and self.adjacency.contains(source, number, target)
        notes = self._parts.annotations
        value = _lookup(notes.values, tail)
        if relation not in notes.predicates or value is None:
            return False
        starts, ends = notes.spans(np.array([source]))
        rows = slice(int(starts[0]), int(ends[0]))
        kind = notes.predicates.index(relation)
        return bool(np.any((notes.kinds[rows] == kind) & (notes.objects[rows] == value)))

    def label_terms(self, nodes: Sequence[Term]) -> list[tuple[Term, LiteralTerm]]:
        """Each label of the nodes as the graph has it, behind its node."""
        found = zip(nodes, self._written_labels(self._ids(nodes)), strict=True)
        return [(node, label) for node, labels in found for _, label in labels]

    def _written_labels(self, ids: Ints) -> Iterator[list[tuple[int, LiteralTerm]]]:
        """The labels of each node as the graph has them, with the place of their relation in the preset."""
        notes, places = self._parts.annotations, self._label_places
        for start, end in zip(*(column.tolist() for column in notes.spans(ids)), strict=True):
            objects = notes.objects[start:end].tolist() if end > start else ()
            yield [
                (place, name)
                for place, value in zip(places[start:end].tolist(), objects, strict=True)
                if place >= 0 and is_literal(name := notes.values[value])
            ]

    def _labels(self, terms: Sequence[Term], ids: Ints, languages: Sequence[str]) -> dict[Term, str]:
        found: dict[Term, str] = {}
        named = np.isin(ids, self._parts.iri_named).tolist()
        for term, labels, goes_by_iri in zip(terms, self._written_labels(ids), named, strict=True):
            label = preferred(labels, languages)
            if label is not None:
                found[term] = label
            elif goes_by_iri:
                found[term] = iri_text(term)
            elif term in self._relation_ids and (text := relation_text(term, self.preset)) is not None:
                found[term] = text
        return found

    def _entities(self, bearers: Sequence[tuple[int, str]], languages: Sequence[str]) -> list[Entity]:
        """Entities with their labels, or the names given."""
        ids = np.array([number for number, _ in bearers], dtype=np.int64)
        iris = self.terms.decode(ids)
        labels = self._labels(iris, ids, languages)
        return [
            Entity(iri=iri, label=labels.get(iri) or name) for iri, (_, name) in zip(iris, bearers, strict=True)
        ]

    def _decoded(self, centres: Ints, targets: Ints, codes: Ints) -> list[Triple]:
        """Triples as terms, each once."""
        used, places = np.unique(np.concatenate((centres, targets)), return_inverse=True)
        terms, relations = self.terms.decode(used), self._parts.relations
        ends = places[: len(centres)].tolist(), places[len(centres) :].tolist(), codes.tolist()
        triples = (
            (terms[target], relations[code >> 1], terms[centre])
            if code & 1
            else (terms[centre], relations[code >> 1], terms[target])
            for centre, target, code in zip(*ends, strict=True)
        )
        return list(dict.fromkeys(triples))

    def _span(self, node: int, code: int) -> slice:
        """Where the row of a node has this step code."""
        low, high = int(self.adjacency.pointers[node]), int(self.adjacency.pointers[node + 1])
        codes = self.adjacency.codes[low:high]
        first, last = (np.searchsorted(codes, codes.dtype.type(code), side=side) for side in ("left", "right"))
        return slice(low + int(first), low + int(last))

    def _id(self, term: Term) -> int | None:
        return _lookup(self.terms, term)

    def _ids(self, terms: Sequence[Term]) -> Ints:
        found = (_lookup(self.terms, term) for term in terms)
        return np.fromiter((-1 if number is None else number for number in found), np.int64, len(terms))

    @cached_property
    def _relation_ids(self) -> dict[str, int]:
        return {relation: number for number, relation in enumerate(self._parts.relations)}

    @cached_property
    def _type_relations(self) -> list[int]:
        return [self._relation_ids[relation] for relation in self.preset.types if relation in self._relation_ids]

    @cached_property
    def _label_places(self) -> Ints:
        return self._parts.annotations.places(self.preset.labels)

    @cached_property
    def _names(self) -> NameIndex:
        return self._parts.names or index_names(self._parts)

    @cached_property
    def _fingerprint(self) -> str:
        return self._parts.digest or digest(self._parts)


def _lookup(strings: SortedStrings, term: Term) -> int | None:
    """The id of a term. Language tags are kept in lower case, since case makes no difference in them."""
    found = strings.id_of(term)
    if found is None and is_literal(term):
        text, at, language = term.rpartition('"@')
        if at and language != language.lower():
            return strings.id_of(text + at + language.lower())
    return found


def _share(kept: Bools, against: Bools, targets: Ints, codes: Ints, limit: int) -> Bools:
    """Which entries of one row stay within the limit: the first of each direction, sorted as triples."""
    outgoing = np.flatnonzero(kept & ~against)
    incoming = np.flatnonzero(kept & against)
    outward = outgoing_share(len(outgoing), len(incoming), limit)
    incoming = incoming[np.lexsort((codes[incoming], targets[incoming]))]
    chosen = np.zeros(len(kept), dtype=np.bool_)
    chosen[outgoing[:outward]] = True
    chosen[incoming[: limit - outward]] = True
    return chosen
