"""One graph as questions are asked of it: its schema, its names in words, and their vectors; made once."""

import asyncio
from dataclasses import dataclass

from pog_agent.asking.encoder import QuestionEncoder
from pog_agent.asking.generating.bench import Bench
from pog_agent.asking.likeness import SchemaLikeness, SchemaVectors
from pog_agent.asking.links import QuestionLink, QuestionLinker
from pog_agent.asking.names import NameParts
from pog_agent.asking.question import CuedQuestion
from pog_agent.asking.schema import AskedSchema
from pog_agent.asking.sight import Sight
from pog_agent.asking.tokens import name_stems
from pog_agent.kg.base import KnowledgeGraph
from pog_agent.language.cues import CueBook
from pog_agent.linking import EntityLinker
from pog_agent.linking.codes import CodedNames
from pog_agent.ranking.encoder import Encoder
from pog_agent.reading.schema.vocabulary import GraphSchema
from pog_agent.terms import literal_value

MOST_TEXT_WORDS = 4


@dataclass(frozen=True)
class AskedGraph:
    """What all questions over one graph share."""

    schema: AskedSchema
    vectors: SchemaVectors
    linker: QuestionLinker
    cues: CueBook

    @classmethod
    async def opened(
        cls,
        kg: KnowledgeGraph,
        schema: GraphSchema,
        linker: EntityLinker,
        encoder: Encoder,
        cues: CueBook,
        *,
        meaning: QuestionEncoder,
    ) -> "AskedGraph":
        """The graph of a store.

        Raises `GraphUnavailableError`.
        """
        besides = frozenset(item.iri for item in (*schema.summary.classes, *schema.summary.relations))
        things = await NameParts.of(kg, besides)
        texts = NameParts(
            {
                term: [stems]
                for terms in schema.texts.values()
                for term in terms
                if 0 < len(stems := name_stems(literal_value(term))) <= MOST_TEXT_WORDS
            },
            is_complete=True,
        )
        asked = AskedSchema(schema.lexicon, schema.preset, linker.languages)
        vectors = await asyncio.to_thread(SchemaVectors, asked, encoder, meaning)
        return cls(asked, vectors, QuestionLinker(linker, CodedNames(kg), schema, things, texts), cues)

    async def bench(self, text: str, kg: KnowledgeGraph) -> Bench:
        """What candidates of a question are made of."""
        question = CuedQuestion(text, self.cues)
        links: tuple[QuestionLink, ...] = await self.linker.links(question, self.vectors.all_stems)
        likeness = await asyncio.to_thread(SchemaLikeness, question, links, self.vectors)
        return Bench(question, links, self.schema, likeness, Sight(kg, self.schema))
