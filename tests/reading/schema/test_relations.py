"""Links and attributes of a class that questions name."""

import pytest

from pog_agent.models import TopicEntity
from pog_agent.models.class_topics import ClassMention, RelationMention
from pog_agent.ranking.encoder import CachedEncoder, LexicalEncoder
from pog_agent.reading.schema.classes import ClassLinker
from pog_agent.reading.schema.relations import BY_ADJECTIVE, BY_VAGUE_ADJECTIVE, RelationLinker
from pog_agent.terms import RDF_TYPE, XSD, literal
from tests.reading.schema.graphs import EX, UCUM, named, rivers, summary_of

Found = list[tuple[str, str, str]]


def found(mentions: tuple[RelationMention, ...]) -> Found:
    return [(item.text, item.relation.removeprefix(EX), item.how) for item in mentions]


@pytest.mark.parametrize(
    ("kind", "question", "expected"),
    [
        ("River", "Which rivers run through Ohio?", [("run through", "runsThrough", "label")]),
        ("River", "Which rivers are longer than 700 km?", [("longer", "length", "adjective")]),
        ("River", "How long is it?", [("How long", "length", "adjective")]),
        ("River", "What is the longest river?", [("longest", "length", "adjective")]),
        ("River", "What long river is it?", []),
        ("State", "Which state is the largest?", [("largest", "population", "adjective")]),
        (
            "State",
            "Which state has the greatest population density?",
            [("population density", "populationDensity", "label")],
        ),
        ("Term", "Which governor held it?", [("held", "heldBy", "label"), ("held", "heldIn", "label")]),
    ],
)
def test_relations_are_found_by_name_and_attributes_by_what_adjectives_measure(
    kind: str, question: str, expected: Found, spelling: LexicalEncoder
) -> None:
    assert found(RelationLinker(summary_of(rivers()), spelling).link(question, EX + kind)) == expected


def test_a_mention_has_direction_targets_and_units(spelling: LexicalEncoder) -> None:
    linker = RelationLinker(summary_of(rivers()), spelling)
    (through,) = linker.link("Which states do rivers run through?", EX + "State")
    assert (through.kind, through.forward, through.score) == ("link", False, 1.0)
    assert through.targets == (EX + "MajorRiver", EX + "River")
    (length,) = linker.link("How long is it?", EX + "River")
    assert (length.kind, length.targets, length.units, length.score) == (
        "attribute",
        (UCUM,),
        ("meter",),
        BY_ADJECTIVE,
    )
    assert RelationMention.model_validate_json(length.model_dump_json()) == length


def test_a_relation_within_one_class_is_found_in_both_directions(spelling: LexicalEncoder) -> None:
    mentions = RelationLinker(summary_of(rivers()), spelling).link("What borders it?", EX + "State")
    assert [(item.relation, item.forward) for item in mentions] == [
        (EX + "borders", True),
        (EX + "borders", False),
    ]


def test_an_adjective_that_may_measure_several_attributes_is_less_sure(spelling: LexicalEncoder) -> None:
    graph = [*rivers(), *named("area", "area"), (EX + "s0", EX + "area", literal("5", XSD + "integer"))]
    mentions = RelationLinker(summary_of(graph), spelling).link("Which is the largest?", EX + "State")
    assert {(item.label, item.score) for item in mentions} == {
        ("area", BY_VAGUE_ADJECTIVE),
        ("population", BY_VAGUE_ADJECTIVE),
    }


def test_a_stated_quantity_rules_out_attributes_of_another_dimension(spelling: LexicalEncoder) -> None:
    graph = [
        *named("Film", "film"),
        *named("duration", "duration"),
        *named("reel", "length"),
        (EX + "f", RDF_TYPE, EX + "Film"),
        (EX + "f", EX + "duration", literal("90 min", UCUM)),
        (EX + "f", EX + "reel", literal("300 m", UCUM)),
    ]
    linker = RelationLinker(summary_of(graph), spelling)
    assert found(linker.link("Which are longer than 400 m?", EX + "Film")) == [("longer", "reel", "adjective")]
    assert found(linker.link("Which are longer than 2 hours?", EX + "Film")) == [
        ("longer", "duration", "adjective")
    ]
    assert len(linker.link("Which are longer than 7?", EX + "Film")) == 2


def test_the_words_of_the_class_itself_and_of_entities_name_no_relation(spelling: LexicalEncoder) -> None:
    graph = [*rivers(), *named("inState", "in state"), (EX + "r0", EX + "inState", EX + "s0")]
    summary = summary_of(graph)
    question = "Which state has a Population Street?"
    classes: tuple[ClassMention, ...] = ClassLinker(summary, spelling).link(question)
    entity = TopicEntity(iri=EX + "x", label="Population Street", mention="Population Street")
    linker = RelationLinker(summary, spelling)
    assert found(linker.link(question, EX + "State", [entity], classes)) == []
    assert {item[1] for item in found(linker.link(question, EX + "State"))} == {"inState", "population"}


def test_a_relation_is_found_by_likeness_where_no_other_is_about_as_like(meaning: CachedEncoder) -> None:
    linker = RelationLinker(summary_of(rivers()), meaning)
    assert found(linker.link("How many inhabitants does it have?", EX + "State")) in (
        [],
        [("inhabitants", "population", "likeness")],
    )
    graph = [*named("spouse", "spouse"), *named("job", "profession"), (EX + "p", RDF_TYPE, EX + "Person")]
    graph += [(EX + "p", EX + "spouse", EX + "q"), (EX + "p", EX + "job", EX + "j")]
    people = RelationLinker(summary_of(graph), meaning)
    assert found(people.link("What occupation do they have?", EX + "Person")) == [
        ("occupation", "job", "likeness")
    ]


def test_an_unknown_class_has_no_relations(spelling: LexicalEncoder) -> None:
    assert RelationLinker(summary_of(rivers()), spelling).link("How long is it?", EX + "Nothing") == ()
