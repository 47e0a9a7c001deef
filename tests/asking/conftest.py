"""The graph of boats in a file, and behind an endpoint on loopback."""

from collections.abc import Iterator

import pytest
import rdflib

from pog_agent.kg.open import open_kg
from pog_agent.kg.sparql.store import SparqlStore
from pog_agent.ranking.encoder import CachedEncoder
from tests.asking.fixtures import BOATS, Boats, opened
from tests.servers import oxigraph_of, serve_oxigraph


@pytest.fixture(scope="session")
def boats(tmp_path_factory: pytest.TempPathFactory, meaning: CachedEncoder) -> Boats:
    """The graph, held locally."""
    file = tmp_path_factory.mktemp("boats") / "boats.ttl"
    file.write_text(BOATS)
    return opened(open_kg(str(file)), meaning)


@pytest.fixture(scope="session")
def remote_boats(meaning: CachedEncoder) -> Iterator[Boats]:
    """The same graph behind a SPARQL endpoint."""
    with serve_oxigraph(oxigraph_of(rdflib.Graph().parse(data=BOATS, format="turtle"))) as url:
        store = SparqlStore(url)
        yield opened(store, meaning)
        store.close()
