"""The command `pog-agent schema`."""

import argparse
import asyncio
import json
from typing import Any

from pog_agent.activity import Activity, is_broken_query, listening
from pog_agent.config import PogConfig
from pog_agent.errors import GraphUnavailableError
from pog_agent.interfaces.setting_flags import setting_help
from pog_agent.sentences import without_controls

_FLAGS = ("preset", "languages", "timeout", "kg_cache", "max_queries", "max_fetch_seconds")


def add_schema(commands: Any) -> argparse.ArgumentParser:
    """Adds `pog-agent schema`, which prints classes with their links and attributes."""
    schema: argparse.ArgumentParser = commands.add_parser(
        "schema", help="classes, relations, attributes with counts"
    )
    schema.add_argument("kg", metavar="KG", help=setting_help("kg"))
    schema.add_argument(
        "--class", dest="class_name", metavar="NAME", help="one class, by label, alias, local name or IRI"
    )
    for name in _FLAGS:
        flag = "--" + name.replace("_", "-")
        schema.add_argument(flag, dest=name, metavar=name.upper(), help=setting_help(name))
    schema.add_argument("--json", action="store_true", help="print the whole summary as one JSON object")
    schema.set_defaults(run=_schema)
    return schema


def _schema(arguments: argparse.Namespace) -> int:
    from pog_agent.kg.meter import Meter  # noqa: PLC0415 (with the graph)
    from pog_agent.kg.open import open_kg  # noqa: PLC0415 (numpy, Oxigraph)
    from pog_agent.kg.schema.asking import schema_of  # noqa: PLC0415 (numpy)
    from pog_agent.lookup.schema import named_classes  # noqa: PLC0415 (numpy)

    config = PogConfig.create(kg=arguments.kg, **{name: getattr(arguments, name) for name in _FLAGS})
    kg = open_kg(config.kg, config.timeout, config.preset, config.kg_cache)
    asked: list[Activity] = []
    try:
        meter = Meter(config.max_rows, config.max_queries, config.max_fetch_seconds)
        with listening(asked.append):
            summary = asyncio.run(schema_of(kg, meter))
    finally:
        kg.close()
    chosen = (
        None
        if arguments.class_name is None
        else named_classes(summary, arguments.class_name, config.language_list)
    )
    code = GraphUnavailableError.exit_code if any(map(is_broken_query, asked)) else 0
    if arguments.json:
        shown = summary if chosen is None else summary.around([item.iri for item in chosen])
        print(without_controls(json.dumps({"kg": kg.name, **shown.model_dump()}, ensure_ascii=False)))
        return code
    from pog_agent.interfaces.schema_tables import show_classes, show_schema  # noqa: PLC0415 (rich)

    if chosen is None:
        show_schema(kg.name, summary, config.language_list)
    else:
        show_classes(summary, chosen, config.language_list)
    return code
