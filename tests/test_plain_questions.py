"""Short everyday questions that say little: who joined last, how much is it, how long does it take."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pog_agent import PathsOverGraph
from tests.cases.seen import GRAPHS

STUDIO = (GRAPHS / "studio.ttl").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PathsOverGraph]:
    path = Path(tmp_path_factory.mktemp("studio")) / "studio.ttl"
    path.write_text(STUDIO)
    with PathsOverGraph(path, encoder="auto", model="offline") as agent:
        yield agent


def test_a_no_of_a_comparison_shows_both_values(studio: PathsOverGraph) -> None:
    answer = studio.ask("Did Bo Lindt join before Ada Krohn?")
    assert (answer.text, answer.status) == ("no", "supported")
    assert [path.text.rpartition("-> ")[2] for path in answer.paths] == ["{2019-09-01}", "{2011-03-01}"]
