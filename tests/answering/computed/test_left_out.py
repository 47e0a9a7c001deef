"""What an answer would leave out or deny wrongly: denied things, places beside, classes of one name."""

from collections.abc import Iterator

import pytest

from pog_agent import PathsOverGraph
from pog_agent.ranking.encoder import CachedEncoder, LexicalEncoder
from tests.answering.guards.turtle_graphs import agent_over, doubts
from tests.cases.seen import GRAPHS

VALLEY = (GRAPHS / "valley.ttl").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def valley() -> Iterator[PathsOverGraph]:
    with agent_over(VALLEY, CachedEncoder(LexicalEncoder())) as agent:
        yield agent


def test_things_of_another_class_of_the_name_are_not_passed_over(valley: PathsOverGraph) -> None:
    answer = valley.ask("How many guides are there?")
    assert answer.status == "partial"
    assert doubts(answer)[0] == "same-named-class"
    assert valley.ask("How many inns are there?").status == "supported"
