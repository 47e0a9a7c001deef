"""A small graph of boats and harbours, and what questions over it become."""

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pog_agent.asking.encoder import question_encoder
from pog_agent.asking.generating.bench import Bench
from pog_agent.asking.generating.generate import MOST_CANDIDATES, candidates_of
from pog_agent.asking.generating.shapes import CandidateQuery
from pog_agent.asking.generating.write import CandidateWriter
from pog_agent.asking.graph import AskedGraph
from pog_agent.kg.base import IndexedGraph, KnowledgeGraph
from pog_agent.kg.meter import Meter
from pog_agent.language.cues import cue_book
from pog_agent.linking import EntityLinker
from pog_agent.models.query import Query, QueryResult
from pog_agent.query.evaluate import evaluate
from pog_agent.query.local.index import QueryIndex
from pog_agent.ranking.encoder import CachedEncoder
from pog_agent.run.schema import SchemaSource

BOATS = """
@prefix : <http://boats.example/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:kite a :Boat ; rdfs:label "Kite" ; :ownedBy :ann ; :mooredAt :hull ; :lengthInMetres 9 ; :skipper :bo .
:gull a :Boat ; rdfs:label "Gull" ; :ownedBy :ann ; :mooredAt :dover ; :lengthInMetres 14 .
:tern a :Boat ; rdfs:label "Tern" ; :ownedBy :bo ; :mooredAt :hull ; :lengthInMetres 11 ;
    :builtOn "1998-05-02"^^xsd:date .
:swan a :Boat ; rdfs:label "Swan" ; :mooredAt :dover ; :lengthInMetres 6 .
:hull a :Harbour ; rdfs:label "Hull" ; :county "Yorkshire" .
:dover a :Harbour ; rdfs:label "Dover" ; :county "Kent" .
:ann a :Person ; rdfs:label "Ann Lee" . :bo a :Person ; rdfs:label "Bo Ray" . :cy a :Person ; rdfs:label "Cy Fox" .
:r1 a :Result ; :winner :gull ; :race :cup ; :year 2020 . :r2 a :Result ; :winner :kite ; :race :cup ; :year 2021 .
:cup a :Race ; rdfs:label "Harbour Cup" .
"""


@dataclass(frozen=True)
class Boats:
    """The graph as it is asked, in one store."""

    kg: KnowledgeGraph
    asked: AskedGraph
    index: QueryIndex | None

    def bench(self, question: str) -> Bench:
        """What candidates of a question are made of."""
        return asyncio.run(self.asked.bench(question, self.kg))

    def candidates(self, question: str, most: int = MOST_CANDIDATES) -> tuple[Bench, list[CandidateQuery]]:
        """The candidates of a question."""

        async def found() -> tuple[Bench, list[CandidateQuery]]:
            bench = await self.asked.bench(question, self.kg)
            return bench, await candidates_of(bench, most)

        return asyncio.run(found())

    def answers(self, question: str) -> Iterator[frozenset[str]]:
        """What each candidate of a question answers, one after the other: local names, values, yes or no."""
        bench, candidates = self.candidates(question)
        writer = CandidateWriter(bench.question, bench.links, bench.schema)
        return (plain(asyncio.run(self.result(query))) for query in _written(writer, candidates))

    async def result(self, query: Query) -> QueryResult:
        """The result of a query."""
        return await evaluate(query, self.kg, index=self.index)


def _written(writer: CandidateWriter, candidates: Sequence[CandidateQuery]) -> Iterator[Query]:
    for candidate in candidates:
        try:
            yield writer.query(candidate)
        except ValueError:
            continue


def plain(result: QueryResult) -> frozenset[str]:
    """The answers of a result as they are compared in tests."""
    if result.truth is not None:
        return frozenset(("yes" if result.truth else "no",))
    terms = (row[0] or "" for row in result.rows)
    return frozenset(term.split('"')[1] if term.startswith('"') else term.split("/")[-1] for term in terms)


def opened(kg: KnowledgeGraph, encoder: CachedEncoder) -> Boats:
    """The graph of a store as questions are asked of it."""
    index = QueryIndex(kg) if isinstance(kg, IndexedGraph) else None
    cues = cue_book("en")
    assert cues is not None

    async def asked() -> AskedGraph:
        schema = await SchemaSource(kg, index, encoder, ("en",)).open(Meter(10**6, 10**4, 60.0))
        assert schema is not None
        asking = question_encoder(encoder.published_model())
        return await AskedGraph.opened(kg, schema, EntityLinker(kg, encoder), encoder, cues, meaning=asking)

    return Boats(kg, asyncio.run(asked()), index)
