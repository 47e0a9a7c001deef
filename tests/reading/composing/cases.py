"""Questions about two small graphs, bakeries and rowing clubs, and what is composed for them."""

import asyncio
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pog_agent.answering.computed.query_parts import answer_columns
from pog_agent.kg.local.compiled import CompiledGraph
from pog_agent.kg.meter import Meter
from pog_agent.kg.open import open_kg
from pog_agent.models import QueryDraft, TopicEntity
from pog_agent.models.query import Query
from pog_agent.query.evaluate import evaluate
from pog_agent.query.local.index import QueryIndex
from pog_agent.ranking.encoder import LexicalEncoder
from pog_agent.reading.composing.composer import composed_query
from pog_agent.reading.composing.scan import Scan
from pog_agent.reading.composing.scanner import scanned
from pog_agent.reading.schema.lexicon import SchemaLexicon
from pog_agent.reading.schema.vocabulary import GraphSchema, QueryVocabulary
from pog_agent.run.schema import SchemaSource
from pog_agent.terms import is_literal, literal_value

FOLDER = Path(__file__).parents[2] / "cases" / "graphs"
EX = "http://example.org/"


@dataclass(frozen=True, eq=False)
class QuestionedGraph:
    """A graph with its schema, whose names are compared by their letters."""

    kg: CompiledGraph
    index: QueryIndex
    schema: GraphSchema

    def topics(self, *names: str) -> tuple[TopicEntity, ...]:
        """The things of these labels, each with its namesakes."""
        found = []
        for name in names:
            first, *others = (item.iri for item in asyncio.run(self.kg.find([name]))[name])
            found.append(TopicEntity(iri=first, label=name, mention=name, namesakes=tuple(others)))
        return tuple(found)

    def vocabulary(self, question: str, *names: str) -> QueryVocabulary:
        """What a question names, with the classes of the things of these labels."""
        topics = self.topics(*names)
        iris = [iri for topic in topics for iri in (topic.iri, *topic.namesakes)]
        return self.schema.vocabulary(question, topics, asyncio.run(self.kg.types(iris)))

    def lexicon(self) -> SchemaLexicon:
        """The relations of the graph in words."""
        return self.vocabulary("").lexicon

    def scan(self, question: str, *names: str) -> Scan:
        """What is found in a question that names the things of these labels."""
        return scanned(question, self.topics(*names), self.vocabulary(question, *names))

    def draft(self, question: str, *names: str) -> QueryDraft:
        """What is composed for a question that names the things of these labels."""
        return composed_query(question, self.topics(*names), self.vocabulary(question, *names))

    def rows(self, query: Query) -> list[str]:
        """The answers of a query in labels and values, sorted; several columns are joined by " | "."""
        result = asyncio.run(evaluate(query, self.kg, index=self.index))
        assert result.is_reliable
        if result.truth is not None:
            return ["yes" if result.truth else "no"]
        places = [result.columns.index(column.name) for column in answer_columns(query)]
        terms = {term for row in result.rows for term in row if term is not None}
        labels = asyncio.run(self.kg.labels([term for term in terms if not is_literal(term)]))
        words = {term: literal_value(term) if is_literal(term) else labels.get(term, term) for term in terms}
        return sorted({" | ".join(words.get(row[place] or "", "") for place in places) for row in result.rows})

    def answer(self, question: str, *names: str) -> str:
        """The answers of the query that is composed, which must have no flaw and read every word."""
        draft = self.draft(question, *names)
        assert draft.query is not None, draft.reason
        assert (draft.flaws, draft.reading.unread) == ((), ()), (draft.flaws, draft.reading.unread)
        return ", ".join(self.rows(draft.query))

    def refusal(self, question: str, *names: str) -> str:
        """Why nothing is composed."""
        draft = self.draft(question, *names)
        assert draft.query is None
        return draft.reason


@cache
def questioned(name: str) -> QuestionedGraph:
    """The graph of a file in the folder of graphs."""
    kg = open_kg(str(FOLDER / f"{name}.ttl"))
    assert isinstance(kg, CompiledGraph)
    index, encoder = QueryIndex(kg), LexicalEncoder()
    schema = asyncio.run(SchemaSource(kg, index, encoder, ("en",)).open(Meter(1_000_000, 1_000, 60.0)))
    assert schema is not None
    return QuestionedGraph(kg, index, schema)
