"""The command `pog-agent index`."""

import argparse
import json
from dataclasses import asdict
from typing import Any

from pog_agent.config import PogConfig
from pog_agent.errors import SettingError
from pog_agent.interfaces.setting_flags import setting_help
from pog_agent.sentences import without_controls

KINDS = ("flat", "hnsw", "sq8", "ivf-pq")
"""Those of `pog_agent.linking.vectors`, which loads FAISS."""


def add_index(commands: Any) -> argparse.ArgumentParser:
    """Adds the command that compiles a graph and indexes its names."""
    index: argparse.ArgumentParser = commands.add_parser(
        "index", help="compile a graph and index its names, for large graphs"
    )
    index.description = (
        "Compiles RDF files into a folder that `ask --kg DIR` opens at once, and indexes the names of the "
        "entities there (full text and embeddings). Of an endpoint only the names are indexed, for "
        "`ask --entity-index DIR`. Stopped at any moment, the same command goes on where it was; after changes it "
        "embeds new names only."
    )
    index.add_argument(
        "sources", metavar="KG", nargs="+", help="RDF file, folder or endpoint URL; 'demo' is the bundled graph"
    )
    index.add_argument("--out", required=True, metavar="DIR", help="folder to write")
    index.add_argument("--encoder", default="auto", metavar="ENCODER", help=setting_help("encoder"))
    index.add_argument("--no-embeddings", action="store_true", help="index names by words only, without vectors")
    index.add_argument("--preset", default="auto", metavar="PRESET", help=setting_help("preset"))
    index.add_argument(
        "--oxigraph", action="store_true", help="only load an Oxigraph store, for `ask --kg oxigraph:DIR`"
    )
    index.add_argument(
        "--languages", metavar="TAGS", help="index names in these languages (en,de) and without one; default all"
    )
    index.add_argument("--kind", choices=KINDS, help="kind of FAISS index (by default chosen by size)")
    index.add_argument("--timeout", type=float, default=60.0, metavar="SECONDS", help=setting_help("timeout"))
    index.add_argument("--json", action="store_true", help="print the facts as one JSON object")
    index.set_defaults(run=_index)
    return index


def _index(arguments: argparse.Namespace) -> int:
    if arguments.oxigraph:
        if arguments.languages or arguments.kind or arguments.no_embeddings or arguments.encoder != "auto":
            raise SettingError("--oxigraph only loads triples: leave out options for the index of names")
        facts = _loaded(arguments)
    else:
        facts = _indexed(arguments)
    if arguments.json:
        print(without_controls(json.dumps(facts, ensure_ascii=False)))
        return 0
    index = facts.pop("entity_index", {})
    rows = [*facts.items(), *(("entity index, " + name, value) for name, value in index.items())]
    for name, value in rows:
        print(f"{name}: {value:,}" if isinstance(value, int) else f"{name}: {value}")
    return 0


def _loaded(arguments: argparse.Namespace) -> dict[str, Any]:
    """The triples in an Oxigraph store."""
    from pog_agent.interfaces.progress_bars import stage_bars  # noqa: PLC0415 (rich)
    from pog_agent.kg.local.oxigraph_files import build_store  # noqa: PLC0415 (Oxigraph)

    with stage_bars(hidden=arguments.json) as (_, warn):
        return asdict(build_store(arguments.sources, arguments.out, arguments.preset, warn))


def _indexed(arguments: argparse.Namespace) -> dict[str, Any]:
    """The compiled form and the entity index, made with bars on the way."""
    from pog_agent.interfaces.progress_bars import stage_bars  # noqa: PLC0415 (rich)
    from pog_agent.linking.index import index_graph  # noqa: PLC0415 (FAISS, Oxigraph)

    given = arguments.languages
    languages = None if given is None else PogConfig.create(languages=given).language_list
    with stage_bars(hidden=arguments.json) as (progress, warn):
        return index_graph(
            arguments.sources,
            arguments.out,
            encoder=None if arguments.no_embeddings else arguments.encoder,
            kind=arguments.kind,
            timeout=arguments.timeout,
            preset=arguments.preset,
            languages=languages,
            progress=progress,
            warn=warn,
        )
