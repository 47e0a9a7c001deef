"""The relations that what stands on cited paths has: a word that is left unread may mean only one of these."""

from pog_agent.answering.resolution import Resolution
from pog_agent.kg.base import IndexedGraph
from pog_agent.run.context import RunContext
from pog_agent.terms import is_literal

MOST_NODES = 200


async def relations_near(resolution: Resolution, run: RunContext) -> frozenset[str] | None:
    """Words, in lower case, for the relations at the nodes of the cited paths, and at nameless nodes beside these.

    None where they are not known: for an endpoint, of very many nodes, and of nodes with more edges than are
    fetched. Raises `GraphUnavailableError`.
    """
    nodes = {node for _, path in resolution.paths for node in path}
    nodes |= {node for item in resolution.cited for node in item.nodes}
    entities = sorted(node for node in nodes if not is_literal(node))
    if not isinstance(run.kg, IndexedGraph) or not entities or len(entities) > MOST_NODES:
        return None
    around = run.workspace.surroundings
    edges = await around.edges_of(entities)
    ends = {
        end for found in edges.values() for head, _, tail in found for end in (head, tail) if not is_literal(end)
    }
    beside = sorted(ends.difference(entities))
    named = await run.labels(beside)
    nameless = [node for node in beside if node not in named]
    edges |= await around.edges_of(nameless) if len(nameless) <= MOST_NODES else {}
    if len(nameless) > MOST_NODES or around.warnings([*entities, *nameless]):
        return None
    relations = sorted({relation for found in edges.values() for _, relation, _ in found})
    return frozenset(text.lower() for text in (await run.relation_labels(relations)).values())
