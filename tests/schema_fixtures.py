"""Graphs with their schemas, LLM steps that compose queries over them, and results of queries in words."""

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from pog_agent.kg.local.compiled import CompiledGraph
from pog_agent.kg.meter import Meter
from pog_agent.kg.open import open_kg
from pog_agent.models import TopicEntity
from pog_agent.models.query import Query
from pog_agent.query.evaluate import evaluate
from pog_agent.query.local.index import QueryIndex
from pog_agent.ranking.encoder import Encoder, open_encoder
from pog_agent.reading.schema.vocabulary import GraphSchema
from pog_agent.reasoner.composed.conversion import query_of_reply
from pog_agent.reasoner.composed.reply import QueryReply
from pog_agent.reasoner.composed.shown_schema import ShownSchema, shown_schema
from pog_agent.reasoner.shown import QuestionContext
from pog_agent.reasoner.steps.compose_query import ComposeQuery
from pog_agent.run.schema import SchemaSource
from pog_agent.terms import is_literal, literal_value

EVERYDAY = Path(__file__).parent / "everyday"


@dataclass(frozen=True, eq=False)
class SchemaGraph:
    """A graph, the index of its queries, its schema and the encoder that reads questions."""

    kg: CompiledGraph
    index: QueryIndex
    schema: GraphSchema
    encoder: Encoder

    def topics(self, *names: str) -> tuple[TopicEntity, ...]:
        """The things of these labels; ``mention=label`` where the question calls one otherwise."""
        found = []
        for name in names:
            mention, _, label = name.partition("=")
            entity = asyncio.run(self.kg.find([label or mention]))[label or mention][0]
            found.append(TopicEntity(iri=entity.iri, label=entity.label, mention=mention))
        return tuple(found)

    def step(self, question: str, *names: str) -> ComposeQuery:
        """The LLM step for a question that names some things."""
        topics = self.topics(*names)
        types = asyncio.run(self.kg.types([topic.iri for topic in topics]))
        vocabulary = self.schema.vocabulary(question, topics, types)
        return ComposeQuery(QuestionContext(question=question, topics=topics), vocabulary)

    def shown(self, question: str, *names: str) -> ShownSchema:
        """What the model is shown for a question."""
        step = self.step(question, *names)
        return shown_schema(step.context, step.vocabulary)

    def query(self, question: str, names: Sequence[str], **reply: Any) -> Query:
        """The query of a reply that names parts by their labels: ``link:painted by`` stands for its number."""
        shown = self.shown(question, *names)
        given = json.loads(_numbered(json.dumps({"form": "rows", **reply}), shown.values()))
        return query_of_reply(QueryReply.model_validate(given), shown)

    def rows(self, query: Query) -> list[tuple[str, ...]]:
        """The result of a query in labels and values, sorted."""
        result = asyncio.run(evaluate(query, self.kg, index=self.index))
        if result.truth is not None:
            return [(str(result.truth).lower(),)]
        terms = {term for row in result.rows for term in row if term is not None}
        labels = asyncio.run(self.kg.labels([term for term in terms if not is_literal(term)]))
        words = {term: literal_value(term) if is_literal(term) else labels.get(term, term) for term in terms}
        return sorted(tuple(words[term] if term else "" for term in row) for row in result.rows)


@cache
def everyday(name: str, encoder: str = "auto") -> SchemaGraph:
    """A graph of the everyday questions."""
    kg = open_kg(str(EVERYDAY / name / "kg.ttl"))
    assert isinstance(kg, CompiledGraph)
    index, opened = QueryIndex(kg), open_encoder(encoder, lambda text: None)
    schema = asyncio.run(SchemaSource(kg, index, opened, ("en",)).open(Meter(1_000_000, 1_000, 60.0)))
    assert schema is not None
    return SchemaGraph(kg, index, schema, opened)


def numbers(values: dict[str, str]) -> dict[str, str]:
    """The codes of shown parts by kind and label, such as ``link:painted by``."""
    found: dict[str, str] = {}
    for line in filter(None, "\n".join(values.values()).splitlines()):
        code, _, rest = line.partition(" ")
        kind = code.rstrip("0123456789")
        if kind == "link":
            label = rest.split("} - ")[1].split(" -> {")[0]
        elif kind == "attribute":
            label = rest.split(" of {")[0]
        else:
            label = rest[1:].split("}" if rest[0] == "{" else '"')[0]
        found.setdefault(f"{kind}:{label}", code)
    return found


def _numbered(text: str, values: dict[str, str]) -> str:
    for name, code in sorted(numbers(values).items(), key=lambda item: -len(item[0])):
        text = text.replace(name, code)
    return text
