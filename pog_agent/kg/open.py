"""Opens the knowledge graph that a setting names."""

import asyncio
import os
from importlib.resources import as_file, files

from pog_agent.errors import GraphUnavailableError
from pog_agent.kg.base import KnowledgeGraph
from pog_agent.kg.rdf_files import load_rdf
from pog_agent.kg.rdf_store import RdfStore
from pog_agent.kg.sources import find_rdf_files

DEMO = "demo"


def open_kg(spec: str, timeout: float = 60.0) -> KnowledgeGraph:
    """The graph of an RDF file, a folder, several of them (joined by the system's path separator), or a URL.

    ``demo`` is the bundled graph. Blocks while it reads; do not call it inside an event loop. Raises
    `GraphUnavailableError` if there is nothing to read, nothing in it, or nobody answers.
    """
    if spec.startswith(("http://", "https://")):
        return _open_endpoint(spec, timeout)
    if spec == DEMO:
        with as_file(files("pog_agent.demo").joinpath("world.ttl")) as path:
            return RdfStore(load_rdf([path]), name=DEMO)
    if not spec.strip():
        raise GraphUnavailableError("no knowledge graph given; --kg takes an RDF file, a folder or a URL")
    sources = [part for part in spec.split(os.pathsep) if part]
    graph = load_rdf(find_rdf_files(sources))
    if not len(graph):
        raise GraphUnavailableError(f"{spec}: the file holds no triples")
    return RdfStore(graph, name=spec)


def _open_endpoint(url: str, timeout: float) -> KnowledgeGraph:
    from pog_agent.kg.sparql_store import SparqlStore  # noqa: PLC0415 (HTTP stack, only for endpoints)

    store = SparqlStore(url, timeout=timeout)
    asyncio.run(store.check())
    return store
