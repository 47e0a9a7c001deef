"""Writes an extracted graph as Turtle that people can read and edit; the same graph gives the same bytes."""

from collections.abc import Iterator
from hashlib import blake2b
from io import BytesIO
from urllib.parse import quote

from pyoxigraph import BlankNode, Literal, NamedNode, RdfFormat, Triple, serialize

from pog_agent.errors import SettingError
from pog_agent.extraction.graph import ExtractedEdge, ExtractedGraph, TextSource
from pog_agent.kg.reification import EVIDENCE, EVIDENCE_SOURCE
from pog_agent.terms import RDFS_LABEL, XSD, is_iri

BASE = "http://example.org/docs/"
RDFS_COMMENT = "http://www.w3.org/2000/01/rdf-schema#comment"
SKOS_ALIAS = "http://www.w3.org/2004/02/skos/core#altLabel"
_HEADER = """\
# A graph from documents, made by pog-agent graph-docs.
# r: relations, e: entities. Then the evidence of each edge (subject, relation, object): `count` places, the first
# of them as `source`, a document's IRI with the characters from-to of its text. Evidence is no edge of the graph.
"""


def turtle(graph: ExtractedGraph, base: str = BASE) -> bytes:
    """The graph in Turtle: relations, entities with their edges, evidence, each sorted by IRI.

    An entity without an IRI of its own has that of its key in the namespace `base`. Raises `SettingError` if
    `base` is no namespace.
    """
    if not is_iri(base) or base[-1] not in "/:" or "#" in base:
        raise SettingError(
            f"the base {base!r} is no namespace such as {BASE}: an IRI without # that ends in / or :"
        )
    prefixes = {
        "e": f"{base}entity/",
        "r": f"{base}relation/",
        "evidence": EVIDENCE,
        "rdfs": RDFS_LABEL.removesuffix("label"),
        "skos": SKOS_ALIAS.removesuffix("altLabel"),
    }
    header = _HEADER + "".join(f"# {remark}\n" for remark in graph.remarks) + "\n"
    buffer = BytesIO()
    serialize(_triples(graph, base), buffer, RdfFormat.TURTLE, prefixes=prefixes)
    lines = buffer.getvalue().splitlines(keepends=True)
    # The library writes the prefixes in any order.
    return b"".join([header.encode(), *sorted(lines[: len(prefixes)]), b"\n", *lines[len(prefixes) :]])


def entity_iri(key: str, base: str = BASE) -> str:
    """The IRI of an entity without one of its own."""
    return f"{base}entity/{slug(key)}"


def slug(name: str) -> str:
    """A name as a part of an IRI: words joined by underscores; different names have different slugs.

    What is no letter, digit or hyphen is percent-encoded. So are dots: rdflib fails at a name that ends in one.
    """
    return "".join(
        "_" if char == " " else char if char.isalnum() or char == "-" else _encoded(char) for char in name
    )


def _encoded(char: str) -> str:
    return "".join(f"%{byte:02X}" for byte in char.encode())


def _triples(graph: ExtractedGraph, base: str) -> Iterator[Triple]:
    iris = {item.key: NamedNode(item.iri or entity_iri(item.key, base)) for item in graph.entities}
    relations = {item.label: NamedNode(f"{base}relation/{slug(item.label)}") for item in graph.relations}
    label, comment, alias = map(NamedNode, (RDFS_LABEL, RDFS_COMMENT, SKOS_ALIAS))
    for relation in graph.relations:
        yield Triple(relations[relation.label], label, Literal(relation.label))
        if relation.comment:
            yield Triple(relations[relation.label], comment, Literal(relation.comment))
    onward: dict[str, list[tuple[str, str]]] = {}
    for edge in graph.edges:
        onward.setdefault(edge.head, []).append((edge.relation, edge.tail))
    for entity in sorted(graph.entities, key=lambda item: iris[item.key].value):
        node = iris[entity.key]
        yield Triple(node, label, Literal(entity.label))
        for name in entity.aliases:
            yield Triple(node, alias, Literal(name))
        for name, tail in sorted(onward.get(entity.key, ())):
            yield Triple(node, relations[name], iris[tail])
    stated = {(iris[edge.head], relations[edge.relation], iris[edge.tail]): edge for edge in graph.edges}
    for triple in sorted(stated, key=lambda parts: [part.value for part in parts]):
        yield from _evidence(stated[triple], triple, base)


def _evidence(edge: ExtractedEdge, triple: tuple[NamedNode, ...], base: str) -> Iterator[Triple]:
    # The name of the node comes from its triple, so that a change of one edge changes no other lines of the file.
    digest = blake2b("\n".join(part.value for part in triple).encode(), digest_size=8).hexdigest()
    node = BlankNode(f"e{digest}")
    for name, part in zip(("subject", "relation", "object"), triple, strict=True):
        yield Triple(node, _evidence_term(name), part)
    yield Triple(node, _evidence_term("count"), Literal(str(edge.count), datatype=NamedNode(XSD + "integer")))
    if edge.weight is not None:
        weight = Literal(f"{edge.weight:.3f}", datatype=NamedNode(XSD + "decimal"))
        yield Triple(node, _evidence_term("weight"), weight)
    for source in edge.sources:
        yield Triple(node, NamedNode(EVIDENCE_SOURCE), NamedNode(_source_iri(source, base)))


def _evidence_term(name: str) -> NamedNode:
    return NamedNode(EVIDENCE + name)


def _source_iri(source: TextSource, base: str) -> str:
    """The place as an IRI with a fragment for characters (RFC 5147)."""
    return f"{base}document/{quote(source.document, safe='/')}#char={source.start},{source.end}"
