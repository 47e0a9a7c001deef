"""The graph of museums, compiled once."""

import pytest

from pog_agent.run.context import RunContext
from tests.answering.computed.museums import compiled, run_of


@pytest.fixture(scope="package")
def museums(tmp_path_factory: pytest.TempPathFactory) -> RunContext:
    return run_of(compiled(tmp_path_factory.mktemp("museums")))
