"""The command `pog-agent index-docs`."""

import argparse
import json
import sys
from dataclasses import asdict
from typing import Any

from pog_agent.config import PogConfig
from pog_agent.interfaces.setting_flags import given_settings, setting_help
from pog_agent.sentences import without_controls

CHUNK_WORDS = 150
"""That of `pog_agent.documents.build`, which loads FAISS."""

_FLAGS = ("encoder", "entity_index", "languages", "preset", "timeout")


def add_index_docs(commands: Any) -> argparse.ArgumentParser:
    """Adds the command that indexes documents and links them to a graph."""
    index: argparse.ArgumentParser = commands.add_parser(
        "index-docs", help="index documents and link them to the entities of a graph"
    )
    index.description = (
        "Cuts documents into chunks, links them to entities of a graph, and indexes them by words (BM25) and by "
        "embeddings (FAISS). A document is linked to the entities that the corpus names for it, or else to those "
        "whose names are found in it. Stopped at any moment, the same command goes on where it was; after changes "
        "it embeds new chunks only."
    )
    index.add_argument(
        "docs",
        metavar="DOCS",
        help="JSON Lines (id, title, text, entities: IRIs), or a folder of .txt, .md and .html; all also .gz",
    )
    index.add_argument(
        "--kg",
        action="append",
        required=True,
        metavar="KG",
        help=f"{PogConfig.model_fields['kg'].description}; may be given several times",
    )
    index.add_argument("--out", required=True, metavar="DIR", help="folder to write")
    add_chunk_words(index)
    for name in _FLAGS:
        flag = "--" + name.replace("_", "-")
        index.add_argument(flag, dest=name, metavar=name.upper(), help=setting_help(name))
    index.add_argument("--json", action="store_true", help="print the report as one JSON object")
    index.set_defaults(run=_index_docs)
    return index


def add_chunk_words(command: argparse.ArgumentParser) -> None:
    """Adds the flag for the size of chunks."""
    command.add_argument(
        "--chunk-words",
        type=int,
        default=CHUNK_WORDS,
        metavar="N",
        help=f"words of a chunk at most; sentences are kept whole (default {CHUNK_WORDS})",
    )


def _index_docs(arguments: argparse.Namespace) -> int:
    from pog_agent.documents.build import build_index  # noqa: PLC0415 (FAISS, Oxigraph)
    from pog_agent.interfaces.progress_bars import stage_bars  # noqa: PLC0415 (rich)

    config = PogConfig.create(**given_settings(arguments))
    with stage_bars(hidden=arguments.json) as (progress, _):
        report = build_index(
            arguments.docs,
            config.kg,
            arguments.out,
            encoder=config.encoder,
            chunk_words=arguments.chunk_words,
            entity_index=config.entity_index,
            languages=config.language_list,
            preset=config.preset,
            timeout=config.timeout,
            progress=progress,
        )
    print_report(asdict(report), as_json=arguments.json)
    return 0


def print_report(facts: dict[str, Any], *, as_json: bool) -> None:
    """Prints the facts of a report, a line each, and its warnings to standard error; or all as one JSON object."""
    if as_json:
        print(without_controls(json.dumps(facts, ensure_ascii=False)))
        return
    for text in facts.pop("warnings"):
        print(f"! {text}", file=sys.stderr)
    for name, value in facts.items():
        print(f"{name}: {value:,}" if isinstance(value, int) else f"{name}: {value}")
