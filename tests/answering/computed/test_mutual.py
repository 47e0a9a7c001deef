"""What holds both ways is found both ways, though the graph has it one way."""

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

import pytest

from pog_agent import PathsOverGraph
from pog_agent.answering.computed.mutual import both_ways
from pog_agent.answering.computed.witnesses import GraphReader
from pog_agent.errors import SettingError
from pog_agent.models.query import Edge, GraphPattern, Query, QueryResult
from pog_agent.ranking.encoder import CachedEncoder
from tests.answering.guards.turtle_graphs import agent_over, doubts
from tests.cases.seen import GRAPHS

ROW = (GRAPHS / "row.ttl").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def row(meaning: CachedEncoder) -> Iterator[PathsOverGraph]:
    with agent_over(ROW, meaning) as agent:
        yield agent


def test_an_answer_by_paths_tells_of_the_other_way(row: PathsOverGraph) -> None:
    answer = row.ask("What is next to House 3?")
    assert answer.text in ("House 2, House 4", "House 2")
    if answer.text == "House 2":
        assert doubts(answer) == ["other-way-round"]


@dataclass
class _RefusingReader:
    """Labels relations by their IRIs and evaluates no union."""

    run: Any = field(default=None)

    def __post_init__(self) -> None:
        self.run = self

    async def relation_labels(self, relations: Sequence[str]) -> dict[str, str]:
        return {item: item.rpartition("/")[2] for item in relations}

    async def result(self, query: Query) -> QueryResult:
        if any(item.kind == "combination" for item in query.pattern.elements):
            raise SettingError("the limit of edges is too low")
        return QueryResult(truth=True)


def test_a_wider_query_that_cannot_be_evaluated_is_told() -> None:
    edge = Edge(source="one", relation="http://x.example/spouse", target="other")
    query = Query(form="exists", pattern=GraphPattern(elements=(edge,)))
    found = asyncio.run(both_ways(query, cast(GraphReader, _RefusingReader())))
    assert found is not None
    assert not found.is_certain
    assert found.flaw.id == "other-way-round"
    assert "the limit of edges is too low" in found.flaw.message
