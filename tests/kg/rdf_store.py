"""A knowledge graph straight from an rdflib graph: slow and plain, to hold the stores of the package against."""

import asyncio
import hashlib
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

import numpy as np
import rdflib
from rdflib.namespace import XSD
from rdflib.term import BNode, IdentifiedNode, Literal, Node, URIRef

from pog_agent.kg.base import BareNodes, Entity, Neighborhood, outgoing_share
from pog_agent.kg.local.compile import summarize_triples
from pog_agent.kg.local.naming.name_index import NameIndex
from pog_agent.kg.local.naming.peer_naming import PeerNaming
from pog_agent.kg.local.rdflib_graph import term_of
from pog_agent.kg.names import preferred
from pog_agent.kg.preset import Preset, generic
from pog_agent.kg.reification import statements_in, what_is_said
from pog_agent.kg.schema.summary import SchemaSummary
from pog_agent.terms import (
    Term,
    Triple,
    is_blank,
    is_literal,
    literal_datatype,
    literal_language,
    literal_value,
)


class RdfStore:
    """The KnowledgeGraph protocol over an rdflib graph (`graph` is not changed).

    Nodes without a label go by their IRIs where these are words (`pog_agent.kg.iri_names`). Blank nodes keep the
    names that they have in the graph. Without a `preset` the generic one holds.
    """

    def __init__(self, graph: rdflib.Graph, name: str = "rdflib graph", *, preset: Preset | None = None) -> None:
        self._graph = graph
        self._name = name
        self.preset = preset or generic()
        self._naming = PeerNaming(self._matching, self.preset)

    @property
    def name(self) -> str:
        """What the user called the graph."""
        return self._name

    async def neighbors(self, nodes: Sequence[Term], limit: int | None = None) -> Neighborhood:
        """All edges of the nodes in both directions, at most `limit` per node.

        Above the limit each direction gets half of it, and what the other leaves free, in sorted order.
        """
        triples: dict[Triple, None] = {}
        cut: dict[Term, int] = {}
        for node in nodes:
            edges = list(dict.fromkeys(self._edges(node)))
            if limit is not None and len(edges) > limit:
                cut[node] = len(edges) - limit
                edges = _share(node, edges, limit)
            triples.update(dict.fromkeys(edges))
        return Neighborhood(list(triples), cut)

    async def labels(self, terms: Iterable[Term], languages: Sequence[str] = ("en",)) -> dict[Term, str]:
        """Preferred label of each term that has one."""
        found: dict[Term, str] = {}
        for term in terms:
            label = self._label(term, languages)
            if label is not None:
                found[term] = label
        return found

    async def find(self, texts: Sequence[str], languages: Sequence[str] = ("en",)) -> dict[str, list[Entity]]:
        """Entities whose label or alias equals a text, ignoring case and surrounding space."""
        found: dict[str, list[Entity]] = {}
        iris, index = self._names
        for text in texts:
            bearers = [iris[number] for number in index.find(text)]
            if bearers:
                found[text] = [Entity(iri=iri, label=self._label(iri, languages) or text) for iri in bearers]
        return found

    async def search(self, text: str, limit: int = 50, languages: Sequence[str] = ("en",)) -> list[Entity]:
        """Entities whose label or alias resembles the text by characters and words, best first."""
        iris, index = self._names
        found = [(iris[number], name) for number, name in index.search(text, limit)]
        return [Entity(iri=iri, label=self._label(iri, languages) or name) for iri, name in found]

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
        for node in nodes:
            subject = self._node(node)
            if isinstance(subject, Literal):
                continue
            kinds = {
                term_of(kind)
                for predicate in self.preset.types
                for kind in self._graph.objects(subject, URIRef(predicate))
                if not self.preset.is_skipped(str(kind))
            }
            if kinds:
                found[node] = sorted(kinds)
        return found

    async def classes(self, nodes: Sequence[Term]) -> set[Term]:
        """Which of the nodes something has as its type."""
        return {
            node
            for node in nodes
            if any((None, URIRef(predicate), self._node(node)) in self._graph for predicate in self.preset.types)
        }

    async def contains(self, triples: Sequence[Triple]) -> list[bool]:
        """Whether each triple is in the graph."""
        return [
            any((self._node(head), URIRef(relation), node) in self._graph for node in self._spellings(tail))
            for head, relation, tail in triples
        ]

    async def statements_about(self, triples: Sequence[Triple], limit: int) -> list[list[Triple]]:
        """What the statements about each triple say, at most `limit` edges for a triple."""
        return [self._said_of(triple)[:limit] for triple in triples]

    async def schema(self) -> SchemaSummary:
        """The schema summary, made at the first call: all triples are then read into memory once."""
        return await asyncio.to_thread(lambda: self._schema)

    async def fingerprint(self) -> str:
        """The number of triples and a digest of all of them, whatever their order."""
        return self._fingerprint

    def close(self) -> None:
        """Closes the rdflib store."""
        self._graph.close()

    def _said_of(self, triple: Triple) -> list[Triple]:
        statements = statements_in(self._heads, triple)
        edges = (edge for node in statements for edge in self._edges(node))
        return what_is_said(edges, statements, self.preset.types)

    def _heads(self, relation: str, tail: Term) -> Iterator[Term]:
        for node in self._spellings(tail):
            yield from map(term_of, self._graph.subjects(URIRef(relation), node))

    def _edges(self, term: Term) -> Iterator[Triple]:
        node = self._node(term)
        if not isinstance(node, Literal):
            for _, predicate, target in self._graph.triples((node, None, None)):
                if self.preset.is_edge(term, str(predicate), other := term_of(target)):
                    yield term, str(predicate), other
        for spelling in self._spellings(term):
            for source, predicate, _ in self._graph.triples((None, None, spelling)):
                if self.preset.is_edge(other := term_of(source), str(predicate), term):
                    yield other, str(predicate), term

    def _label(self, term: Term, languages: Sequence[str]) -> str | None:
        bearer = None if is_literal(term) or is_blank(term) else self.preset.label_bearer(term)
        if bearer is None:
            return None
        subject = URIRef(bearer)
        labels = [
            (place, term_of(value))
            for place, predicate in enumerate(self.preset.labels)
            for value in self._graph.objects(subject, URIRef(predicate))
            if isinstance(value, Literal) and value.strip()
        ]
        if labels:
            return preferred(labels, languages)
        return self._naming.text(term)

    @cached_property
    def _schema(self) -> SchemaSummary:
        return summarize_triples(self._matching(None, None, None), self.preset)

    @cached_property
    def _names(self) -> tuple[list[str], NameIndex]:
        """IRIs in order, and which of them bear a name; relations are not entities."""
        relations = {str(predicate) for predicate in self._graph.predicates(unique=True)}
        rows = [
            (str(name), place, str(subject))
            for place, predicate in enumerate(self.preset.names)
            for subject, name in self._graph.subject_objects(URIRef(predicate))
            if isinstance(subject, URIRef) and isinstance(name, Literal) and name.strip()
            if str(subject) not in relations
        ]
        nodes = {str(node) for node in self._nodes() if isinstance(node, URIRef)}
        rows += [(name, len(self.preset.names), iri) for name, iri in self._naming.bare_names(nodes)]
        rows = [row for row in rows if not self.preset.is_nameless(row[-1])]
        # The index works with numbers; IRIs are numbered in order, so that bearers of one name come in that order.
        iris = sorted({iri for _, _, iri in rows})
        number = {iri: position for position, iri in enumerate(iris)}
        columns = [place for _, place, _ in rows], [number[iri] for _, _, iri in rows]
        places, bearers = (np.array(column, dtype=np.int64) for column in columns)
        return iris, NameIndex.build([text for text, _, _ in rows], np.arange(len(rows)), places, bearers)

    def _matching(self, head: Term | None, relation: Term | None, tail: Term | None) -> Iterator[Triple]:
        source, link, target = (None if term is None else self._node(term) for term in (head, relation, tail))
        for own, predicate, other in self._graph.triples((source, link, target)):
            yield term_of(own), str(predicate), term_of(other)

    def _nodes(self) -> Iterator[Node]:
        """The nodes that have triples or are at the end of an edge."""
        for head, predicate, tail in self._graph:
            yield head
            if self.preset.is_relation(str(predicate)):
                yield tail

    @cached_property
    def _fingerprint(self) -> str:
        total, count = 0, 0
        for triple in self._graph.triples((None, None, None)):
            text = "\x00".join(map(term_of, triple))
            total ^= int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big")
            count += 1
        return f"{count}-{total:016x}"

    def _node(self, term: Term) -> IdentifiedNode | Literal:
        if is_literal(term):
            datatype = literal_datatype(term)
            return Literal(literal_value(term), literal_language(term), URIRef(datatype) if datatype else None)
        if is_blank(term):
            return BNode(term[2:])
        return URIRef(term)

    def _spellings(self, term: Term) -> tuple[IdentifiedNode | Literal, ...]:
        """The nodes a term can stand for: rdflib tells ``"a"`` from ``"a"^^xsd:string``, RDF does not."""
        node = self._node(term)
        if isinstance(node, Literal) and node.datatype is None and node.language is None:
            return node, Literal(str(node), datatype=XSD.string)
        return (node,)


def _share(node: Term, edges: Sequence[Triple], limit: int) -> list[Triple]:
    outgoing = sorted(edge for edge in edges if edge[0] == node)
    incoming = sorted(edge for edge in edges if edge[0] != node)
    outward = outgoing_share(len(outgoing), len(incoming), limit)
    return outgoing[:outward] + incoming[: limit - outward]
