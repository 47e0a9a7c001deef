"""A knowledge graph in an Oxigraph store on disk, read where it lies."""

import asyncio
import hashlib
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import islice
from pathlib import Path

import numpy as np
from pyoxigraph import BlankNode, Literal, NamedNode, Quad, QuerySolutions, RdfFormat, parse
from pyoxigraph import Triple as QuotedTriple

from pog_agent.kg.base import BareNodes, Entity, Neighborhood, Solutions, outgoing_share
from pog_agent.kg.local.compile import summarize_triples
from pog_agent.kg.local.naming.name_index import NameIndex
from pog_agent.kg.local.naming.own_names import with_own_names
from pog_agent.kg.local.naming.peer_naming import PeerNaming
from pog_agent.kg.local.opened_files import OpenedFiles
from pog_agent.kg.local.oxigraph_files import open_store, unreadable
from pog_agent.kg.local.triples import encode_triples, literal_term
from pog_agent.kg.names import is_name, preferred
from pog_agent.kg.preset import Preset, generic
from pog_agent.kg.reification import EVIDENCE_SOURCE, EVIDENCED, statements_in, what_is_said
from pog_agent.kg.schema.summary import SchemaSummary
from pog_agent.terms import (
    RDF_REIFIES,
    Term,
    Triple,
    is_blank,
    is_literal,
    literal_datatype,
    literal_language,
    literal_value,
)

OxigraphNode = NamedNode | BlankNode | Literal

SAMPLED_SUBJECTS = 10_000
SAMPLED_TRIPLES = 20_000
_DATA = (".sst", ".log")


