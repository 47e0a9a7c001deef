"""Questions that no path alone answers, asked of the whole agent without a language model."""

from collections.abc import Iterator

import pytest

from pog_agent import PathsOverGraph
from tests.reading.composing.cases import questioned


@pytest.fixture(scope="module")
def bakeries() -> Iterator[PathsOverGraph]:
    with PathsOverGraph(questioned("bakeries").kg, encoder="lexical", model="offline") as agent:
        yield agent


@pytest.fixture(scope="module")
def parcels() -> Iterator[PathsOverGraph]:
    with PathsOverGraph(questioned("parcels").kg, encoder="lexical", model="offline") as agent:
        yield agent


def test_the_unit_of_an_answer_stands_beside_its_number(parcels: PathsOverGraph) -> None:
    (item,) = parcels.ask("What is the weight of Amber?").answers
    assert (item.value, item.label, item.unit) == ("1500", "1500", "g")
