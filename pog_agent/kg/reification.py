"""Statements about triples: the vocabulary of reification, and how a local store finds what they say.

A statement is a node that names the parts of a triple (`rdf:subject`, `rdf:predicate`, `rdf:object`), as an
`rdf:Statement` does. What RDF 1.2 annotates (`rdf:reifies`) is read into that form.
"""

from collections.abc import Callable, Collection, Iterable, Sequence

from pog_agent.terms import RDF_OBJECT, RDF_PREDICATE, RDF_REIFIES, RDF_SUBJECT, Term, Triple

REIFYING = (RDF_SUBJECT, RDF_PREDICATE, RDF_OBJECT, RDF_REIFIES)
"""Relations that say which triple a statement is about, and nothing of it."""

EVIDENCE = "urn:pog-agent:evidence:"
"""The vocabulary of a graph from documents: where each edge was read. The preset `generic` skips it."""

REIFIED = (RDF_SUBJECT, RDF_PREDICATE, RDF_OBJECT)
EVIDENCED = (f"{EVIDENCE}subject", f"{EVIDENCE}relation", f"{EVIDENCE}object")
EVIDENCE_SOURCE = f"{EVIDENCE}source"

Heads = Callable[[str, Term], Iterable[Term]]
"""The heads of a store's triples with this relation and this tail."""


def statements_in(heads: Heads, triple: Triple, parts: tuple[str, str, str] = REIFIED) -> list[Term]:
    """The statements about a triple, sorted. `parts` are the relations that name its head, relation and tail."""
    head, relation, tail = triple
    about_head = set(heads(parts[0], head))
    about_both = about_head.intersection(heads(parts[2], tail)) if about_head else set()
    return sorted(about_both.intersection(heads(parts[1], relation))) if about_both else []


def what_is_said(edges: Iterable[Triple], statements: Collection[Term], types: Sequence[str]) -> list[Triple]:
    """The edges that lead out of statements, sorted, but for those that name a triple or a class (`types`)."""
    return sorted(
        {edge for edge in edges if edge[0] in statements and edge[1] not in REIFYING and edge[1] not in types}
    )
