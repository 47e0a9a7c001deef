"""What a query for one question may be made of."""

from pog_agent.kg.preset import generic
from pog_agent.models import TopicEntity
from pog_agent.ranking.encoder import LexicalEncoder
from pog_agent.reading.schema.text_values import TextValues
from pog_agent.reading.schema.vocabulary import GraphSchema
from pog_agent.terms import RDFS_LABEL, Triple, literal
from tests.reading.schema.graphs import EX, rivers, summary_of

TEXTS = TextValues({EX + "colour": [literal("brown")]})


def schema_of(triples: list[Triple]) -> GraphSchema:
    return GraphSchema(summary_of(triples), generic(), LexicalEncoder(), ["en"], TEXTS)


SCHEMA = schema_of(rivers())


def test_a_question_names_classes_and_texts() -> None:
    vocabulary = SCHEMA.vocabulary("Which rivers are brown?", (), {})
    assert [(item.text, item.iri) for item in vocabulary.classes] == [("rivers", EX + "River")]
    assert [(item.text, item.relation) for item in vocabulary.texts] == [("brown", EX + "colour")]
    assert vocabulary.languages == ("en",)


def test_the_classes_of_topics_include_those_above() -> None:
    topic = TopicEntity(iri=EX + "r1", label="River number 1")
    vocabulary = SCHEMA.vocabulary("Where is River number 1?", [topic], {EX + "r1": [EX + "MajorRiver"]})
    assert vocabulary.classes_of == {EX + "r1": (EX + "MajorRiver", EX + "River")}


def test_a_class_that_the_summary_does_not_have_stays_as_it_is() -> None:
    vocabulary = SCHEMA.vocabulary("Where is it?", (), {EX + "r1": [EX + "Brook"]})
    assert vocabulary.classes_of == {EX + "r1": (EX + "Brook",)}


def test_questions_share_one_lexicon() -> None:
    one, other = (SCHEMA.vocabulary(text, (), {}) for text in ("Which rivers?", "Which states?"))
    assert one.lexicon is other.lexicon is not None


def test_a_graph_without_classes_has_none() -> None:
    assert SCHEMA.has_classes
    assert not schema_of([(EX + "a", RDFS_LABEL, literal("a")), (EX + "a", EX + "next", EX + "b")]).has_classes
