"""Reads RDF files fast as triples of term ids: Oxigraph's parsers fill one dictionary of terms."""

import re
from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from pyoxigraph import BlankNode, Literal, NamedNode, Quad, RdfFormat, parse
from pyoxigraph import Triple as QuotedTriple

from pog_agent.kg.adjacency import Ints
from pog_agent.kg.local.limits.checks import check_file
from pog_agent.kg.local.sources import format_of, not_valid, open_rdf, readable
from pog_agent.terms import RDF_OBJECT, RDF_PREDICATE, RDF_REIFIES, RDF_SUBJECT, LiteralTerm, Term, Triple, literal

PARSERS = {
    "turtle": RdfFormat.TURTLE,
    "nt": RdfFormat.N_TRIPLES,
    "nquads": RdfFormat.N_QUADS,
    "trig": RdfFormat.TRIG,
    "xml": RdfFormat.RDF_XML,
    "json-ld": RdfFormat.JSON_LD,
}

# rdflib reads a file again that Oxigraph fails at: it loads JSON-LD contexts from elsewhere, and it knows the line
# of a mistake in XML.
SECOND_OPINION = ("xml", "json-ld")

_POSITION = re.compile(r"^Parser error at line \d+ (?:between columns \d+ and \d+|column \d+): ")


@dataclass(frozen=True, eq=False)
class EncodedTriples:
    """Triples as places in two lists of distinct terms, in the order they were read; they may repeat."""

    terms: Sequence[Term]
    relations: Sequence[str]
    heads: Ints
    relation_ids: Ints
    tails: Ints


def read_triples(files: Iterable[Path]) -> EncodedTriples:
    """Reads all files; named graphs are merged, blank nodes are numbered as they first appear.

    Literals keep their spelling (``"01"^^xsd:integer`` stays). IRIs are not checked against the RFC, because
    published data has spaces and braces in them. Raises `GraphUnavailableError` with file and line where one is
    not readable RDF.
    """
    encoder = _TermNumbering()
    for file in files:
        encoder.read(file)
    return encoder.triples()


def encode_triples(triples: Iterable[Triple]) -> EncodedTriples:
    """Numbers the terms of some triples; blank nodes get new names."""
    encoder = _TermNumbering()
    encoder.add_terms(triples)
    return encoder.triples()


def literal_term(node: Literal) -> LiteralTerm:
    """An Oxigraph literal as a term, with the escapes of `pog_agent.terms`: N-Triples has more of them."""
    text = str(node)
    return LiteralTerm(literal(node.value) + text[text.rindex('"') + 1 :] if "\\" in text else text)


class _TermNumbering:
    """Gives each new term the next number."""

    def __init__(self) -> None:
        self.terms: defaultdict[Term, int] = defaultdict()
        self.terms.default_factory = self.terms.__len__
        self.relations: defaultdict[str, int] = defaultdict()
        self.relations.default_factory = self.relations.__len__
        self.blanks = 0
        self.heads, self.relation_ids, self.tails = array("i"), array("i"), array("i")

    def triples(self) -> EncodedTriples:
        columns = (np.frombuffer(column, dtype=np.int32) for column in (self.heads, self.relation_ids, self.tails))
        return EncodedTriples(list(self.terms), list(self.relations), *columns)

    def read(self, file: Path) -> None:
        kind = format_of(file) or ""
        if kind not in PARSERS:
            self.add_terms(_triples_by_rdflib(file))
            return
        check_file(file)
        before = len(self.heads)
        try:
            with readable(file), open_rdf(file) as stream:
                base = file.resolve().as_uri()
                self._add_quads(parse(stream, PARSERS[kind], base_iri=base, lenient=True))
        except (SyntaxError, ValueError) as error:
            if kind not in SECOND_OPINION:
                raise not_valid(file, _line_of(error), _POSITION.sub("", _reason(error))) from error
            for column in (self.heads, self.relation_ids, self.tails):
                del column[before:]
            self.add_terms(_triples_by_rdflib(file))

    def _add_quads(self, quads: Iterable[Quad]) -> None:
        terms, relations, blanks = self.terms, self.relations, _BlankNames(self)
        add_head, add_relation, add_tail = self.heads.append, self.relation_ids.append, self.tails.append
        for head, relation, tail, _ in quads:
            if type(tail) is QuotedTriple and relation.value == RDF_REIFIES:
                self._add_reified(head, tail, blanks)
                continue
            add_head(terms[head.value if type(head) is NamedNode else blanks[head]])
            add_relation(relations[relation.value])
            kind = type(tail)
            if kind is NamedNode:
                add_tail(terms[tail.value])
            elif kind is Literal:
                add_tail(terms[literal_term(tail)])
            else:
                add_tail(terms[blanks[tail]])

    def _add_reified(self, reifier: NamedNode | BlankNode, quoted: QuotedTriple, blanks: "_BlankNames") -> None:
        """An annotation of RDF 1.2 in the form of a statement, which names the parts of its triple."""
        for relation, part in (
            (RDF_SUBJECT, quoted.subject),
            (RDF_PREDICATE, quoted.predicate),
            (RDF_OBJECT, quoted.object),
        ):
            self.heads.append(self.terms[_name(reifier, blanks)])
            self.relation_ids.append(self.relations[relation])
            self.tails.append(self.terms[_name(part, blanks)])

    def add_terms(self, triples: Iterable[Triple]) -> None:
        blanks = _BlankNames(self)
        for head, relation, tail in triples:
            self.heads.append(self.terms[blanks[head] if head.startswith("_:") else head])
            self.relation_ids.append(self.relations[relation])
            self.tails.append(self.terms[blanks[tail] if tail.startswith("_:") else tail])


class _BlankNames(dict[object, Term]):
    """The names of the blank nodes of one file."""

    def __init__(self, encoder: _TermNumbering) -> None:
        self.encoder = encoder

    def __missing__(self, node: object) -> Term:
        if type(node) is QuotedTriple:
            raise ValueError("a triple stands as a value, which is read behind rdf:reifies only: leave it out")
        self[node] = name = f"_:b{self.encoder.blanks}"
        self.encoder.blanks += 1
        return name


def _name(node: object, blanks: _BlankNames) -> Term:
    if isinstance(node, NamedNode):
        return str(node.value)
    return literal_term(node) if isinstance(node, Literal) else blanks[node]


def _triples_by_rdflib(file: Path) -> Iterator[Triple]:
    from pog_agent.kg.local.rdf_files import load_rdf  # noqa: PLC0415 (only for what Oxigraph cannot read)
    from pog_agent.kg.local.rdflib_graph import term_of  # noqa: PLC0415

    for head, relation, tail in load_rdf([file]):
        yield term_of(head), term_of(relation), term_of(tail)


def _reason(error: SyntaxError | ValueError) -> str:
    return (error.msg or "") if isinstance(error, SyntaxError) else str(error)


def _line_of(error: SyntaxError | ValueError) -> int | None:
    """The broken line; a statement that a line ends too early is noticed on the next one."""
    if not isinstance(error, SyntaxError) or error.lineno is None:
        return None
    return error.lineno - ("line jumps are not allowed in the middle" in _reason(error))