class OxigraphStore:
    """The KnowledgeGraph protocol over a folder of Oxigraph, opened read-only: several processes may share it.

    Triples are read from disk when they are asked for, from the default graph and all named graphs alike. Names
    are read into memory when the first one is looked up. Oxigraph keeps numbers, booleans and dates by value:
    ``"01"^^xsd:integer`` is ``"1"^^xsd:integer`` here. Without a `preset` the generic one holds. Raises
    `GraphUnavailableError` if the folder is missing or damaged, and if another process writes to it.
    """

    def __init__(self, directory: Path, name: str | None = None, *, preset: Preset | None = None) -> None:
        self.preset = preset or generic()
        self._directory = directory
        self._name = name or str(directory)
        self._store = open_store(directory)
        self._files = OpenedFiles.of(marks=(directory / "CURRENT",))
        sample = encode_triples(islice(self._matching(None, None, None), SAMPLED_TRIPLES))
        self.preset = with_own_names(sample, self.preset)
        self._naming = PeerNaming(self._matching, self.preset, SAMPLED_SUBJECTS)

    @property
    def name(self) -> str:
        """What the user called the graph."""
        return self._name

    def oxigraph_folder(self) -> Path:
        """The folder of the store."""
        return self._directory

    def changed_file(self) -> Path | None:
        """The file of the folder that another process has written or deleted since."""
        return self._files.changed()

    async def neighbors(self, nodes: Sequence[Term], limit: int | None = None) -> Neighborhood:
        """All edges of the nodes in both directions, at most `limit` per node.

        Above the limit each direction gets half of it, and what the other leaves free, in sorted order.
        """
        triples: dict[Triple, None] = {}
        cut: dict[Term, int] = {}
        for term in dict.fromkeys(nodes):
            node = _node(term)
            outgoing = dict.fromkeys(self._outgoing(term, node))
            incoming = dict.fromkeys(edge for edge in self._incoming(term, node) if edge not in outgoing)
            if limit is not None and len(outgoing) + len(incoming) > limit:
                cut[term] = len(outgoing) + len(incoming) - limit
                outward = outgoing_share(len(outgoing), len(incoming), limit)
                outgoing = dict.fromkeys(sorted(outgoing)[:outward])
                incoming = dict.fromkeys(sorted(incoming)[: limit - outward])
            triples.update(outgoing)
            triples.update(incoming)
        return Neighborhood(list(triples), cut)

    async def labels(self, terms: Iterable[Term], languages: Sequence[str] = ("en",)) -> dict[Term, str]:
        """Preferred label of each term that has one."""
        found = ((term, self._label(term, languages)) for term in dict.fromkeys(terms))
        return {term: label for term, label in found if label is not None}

    async def find(self, texts: Sequence[str], languages: Sequence[str] = ("en",)) -> dict[str, list[Entity]]:
        """Entities whose label or alias equals a text, ignoring case and surrounding space."""
        _, index = self._names
        return self._named({text: index.find(text) for text in texts}, languages)

    async def find_unaccented(
        self, texts: Sequence[str], languages: Sequence[str] = ("en",)
    ) -> dict[str, list[Entity]]:
        """Entities with a label or alias that equals a text where both are without accents."""
        _, index = self._names
        return self._named({text: index.find_unaccented(text) for text in texts}, languages)

    def _named(self, bearers: dict[str, list[int]], languages: Sequence[str]) -> dict[str, list[Entity]]:
        iris, _ = self._names
        return {
            text: [self._entity(iris[number], text, languages) for number in found]
            for text, found in bearers.items()
            if found
        }

    async def search(self, text: str, limit: int = 50, languages: Sequence[str] = ("en",)) -> list[Entity]:
        """Entities whose label or alias resembles the text by characters and words, best first."""
        iris, index = self._names
        return [self._entity(iris[number], name, languages) for number, name in index.search(text, limit)]

    async def catalog(self, limit: int) -> list[Entity] | None:
        """Every label and alias with its entity, if there are at most `limit`."""
        iris, index = self._names
        names = index.catalog(limit)
        return None if names is None else [Entity(iri=iris[number], label=name) for number, name in names]

    def bare_nodes(self, limit: int) -> BareNodes:
        """The entities without a label among those that are looked at to judge the graph, `limit` of each sort."""
        return self._naming.bare_nodes(limit)

    async def types(self, nodes: Sequence[Term]) -> dict[Term, list[Term]]:
        """Classes of each node; nodes without a class are left out."""
        found: dict[Term, list[Term]] = {}
        for term in nodes:
            node = _node(term)
            if isinstance(node, NamedNode | BlankNode):
                quads = (self._quads(node, NamedNode(predicate), None) for predicate in self.preset.types)
                kinds = {
                    kind for own in quads for quad in own if not self.preset.is_skipped(kind := _term(quad.object))
                }
                found |= {term: sorted(kinds)} if kinds else {}
        return found

    async def classes(self, nodes: Sequence[Term]) -> set[Term]:
        """Which of the nodes something has as its type."""
        return {
            term
            for term in nodes
            if (node := _node(term)) is not None
            and any(self._has(None, NamedNode(predicate), node) for predicate in self.preset.types)
        }

    async def contains(self, triples: Sequence[Triple]) -> list[bool]:
        """Whether each triple is in the graph."""
        return [self._contains(*map(_node, triple)) for triple in triples]

    async def statements_about(self, triples: Sequence[Triple], limit: int) -> list[list[Triple]]:
        """What the statements about each triple say, at most `limit` edges for a triple; annotations are some."""
        return [self._said_of(triple)[:limit] for triple in triples]

    async def edge_sources(self, triples: Sequence[Triple]) -> list[list[Term]]:
        """Where each triple of a graph from documents was read, sorted."""
        return [
            sorted(
                _term(quad.object)
                for statement in statements_in(self._heads, triple, EVIDENCED)
                if isinstance(node := _node(statement), NamedNode | BlankNode)
                for quad in self._quads(node, NamedNode(EVIDENCE_SOURCE), None)
            )
            for triple in triples
        ]

    async def source_graphs(self, triples: Sequence[Triple]) -> list[str | None]:
        """The named graph of each triple, the first by name of several; None for the default graph."""
        return [self._source_graph(*map(_node, triple)) for triple in triples]

    async def schema(self) -> SchemaSummary:
        """The schema summary, made at the first call: all triples are then read into memory once."""
        return await asyncio.to_thread(lambda: self._schema)

    async def solutions(self, query: str, columns: Sequence[str], most: int) -> Solutions:
        """The distinct rows of some variables of a SELECT query, over all graphs as one."""
        return await asyncio.to_thread(self._solutions, query, columns, most)

    async def holds(self, query: str) -> bool | None:
        """The answer of an ASK query, over all graphs as one."""
        return bool(await asyncio.to_thread(self._store.query, query, use_default_graph_as_union=True))

    async def is_virtuoso(self) -> bool:
        """Never."""
        return False

    async def fingerprint(self) -> str:
        """A digest of the names and sizes of the store's files: every change of the graph writes to them."""
        files = sorted((file.name, file.stat().st_size) for file in self._directory.iterdir())
        data = [file for file in files if file[0].endswith(_DATA) or file[0].startswith("MANIFEST")]
        return hashlib.blake2b(repr(data).encode(), digest_size=8).hexdigest()

    def close(self) -> None:
        """Closes the files of the store."""
        del self._store

    def _said_of(self, triple: Triple) -> list[Triple]:
        statements = {*statements_in(self._heads, triple), *self._reifiers(*map(_node, triple))}
        edges = (edge for term in statements for edge in self._outgoing(term, _node(term)))
        return what_is_said(edges, statements, self.preset.types)

    def _heads(self, relation: str, tail: Term) -> Iterator[Term]:
        node = _node(tail)
        if node is not None:
            yield from (_term(quad.subject) for quad in self._quads(None, NamedNode(relation), node))

    def _reifiers(
        self, head: OxigraphNode | None, relation: OxigraphNode | None, tail: OxigraphNode | None
    ) -> Iterator[Term]:
        """The nodes that an annotation of the triple stands at (RDF 1.2)."""
        if isinstance(head, Literal) or not isinstance(relation, NamedNode) or head is None or tail is None:
            return
        for quad in self._quads(None, NamedNode(RDF_REIFIES), QuotedTriple(head, relation, tail)):
            yield _term(quad.subject)

    def _outgoing(self, term: Term, node: OxigraphNode | None) -> Iterator[Triple]:
        if not isinstance(node, NamedNode | BlankNode):
            return
        for quad in self._quads(node, None, None):
            if isinstance(quad.object, QuotedTriple):
                continue
            if self.preset.is_edge(term, quad.predicate.value, other := _term(quad.object)):
                yield term, quad.predicate.value, other

    def _incoming(self, term: Term, node: OxigraphNode | None) -> Iterator[Triple]:
        if node is None:
            return
        for quad in self._quads(None, None, node):
            if self.preset.is_edge(other := _term(quad.subject), quad.predicate.value, term):
                yield other, quad.predicate.value, term

    def _contains(
        self, head: OxigraphNode | None, relation: OxigraphNode | None, tail: OxigraphNode | None
    ) -> bool:
        if isinstance(head, Literal) or not isinstance(relation, NamedNode) or head is None or tail is None:
            return False
        return self._has(head, relation, tail)

    def _source_graph(
        self, head: OxigraphNode | None, relation: OxigraphNode | None, tail: OxigraphNode | None
    ) -> str | None:
        if isinstance(head, Literal) or not isinstance(relation, NamedNode) or head is None or tail is None:
            return None
        names = (quad.graph_name for quad in self._quads(head, relation, tail))
        return min((name.value for name in names if isinstance(name, NamedNode)), default=None)

    def _has(
        self, head: NamedNode | BlankNode | None, relation: NamedNode | None, tail: OxigraphNode | None
    ) -> bool:
        return next(self._quads(head, relation, tail), None) is not None

    def _quads(
        self,
        head: NamedNode | BlankNode | None,
        relation: NamedNode | None,
        tail: OxigraphNode | QuotedTriple | None,
    ) -> Iterator[Quad]:
        """Matching quads of all graphs."""
        try:
            yield from self._store.quads_for_pattern(head, relation, tail, None)
        except (OSError, RuntimeError) as error:
            raise unreadable(self._directory, error) from error

    def _label(self, term: Term, languages: Sequence[str]) -> str | None:
        bearer = None if is_literal(term) or is_blank(term) else self.preset.label_bearer(term)
        node = None if bearer is None else _node(bearer)
        if not isinstance(node, NamedNode):
            return None
        labels = [
            (place, name)
            for place, predicate in enumerate(self.preset.labels)
            for quad in self._quads(node, NamedNode(predicate), None)
            if isinstance(quad.object, Literal) and is_name(name := literal_term(quad.object))
        ]
        if labels:
            return preferred(labels, languages)
        return self._naming.text(term)

    def _entity(self, iri: Term, name: str, languages: Sequence[str]) -> Entity:
        return Entity(iri=iri, label=self._label(iri, languages) or name)

    def _matching(self, head: Term | None, relation: Term | None, tail: Term | None) -> Iterator[Triple]:
        ends = [None if term is None else _node(term) for term in (head, relation, tail)]
        if any(node is None for node, term in zip(ends, (head, relation, tail), strict=True) if term is not None):
            return
        source, link, target = ends
        if isinstance(source, Literal) or isinstance(link, Literal | BlankNode):
            return
        for quad in self._quads(source, link, target):
            yield _term(quad.subject), quad.predicate.value, _term(quad.object)

    @cached_property
    def _schema(self) -> SchemaSummary:
        return summarize_triples(self._matching(None, None, None), self.preset)

    @cached_property
    def _names(self) -> tuple[list[str], NameIndex]:
        """IRIs in order, and which of them bear a name; relations are not entities."""
        rows = [
            (quad.object.value, place, quad.subject.value)
            for place, predicate in enumerate(self.preset.names)
            for quad in self._quads(None, NamedNode(predicate), None)
            if isinstance(quad.subject, NamedNode)
            and isinstance(quad.object, Literal)
            and quad.object.value.strip()
        ]
        if self._naming.may_name():
            rows += [(name, len(self.preset.names), iri) for name, iri in self._naming.bare_names(self._nodes())]
        entities = {iri for iri in {iri for _, _, iri in rows} if not self._is_relation(iri)}
        entities = {iri for iri in entities if not self.preset.is_nameless(iri)}
        rows = [row for row in rows if row[2] in entities]
        # The index works with numbers; IRIs are numbered in order, so that bearers of one name come in that order.
        iris = sorted(entities)
        number = {iri: position for position, iri in enumerate(iris)}
        places, bearers = (
            np.fromiter(column, dtype=np.int64, count=len(rows))
            for column in ((place for _, place, _ in rows), (number[iri] for _, _, iri in rows))
        )
        return iris, NameIndex.build([text for text, _, _ in rows], np.arange(len(rows)), places, bearers)

    def _nodes(self) -> set[str]:
        """The IRIs that have triples or are at the end of an edge."""
        found: set[str] = set()
        for head, relation, tail, _ in self._quads(None, None, None):
            ends = (head, tail) if self.preset.is_relation(relation.value) else (head,)
            found.update(node.value for node in ends if isinstance(node, NamedNode))
        return found

    def _solutions(self, query: str, columns: Sequence[str], most: int) -> Solutions:
        rows: dict[tuple[Term, ...], None] = {}
        result = self._store.query(query, use_default_graph_as_union=True)
        if not isinstance(result, QuerySolutions):
            raise TypeError("the query selects no rows")
        for found in result:
            rows[tuple("" if found[name] is None else _term(found[name]) for name in columns)] = None
            if len(rows) > most:
                return Solutions(list(rows)[:most], is_cut=True)
        return Solutions(list(rows))

    def _is_relation(self, iri: Term) -> bool:
        node = _node(iri)
        return isinstance(node, NamedNode) and self._has(None, node, None)


def _node(term: Term) -> OxigraphNode | None:
    """The node of a term; None for what no store can hold."""
    try:
        if is_blank(term):
            return BlankNode(term[2:])
        if not is_literal(term):
            return _named_node(term)
        value, datatype = literal_value(term), literal_datatype(term)
        if datatype:
            return Literal(value, datatype=_named_node(datatype))
        return Literal(value, language=literal_language(term))
    except (ValueError, SyntaxError):
        return None


def _named_node(iri: Term) -> NamedNode:
    """The node of an IRI, even of an invalid one: published graphs have spaces in IRIs."""
    try:
        return NamedNode(iri)
    except ValueError:
        [quad] = parse(f"<{iri}> <x:> <x:> .", RdfFormat.N_TRIPLES, lenient=True)
        if not isinstance(quad.subject, NamedNode) or quad.subject.value != iri:
            raise
        return quad.subject


def _term(node: OxigraphNode | QuotedTriple) -> Term:
    if isinstance(node, NamedNode):
        return str(node.value)
    return literal_term(node) if isinstance(node, Literal) else str(node)
