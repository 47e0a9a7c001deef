"""A knowledge graph in an rdflib graph: files in memory, or any rdflib store."""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

import rdflib
from rapidfuzz import fuzz, process
from rdflib.namespace import XSD
from rdflib.term import BNode, IdentifiedNode, Literal, Node, URIRef

from pog_agent.kg.base import Entity, Neighborhood
from pog_agent.kg.vocabulary import (
    ALIAS_PREDICATES,
    ANNOTATION_PREDICATES,
    LABEL_PREDICATES,
    TYPE_PREDICATES,
)
from pog_agent.terms import (
    Term,
    Triple,
    humanize,
    is_blank,
    is_literal,
    literal,
    literal_datatype,
    literal_language,
    literal_value,
    local_name,
)

MIN_LABEL_COVERAGE = 0.05

# Wikidata's tag for a name that is the same in most languages.
ANY_LANGUAGE = "mul"


class RdfStore:
    """The KnowledgeGraph protocol over an rdflib graph (`graph` is not changed).

    Where hardly any node has a label, the local names of IRIs serve as labels. Blank nodes go by the names that
    the graph has for them.
    """

    def __init__(self, graph: rdflib.Graph, name: str = "rdflib graph") -> None:
        self._graph = graph
        self._name = name

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
        for text in texts:
            iris = self._by_name.get(normalize(text), ())
            if iris:
                found[text] = [Entity(iri=iri, label=self._label(iri, languages) or text) for iri in iris]
        return found

    async def search(self, text: str, limit: int = 50, languages: Sequence[str] = ("en",)) -> list[Entity]:
        """Entities whose label or alias resembles the text by characters and words, best first."""
        names = process.extract(normalize(text), self._by_name.keys(), scorer=fuzz.WRatio, limit=limit)
        found: dict[str, Entity] = {}
        for name, _, _ in names:
            for iri in self._by_name[name]:
                found.setdefault(iri, Entity(iri=iri, label=self._label(iri, languages) or name))
        return list(found.values())[:limit]

    async def catalog(self, limit: int) -> list[Entity] | None:
        """Every label and alias with its entity, if there are at most `limit`."""
        if len(self._by_name) > limit:
            return None
        return [Entity(iri=iri, label=name) for name, iris in self._by_name.items() for iri in iris]

    async def types(self, nodes: Sequence[Term]) -> dict[Term, list[Term]]:
        """Classes of each node; nodes without are left out."""
        found: dict[Term, list[Term]] = {}
        for node in nodes:
            subject = self._node(node)
            if isinstance(subject, Literal):
                continue
            kinds = {
                self._term(kind)
                for predicate in TYPE_PREDICATES
                for kind in self._graph.objects(subject, URIRef(predicate))
            }
            if kinds:
                found[node] = sorted(kinds)
        return found

    async def classes(self, nodes: Sequence[Term]) -> set[Term]:
        """Which of the nodes something has as its type."""
        return {
            node
            for node in nodes
            if any((None, URIRef(predicate), self._node(node)) in self._graph for predicate in TYPE_PREDICATES)
        }

    async def contains(self, triples: Sequence[Triple]) -> list[bool]:
        """Whether each triple is in the graph."""
        return [
            any((self._node(head), URIRef(relation), node) in self._graph for node in self._spellings(tail))
            for head, relation, tail in triples
        ]

    async def fingerprint(self) -> str:
        """The number of triples and a digest of all of them, whatever their order."""
        return self._fingerprint

    def close(self) -> None:
        """Closes the rdflib store."""
        self._graph.close()

    def _edges(self, term: Term) -> Iterator[Triple]:
        node = self._node(term)
        if not isinstance(node, Literal):
            for _, predicate, target in self._graph.triples((node, None, None)):
                if str(predicate) not in ANNOTATION_PREDICATES:
                    yield term, str(predicate), self._term(target)
        for spelling in self._spellings(term):
            for source, predicate, _ in self._graph.triples((None, None, spelling)):
                if str(predicate) not in ANNOTATION_PREDICATES:
                    yield self._term(source), str(predicate), term

    def _label(self, term: Term, languages: Sequence[str]) -> str | None:
        if is_literal(term) or is_blank(term):
            return None
        best = min(
            (_rank(value, place, languages) for place, value in self._names(term, LABEL_PREDICATES)),
            default=None,
        )
        if best is not None:
            return best[-1]
        return humanize(local_name(term)) if self._named_by_iri else None

    def _names(self, term: Term, predicates: Sequence[str]) -> Iterator[tuple[int, Literal]]:
        subject = URIRef(term)
        for place, predicate in enumerate(predicates):
            for value in self._graph.objects(subject, URIRef(predicate)):
                if isinstance(value, Literal):
                    yield place, value

    @cached_property
    def _named_by_iri(self) -> bool:
        subjects = {node for node in self._graph.subjects() if isinstance(node, URIRef)}
        labelled = {node for predicate in LABEL_PREDICATES for node in self._graph.subjects(URIRef(predicate))}
        return len(labelled) < MIN_LABEL_COVERAGE * len(subjects)

    @cached_property
    def _by_name(self) -> dict[str, list[str]]:
        """IRIs by normalised label or alias, labels before aliases; relations are not entities."""
        relations = {str(predicate) for predicate in self._graph.predicates(unique=True)}
        index: dict[str, dict[str, None]] = {}
        for predicate in (*LABEL_PREDICATES, *ALIAS_PREDICATES):
            for subject, name in sorted(self._graph.subject_objects(URIRef(predicate))):
                if isinstance(subject, URIRef) and isinstance(name, Literal) and str(subject) not in relations:
                    index.setdefault(normalize(str(name)), {})[str(subject)] = None
        if self._named_by_iri:
            for node in sorted({*self._graph.subjects(), *self._graph.objects()}, key=str):
                if isinstance(node, URIRef) and str(node) not in relations:
                    index.setdefault(normalize(humanize(local_name(str(node)))), {})[str(node)] = None
        return {name: list(iris) for name, iris in index.items()}

    @cached_property
    def _fingerprint(self) -> str:
        total, count = 0, 0
        for triple in self._graph.triples((None, None, None)):
            text = "\x00".join(map(self._term, triple))
            total ^= int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big")
            count += 1
        return f"{count}-{total:016x}"

    def _term(self, node: Node) -> Term:
        if isinstance(node, Literal):
            datatype = str(node.datatype) if node.datatype else None
            return literal(str(node), datatype, node.language)
        if isinstance(node, BNode):
            return f"_:{node}"
        return str(node)

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
    outward = min(len(outgoing), max(limit - limit // 2, limit - len(incoming)))
    return outgoing[:outward] + incoming[: limit - outward]


def normalize(text: str) -> str:
    """A label the way names are compared: case folded, spaces and underscores as one space."""
    return " ".join(text.replace("_", " ").casefold().split())


def _rank(value: Literal, place: int, languages: Sequence[str]) -> tuple[int, int, str, int, str]:
    """Order of labels: by language (`en` before `en-GB`; untagged after the wanted ones), predicate, spelling."""
    tag = (value.language or "").lower()
    for number, language in enumerate(languages):
        wanted = language.lower()
        if tag == wanted or tag.startswith(wanted + "-"):
            return number, len(tag), tag, place, str(value)
    if tag in {"", ANY_LANGUAGE}:
        return len(languages), len(tag), tag, place, str(value)
    return len(languages) + 1, 0, tag, place, str(value)
