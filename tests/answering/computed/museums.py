"""A small graph of museums, and runs whose query was composed by hand."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from pog_agent.answering.computed.answer import computed_answer
from pog_agent.config import PogConfig
from pog_agent.kg.base import IndexedGraph, KnowledgeGraph
from pog_agent.kg.local.compile import compile_files
from pog_agent.linking import EntityLinker
from pog_agent.models import Answer, QueryDraft, TopicEntity
from pog_agent.models.query import Query
from pog_agent.query.local.index import QueryIndex
from pog_agent.ranking.encoder import LexicalEncoder
from pog_agent.reasoner.offline.reasoner import OfflineReasoner
from pog_agent.run.context import RunContext
from pog_agent.run.workspace import Workspace
from tests.finding_ids import ids
from tests.query.written import EX, edge, instance, number, one_of, pattern

TURTLE = """
@prefix : <http://example.org/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Museum rdfs:label "museum" . :Gallery rdfs:label "gallery" ; rdfs:subClassOf :Museum .
:louvre a :Museum ; rdfs:label "Louvre" ; :country :france ; :visitors 900 ; :director :ann .
:orsay a :Museum ; rdfs:label "Orsay" ; :country :france ; :visitors 300 ; :director :ann .
:tate a :Gallery ; rdfs:label "Tate" ; :country :uk ; :visitors 900 ; :director :bob .
:moma a :Museum ; rdfs:label "MoMA" ; :country :usa ; :seats "many" .
:prado a :Museum ; rdfs:label "Prado" ; :country :spain ; :seats 20 ; :motto "Art"@en, "Arte"@es .
:france rdfs:label "France" ; :area 640 ; :capital :paris . :uk rdfs:label "UK" ; :area 240 ; :capital :london .
:usa rdfs:label "USA" ; :area 9800 ; :capital :dc . :spain rdfs:label "Spain" ; :area 500 ; :ships 0 .
:ann rdfs:label "Ann" . :bob rdfs:label "Bob" ; :pet [] .
:paris rdfs:label "Paris" . :london rdfs:label "London" . :dc rdfs:label "Washington" .
:atlantis rdfs:label "Atlantis" .
"""
MUSEUM = instance("museum", "Museum")
COUNTRY = edge("museum", "country", "country")
AREA = edge("country", "area", "area")
OF_FRANCE = pattern(MUSEUM, COUNTRY, one_of("country", "france"))
VISITED = (MUSEUM, edge("museum", "visitors", "visitors"))
VISITORS = number("visitors")
SEATS = edge("museum", "seats", "seats")


def compiled(folder: Path, turtle: str = TURTLE) -> KnowledgeGraph:
    file = folder / "museums.ttl"
    file.write_text(turtle, encoding="utf-8")
    return compile_files([file], "museums")


def run_of(kg: KnowledgeGraph, **settings: Any) -> RunContext:
    config, encoder = PogConfig.create({}, **settings), LexicalEncoder()
    index = QueryIndex(kg) if isinstance(kg, IndexedGraph) else None
    linker, reasoner = EntityLinker(kg, encoder), OfflineReasoner(encoder)
    return RunContext(config, kg, encoder, linker, reasoner, Workspace(kg, config), query_index=index)


def topic(name: str, **fields: Any) -> TopicEntity:
    return TopicEntity(**{"iri": EX + name, "label": name, "mention": name, **fields})


def answered(run: RunContext, query: Query | None, *topics: TopicEntity, **draft: Any) -> Answer:
    """The answer of a run of its own, over the graph of another one, whose composed query is this one."""
    run = replace(run, workspace=Workspace(run.kg, run.config))
    found = QueryDraft(query=query, **{"reason": "As composed.", **draft})
    state: Any = {"question": "Which one?", "query_draft": found, "topics": list(topics)}
    answer = asyncio.run(computed_answer(state, run))
    assert answer is not None
    return answer


def texts(answer: Answer) -> list[str]:
    """The statements and paths of the evidence."""
    return [item.text for item in answer.cited]


def triples(answer: Answer) -> set[tuple[str, ...]]:
    """The cited triples in short."""
    return {
        tuple(term.removeprefix(EX).rpartition("#")[2] or term for term in triple)
        for triple in answer.cited_triples
    }


def flaws(answer: Answer) -> list[str]:
    """By which checks an answer is not supported."""
    return ids(answer.findings)


@contextmanager
def remembered(run: RunContext) -> Iterator[list[tuple[str, ...]]]:
    """The triples that the graph is asked for."""
    asked: list[tuple[str, ...]] = []
    contains = run.kg.contains

    async def remember(wanted: Any) -> list[bool]:
        asked.extend(wanted)
        return await contains(wanted)

    run.kg.contains = remember  # type: ignore[method-assign]
    try:
        yield asked
    finally:
        del run.kg.contains
