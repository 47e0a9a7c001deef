"""Where the facts on cited paths come from: the named graph, and the documents that they were read in."""

from collections.abc import Sequence

from pog_agent.kg.base import EvidencedEdges, NamedGraphs
from pog_agent.run.context import RunContext
from pog_agent.terms import Triple


async def source_graphs(triples: Sequence[Triple], run: RunContext) -> dict[Triple, str | None]:
    """The named graph of each triple; empty where the store keeps none, or none is named."""
    if not isinstance(run.kg, NamedGraphs):
        return {}
    graphs = await run.kg.source_graphs(triples)
    return dict(zip(triples, graphs, strict=True)) if any(graphs) else {}


async def edge_sources(triples: Sequence[Triple], run: RunContext) -> dict[Triple, tuple[str, ...]]:
    """The places of documents that each triple was read in; empty where the graph tells none."""
    if not isinstance(run.kg, EvidencedEdges):
        return {}
    found = await run.kg.edge_sources(triples)
    return dict(zip(triples, map(tuple, found), strict=True)) if any(found) else {}
