"""RDF terms as plain strings, so that state, caches and JSON need no RDF library.

An IRI is written as it is, a blank node as ``_:id``, a literal in N-Triples form
(``"1990"^^<http://www.w3.org/2001/XMLSchema#integer>``, ``"Köln"@de``).
"""

import re
from typing import NewType, TypeGuard

XSD = "http://www.w3.org/2001/XMLSchema#"
RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
RDF_TYPE = RDF + "type"
RDF_SUBJECT = RDF + "subject"
RDF_PREDICATE = RDF + "predicate"
RDF_OBJECT = RDF + "object"
RDF_REIFIES = RDF + "reifies"
RDFS_LABEL = "http://www.w3.org/2000/01/rdf-schema#label"
RDFS_SUBCLASS = "http://www.w3.org/2000/01/rdf-schema#subClassOf"

Term = str
"""A term of any kind: its first characters say of which."""
LiteralTerm = NewType("LiteralTerm", str)
"""A term that is known to be a literal. What reads literals takes no other term, so that no IRI gets there."""
Triple = tuple[Term, Term, Term]

HALF_CHARACTER = re.compile("[\ud800-\udfff]")
"""Half of a character, which escapes may name, and which no file, message or tokenizer takes."""

_ESCAPES = str.maketrans({"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"})
_UNESCAPES = {"t": "\t", "n": "\n", "r": "\r", "b": "\b", "f": "\f", '"': '"', "'": "'", "\\": "\\"}
_ESCAPED = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))", re.DOTALL)
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_IRI = re.compile(r'[A-Za-z][A-Za-z0-9+.\-]*:[^\x00-\x20<>"{}|^`\\]+')


def is_literal(term: Term) -> TypeGuard[LiteralTerm]:
    """Whether the term is a literal, which ends every reasoning path that reaches it."""
    return term.startswith('"')


def is_blank(term: Term) -> bool:
    """Whether the term is a blank node."""
    return term.startswith("_:")


def is_iri(text: str) -> bool:
    """Whether the text is an absolute IRI that can stand in a query as it is."""
    return _IRI.fullmatch(text) is not None


def literal(value: str, datatype: str | None = None, language: str | None = None) -> LiteralTerm:
    """The literal with this lexical form as a term."""
    quoted = f'"{value.translate(_ESCAPES)}"'
    if language:
        return LiteralTerm(f"{quoted}@{language}")
    return LiteralTerm(f"{quoted}^^<{datatype}>" if datatype and datatype != XSD + "string" else quoted)


def literal_value(term: LiteralTerm) -> str:
    """The lexical form of a literal term."""
    return _ESCAPED.sub(_unescape, term[1 : term.rindex('"')])


def literal_datatype(term: LiteralTerm) -> str | None:
    """The datatype IRI of a literal term, None for plain and language-tagged strings."""
    suffix = term[term.rindex('"') + 1 :]
    return suffix[3:-1] if suffix.startswith("^^<") else None


def literal_language(term: LiteralTerm) -> str | None:
    """The language tag of a literal term, None where it has none."""
    suffix = term[term.rindex('"') + 1 :]
    return suffix[1:] if suffix.startswith("@") else None


def local_name(iri: Term) -> str:
    """The part of an IRI after its last ``/``, ``#`` or, for a URN, ``:``."""
    tail = re.split(r"[/#]", iri.rstrip("/#"))[-1]
    return tail.rsplit(":", 1)[-1] or iri


def humanize(name: str) -> str:
    """Words of a local name: ``placeOfBirth`` and ``place_of_birth`` both give ``place of birth``.

    Dotted names such as Freebase's (``people.person.place_of_birth``) keep each word once, the first time.
    """
    words = _CAMEL.sub(" ", re.sub(r"[._\-/]+|%20", " ", name)).lower().split()
    return " ".join(dict.fromkeys(words)) or name


def _unescape(match: re.Match[str]) -> str:
    short, long, char = match.groups()
    if char is None:
        return chr(int(short or long, 16))
    return _UNESCAPES.get(char, char)
