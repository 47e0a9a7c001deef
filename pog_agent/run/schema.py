"""The schema summary of the graph of a run, opened when a question first needs it."""

import asyncio
from collections.abc import Iterable, Sequence
from concurrent.futures import Future
from functools import cached_property
from threading import Lock
from typing import Final

from pog_agent.asking.encoder import question_encoder
from pog_agent.asking.graph import AskedGraph
from pog_agent.kg.base import IndexedGraph, KnowledgeGraph, QueriedGraph, SummarizedGraph
from pog_agent.kg.meter import Meter
from pog_agent.kg.names import is_in
from pog_agent.kg.phrasebook import NO_PHRASES, Phrasebook
from pog_agent.kg.schema.asking import schema_of, summarized
from pog_agent.kg.schema.summary import STRING, TAGGED, SchemaSummary
from pog_agent.language.cues import cue_book
from pog_agent.linking import EntityLinker
from pog_agent.models.query import Column, Edge, GraphPattern, Query, VariableValue
from pog_agent.query.evaluate import evaluate
from pog_agent.query.limits import QueryLimits
from pog_agent.query.local.index import QueryIndex
from pog_agent.ranking.encoder import CachedEncoder, Encoder
from pog_agent.reading.schema.text_values import TextValues
from pog_agent.reading.schema.vocabulary import GraphSchema
from pog_agent.terms import LiteralTerm, Term, is_literal

MOST_TEXTS: Final = 5_000
"""The texts of an attribute with more distinct values are not looked for in questions."""
MOST_LISTED: Final = 3
"""So many of these attributes are named."""


class SchemaSource:
    """Opens the schema of one graph once, for all runs that share it, on whatever event loops."""

    def __init__(
        self,
        kg: KnowledgeGraph,
        index: QueryIndex | None,
        encoder: Encoder,
        languages: tuple[str, ...],
        phrases: Phrasebook = NO_PHRASES,
    ) -> None:
        """`phrases` are names of classes and relations beside those in the graph."""
        self._kg = kg
        self._phrases = phrases
        self._index = index
        self._encoder = encoder
        self._languages = languages
        self._lock = Lock()
        self._opened: list[GraphSchema | None] = []
        self._opening: Future[None] | None = None
        self._asked: AskedGraph | None = None

    @cached_property
    def is_possible(self) -> bool:
        """Whether the graph makes a summary and evaluates queries."""
        return isinstance(self._kg, SummarizedGraph) and isinstance(self._kg, (IndexedGraph, QueriedGraph))

    @property
    def opened_summary(self) -> SchemaSummary | None:
        """The summary, if a question needed it before."""
        schema = self._opened[0] if self._opened else None
        return schema.summary if schema is not None else None

    @cached_property
    def is_local(self) -> bool:
        """Whether the summary is made here, without asking an endpoint."""
        return isinstance(self._kg, IndexedGraph)

    def aliases(self, relations: Iterable[Term]) -> dict[Term, tuple[str, ...]]:
        """Other names of relations in the languages, as far as they are known without opening the schema."""
        summary = self.opened_summary
        found = {}
        for relation in relations:
            named = summary.names_of(relation).aliases if summary is not None else self._phrases.get(relation, ())
            texts = (name.text.lower() for name in named if is_in(name.language, self._languages))
            found[relation] = tuple(dict.fromkeys(texts))
        return found

    async def open(self, meter: Meter) -> GraphSchema | None:
        """The schema, None for a graph without relations; `meter` bounds what an endpoint is asked.

        Who asks while it is made waits for it, and makes it if that failed. Raises `GraphUnavailableError`.
        """
        while not self._opened:
            with self._lock:
                others = self._opening
                mine = self._opening = others or Future()
            if others is not None:
                await asyncio.shield(asyncio.wrap_future(others))
                continue
            try:
                self._opened = self._opened or [await self._made(meter)]
            finally:
                self._opening = None
                mine.set_result(None)
        return self._opened[0]

    @cached_property
    def can_be_asked(self) -> bool:
        """Whether the language has cues, and MiniLM is there, by whose vectors readings are ranked."""
        is_ranked = isinstance(self._encoder, CachedEncoder) and self._encoder.is_published
        return is_ranked and cue_book(self._languages[0]) is not None

    async def asked(self, schema: GraphSchema, linker: EntityLinker) -> AskedGraph:
        """The graph, which `can_be_asked`, as questions are asked of it. Raises `GraphUnavailableError`.

        Runs that ask for it at once may both open it: that takes little. Its names are embedded once.
        """
        if self._asked is None:
            cues = cue_book(self._languages[0])
            assert cues is not None
            assert isinstance(self._encoder, CachedEncoder)
            model = await asyncio.to_thread(self._encoder.published_model)
            meaning = question_encoder(model)
            self._asked = await AskedGraph.opened(self._kg, schema, linker, self._encoder, cues, meaning=meaning)
        await asyncio.to_thread(self._asked.vectors.embed)
        return self._asked

    async def _made(self, meter: Meter) -> GraphSchema | None:
        summary = (await schema_of(self._kg, meter)).with_aliases(self._phrases)
        if not summary.has_classes and not summary.relations:
            return None
        texts = await self._texts(summary) if self.is_local else TextValues({})
        preset = summarized(self._kg).preset
        return await asyncio.to_thread(GraphSchema, summary, preset, self._encoder, self._languages, texts)

    async def _texts(self, summary: SchemaSummary) -> TextValues:
        """The distinct texts of each attribute that has not too many."""
        found: dict[Term, list[LiteralTerm]] = {}
        left_out = []
        relations = {item.relation for item in summary.attributes if item.datatype in (STRING, TAGGED)}
        for relation in sorted(relations):
            query = Query(
                pattern=GraphPattern(elements=(Edge(source="x", relation=relation, target="text"),)),
                columns=(Column(name="text", expression=VariableValue(variable="text")),),
            )
            result = await evaluate(query, self._kg, index=self._index, limits=QueryLimits(rows=MOST_TEXTS))
            if result.truncated:
                left_out.append(summary.names_of(relation).shown(self._languages))
            else:
                found[relation] = [row[0] for row in result.rows if row[0] is not None and is_literal(row[0])]
        return TextValues(found, [_left_out(left_out)] if left_out else [])


def _left_out(names: Sequence[str]) -> str:
    """Which attributes have texts that are not looked for, as a sentence."""
    listed = ", ".join(map(repr, names[:MOST_LISTED]))
    more = f" and {len(names) - MOST_LISTED} more" if len(names) > MOST_LISTED else ""
    return f"texts of {listed}{more} were not looked for in the question: there are more than {MOST_TEXTS:,}"
