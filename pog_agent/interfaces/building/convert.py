"""The command `pog-agent convert`."""

import argparse
from dataclasses import asdict
from pathlib import Path
from typing import Any

from pog_agent.interfaces.building.index_docs import print_report

BASE = "http://example.org/data/"
"""That of `pog_agent.tables.mapping`, which loads pydantic."""


def add_convert(commands: Any) -> argparse.ArgumentParser:
    """Adds the command that makes a graph from tables."""
    convert: argparse.ArgumentParser = commands.add_parser("convert", help="make a graph from CSV files")
    convert.description = (
        "Writes a graph from CSV or TSV files: a class a file, an entity a row, a relation a column. Columns "
        "whose values are keys or names of another file become links to its rows. --write-mapping keeps every "
        "decision in a file to change, and --mapping follows it."
    )
    convert.add_argument("files", metavar="FILE", nargs="+", type=Path, help="CSV, TSV or other separated texts")
    convert.add_argument("--out", required=True, metavar="FILE", type=Path, help="file to write (.ttl or .nt)")
    convert.add_argument("--force", action="store_true", help="replace the file")
    convert.add_argument("--base", default=BASE, metavar="IRI", help=f"namespace of the IRIs (default {BASE})")
    convert.add_argument(
        "--mapping", metavar="FILE", type=Path, help="what becomes of each column (.toml, .yaml or .json)"
    )
    convert.add_argument("--write-mapping", metavar="FILE", type=Path, help="write what was decided, to change it")
    convert.add_argument("--json", action="store_true", help="print the report as one JSON object")
    convert.set_defaults(run=_convert)
    return convert


def _convert(arguments: argparse.Namespace) -> int:
    from pog_agent.tables.convert import convert_tables  # noqa: PLC0415 (Oxigraph)

    report = convert_tables(
        arguments.files,
        arguments.out,
        mapping=arguments.mapping,
        written_mapping=arguments.write_mapping,
        base=arguments.base,
        force=arguments.force,
    )
    facts = asdict(report)
    if not arguments.json:
        facts["rows"] = ", ".join(f"{count:,} of {name!r}" for name, count in report.rows.items())
        facts["links"] = "; ".join(report.links) or "none"
    print_report(facts, as_json=arguments.json)
    return 0
