"""A phrasebook: by which words people ask for the classes and relations of a graph, beside their names in it."""

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Final

from rdflib import RDFS, SKOS, Literal, URIRef

from pog_agent.errors import GraphUnavailableError, SettingError
from pog_agent.kg.local.rdf_files import load_rdf
from pog_agent.kg.local.sources import find_rdf_files
from pog_agent.kg.schema.summary import SchemaName
from pog_agent.terms import Term

Phrasebook = Mapping[Term, tuple[SchemaName, ...]]
"""Names by the IRI of the class or relation."""
NO_PHRASES: Final[Phrasebook] = MappingProxyType({})
NAMING: Final = (SKOS.altLabel, SKOS.hiddenLabel, SKOS.prefLabel, RDFS.label)
"""The predicates of an RDF file that give a phrase."""


@lru_cache(maxsize=8)
def read_phrasebook(path: str, _changed: int = 0) -> Phrasebook:
    """The phrases of an RDF file or folder: ``ex:manager skos:altLabel "boss", "run"@en``.

    Raises `SettingError` for what is no readable RDF, or names nothing.
    """
    if not Path(path).exists():
        raise SettingError(f"phrases: {path}: no such file")
    try:
        graph = load_rdf(find_rdf_files([path]))
    except GraphUnavailableError as error:
        raise SettingError(f"phrases: {error}") from error
    found: dict[Term, dict[SchemaName, None]] = {}
    for predicate in NAMING:
        for iri, text in sorted(graph.subject_objects(predicate)):
            if isinstance(iri, URIRef) and isinstance(text, Literal) and str(text).strip():
                name = SchemaName(text=str(text).strip(), language=text.language)
                found.setdefault(str(iri), {})[name] = None
    if not found:
        raise SettingError(f"phrases: {path} has no skos:altLabel of a class or relation")
    return MappingProxyType({iri: tuple(names) for iri, names in found.items()})


def phrasebook_of(path: str | None) -> Phrasebook:
    """The phrases that a setting names, read again when the file has changed. Raises `SettingError`."""
    if path is None:
        return NO_PHRASES
    file = Path(path)
    return read_phrasebook(path, file.stat().st_mtime_ns if file.is_file() else 0)
