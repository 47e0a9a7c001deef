"""Predicates that name, describe or classify a node; the rest of a graph are its edges."""

from typing import Final

from pog_agent.terms import RDF_TYPE, RDFS_LABEL

_RDFS: Final = "http://www.w3.org/2000/01/rdf-schema#"
_OWL: Final = "http://www.w3.org/2002/07/owl#"
_SKOS: Final = "http://www.w3.org/2004/02/skos/core#"
_FOAF: Final = "http://xmlns.com/foaf/0.1/"
_SCHEMA: Final = ("http://schema.org/", "https://schema.org/")
_FREEBASE: Final = "http://rdf.freebase.com/ns/"

LABEL_PREDICATES: Final[tuple[str, ...]] = (
    RDFS_LABEL,
    _SKOS + "prefLabel",
    *(schema + "name" for schema in _SCHEMA),
    _FOAF + "name",
    _FREEBASE + "type.object.name",
)
"""Predicates whose value is the name of a node, the most trusted first."""

ALIAS_PREDICATES: Final[tuple[str, ...]] = (
    _SKOS + "altLabel",
    *(schema + "alternateName" for schema in _SCHEMA),
    _FOAF + "nick",
    _FREEBASE + "common.topic.alias",
)
"""Predicates whose value is another name of a node: good for linking a mention, not for display."""

ANNOTATION_PREDICATES: Final[frozenset[str]] = frozenset(
    (
        *LABEL_PREDICATES,
        *ALIAS_PREDICATES,
        _RDFS + "comment",
        _RDFS + "isDefinedBy",
        _RDFS + "seeAlso",
        _OWL + "sameAs",
        _SKOS + "hiddenLabel",
        _SKOS + "definition",
        _SKOS + "note",
        _SKOS + "scopeNote",
        _SKOS + "notation",
        *(schema + "description" for schema in _SCHEMA),
        "http://purl.org/dc/elements/1.1/description",
        "http://purl.org/dc/terms/description",
        _FREEBASE + "type.object.key",
        _FREEBASE + "common.topic.description",
    )
)
"""Predicates that are no edges: names, descriptions, and links to the same node elsewhere."""

TYPE_PREDICATES: Final[tuple[str, ...]] = (
    RDF_TYPE,
    "http://www.wikidata.org/prop/direct/P31",
    _FREEBASE + "common.topic.notable_types",
    _FREEBASE + "type.object.type",
)
"""Predicates whose value is a class of the node. They are edges as well."""
