"""The command `pog-agent phrases`."""

import argparse
from dataclasses import asdict
from typing import Any

from pog_agent.config import PogConfig
from pog_agent.errors import SettingError
from pog_agent.interfaces.building.index_docs import print_report
from pog_agent.interfaces.setting_flags import setting_help

_FLAGS = (
    *("preset", "languages", "timeout", "kg_cache", "max_queries", "max_fetch_seconds"),
    *("base_url", "max_output_tokens"),
)


def add_phrases(commands: Any) -> argparse.ArgumentParser:
    """Adds the command that writes a phrasebook."""
    phrases: argparse.ArgumentParser = commands.add_parser(
        "phrases", help="have a model write the words that people use for a graph's relations"
    )
    phrases.description = (
        "Asks a language model once by which words people ask for the classes and relations of a graph, and "
        "writes them as Turtle (skos:altLabel). It sees their names, and no data. Read the file and correct it; "
        "then `ask --phrases FILE` reads questions in these words, also without a model."
    )
    phrases.add_argument("kg", metavar="KG", help=setting_help("kg"))
    phrases.add_argument("--model", required=True, metavar="MODEL", help="provider:name, as for ask")
    phrases.add_argument("--out", required=True, metavar="FILE", help="Turtle file to write (.ttl)")
    phrases.add_argument("--force", action="store_true", help="replace the file")
    phrases.add_argument(
        "--max-calls", type=int, metavar="N", help="calls of the model at most; what it told is written"
    )
    for name in _FLAGS:
        flag = "--" + name.replace("_", "-")
        phrases.add_argument(flag, dest=name, metavar=name.upper(), help=setting_help(name))
    phrases.add_argument("--json", action="store_true", help="print the report as one JSON object")
    phrases.set_defaults(run=_phrases)
    return phrases


def _phrases(arguments: argparse.Namespace) -> int:
    from pog_agent.phrasing import build_phrasebook  # noqa: PLC0415 (numpy, Oxigraph)
    from pog_agent.reasoner.chat.access import ModelAccess  # noqa: PLC0415 (with the model)
    from pog_agent.reasoner.offline.reasoner import OFFLINE_MODELS  # noqa: PLC0415 (numpy)

    if ":" not in arguments.model or arguments.model in OFFLINE_MODELS:
        raise SettingError(
            f"phrases are written by a language model: --model {arguments.model} is none; give provider:name"
        )
    config = PogConfig.create(kg=arguments.kg, **{name: getattr(arguments, name) for name in _FLAGS})
    access = ModelAccess(
        model=arguments.model,
        base_url=config.base_url,
        max_calls=arguments.max_calls,
        max_output_tokens=config.max_output_tokens,
        timeout=config.timeout,
    )
    report = build_phrasebook(config, arguments.out, access, force=arguments.force)
    print_report(asdict(report), as_json=arguments.json)
    return 0
