"""Cheap facts about a knowledge graph, before anybody asks it a question: `pog-agent check`."""

import time
from typing import Final

from pog_agent.kg.base import IndexedGraph, KnowledgeGraph, SummarizedGraph, UnlabelledNodes, WrittenLabels
from pog_agent.kg.graph_report import SAMPLED_NODES, FactCollector, GraphReport, note_bare_nodes, note_labels
from pog_agent.kg.open import open_kg
from pog_agent.kg.preset import AUTO, choose_preset
from pog_agent.loops import run_blocking
from pog_agent.terms import is_iri
from pog_agent.urls import is_http_url

LISTED_NODES: Final = 100_000
"""So many nodes without a label are counted by namespace."""


def check_kg(spec: str, timeout: float = 60.0, preset: str = AUTO) -> GraphReport:
    """Reports on the graph that `--kg` names. An endpoint is asked some 15 queries of a few seconds each.

    Blocks. Raises `GraphUnavailableError` if there is no graph, if nobody answers, or if the answer is not that of
    a SPARQL endpoint, and `SettingError` for a wrong preset.
    """
    if is_http_url(spec):
        from pog_agent.kg.endpoint_check import check_endpoint  # noqa: PLC0415 (HTTP stack, only for endpoints)

        return run_blocking(check_endpoint(spec, timeout, choose_preset(preset, spec)))
    kg = open_kg(spec, timeout, preset)
    try:
        return run_blocking(_check_local(kg, spec, preset))
    finally:
        kg.close()


async def _check_local(kg: KnowledgeGraph, spec: str, setting: str) -> GraphReport:
    preset = kg.preset if isinstance(kg, SummarizedGraph) else choose_preset(setting, spec)
    notes = FactCollector(spec, preset.name)
    notes.note("reachable", True)
    notes.note("engine", type(kg).__name__)
    if preset.own_labels:
        notes.note("own_names", list(preset.own_labels))
    bare = kg.bare_nodes(LISTED_NODES) if isinstance(kg, UnlabelledNodes) else None
    if bare is not None:
        note_bare_nodes(notes, bare)
    if not isinstance(kg, IndexedGraph):
        notes.note("entities", unknown="this store does not count them")
        return notes.finished()
    notes.note("triples", getattr(kg, "triples", kg.adjacency.triples))
    notes.note("nodes", len(kg.terms))
    notes.note("relations", len(kg.relations))
    step = max(1, len(kg.terms) // SAMPLED_NODES)
    nodes = [node for node in (kg.terms[index] for index in range(0, len(kg.terms), step)) if is_iri(node)]
    began = time.monotonic()
    unlabelled = frozenset(bare.named) if bare is not None else frozenset()
    labels = await kg.labels([node for node in nodes if node not in unlabelled])
    seconds = time.monotonic() - began
    written = kg.label_terms(list(labels)) if isinstance(kg, WrittenLabels) else [*labels.items()]
    note_labels(notes, nodes, written)
    notes.note(
        "example", next(({"iri": iri, "label": label} for iri, label in labels.items()), None), seconds=seconds
    )
    return notes.finished()
