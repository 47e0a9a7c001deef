"""What a query for one question may be made of."""

from pog_agent.kg.preset import generic
from pog_agent.models import TopicEntity
from pog_agent.ranking.encoder import LexicalEncoder
from pog_agent.reading.schema.text_values import TextValues
from pog_agent.reading.schema.vocabulary import GraphSchema
from pog_agent.terms import Triple, literal
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
    assert one.lexicon is other.lexicon


def test_what_of_the_graph_is_not_known_is_told_with_every_question() -> None:
    summary = summary_of(rivers()).model_copy(update={"warnings": ("not counted",)})
    schema = GraphSchema(summary, generic(), LexicalEncoder(), ["en"], TextValues({}, ["not looked for"]))
    assert schema.vocabulary("Where is it?", (), {}).notices == ("not counted", "not looked for")
    assert SCHEMA.vocabulary("Where is it?", (), {}).notices == ()
