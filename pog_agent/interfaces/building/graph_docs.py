"""The command `pog-agent graph-docs`."""

import argparse
from dataclasses import asdict
from typing import Any

from pog_agent.config import PogConfig
from pog_agent.interfaces.building.index_docs import add_chunk_words, print_report
from pog_agent.interfaces.setting_flags import given_settings, setting_help

BASE = "http://example.org/docs/"
"""That of `pog_agent.extraction.turtle`, which loads Oxigraph."""

_THRESHOLDS = (
    ("min-mentions", int, 2, "N", "places of a name that is neither title nor linked, at least"),
    ("min-count", int, 1, "N", "places where two names stand together, at least"),
    ("max-edges", int, 50, "N", "an edge is kept if it is among the N best of one of its ends"),
)


def add_graph_docs(commands: Any) -> argparse.ArgumentParser:
    """Adds the command that makes a graph from documents."""
    graph: argparse.ArgumentParser = commands.add_parser(
        "graph-docs", help="make a graph from documents, where there is none"
    )
    graph.description = (
        "Writes a graph from documents as Turtle, with the places that each edge was read in. Without a model "
        "names are joined that stand together. With --model a language model reads relations, chunk by chunk; "
        "stopped at any moment, the same command goes on without asking again. Then `index-docs DOCS --kg FILE` "
        "links the documents to it."
    )
    graph.add_argument("docs", metavar="DOCS", help="the documents, as index-docs takes them")
    graph.add_argument("--out", required=True, metavar="FILE", help="Turtle file to write (.ttl)")
    graph.add_argument("--force", action="store_true", help="replace the file")
    graph.add_argument("--base", default=BASE, metavar="IRI", help=f"namespace of the IRIs (default {BASE})")
    add_chunk_words(graph)
    graph.add_argument(
        "--scope",
        choices=("sentence", "chunk"),
        default="sentence",
        help="without a model: what two names stand in that are joined (default sentence)",
    )
    for name, kind, default, metavar, text in _THRESHOLDS:
        graph.add_argument(
            f"--{name}", type=kind, default=default, metavar=metavar, help=f"{text} (default {default})"
        )
    graph.add_argument(
        "--min-weight",
        type=float,
        metavar="W",
        help="normalised mutual information of two names, at least: -1 to 1 (default 0, which is chance; -1 in a "
        "corpus of fewer than 100 sentences)",
    )
    graph.add_argument(
        "--model", metavar="MODEL", help="read relations with provider:name; no variable sets it here"
    )
    graph.add_argument(
        "--max-calls", type=int, metavar="N", help="calls of the model at most; what was read is kept"
    )
    for name in ("base_url", "max_output_tokens", "timeout"):
        flag = "--" + name.replace("_", "-")
        graph.add_argument(flag, dest=name, metavar=name.upper(), help=setting_help(name))
    graph.add_argument("--json", action="store_true", help="print the report as one JSON object")
    graph.set_defaults(run=_graph_docs)
    return graph


def _graph_docs(arguments: argparse.Namespace) -> int:
    from pog_agent.extraction import CooccurrenceThresholds, build_graph  # noqa: PLC0415 (FAISS, Oxigraph)
    from pog_agent.interfaces.progress_bars import stage_bars  # noqa: PLC0415 (rich)

    thresholds = CooccurrenceThresholds(
        scope=arguments.scope,
        min_mentions=arguments.min_mentions,
        min_count=arguments.min_count,
        min_weight=arguments.min_weight,
        max_edges=arguments.max_edges,
    )
    with stage_bars(hidden=arguments.json) as (progress, _):
        report = build_graph(
            arguments.docs,
            arguments.out,
            model=_model(arguments),
            thresholds=thresholds,
            base=arguments.base,
            chunk_words=arguments.chunk_words,
            force=arguments.force,
            progress=progress,
        )
    print_report(asdict(report), as_json=arguments.json)
    return 0


def _model(arguments: argparse.Namespace) -> Any:
    """The access to the model that was given; None without one, or for that which stands for none."""
    if arguments.model is None or arguments.model == "offline":
        return None
    from pog_agent.extraction import ModelAccess  # noqa: PLC0415 (FAISS, Oxigraph)

    config = PogConfig.create(**given_settings(arguments))
    return ModelAccess(
        model=arguments.model,
        base_url=config.base_url,
        max_calls=arguments.max_calls,
        max_output_tokens=config.max_output_tokens,
        timeout=config.timeout,
    )
