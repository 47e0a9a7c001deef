"""A no to a comparison needs a value of each thing that is compared."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pog_agent import PathsOverGraph

MUSEUM = Path(__file__).parents[2] / "everyday/museum/kg.ttl"


@pytest.fixture(scope="module")
def agent() -> Iterator[PathsOverGraph]:
    with PathsOverGraph(MUSEUM) as agent:
        yield agent


@pytest.mark.parametrize(
    ("question", "answer", "supported"),
    [
        ("Is the Skylight Hall larger than the North Gallery?", "yes", True),
        ("Is the North Gallery larger than the Skylight Hall?", "no", True),
        ("Is the Blue Room larger than the North Gallery?", "no", False),
    ],
)
def test_a_thing_without_the_value_is_not_smaller(
    agent: PathsOverGraph, question: str, answer: str, supported: bool
) -> None:
    found = agent.ask(question)
    assert (found.text, found.status == "supported") == (answer, supported)
