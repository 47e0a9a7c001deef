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
from pog_agent.reading.senses.mutual import is_mutual
from tests.answering.guards.turtle_graphs import agent_over, doubts

ROW = """
@prefix : <http://row.example/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:House rdfs:label "house" . :Tenant rdfs:label "tenant" . :nextTo rdfs:label "next to" .
:bestFriend rdfs:label "best friend" . :payer rdfs:label "payer of" .
:h1 a :House ; rdfs:label "House 1" ; :nextTo :h2 ; :lodger :una .
:h2 a :House ; rdfs:label "House 2" ; :nextTo :h3 ; :lodger :val .
:h3 a :House ; rdfs:label "House 3" ; :nextTo :h4 ; :lodger :wim .
:h4 a :House ; rdfs:label "House 4" ; :lodger :zoe .
:una a :Tenant ; rdfs:label "Una Fry" ; :spouse :val ; :brother :wim ; :bestFriend :zoe .
:val a :Tenant ; rdfs:label "Val Orr" .
:wim a :Tenant ; rdfs:label "Wim Dale" .
:zoe a :Tenant ; rdfs:label "Zoe Hart" .
"""


@pytest.fixture(scope="module")
def row(meaning: CachedEncoder) -> Iterator[PathsOverGraph]:
    with agent_over(ROW, meaning) as agent:
        yield agent


@pytest.mark.parametrize(
    ("question", "all_of_them"),
    [
        ("Which house is next to House 2?", "House 1, House 3"),
        ("Which houses are next to House 3?", "House 2, House 4"),
        ("Which house is next to House 1?", "House 2"),
        ("How many houses are next to House 2?", "2"),
        ("Which tenants have no spouse?", "Wim Dale, Zoe Hart"),
        ("How many tenants have no spouse?", "2"),
    ],
)
def test_mutual_relations_are_followed_both_ways(row: PathsOverGraph, question: str, all_of_them: str) -> None:
    answer = row.ask(question)
    assert (answer.text, answer.status) == (all_of_them, "supported"), doubts(answer)


def test_an_answer_by_paths_tells_of_the_other_way(row: PathsOverGraph) -> None:
    answer = row.ask("What is next to House 3?")
    assert answer.text in ("House 2, House 4", "House 2")
    if answer.text == "House 2":
        assert doubts(answer) == ["other-way-round"]


def test_what_may_hold_both_ways_is_doubted(row: PathsOverGraph) -> None:
    answer = row.ask("Which tenants have no brother?")
    assert "other-way-round" in doubts(answer)


@pytest.mark.parametrize("question", ["Who is the best friend of Zoe Hart?", "How many houses have no lodger?"])
def test_other_relations_are_not_turned(row: PathsOverGraph, question: str) -> None:
    answer = row.ask(question)
    assert answer.status != "supported" or answer.text == "0"


@pytest.mark.parametrize(
    ("label", "mutual"),
    [
        ("next to", True),
        ("Spouse", True),
        ("borders", True),
        ("twinned with", True),
        ("sibling of", True),
        ("brother", None),
        ("friend of", None),
        ("best friend", False),
        ("next", False),
        ("next station", False),
        ("neighbourhood", False),
        ("border crossing", False),
        ("married name", False),
        ("parent", False),
    ],
)
def test_what_holds_both_ways_is_told_from_the_name(label: str, mutual: bool | None) -> None:
    assert is_mutual(label) is mutual


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
