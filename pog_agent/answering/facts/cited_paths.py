"""Concrete paths as they are cited: in words, with their triples, and with what the graph tells of these."""

from collections.abc import Sequence
from dataclasses import dataclass

from pog_agent.answering.facts.qualified_paths import ConcretePath, first_of_each, notes_of, qualifiers_of
from pog_agent.answering.facts.sources import edge_sources, source_graphs
from pog_agent.answering.shown_paths import fact_text, single_node, term_labels
from pog_agent.models import CitedPath
from pog_agent.models.shown import pattern_line
from pog_agent.run.context import RunContext


@dataclass(frozen=True)
class PathCitations:
    """Cited paths, and what could not be fetched of them."""

    paths: tuple[CitedPath, ...] = ()
    warnings: tuple[str, ...] = ()


async def cited_paths(paths: Sequence[ConcretePath], run: RunContext, stated: Sequence[str] = ()) -> PathCitations:
    """The paths, each once, with what qualifies their facts: what a question has `stated` of them comes first.

    That the graph has their triples is known already. Raises `GraphUnavailableError`.
    """
    if not paths:
        return PathCitations()
    labels = await term_labels(run, [term for _, path in paths for term in path])
    words = await run.relation_labels(
        sorted({step.relation for pattern, _ in paths for step in pattern.key.steps})
    )
    every = list(dict.fromkeys(triple for pattern, path in paths for triple in pattern.path_triples(path)))
    graphs, sources = await source_graphs(every, run), await edge_sources(every, run)
    qualified = await qualifiers_of(paths, run)
    cited: dict[str, CitedPath] = {}
    for (pattern, path), qualifiers in zip(paths, qualified.of_paths, strict=True):
        nodes = [single_node(term, labels) for term in path]
        names = [words[step.relation] for step in pattern.key.steps]
        few = first_of_each(qualifiers, stated)
        forward = [step.forward for step in pattern.key.steps]
        text = pattern_line(nodes, names, forward, notes=notes_of(qualifiers, few))
        triples = pattern.path_triples(path)
        key = text + "|".join(fact_text(triple, labels, words) for triple in triples)
        named = tuple(graphs.get(triple) for triple in triples) if graphs else ()
        read = tuple(sources.get(triple, ()) for triple in triples) if sources else ()
        cited.setdefault(
            key, CitedPath(text=text, triples=tuple(triples), graphs=named, qualifiers=few, sources=read)
        )
    return PathCitations(tuple(cited.values()), qualified.warnings)
