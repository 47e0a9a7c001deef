"""What a query for one question may be made of: the schema summary, and what the question names of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pog_agent.kg.preset import Preset
from pog_agent.kg.schema.summary import SchemaSummary
from pog_agent.models import TopicEntity
from pog_agent.models.class_topics import ClassMention, TextMention
from pog_agent.ranking.encoder import Encoder
from pog_agent.reading.schema.classes import ClassLinker
from pog_agent.reading.schema.lexicon import SchemaLexicon
from pog_agent.reading.schema.text_values import TextValues
from pog_agent.terms import LiteralTerm, Term


@dataclass(frozen=True)
class QueryVocabulary:
    """The summary of a graph, and the classes and texts that a question names.

    `lexicon` is that of the summary, which questions share. `classes_of` are the classes of the topics and their
    namesakes, superclasses included. `notices` say what of the graph is not known here.
    """

    summary: SchemaSummary
    preset: Preset
    lexicon: SchemaLexicon
    languages: tuple[str, ...] = ("en",)
    classes: tuple[ClassMention, ...] = ()
    texts: tuple[TextMention, ...] = ()
    classes_of: Mapping[Term, tuple[Term, ...]] = field(default_factory=dict)
    notices: tuple[str, ...] = ()


class GraphSchema:
    """The summary of a graph with what finds its names in questions; made once for a graph."""

    def __init__(
        self,
        summary: SchemaSummary,
        preset: Preset,
        encoder: Encoder,
        languages: Sequence[str],
        texts: TextValues,
    ) -> None:
        self.summary = summary
        self.preset = preset
        self._languages = tuple(languages)
        self._linker = ClassLinker(summary, encoder, languages)
        self._texts = texts
        self._notices = (*summary.warnings, *texts.notices)
        self.lexicon = SchemaLexicon(summary, encoder, languages, texts.by_relation)

    @property
    def texts(self) -> Mapping[Term, Sequence[LiteralTerm]]:
        """The distinct texts of each attribute that has not too many."""
        return self._texts.by_relation

    def small_texts(self, question: str) -> frozenset[tuple[str, Term]]:
        """The words "for" and "against" of a question that are texts of the graph, each with its attribute."""
        return self._texts.small(question)

    def texts_in(self, question: str) -> tuple[TextMention, ...]:
        """The texts of attributes that stand in a question."""
        return self._texts.find(question)

    def texts_of_deeds(self, question: str) -> frozenset[tuple[str, Term]]:
        """The verbs of a question for whose doer the graph has a text ("won", "winner"), with its attribute."""
        return self._texts.of_deeds(question)

    def vocabulary(
        self, question: str, topics: Sequence[TopicEntity], types: Mapping[Term, Sequence[Term]]
    ) -> QueryVocabulary:
        """What a question names. `types` are the classes of the topics."""
        classes_of = {
            iri: tuple(sorted({wide for item in items for wide in self.summary.above.get(item, (item,))}))
            for iri, items in types.items()
        }
        return QueryVocabulary(
            self.summary,
            self.preset,
            self.lexicon,
            self._languages,
            self._linker.link(question, topics),
            self._texts.find(question),
            classes_of,
            self._notices,
        )
