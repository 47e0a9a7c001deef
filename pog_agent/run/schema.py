"""The schema summary of the graph of a run, opened when a question first needs it."""

import asyncio
from typing import Final

from pog_agent.kg.base import IndexedGraph, KnowledgeGraph, QueriedGraph, SummarizedGraph
from pog_agent.kg.meter import Meter
from pog_agent.kg.preset import Preset, generic
from pog_agent.kg.schema.asking import schema_of
from pog_agent.kg.schema.summary import STRING, TAGGED, SchemaSummary
from pog_agent.models.query import Column, Edge, GraphPattern, Query, VariableValue
from pog_agent.query.evaluate import evaluate
from pog_agent.query.limits import QueryLimits
from pog_agent.query.local.index import QueryIndex
from pog_agent.ranking.encoder import Encoder
from pog_agent.reading.schema.text_values import TextValues
from pog_agent.reading.schema.vocabulary import GraphSchema
from pog_agent.terms import Term

MOST_TEXTS: Final = 5_000
"""The texts of an attribute with more distinct values are not looked for in questions."""


class SchemaSource:
    """Opens the schema of one graph once, for all runs that share it."""

    def __init__(
        self,
        kg: KnowledgeGraph,
        index: QueryIndex | None,
        encoder: Encoder,
        languages: tuple[str, ...],
    ) -> None:
        self._kg = kg
        self._index = index
        self._encoder = encoder
        self._languages = languages
        self._opened: GraphSchema | None = None

    @property
    def is_possible(self) -> bool:
        """Whether the graph makes a summary and evaluates queries."""
        return isinstance(self._kg, SummarizedGraph) and isinstance(self._kg, (IndexedGraph, QueriedGraph))

    @property
    def opened_summary(self) -> SchemaSummary | None:
        """The summary, if a question needed it before."""
        return self._opened.summary if self._opened is not None else None

    @property
    def is_local(self) -> bool:
        """Whether the summary is made here, without asking an endpoint."""
        return isinstance(self._kg, IndexedGraph)

    async def open(self, meter: Meter) -> GraphSchema:
        """The schema; `meter` bounds what an endpoint is asked. Raises `GraphUnavailableError`."""
        if self._opened is None:
            summary = await schema_of(self._kg, meter)
            texts = TextValues(await self._texts(summary) if self.is_local else {})
            preset: Preset = getattr(self._kg, "preset", None) or generic()
            self._opened = await asyncio.to_thread(
                GraphSchema, summary, preset, self._encoder, self._languages, texts
            )
        return self._opened

    async def _texts(self, summary: SchemaSummary) -> dict[Term, list[Term]]:
        """The distinct texts of each attribute that has not too many."""
        found = {}
        relations = {item.relation for item in summary.attributes if item.datatype in (STRING, TAGGED)}
        for relation in sorted(relations):
            query = Query(
                pattern=GraphPattern(elements=(Edge(source="x", relation=relation, target="text"),)),
                columns=(Column(name="text", expression=VariableValue(variable="text")),),
            )
            result = await evaluate(query, self._kg, index=self._index, limits=QueryLimits(rows=MOST_TEXTS))
            if not result.truncated:
                found[relation] = [row[0] for row in result.rows if row[0] is not None]
        return found
