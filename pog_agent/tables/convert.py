"""Converts tables to one RDF file."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pyoxigraph import RdfFormat, Triple, serialize

from pog_agent.errors import GraphUnavailableError, SettingError
from pog_agent.extraction.turtle import SKOS_ALIAS
from pog_agent.tables.graph import TableGraph
from pog_agent.tables.mapping import BASE, GraphMapping, read_mapping, write_mapping
from pog_agent.tables.proposing import proposed_mapping
from pog_agent.tables.reading import ENDINGS, Table, read_table
from pog_agent.terms import RDFS_LABEL, XSD, is_iri

FORMATS = {".ttl": RdfFormat.TURTLE, ".nt": RdfFormat.N_TRIPLES}


@dataclass(frozen=True)
class ConversionReport:
    """What was written: rows by class, triples, how each link was found, and what a reader should know."""

    out: str
    rows: dict[str, int]
    triples: int
    links: tuple[str, ...]
    warnings: tuple[str, ...]


def convert_tables(
    files: Sequence[Path],
    out: Path,
    *,
    mapping: Path | None = None,
    written_mapping: Path | None = None,
    base: str = BASE,
    force: bool = False,
) -> ConversionReport:
    """Writes the graph of some tables, by a mapping or by what the tables suggest.

    Raises `GraphUnavailableError` for a file that cannot be read, and `SettingError` for a mapping that does not
    fit, and for an output that is there already (unless `force`) or cannot be written.
    """
    _check(files, out, base, force)
    if mapping is not None and base != BASE:
        raise SettingError(f"the base stands in {mapping}: leave out --base, or change it there")
    tables = [read_table(file) for file in files]
    warnings = [text for table in tables for text in table.warnings]
    chosen, said = (read_mapping(mapping), []) if mapping else proposed_mapping(tables, base)
    found = tuple(text for text in said if "it links to them" in text or "things of their own" in text)
    graph = TableGraph(tables, chosen)
    triples = _by_subject(graph.triples())
    if written_mapping is not None:
        write_mapping(chosen, written_mapping)
    try:
        with out.open("wb") as stream:
            serialize(triples, stream, FORMATS[out.suffix.lower()], prefixes=_prefixes(chosen))
    except OSError as error:
        raise SettingError(f"{out}: cannot be written ({error.strerror or error})") from error
    return ConversionReport(
        out=str(out),
        rows=_rows(tables, chosen),
        triples=len(triples),
        links=found or tuple(_mapped_links(chosen)),
        warnings=(*warnings, *(text for text in said if text not in found), *graph.warnings),
    )


def _mapped_links(mapping: GraphMapping) -> Iterator[str]:
    """The columns that become links, in words."""
    for table in mapping.tables:
        for column in table.columns:
            if column.kind == "link":
                yield f"{table.file}: {column.column!r} links to {column.to!r}"
            elif column.kind == "entity":
                yield f"{table.file}: {column.column!r}: its values are things of their own"


def _check(files: Sequence[Path], out: Path, base: str, force: bool) -> None:
    for file in files:
        if file.suffix.lower() not in ENDINGS:
            raise GraphUnavailableError(f"{file}: no table; expected {', '.join(ENDINGS)}")
    for name, count in Counter(file.stem for file in files).items():
        if count > 1:
            raise SettingError(f"{count} files are called {name!r}: rename them, a file is known by its name")
    if out.suffix.lower() not in FORMATS:
        raise SettingError(f"{out}: the graph ends in {' or '.join(FORMATS)}")
    if out.exists() and not force:
        raise SettingError(f"{out}: the file is there already; --force replaces it")
    if not is_iri(base) or base[-1] not in "/:":
        raise SettingError(f"the base {base!r} is no namespace such as {BASE}: an IRI that ends in / or :")


def _by_subject(triples: Iterable[Triple]) -> list[Triple]:
    """The different triples with those of a subject together, in the order in which the subjects first come."""
    grouped: dict[object, dict[Triple, None]] = {}
    for triple in triples:
        grouped.setdefault(triple.subject, {})[triple] = None
    return [triple for group in grouped.values() for triple in group]


def _rows(tables: Sequence[Table], mapping: GraphMapping) -> dict[str, int]:
    by_name = {table.name: table.rows for table in tables}
    return {item.label: by_name[item.file] for item in mapping.tables}


def _prefixes(mapping: GraphMapping) -> dict[str, str]:
    return {
        "class": f"{mapping.base}class/",
        "relation": f"{mapping.base}relation/",
        "rdfs": RDFS_LABEL.removesuffix("label"),
        "skos": SKOS_ALIAS.removesuffix("altLabel"),
        "xsd": XSD,
    }
